"""Optimisers, with weight decay where it helps."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from torch import nn, optim

from engine.garbage import uncollected
from engine.interfaces.recipe import Recipe


def build_optimizer(model: nn.Module, recipe: Recipe) -> optim.Optimizer:
    """Build the optimiser of a recipe.

    Biases and the scales of norms are not decayed: they are vectors, and pulling them to zero
    only weakens the network. A parameter with an attribute ``rate_scale`` learns at that share of
    the rate; the group says so under the same name.
    """
    members: dict[tuple[float, float], list[nn.Parameter]] = defaultdict(list)
    for parameter in model.parameters():
        if parameter.requires_grad:
            decay = recipe.weight_decay if parameter.ndim > 1 else 0.0
            members[getattr(parameter, "rate_scale", 1.0), decay].append(parameter)
    groups: list[dict[str, Any]] = [
        {"params": parameters, "weight_decay": decay, "rate_scale": scale}
        for (scale, decay), parameters in members.items()
    ]
    # The first optimiser of a process loads torch's compiler.
    with uncollected():
        if recipe.optimizer == "sgd":
            rate = recipe.learning_rate
            return optim.SGD(groups, lr=rate, momentum=0.9, nesterov=True, fused=True)
        return optim.AdamW(groups, lr=recipe.learning_rate, fused=True)
