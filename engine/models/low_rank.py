"""Adapters of low rank beside the attention projections of a pretrained transformer.

A projection W is left as it is, and W + B A α / r is learnt, where A (r × in) starts at random and
B (out × r) at zero. Once trained the sum is one matrix again, so nothing of it is left to deploy.

peft does the same in as many milliseconds a step, and takes 0.6 s and 11 MB to be imported and put
in place, a further package (accelerate), and other names of weights than our checkpoints have.

Source: Hu et al., ICLR 2022 (LoRA), section 4.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

# What the library's encoders call their projections to queries, keys and values; the last is all
# three in one.
_PROJECTIONS = frozenset(("query", "key", "value", "q_proj", "k_proj", "v_proj", "Wqkv"))
# Appendix D: adapters take 5e-4 where training all weights takes some 5e-5.
_RATE = 10.0


class LowRankLinear(nn.Linear):
    """A linear map whose weights stay, and an adapter that learns.

    Args:
        known: the map; its weights are taken over, not copied.
        rank: r.
        alpha: α.
    """

    def __init__(self, known: nn.Linear, rank: int, alpha: float) -> None:
        # Without memory for weights that are replaced at once.
        super().__init__(
            known.in_features, known.out_features, bias=known.bias is not None, device="meta"
        )
        rate = _RATE * getattr(known.weight, "rate_scale", 1.0)
        self.weight, self.bias = known.weight, known.bias
        self.scale = alpha / rank
        self.down = nn.Parameter(known.weight.new_empty(rank, known.in_features))
        self.up = nn.Parameter(known.weight.new_zeros(known.out_features, rank))
        nn.init.kaiming_uniform_(self.down, a=math.sqrt(5))
        for parameter in (self.down, self.up):
            parameter.rate_scale = rate  # type: ignore[attr-defined]

    def forward(self, input: Tensor) -> Tensor:
        """Return both answers added up."""
        learnt = functional.linear(functional.linear(input, self.down), self.up)
        return super().forward(input) + learnt * self.scale

    @torch.no_grad()
    def merged(self) -> nn.Linear:
        """Return the one map that answers the same."""
        weight = self.weight + self.up @ self.down * self.scale
        single = nn.Linear(
            self.in_features, self.out_features, bias=self.bias is not None, device="meta"
        )
        single.weight = nn.Parameter(weight, requires_grad=False)
        single.bias = self.bias
        return single


def add_adapters(model: nn.Module, rank: int, alpha: float) -> int:
    """Freeze the transformers of a network and put adapters into them; return how many.

    Projections that are frozen already get none; what reads the transformers goes on learning.

    Args:
        model: changed in place; its transformers are those of the library.
        rank: r.
        alpha: α.
    """
    from transformers import PreTrainedModel

    transformers = [part for part in model.modules() if isinstance(part, PreTrainedModel)]
    places = {
        (parent, name): child
        for transformer in transformers
        for parent in transformer.modules()
        for name, child in parent.named_children()
        if name in _PROJECTIONS and type(child) is nn.Linear and child.weight.requires_grad
    }
    for transformer in transformers:
        transformer.requires_grad_(False)
    for (parent, name), known in places.items():
        setattr(parent, name, LowRankLinear(known, rank, alpha))
    return len(places)


def num_adapters(model: nn.Module) -> int:
    """Return how many adapters a network has."""
    return sum(isinstance(part, LowRankLinear) for part in model.modules())


def merge_adapters(model: nn.Module) -> None:
    """Make one map of each projection and its adapter, in place."""
    for parent in list(model.modules()):
        for name, child in list(parent.named_children()):
            if isinstance(child, LowRankLinear):
                setattr(parent, name, child.merged())
