"""Start a network from another model package: incremental training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from pydantic import ValidationError
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor, nn

from engine.errors import ResourceError, SpecError
from engine.specs.package.manifest import Manifest

_HEAD = "head."


@dataclass(frozen=True)
class LabelChange:
    """How the labels of a run differ from those of the package it starts from."""

    kept: tuple[str, ...]
    new: tuple[str, ...]
    dropped: tuple[str, ...]


def compare_labels(package: Path, labels: Sequence[str]) -> LabelChange:
    """Say which labels the initial package knows.

    Raises:
        ResourceError: ``initial_package_absent`` when the package is not readable.
    """
    known = [label.name for label in read_initial_manifest(package).labels]
    return LabelChange(
        kept=tuple(label for label in labels if label in known),
        new=tuple(label for label in labels if label not in known),
        dropped=tuple(label for label in known if label not in labels),
    )


def read_initial_manifest(package: Path) -> Manifest:
    """Read the manifest of an unpacked package.

    Raises:
        ResourceError: ``initial_package_absent`` when the package is not readable.
    """
    try:
        return Manifest.model_validate_json((package / "manifest.json").read_bytes())
    except (OSError, ValidationError) as error:
        raise absent(package, str(error).splitlines()[0]) from error


def read_initial_file(package: Path, path: str) -> bytes:
    """Return a file that an initial package must hold beside its weights, such as a vocabulary.

    Raises:
        ResourceError: ``initial_package_absent`` when it does not.
    """
    try:
        return (package / path).read_bytes()
    except OSError as error:
        raise absent(package, f"'{path}': {error.strerror}") from error


def load_initial(model: nn.Module, package: Path, backbone: str, labels: Sequence[str]) -> None:
    """Copy a package's weights into a model: the network whole, the head's rows by label name.

    Args:
        model: has its head under the name ``head``; changed in place.
        package: folder of the unpacked package.
        backbone: key of the model's backbone.
        labels: of the model, in the order of its logits.

    Raises:
        ResourceError: when the package is not readable.
        SpecError: when it holds another backbone, or one of other shapes.
    """
    weights = read_initial_weights(package, backbone)
    known = [label.name for label in read_initial_manifest(package).labels]
    _copy(weights, model.state_dict(), known, labels)


def read_initial_weights(package: Path, backbone: str) -> dict[str, Tensor]:
    """Read the weights of an unpacked package.

    Raises:
        ResourceError: ``initial_package_absent`` when the package is not readable.
        SpecError: ``initial_backbone_differs`` when it holds another backbone.
    """
    manifest = read_initial_manifest(package)
    if manifest.backbone != backbone:
        raise SpecError(
            f"The initial model has the backbone '{manifest.backbone}' and the run asks for "
            f"'{backbone}'. Choose the same backbone, or train without an initial model.",
            code="initial_backbone_differs",
            initial=manifest.backbone,
            backbone=backbone,
        )
    if manifest.weights_file is None:
        raise absent(package, "it holds no weights to train on from")
    try:
        return load_file(package / manifest.weights_file)
    except (OSError, SafetensorError) as error:
        raise absent(package, str(error)) from error


@torch.no_grad()
def _copy(
    weights: dict[str, Tensor],
    target: dict[str, Tensor],
    known: Sequence[str],
    labels: Sequence[str],
) -> None:
    # Labels may have another order now, and new ones keep their random rows.
    rows = [(row, known.index(label)) for row, label in enumerate(labels) if label in known]
    for name, value in target.items():
        source = weights.get(name)
        if name.startswith(_HEAD) and source is not None and source.shape[1:] == value.shape[1:]:
            for row, known_row in rows:
                value[row] = source[known_row]
        elif source is not None and source.shape == value.shape:
            value.copy_(source)
        else:
            found = "absent" if source is None else f"of shape {tuple(source.shape)}"
            raise SpecError(
                f"The initial model does not fit: '{name}' is {found} there, and "
                f"{tuple(value.shape)} is expected. Train with the image size of the initial "
                "model, or without it.",
                code="initial_shape_differs",
                tensor=name,
            )


def absent(package: Path, reason: str) -> ResourceError:
    """Return the error of an initial package that cannot be used."""
    return ResourceError(
        f"The initial model package '{package}' cannot be read ({reason}). Name the folder of "
        "an unpacked model package.",
        code="initial_package_absent",
        path=str(package),
    )
