"""Pretrained weights in a local folder; nothing is ever downloaded here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.catalog.cards import BackboneCard
from engine.errors import ResourceError
from engine.specs.training import PretrainedSpec
from engine.weights.built_in import built_in_file

TOKENIZER = "tokenizer.json"
_FILES = ("config.json", "model.safetensors")


def find_weights(spec: PretrainedSpec | None, card: BackboneCard) -> Path | None:
    """Return the folder of a backbone's weights, ``None`` to train from scratch.

    A backbone whose card names no weights is always trained from scratch. Of one whose weights
    come with the engine it is their file (``built_in.load_built_in``).

    Raises:
        ResourceError: ``weights_absent`` when they are not there and the spec says ``refuse``.
    """
    if spec is None or card.weights is None:
        return None
    if card.has_built_in:
        return built_in_file(card.weights)
    folder = Path(spec.folder or "") / card.weights
    missing = [name for name in _FILES if not (folder / name).is_file()]
    if spec.folder is not None and not missing:
        return folder
    if spec.absent == "scratch":
        return None
    raise ResourceError(
        f"The pretrained weights '{card.weights}' of backbone '{card.key}' are absent: "
        f"'{folder}' lacks {' and '.join(missing)}. Put the files there, or allow training "
        "from scratch.",
        code="weights_absent",
        weights=card.weights,
        backbone=card.key,
        folder=str(folder),
    )


def load_whole(network: Any, folder: Path, heads: tuple[str, ...] = (), **options: Any) -> Any:
    """Load a network of the transformers library from a folder, with nothing left at random.

    The library only warns of weights that are absent or of another shape.

    Args:
        network: its class.
        folder: with ``config.json`` and ``model.safetensors``.
        heads: names that weights begin with which may be absent, since they are made anew.
        **options: of the library's ``from_pretrained``.

    Raises:
        ResourceError: ``weights_unusable``.
    """
    try:
        loaded, found = network.from_pretrained(
            folder,
            local_files_only=True,
            # A pickle could run any code when it is opened.
            use_safetensors=True,
            # They are refused below, by name, together with what is absent.
            ignore_mismatched_sizes=True,
            output_loading_info=True,
            **options,
        )
    except (OSError, ValueError) as error:
        raise unusable(folder, str(error).splitlines()[0]) from error
    other = [key for key, *_ in found["mismatched_keys"]]
    strange = sorted(key for key in (*found["missing_keys"], *other) if not key.startswith(heads))
    if strange:
        raise unusable(folder, f"{len(strange)} weights do not fit, such as '{strange[0]}'")
    return loaded


def read_tokenizer(folder: Path) -> bytes:
    """Return the ``tokenizer.json`` beside pretrained weights.

    Raises:
        ResourceError: ``weights_unusable`` when there is none.
    """
    try:
        return (folder / TOKENIZER).read_bytes()
    except OSError as error:
        raise unusable(folder, f"it has no readable {TOKENIZER}") from error


def unusable(folder: Path, reason: str) -> ResourceError:
    """Return the error of weights that are there and do not fit."""
    return ResourceError(
        f"The pretrained weights in '{folder}' cannot be used ({reason}). Put config.json and "
        "model.safetensors of one network of this kind there, and the tokenizer.json of one that "
        "reads texts.",
        code="weights_unusable",
        folder=str(folder),
        reason=reason,
    )
