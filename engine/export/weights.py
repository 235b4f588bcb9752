"""Write a network's weights as safetensors, for training on from them."""

from __future__ import annotations

from pathlib import Path

from safetensors.torch import save
from torch import nn

from engine.disk import writing_to


def write_weights(model: nn.Module, path: Path) -> None:
    """Write all parameters and buffers.

    Raises:
        ResourceError: when the disk is full.
    """
    tensors = {name: tensor.cpu().contiguous() for name, tensor in model.state_dict().items()}
    with writing_to(path):
        path.write_bytes(save(tensors))
