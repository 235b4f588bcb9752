"""Scores and decisions of a classifier beside the truth."""

# N samples, K classes

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from easel.runtime.ops import sigmoid, softmax
from numpy.typing import NDArray

from engine.evaluation.counts import ClassCounts, Flags, count, one_hot


@dataclass(frozen=True)
class Outcome:
    """What a classifier said about each sample, and what was true.

    Attributes:
        logits: (N, K), as the network gives them.
        scores: (N, K) float64 in 0..1, what the deployed model answers.
        predicted: (N, K), the decisions.
        actual: (N, K), the truth.
        multi_label: whether a sample may show any number of classes.
    """

    logits: NDArray[np.float32]
    scores: NDArray[np.float64]
    predicted: Flags
    actual: Flags
    multi_label: bool

    @cached_property
    def correct(self) -> Flags:
        """Whether all decisions about a sample are right (N,)."""
        same: Flags = (self.predicted == self.actual).all(axis=1)
        return same

    @cached_property
    def counts(self) -> ClassCounts:
        """Decisions counted per class."""
        return count(self.predicted, self.actual)


def decide(
    logits: NDArray[np.float32],
    targets: NDArray[np.generic],
    multi_label: bool,
    thresholds: NDArray[np.float64] | float = 0.5,
) -> Outcome:
    """Turn logits into scores and decisions.

    Args:
        logits: (N, K) float32.
        targets: (N,) class indices, or (N, K) zeros and ones when ``multi_label``.
        multi_label: sigmoid and thresholds; else softmax and the best class, ties to the first.
        thresholds: the score that each class must reach, multi-label only.
    """
    num_classes = logits.shape[1]
    if multi_label:
        scores = sigmoid(logits)
        return Outcome(logits, scores, scores >= thresholds, targets.astype(np.bool_), True)
    best = logits.argmax(axis=1)
    return Outcome(
        logits=logits,
        scores=softmax(logits),
        predicted=one_hot(best, num_classes),
        actual=one_hot(targets.astype(np.int64), num_classes),
        multi_label=False,
    )


def mean_loss(outcome: Outcome) -> float:
    """Return the mean cross entropy (multi-label: binary, over samples and classes), in nats."""
    logits = outcome.logits.astype(np.float64)
    if outcome.multi_label:
        return float((np.logaddexp(0.0, logits) - logits * outcome.actual).mean())
    largest = logits.max(axis=1, keepdims=True)
    log_sum = largest[:, 0] + np.log(np.exp(logits - largest).sum(axis=1))
    return float((log_sum - logits[outcome.actual]).mean())


def top_k_shares(outcome: Outcome, largest_k: int = 5) -> tuple[float, ...]:
    """Return, for k = 1, 2, …, the share of samples whose class is among the k best."""
    num_samples, num_classes = outcome.logits.shape
    actual = outcome.actual.argmax(axis=1)
    own = outcome.logits[np.arange(num_samples), actual][:, np.newaxis]
    before = np.arange(num_classes) < actual[:, np.newaxis]
    rank = ((outcome.logits > own) | ((outcome.logits == own) & before)).sum(axis=1)
    return tuple(float((rank < k).mean()) for k in range(1, min(largest_k, num_classes) + 1))
