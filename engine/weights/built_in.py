"""The weights that come with the engine: learnt from formulas, and loaded without any network."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import torch
from pydantic import ValidationError
from safetensors import SafetensorError
from safetensors.torch import load
from torch import Tensor, nn

import engine
from engine.catalog.cards import BUILT_IN
from engine.errors import ResourceError
from engine.specs.weights import WeightsCard

# A wheel of the engine has the same folders beside it as the project has.
FOLDER = Path(engine.__file__).parents[1] / "deploy" / "weights"


def built_in_file(weights: str) -> Path:
    """Return the file of weights that a card names, such as ``easel/photo_cnn``."""
    return FOLDER / f"{weights.removeprefix(BUILT_IN)}.safetensors"


def read_card(file: Path) -> WeightsCard:
    """Read what is known of a file of weights.

    Raises:
        ResourceError: ``weights_damaged``.
    """
    try:
        return WeightsCard.model_validate_json(file.with_suffix(".json").read_bytes())
    except (OSError, ValidationError) as error:
        raise damaged(file, str(error).splitlines()[0]) from error


def load_built_in(network: nn.Module, file: Path) -> None:
    """Fill a network, which has no head, with weights that come with the engine.

    Args:
        network: changed in place; may lie on any device.
        file: of ``built_in_file``.

    Raises:
        ResourceError: ``weights_damaged`` when the file is not what its card says, or of another
            network.
    """
    fill(network, read_tensors(file), file)


def fill(network: nn.Module, tensors: Mapping[str, Tensor], file: Path) -> None:
    """Copy tensors into a network, which is changed in place.

    Raises:
        ResourceError: ``weights_damaged`` when they are those of another network.
    """
    wanted = network.state_dict()
    if wrong := _misfit(tensors, wanted):
        raise damaged(file, wrong)
    with torch.no_grad():
        for name, value in wanted.items():
            value.copy_(tensors[name])


def read_tensors(file: Path) -> dict[str, Tensor]:
    """Read weights, and compare them with their card.

    Raises:
        ResourceError: ``weights_damaged``.
    """
    card = read_card(file)
    try:
        content = file.read_bytes()
        if hashlib.sha256(content).hexdigest() != card.sha256:
            raise damaged(file, "its checksum is not the one of its card")
        return load(content)
    except (OSError, SafetensorError) as error:
        raise damaged(file, str(error)) from error


def _misfit(tensors: Mapping[str, Tensor], wanted: Mapping[str, Tensor]) -> str | None:
    if odd := sorted(tensors.keys() ^ wanted.keys()):
        return f"it is of another network: '{odd[0]}' is in one of them only"
    for name, value in wanted.items():
        if tensors[name].shape != value.shape:
            return (
                f"it is of another network: '{name}' is {tuple(tensors[name].shape)} there, and "
                f"{tuple(value.shape)} is expected"
            )
    return None


def damaged(file: Path, reason: str) -> ResourceError:
    """Return the error of weights that are not what they should be."""
    return ResourceError(
        f"The built-in weights '{file.name}' cannot be used: {reason}. Install Easel again, or "
        "train from scratch.",
        code="weights_damaged",
        weights=file.stem,
        reason=reason,
    )
