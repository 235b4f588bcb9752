"""Losses against their definitions."""

from __future__ import annotations

import torch

from engine.training.losses.labels import balanced_weights, binary_cross_entropy, cross_entropy


def test_soft_targets_of_one_class_cost_what_its_index_costs() -> None:
    logits = torch.randn(6, 4, generator=torch.Generator().manual_seed(0))
    targets = torch.tensor([0, 1, 2, 3, 0, 1])
    soft = torch.eye(4)[targets]

    for smoothing in (0.0, 0.1):
        torch.testing.assert_close(
            cross_entropy(logits, targets, smoothing, None),
            cross_entropy(logits, soft, smoothing, None),
        )


def test_smoothing_does_not_teach_common_samples_the_rare_class() -> None:
    """Weighed by class, what smoothing spreads over a rare class outweighed the truth."""
    weights = balanced_weights(torch.tensor([1, 161]), 162, multi_label=False)
    logits = torch.tensor([[0.0, 3.0]], requires_grad=True)
    for targets in (torch.tensor([1]), torch.tensor([[0.0, 1.0]])):
        loss = cross_entropy(logits, targets, 0.05, weights)
        (slope,) = torch.autograd.grad(loss, logits)
        # Going down the slope, the common class stays the answer up to what smoothing allows.
        assert 0 <= slope[0, 0] < 0.03
    both = cross_entropy(torch.zeros(2, 2), torch.tensor([0, 1]), 0.0, weights)
    torch.testing.assert_close(both, torch.tensor(2.0).log())


def test_smoothing_of_binary_targets_makes_certainty_cost() -> None:
    certain = torch.tensor([[30.0, -30.0]])
    targets = torch.tensor([[1.0, 0.0]])

    assert float(binary_cross_entropy(certain, targets, 0.0, None)) < 1e-6
    assert float(binary_cross_entropy(certain, targets, 0.1, None)) > 1


def test_balanced_weights_give_each_class_the_same_say() -> None:
    counts = torch.tensor([90, 10])

    weights = balanced_weights(counts, 100, multi_label=False)

    torch.testing.assert_close(weights * counts, torch.tensor([50.0, 50.0]))


def test_balanced_weights_of_multi_label_are_bounded() -> None:
    weights = balanced_weights(torch.tensor([500, 1, 0]), 1000, multi_label=True)

    assert weights.tolist() == [1.0, 100.0, 100.0]
