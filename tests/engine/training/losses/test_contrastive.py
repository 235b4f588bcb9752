"""Losses of pairs: what matches is drawn together, and equal texts are not pushed apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from engine.training.losses.contrastive import same_pairs, sigmoid_loss, softmax_loss

Loss = Callable[[Tensor, Tensor], Tensor]
LOSSES: tuple[Loss, ...] = (sigmoid_loss, softmax_loss)


def test_pairs_of_one_image_and_pairs_of_equal_texts_belong_together() -> None:
    matches = same_pairs(torch.tensor([0, 1, 0]), torch.tensor([7, 7, 8]))
    assert matches.tolist() == [[True, True, True], [True, True, False], [True, False, True]]


def test_sigmoid_loss_is_the_binary_cross_entropy_of_all_pairs() -> None:
    logits, matches = torch.randn(4, 4, generator=torch.Generator().manual_seed(0)), torch.eye(4)
    entropy = functional.binary_cross_entropy_with_logits(logits, matches, reduction="sum")
    assert sigmoid_loss(logits, matches.bool()) == pytest.approx(float(entropy / 4), rel=1e-6)


def test_softmax_loss_of_single_matches_is_the_mean_of_both_cross_entropies() -> None:
    logits, matches = torch.randn(4, 4, generator=torch.Generator().manual_seed(1)), torch.eye(4)
    places = torch.arange(4)
    both = functional.cross_entropy(logits, places) + functional.cross_entropy(logits.T, places)
    expected = float(both / 2 + 0.01 * sigmoid_loss(logits, matches.bool()))
    assert softmax_loss(logits, matches.bool()) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("loss", LOSSES)
def test_a_step_against_the_gradient_raises_every_match(loss: Loss) -> None:
    matches = same_pairs(torch.tensor([0, 1, 0]), torch.tensor([0, 1, 2]))
    logits = torch.zeros(3, 3, requires_grad=True)
    loss(logits, matches).backward()
    assert logits.grad is not None
    assert bool((logits.grad[matches] < 0).all())
    assert bool((logits.grad[~matches] > 0).all())
