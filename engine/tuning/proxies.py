"""What an untrained network promises: scores that cost one pass over a few images.

Equations are numbered as in docs/explanation/architecture-search.md.
"""

# B batch, C channels, H height, W width, U units

from __future__ import annotations

import copy
import math
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

_NORMS = (nn.BatchNorm2d, nn.LayerNorm)
_ACTIVATIONS = (nn.ReLU, nn.GELU)


def ranked(models: Sequence[nn.Module], images_BCHW: Tensor) -> NDArray[np.float64]:
    """Return how promising each network is among these, higher is better (eq. 3).

    The sum of its ranks by two proxies that look at different things: a vote, as Abdelfattah et al.
    (ICLR 2021) hold their proxies together, since the units of both mean nothing by themselves.

    Args:
        models: untrained; they stay as they are.
        images_BCHW: normalised images of the data.
    """
    shape = (1, *images_BCHW.shape[1:])
    votes = np.zeros(len(models))
    for scores in (
        [synaptic_flow(model, shape) for model in models],
        [activation_diversity(model, images_BCHW) for model in models],
    ):
        places = np.unique(np.array(scores), return_inverse=True)[1]
        votes += places / max(1, len(models) - 1)
    return votes


def synaptic_flow(model: nn.Module, shape: tuple[int, ...]) -> float:
    """Return the logarithm of how much weight all paths from input to output carry (eq. 1).

    Weights count by their size, norms not at all, and the input is ones, so that no data is needed.

    Source: Tanaka et al., NeurIPS 2020, eq. 2, summed over all weights as Abdelfattah et al.,
    ICLR 2021, do to compare networks.
    """
    # A product over all layers leaves the range of float32.
    positive = _plain(model).double().eval()
    weights = [weight for weight in positive.parameters() if weight.requires_grad]
    with torch.no_grad():
        for weight in weights:
            weight.abs_()
    outputs = positive(torch.ones(shape, dtype=torch.float64))
    gradients = torch.autograd.grad(outputs.sum(), weights, allow_unused=True)
    flow = sum(
        float((weight.detach() * gradient).abs().sum())
        for weight, gradient in zip(weights, gradients, strict=True)
        if gradient is not None
    )
    return math.log(flow) if flow > 0 else -math.inf


def activation_diversity(model: nn.Module, images_BCHW: Tensor) -> float:
    """Return how differently images switch the units of a network on and off (eq. 2).

    The logarithm of the determinant of the matrix that counts, for each two images, the units
    they agree on: images that a network cannot tell apart make it zero.

    Source: Mellor et al., ICML 2021, eq. 2 (NASWOT).
    """
    # Batch norm by the images at hand: before training it has no statistics of its own.
    network = copy.deepcopy(model).float().train()
    _wake(network)
    num_images = len(images_BCHW)
    agreed_BB = torch.zeros(num_images, num_images, dtype=torch.float64)

    def count(module: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        del module
        on_BU = (inputs[0] > 0).flatten(1).double()
        if len(on_BU) == num_images:
            agreed_BB.add_(on_BU @ on_BU.T + (1 - on_BU) @ (1 - on_BU).T)

    for module in network.modules():
        if isinstance(module, _ACTIVATIONS):
            module.register_forward_pre_hook(count)
    with torch.no_grad():
        network(images_BCHW.float())
    sign, logarithm = torch.linalg.slogdet(agreed_BB)
    return float(logarithm) if sign > 0 else -math.inf


def _plain(model: nn.Module) -> nn.Module:
    """Return a copy whose norms do nothing."""
    network = copy.deepcopy(model)
    for parent in list(network.modules()):
        for name, child in parent.named_children():
            if isinstance(child, _NORMS):
                setattr(parent, name, nn.Identity())
    return network


def _wake(network: nn.Module) -> None:
    """Let branches that start as zero speak, which training would do with its first steps."""
    for module in network.modules():
        if isinstance(module, nn.BatchNorm2d):
            nn.init.ones_(module.weight)
