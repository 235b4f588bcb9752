"""The loss that gives each product a direction of its own."""

from __future__ import annotations

import math

import pytest
import torch
from torch.nn import functional

from engine.training.losses.angular import angular_margin_loss


def test_without_a_margin_it_is_the_cross_entropy_of_scaled_cosines() -> None:
    cosines = torch.tensor([[0.9, 0.1], [-0.3, 0.4]], dtype=torch.float64)
    classes = torch.tensor([0, 1])

    loss = angular_margin_loss(cosines, classes, margin=0.0, scale=8.0)

    assert float(loss) == pytest.approx(float(functional.cross_entropy(cosines * 8, classes)))


def test_a_margin_takes_the_right_class_at_a_wider_angle() -> None:
    cosines = torch.tensor([[math.cos(0.5), 0.0]], dtype=torch.float64)

    loss = angular_margin_loss(cosines, torch.tensor([0]), margin=0.2, scale=1.0)

    expected = math.log(1 + math.exp(-math.cos(0.7)))
    assert float(loss) == pytest.approx(expected)


def test_its_gradient_is_right_and_finite_at_the_ends() -> None:
    cosines = torch.tensor([[0.3, -0.2, 0.6]], dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(
        lambda one: angular_margin_loss(one, torch.tensor([1]), margin=0.3), (cosines,)
    )
    ends = torch.tensor([[1.0, -1.0], [-1.0, 1.0]], requires_grad=True)
    angular_margin_loss(ends, torch.tensor([0, 0]), margin=0.3).backward()
    assert ends.grad is not None
    assert torch.isfinite(ends.grad).all()


def test_the_weight_of_a_class_is_its_say() -> None:
    cosines = torch.tensor([[0.9, 0.1], [0.9, 0.1]])
    classes = torch.tensor([0, 1])
    weights = torch.tensor([1.0, 0.0])

    weighted = angular_margin_loss(cosines, classes, margin=0.0, weights_K=weights)
    alone = angular_margin_loss(cosines[:1], classes[:1], margin=0.0)

    assert float(weighted) == pytest.approx(float(alone))
