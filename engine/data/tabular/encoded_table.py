"""A table as every learner sees it: numbers with NaN for missing, categories as codes."""

# R rows, N number features, C category features

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.metrics import intervals
from engine.specs.package.report import Estimate

Floats = NDArray[np.float64]
Problem = Literal["binary", "multi_class", "regression"]

PRIMARY_METRICS: dict[Problem, str] = {
    "binary": "accuracy",
    "multi_class": "accuracy",
    "regression": "mae",
}
"""The number that each kind of prediction is evaluated by."""

MISSING, UNKNOWN, FIRST_CATEGORY = 0, 1, 2
"""Codes of a category column: absent, not seen in training, then the known names in order."""


@dataclass(frozen=True)
class Encoded:
    """Rows as the package's preprocessing makes them.

    Attributes:
        numbers: (R, N) float32, NaN where missing.
        categories: (R, C) int64 codes: 0 missing, 1 unknown, then the known names.
    """

    numbers: NDArray[np.float32]
    categories: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.numbers)

    def rows(self, index: NDArray[np.integer] | slice) -> Encoded:
        """Return some of the rows."""
        return Encoded(self.numbers[index], self.categories[index])


@dataclass(frozen=True)
class Question:
    """What is asked of every learner of a run.

    Attributes:
        problem: decides the loss and the scores.
        num_classes: of a classification, 0 for a regression.
        num_codes: (C,) codes of each category feature, the two special ones included.
        class_weights: weight of a sample by its class, all 1 unless classes are balanced.
    """

    problem: Problem
    num_classes: int
    num_codes: tuple[int, ...]
    class_weights: tuple[float, ...] = ()

    @property
    def num_scores(self) -> int:
        """Return the width of scores: one log-odds, a log probability a class, or one value."""
        return self.num_classes if self.problem == "multi_class" else 1

    def weights(self, targets: Floats) -> Floats:
        """Return the weight of each sample (R,)."""
        if not self.class_weights:
            return np.ones(len(targets))
        return np.asarray(self.class_weights)[targets.astype(np.int64)]

    def losses(self, scores: Floats, targets: Floats) -> Floats:
        """Return the loss of each row (R,): log loss, or the squared error.

        Args:
            scores: (R, S) log-odds of the second class, log probabilities up to a constant, or
                values.
            targets: (R,) class indices or values.
        """
        if self.problem == "regression":
            return np.square(scores[:, 0] - targets)
        if self.problem == "binary":
            return np.logaddexp(0.0, scores[:, 0]) - scores[:, 0] * targets
        largest = scores.max(axis=1)
        total = largest + np.log(np.exp(scores - largest[:, np.newaxis]).sum(axis=1))
        picked: Floats = total - scores[np.arange(len(scores)), targets.astype(np.int64)]
        return picked

    def standing(self, scores: Floats, targets: Floats, deviation: float) -> Estimate:
        """Return the number that the problem is evaluated by, with its interval.

        Args:
            scores: (R, S) as ``losses`` takes them.
            targets: (R,) class indices or values.
            deviation: of values in their own unit.
        """
        if self.problem == "regression":
            return intervals.mean(np.abs(scores[:, 0] - targets) * deviation)
        return intervals.share(int((self.decided(scores) == targets).sum()), len(targets))

    def decided(self, scores: Floats) -> NDArray[np.int64]:
        """Return the likeliest class of each row (R,)."""
        if self.problem == "binary":
            return (scores[:, 0] > 0).astype(np.int64)
        best: NDArray[np.int64] = scores.argmax(axis=1)
        return best

    def loss(self, scores: Floats, targets: Floats) -> float:
        """Return the weighted mean of ``losses``."""
        return float(np.average(self.losses(scores, targets), weights=self.weights(targets)))
