"""Weights of anomaly networks, whose memory has any number of rows."""

from __future__ import annotations

from collections.abc import Mapping

from torch import Tensor

from engine.errors import SpecError
from engine.models.vision.anomaly.anomaly_maps import AnomalyMapper
from engine.models.vision.anomaly.patch_memory import PatchMemory

_MEMORY = ("center", "projection", "memory", "neighbours")


def load_anomaly_weights(model: AnomalyMapper, tensors: Mapping[str, Tensor]) -> None:
    """Give a network the weights, and the memory, of another of its kind.

    Raises:
        SpecError: ``initial_shape_differs`` when they do not fit.
    """
    if isinstance(model, PatchMemory) and set(_MEMORY) <= set(tensors):
        # First, so that its memory has as many rows as the one given.
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
