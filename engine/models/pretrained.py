"""Pretrained weights in a local folder; nothing is ever downloaded here."""

from __future__ import annotations

from pathlib import Path

from engine.catalog.cards import BackboneCard
from engine.errors import ResourceError
from engine.specs.training import PretrainedSpec

_FILES = ("config.json", "model.safetensors")


def find_weights(spec: PretrainedSpec | None, card: BackboneCard) -> Path | None:
    """Return the folder of a backbone's weights, ``None`` to train from scratch.

    A backbone whose card names no weights is always trained from scratch.

    Raises:
        ResourceError: ``weights_absent`` when they are not there and the spec says ``refuse``.
    """
    if spec is None or card.weights is None:
        return None
    folder = Path(spec.folder) / card.weights
    missing = [name for name in _FILES if not (folder / name).is_file()]
    if not missing:
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
