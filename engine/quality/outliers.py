"""How far values lie from what is usual, in a way that a few odd ones cannot change."""

# N values

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

# Turns the median absolute deviation of normal values into their standard deviation.
_NORMAL = 1.4826


def robust_scores(values: Numbers, *, least_spread: float) -> Numbers:
    """Return how many robust standard deviations each value (N,) lies from the median.

    Args:
        values: finite, or NaN, which stays NaN.
        least_spread: taken for the deviation when the values deviate less, so that nothing is odd
            among values that are nearly alike.

    Source: Iglewicz & Hoaglin, How to Detect and Handle Outliers, 1993: a modified z-score beyond
    3.5 is an outlier.
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return values.copy()
    median = np.median(known)
    spread = max(_NORMAL * float(np.median(np.abs(known - median))), least_spread)
    scores: Numbers = (values - median) / spread
    return scores


def log_scores(values: Numbers, *, least_factor: float = 1.25) -> Numbers:
    """Return the robust scores of the logarithms of positive values.

    ``least_factor`` is the spread below which values count as alike: with 1.25 and a limit of 3.5,
    values within about 2.2 times the median are never odd.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(np.maximum(values, 1e-9))
    return robust_scores(logs, least_spread=float(np.log(least_factor)))
