"""Labels of whole samples as numbers, for losses and for evaluating."""

# N samples, K labels

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from engine.data.samples import SampleSet
from engine.interfaces.dataset import Splits, Targets
from engine.specs.data import SampleRecord, Split

LABELS = "labels"
"""The target of batches that holds class indices, or shares of classes."""


def label_targets(
    records: Sequence[SampleRecord], labels: Sequence[str], multi_label: bool
) -> NDArray[np.generic]:
    """Return class indices (N,) int64, or when ``multi_label`` zeros and ones (N, K) float32.

    Args:
        records: N samples; each has a label unless ``multi_label``.
        labels: the K names, in the order of the logits.
        multi_label: whether a sample may have any number of labels.
    """
    position = {label: index for index, label in enumerate(labels)}
    if not multi_label:
        return np.array([position[record.labels[0]] for record in records], dtype=np.int64)
    targets = np.zeros((len(records), len(labels)), dtype=np.float32)
    for row, record in enumerate(records):
        targets[row, [position[label] for label in record.labels]] = 1
    return targets


def label_counts(splits: Splits) -> Counter[str]:
    """Return how many training samples show each label, zero included."""
    counts = Counter(dict.fromkeys(splits.labels, 0))
    counts.update(label for record in splits.train.records for label in record.labels)
    return counts


def label_lookup(samples: SampleSet, split: Split) -> Targets:
    """Return what gives the target ``LABELS`` of some samples of a split."""
    values = label_targets(samples.of(split), samples.labels, samples.multi_label)
    targets = torch.from_numpy(values)
    return lambda places: {LABELS: targets[torch.from_numpy(places)]}
