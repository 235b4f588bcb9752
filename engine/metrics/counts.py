"""Hits, decisions and occurrences per class, and the ratios made of them.

A ratio whose denominator is zero is 0.0, never NaN; the counts beside it say so. Means over
classes ("macro") are taken over the classes that occur in the split: a class nobody could get
right neither lifts nor lowers them.
"""

# N samples, K classes

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Counts = NDArray[np.float64]


@dataclass(frozen=True)
class ClassCounts:
    """Per class (K,): correct decisions, decisions, and samples that show the class."""

    hits: Counts
    predicted: Counts
    actual: Counts

    @property
    def precision(self) -> Counts:
        """Share of the decisions for a class that are right (K,)."""
        return ratio(self.hits, self.predicted)

    @property
    def recall(self) -> Counts:
        """Share of the samples of a class that are found (K,)."""
        return ratio(self.hits, self.actual)

    @property
    def f1(self) -> Counts:
        """Harmonic mean of precision and recall (K,)."""
        return ratio(2 * self.hits, self.predicted + self.actual)

    def macro(self, values: Counts) -> float:
        """Return the mean of ``values`` (K,) over the classes that occur."""
        occurs = self.actual > 0
        return float(values[occurs].mean()) if occurs.any() else 0.0


def ratio(part: Counts, whole: Counts) -> Counts:
    """Divide, giving 0.0 where nothing was counted."""
    return np.divide(part, whole, out=np.zeros(part.shape, dtype=np.float64), where=whole > 0)


def count(predicted: Flags, actual: Flags) -> ClassCounts:
    """Count decisions (N, K) against the truth (N, K)."""
    return ClassCounts(
        hits=(predicted & actual).sum(axis=0).astype(np.float64),
        predicted=predicted.sum(axis=0).astype(np.float64),
        actual=actual.sum(axis=0).astype(np.float64),
    )


def one_hot(classes: NDArray[np.integer], num_classes: int) -> Flags:
    """Return flags (N, K) of class indices (N,)."""
    flags = np.zeros((len(classes), num_classes), dtype=np.bool_)
    flags[np.arange(len(classes)), classes] = True
    return flags


def confusion_matrix(
    predicted: NDArray[np.integer], actual: NDArray[np.integer], num_classes: int
) -> NDArray[np.int64]:
    """Count samples of class i that were given class j in cell (i, j)."""
    cells = np.bincount(actual * num_classes + predicted, minlength=num_classes**2)
    return cells.reshape(num_classes, num_classes).astype(np.int64)
