"""Weights of anomaly networks, whose memory has any number of rows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from engine.errors import SpecError
from engine.models.vision.anomaly_maps import AnomalyMapper
from engine.models.vision.patch_memory import PatchMemory
from engine.weights.initial import absent, read_initial_manifest

_MEMORY = ("center", "projection", "memory", "neighbours")


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


def load_anomaly_weights(model: AnomalyMapper, tensors: Mapping[str, Tensor]) -> None:
    """Give a network the weights, and the memory, of another of its kind.

    Raises:
        SpecError: ``initial_shape_differs`` when they do not fit.
    """
    if isinstance(model, PatchMemory) and set(_MEMORY) <= set(tensors):
        model.remember(*(tensors[name] for name in _MEMORY))
    own = model.state_dict()
    for name, value in own.items():
        given = tensors.get(name)
        if given is None or given.shape != value.shape:
            found = "absent" if given is None else f"of shape {tuple(given.shape)}"
            raise SpecError(
                f"The initial model does not fit: '{name}' is {found} there, and "
                f"{tuple(value.shape)} is expected. Train with the image size of the initial "
                "model, or without it.",
                code="initial_shape_differs",
                tensor=name,
            )
    model.load_state_dict(dict(tensors))
