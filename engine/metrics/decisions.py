"""Scores and decisions of a classifier beside the truth."""

# N samples, K classes

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from easel.runtime.predictions.labels import sigmoid
from numpy.typing import NDArray

from engine.metrics.counts import ClassCounts, Flags, count, one_hot

# Numbers worked on at a time in double precision: with ten thousand classes a whole table of them
# would be many times the network's own outputs.
_CHUNK = 1 << 19


@dataclass(frozen=True)
class Decisions:
    """What a classifier predicted for each sample, what it decided, and what was true.

    Scores, float64 in 0..1 as the deployed model answers them, are computed where they are asked
    for.

    Attributes:
        logits: (N, K), as the network gives them.
        predicted: (N, K), the decisions.
        actual: (N, K), the truth.
        multi_label: whether a sample may show any number of classes.
    """

    logits: NDArray[np.float32]
    predicted: Flags
    actual: Flags
    multi_label: bool

    @property
    def num_classes(self) -> int:
        """Return K."""
        return int(self.logits.shape[1])

    def scores_of(
        self, samples: NDArray[np.intp], classes: NDArray[np.intp]
    ) -> NDArray[np.float64]:
        """Return the scores of pairs of a sample and a class."""
        values = self.logits[samples, classes].astype(np.float64)
        if self.multi_label:
            return sigmoid(values)
        largest, total = self._softmax_parts
        probabilities: NDArray[np.float64] = np.exp(values - largest[samples]) / total[samples]
        return probabilities

    def scores_by_class(self) -> Iterator[NDArray[np.float64]]:
        """Yield the scores (N,) of each class, in order."""
        width = max(1, _CHUNK // max(1, len(self.logits)))
        for start in range(0, self.num_classes, width):
            # Transposed first: a column of the table is spread over the memory.
            values = self.logits[:, start : start + width].T.astype(np.float64, order="C")
            if self.multi_label:
                yield from sigmoid(values)
            else:
                largest, total = self._softmax_parts
                yield from np.exp(values - largest) / total

    @cached_property
    def _softmax_parts(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The largest logit of each sample (N,), and the sum of the powers relative to it."""
        largest = self.logits.max(axis=1).astype(np.float64)
        total = np.empty(len(largest))
        for rows in row_chunks(*self.logits.shape):
            powers = np.exp(self.logits[rows].astype(np.float64) - largest[rows, np.newaxis])
            total[rows] = powers.sum(axis=1)
        return largest, total

    @cached_property
    def correct(self) -> Flags:
        """Whether all decisions about a sample are right (N,)."""
        same: Flags = (self.predicted == self.actual).all(axis=1)
        return same

    @cached_property
    def counts(self) -> ClassCounts:
        """Decisions counted per class."""
        return count(self.predicted, self.actual)


def row_chunks(num_rows: int, num_columns: int) -> Iterator[slice]:
    """Yield the rows of a table in parts that are small in double precision."""
    height = max(1, _CHUNK // max(1, num_columns))
    for start in range(0, num_rows, height):
        yield slice(start, start + height)


def decide(
    logits: NDArray[np.float32],
    targets: NDArray[np.generic],
    multi_label: bool,
    thresholds: NDArray[np.float64] | float = 0.5,
) -> Decisions:
    """Turn logits into scores and decisions.

    Args:
        logits: (N, K) float32.
        targets: (N,) class indices, or (N, K) zeros and ones when ``multi_label``.
        multi_label: sigmoid and thresholds; else softmax and the best class, ties to the first.
        thresholds: the score that each class must reach, multi-label only.
    """
    num_classes = logits.shape[1]
    if multi_label:
        predicted = np.empty(logits.shape, dtype=np.bool_)
        for rows in row_chunks(*logits.shape):
            predicted[rows] = sigmoid(logits[rows]) >= thresholds
        return Decisions(logits, predicted, targets.astype(np.bool_), True)
    best = logits.argmax(axis=1)
    return Decisions(
        logits=logits,
        predicted=one_hot(best, num_classes),
        actual=one_hot(targets.astype(np.int64), num_classes),
        multi_label=False,
    )


def mean_loss(decisions: Decisions) -> float:
    """Return the mean cross entropy (multi-label: binary, over samples and classes), in nats."""
    return sum(_loss_sum(decisions, rows) for rows in row_chunks(*decisions.logits.shape)) / (
        decisions.logits.size if decisions.multi_label else len(decisions.logits)
    )


def _loss_sum(decisions: Decisions, rows: slice) -> float:
    logits, actual = decisions.logits[rows].astype(np.float64), decisions.actual[rows]
    if decisions.multi_label:
        return float((np.logaddexp(0.0, logits) - logits * actual).sum())
    largest = logits.max(axis=1, keepdims=True)
    log_sum = largest[:, 0] + np.log(np.exp(logits - largest).sum(axis=1))
    return float((log_sum - logits[actual]).sum())


def top_k_shares(decisions: Decisions, largest_k: int = 5) -> tuple[float, ...]:
    """Return, for k = 1, 2, …, the share of samples whose class is among the k best."""
    num_samples, num_classes = decisions.logits.shape
    actual = decisions.actual.argmax(axis=1)
    own = decisions.logits[np.arange(num_samples), actual][:, np.newaxis]
    rank = np.empty(num_samples, dtype=np.intp)
    for rows in row_chunks(*decisions.logits.shape):
        logits = decisions.logits[rows]
        # Of equal logits the earlier class goes first, as for ``argmax``.
        before = np.arange(num_classes) < actual[rows, np.newaxis]
        rank[rows] = ((logits > own[rows]) | ((logits == own[rows]) & before)).sum(axis=1)
    return tuple(float((rank < k).mean()) for k in range(1, min(largest_k, num_classes) + 1))
