"""The receiver operating characteristic, and the area under it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.metrics.curves import pr_curve

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def area_under_roc(scores: Floats, positive: Flags) -> float:
    """Return the share of pairs of a positive and a negative row that are ordered rightly.

    Ties count half. 0.5 when one of the two kinds is absent.

    Source: Hanley and McNeil, Radiology 143 (1982), the Wilcoxon statistic.
    """
    num_positive = int(positive.sum())
    num_negative = len(positive) - num_positive
    if min(num_positive, num_negative) == 0:
        return 0.5
    _, place, times = np.unique(scores, return_inverse=True, return_counts=True)
    ends = np.cumsum(times)
    # Ties share the mean of their ranks, by which each counts half.
    ranks = ends - (times - 1) / 2
    above = ranks[place][positive].sum() - num_positive * (num_positive + 1) / 2
    return float(above / (num_positive * num_negative))


@dataclass(frozen=True)
class Roc:
    """Shares of negative and positive rows that reach each distinct score, from (0, 0) on."""

    false_positive_rate: Floats
    true_positive_rate: Floats

    @property
    def area(self) -> float:
        """Return the area under the curve: 0.5 for guessing."""
        return float(np.trapezoid(self.true_positive_rate, self.false_positive_rate))


def roc(scores: Floats, positive: Flags) -> Roc:
    """Return the curve; that of guessing where one of the kinds is absent."""
    num_positive, num_negative = int(positive.sum()), int((~positive).sum())
    if not num_positive or not num_negative:
        return Roc(np.array([0.0, 1.0]), np.array([0.0, 1.0]))
    curve = pr_curve(scores, positive)
    return Roc(
        np.concatenate([[0.0], (curve.reached - curve.hits) / num_negative]),
        np.concatenate([[0.0], curve.hits / num_positive]),
    )
