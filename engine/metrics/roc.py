"""The area under the receiver operating characteristic."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def area_under_roc(scores: NDArray[np.float64], positive: NDArray[np.bool_]) -> float:
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
    ranks = ends - (times - 1) / 2
    above = ranks[place][positive].sum() - num_positive * (num_positive + 1) / 2
    return float(above / (num_positive * num_negative))
