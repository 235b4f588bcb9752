"""The training loss of classifiers whose samples carry labels as a whole."""

from __future__ import annotations

from collections import Counter

import torch
from torch import Tensor, nn

from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.training.losses.labels import balanced_weights, binary_cross_entropy, cross_entropy


def classification_objective(
    splits: Splits, target: str, *, label_smoothing: float, balanced: bool
) -> Objective:
    """Return cross entropy: binary and per label when there may be several.

    Args:
        splits: their training samples are counted once where labels are weighed.
        target: name of the batch's target that holds class indices or shares.
        label_smoothing: share of each target that is spread over all classes.
        balanced: give rare labels the say of common ones.
    """
    entropy = binary_cross_entropy if splits.multi_label else cross_entropy
    weights = _label_weights(splits) if balanced else None

    def objective(model: nn.Module, batch: Batch) -> Tensor:
        logits: Tensor = model(**batch.inputs)
        at_logits = None if weights is None else weights.to(logits.device)
        return entropy(logits, batch.targets[target], label_smoothing, at_logits)

    return objective


def _label_weights(splits: Splits) -> Tensor:
    """Return the weight of each label (K,)."""
    names = Counter(label for record in splits.train.records for label in record.labels)
    counts = torch.tensor([names[label] for label in splits.labels])
    return balanced_weights(counts, len(splits.train), splits.multi_label)
