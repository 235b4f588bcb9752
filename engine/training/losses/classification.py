"""The training loss of classifiers whose samples carry labels as a whole."""

# K labels

from __future__ import annotations

from typing import Literal, Protocol, runtime_checkable

import torch
from torch import Tensor, nn

from engine.data.label_targets import LABELS, label_counts
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.specs.training import TrainingSpec
from engine.training.losses.labels import balanced_weights, binary_cross_entropy, cross_entropy
from engine.validation.checks import has_rare_label


@runtime_checkable
class LabelOptions(Protocol):
    """Options of a classifier that its loss depends on."""

    @property
    def label_smoothing(self) -> float:
        """Return the share of each target that is spread over all classes."""
        ...

    @property
    def class_weights(self) -> Literal["auto", "none", "balanced"]:
        """Return whether rare labels get the say of common ones, ``auto``: where one is rare."""
        ...


def classification_objective(spec: TrainingSpec, splits: Splits) -> Objective:
    """Return cross entropy of ``LABELS``: binary and per label when there may be several.

    Training samples are counted once where labels are weighed.
    """
    options = spec.options
    assert isinstance(options, LabelOptions), type(options)
    entropy = binary_cross_entropy if splits.multi_label else cross_entropy
    weights = _label_weights(splits) if options.class_weights == "balanced" else None

    def objective(model: nn.Module, batch: Batch) -> Tensor:
        logits: Tensor = model(**batch.inputs)
        at_logits = None if weights is None else weights.to(logits.device)
        return entropy(logits, batch.targets[LABELS], options.label_smoothing, at_logits)

    return objective


def resolved_weights(options: LabelOptions, splits: Splits) -> Literal["none", "balanced"]:
    """Return what ``auto`` stands for: balanced where a label is rare in training."""
    if options.class_weights != "auto":
        return options.class_weights
    return "balanced" if has_rare_label(label_counts(splits).values()) else "none"


def _label_weights(splits: Splits) -> Tensor:
    """Return the weight of each label (K,)."""
    names = label_counts(splits)
    counts = torch.tensor([names[label] for label in splits.labels])
    return balanced_weights(counts, len(splits.train), splits.multi_label)
