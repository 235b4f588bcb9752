"""What classifiers of images, recordings and videos are once they are deployed."""

from __future__ import annotations

import torch
from torch import nn

from engine.interfaces.network import Network
from engine.onnx_graphs.torch_network import TorchNetwork

LOGITS = "logits"


def deployed_classifier(model: nn.Module, name: str, shape: tuple[int, ...]) -> tuple[Network]:
    """Return the one network, whose input has a fixed shape: ``name`` (B, …) → ``logits`` (B, K).

    Args:
        model: the classifier.
        name: of its input.
        shape: of one row of it.
    """
    return (TorchNetwork("model", model, {name: torch.zeros(2, *shape)}, (LOGITS,)),)
