"""Optimisers, with weight decay where it helps."""

from __future__ import annotations

from torch import nn, optim

from engine.training.recipe import Recipe


def build_optimizer(model: nn.Module, recipe: Recipe) -> optim.Optimizer:
    """Build the optimiser of a recipe.

    Biases and the scales of norms are not decayed: they are vectors, and pulling them to zero
    only weakens the network.
    """
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    groups = [
        {
            "params": [parameter for parameter in trained if parameter.ndim > 1],
            "weight_decay": recipe.weight_decay,
        },
        {
            "params": [parameter for parameter in trained if parameter.ndim <= 1],
            "weight_decay": 0.0,
        },
    ]
    if recipe.optimizer == "sgd":
        return optim.SGD(groups, lr=recipe.learning_rate, momentum=0.9, nesterov=True, fused=True)
    return optim.AdamW(groups, lr=recipe.learning_rate, fused=True)
