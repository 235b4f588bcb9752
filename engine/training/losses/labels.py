"""Losses of classification, for plain and soft targets."""

# B batch, K labels

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional


def cross_entropy(
    logits: Tensor, targets: Tensor, label_smoothing: float, label_weights: Tensor | None
) -> Tensor:
    """Return the mean cross entropy, of samples weighed by their labels.

    A weight is one of a sample: what smoothing spreads over a rare label must not weigh as much as
    the label itself, or common samples are taught to be rare ones.

    Args:
        logits: (B, K).
        targets: (B,) class indices, or (B, K) shares that mixup and cutmix make.
        label_smoothing: share of each target that is spread over all classes.
        label_weights: (K,) or ``None``.
    """
    losses = functional.cross_entropy(
        logits.float(), targets, label_smoothing=label_smoothing, reduction="none"
    )
    if label_weights is None:
        return losses.mean()
    weights = label_weights[targets] if targets.dim() == 1 else targets @ label_weights
    mean: Tensor = (weights * losses).sum() / weights.sum()
    return mean


def binary_cross_entropy(
    logits: Tensor, targets: Tensor, label_smoothing: float, label_weights: Tensor | None
) -> Tensor:
    """Return the mean binary cross entropy over samples and labels.

    Args:
        logits: (B, K).
        targets: (B, K) in 0..1.
        label_smoothing: how far targets move towards one half.
        label_weights: (K,) weights of a label's presence, or ``None``.
    """
    smoothed = targets * (1 - label_smoothing) + label_smoothing / 2
    return functional.binary_cross_entropy_with_logits(
        logits.float(), smoothed, pos_weight=label_weights
    )


def balanced_weights(counts: Tensor, num_samples: int, multi_label: bool) -> Tensor:
    """Return weights (K,) that give rare labels the say of common ones.

    Single-label: mean weight one over the samples. Multi-label: absences over presences of a
    label, at most 100, since a label seen once must not drown all others.
    """
    counts = counts.float().clamp(min=1)
    if multi_label:
        return ((num_samples - counts).clamp(min=1) / counts).clamp(max=100)
    weights: Tensor = num_samples / (torch.count_nonzero(counts) * counts)
    return weights
