"""Statistics of batch norms, taken from other data than a network has learnt from."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor, nn


def adapt_norms(network: nn.Module, batches: Iterable[Tensor]) -> None:
    """Take the mean and variance of every batch norm from batches of inputs; no labels are used.

    The network is left in the mode for evaluation. One without batch norms stays as it is.

    Source: Li et al., "Revisiting batch normalization for practical domain adaptation", 2016.
    """
    norms = [part for part in network.modules() if isinstance(part, nn.BatchNorm2d)]
    momenta = [norm.momentum for norm in norms]
    for norm in norms:
        norm.reset_running_stats()
        # The mean over all batches, whichever comes last.
        norm.momentum = None
    network.train()
    with torch.no_grad():
        for batch in batches if norms else ():
            network(batch)
    network.eval()
    for norm, momentum in zip(norms, momenta, strict=True):
        norm.momentum = momentum
