"""Bring losses of any scale to what a Gaussian process can follow."""

# N trials

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

Floats = NDArray[np.float64]


def half_rank(losses_N: Floats) -> Floats:
    """Return losses (N,) of mean 0 and standard deviation 1 whose bad half tells only its order.

    Losses up to the median keep their distances. Those above it become what a normal distribution
    with the spread of the good half would have at their rank, so that a diverged trial of 1e7 is
    bad and no more. What is not a number is as bad as the worst.

    Source: the half-rank warper of Vizier, Song et al., arXiv 2408.11527, appendix B.
    """
    losses_N = as_finite(losses_N)
    if len(losses_N) < 2 or np.ptp(losses_N) == 0:
        return np.zeros(len(losses_N))
    median = float(np.median(losses_N))
    good_N = losses_N <= median
    spread = float(np.sqrt(np.mean(np.square(losses_N[good_N] - median))))
    # Half of the losses are equal; the others must still lie apart from them.
    if spread == 0:
        spread = float(np.ptp(losses_N)) * 1e-3
    ranks_N = _mean_ranks(losses_N)
    quantiles_N = np.clip((ranks_N + 0.5) / len(losses_N), 0.5, None)
    warped_N = np.where(good_N, losses_N, median + spread * ndtri(quantiles_N))
    centred_N = warped_N - warped_N.mean()
    return np.asarray(centred_N / max(float(centred_N.std()), np.finfo(float).tiny))


# The exponents of roots, and the rates of exponentials, that undo what a loss may have been put
# through: the cube of an error, say, or its logarithm.
_ROOTS = (1 / 2, 1 / 3)
_RATES = (1.0, 2.0, 4.0, 8.0, 16.0)
_MAX_EXPONENT = 50.0
# By how much better another shape must be predicted than the losses themselves: less is chance.
_MARGIN = 0.02
# Of fewer different losses, as where most trials fail or are stopped, the order says too little.
_LEAST_LOSSES = 15


def shapes(losses_N: Floats) -> list[Floats]:
    """Return monotone functions of losses (N,): themselves first, roots of them, exponentials.

    All but the first are of the distance to the best, in units of the better half's spread; which
    one a model can follow, its trials tell.
    """
    best, second = np.partition(losses_N, 1)[:2] if len(losses_N) > 1 else (0.0, 0.0)
    spread = float(np.median(losses_N) - best)
    if spread <= 0:
        return [losses_N]
    distances_N = (losses_N - best) / spread
    # A root is infinitely steep at the best itself: the best of all lies about one step below.
    step = max(float(second - best) / spread, 1e-12)
    roots = [(distances_N + step) ** exponent for exponent in _ROOTS]
    # Where the exponential is cut off, a slope is left, so that losses keep their order.
    powers = [
        np.expm1(np.minimum(rate * distances_N, _MAX_EXPONENT)) + 1e-9 * distances_N
        for rate in _RATES
    ]
    return [losses_N, *roots, *powers]


def best_predicted(predicted_SN: Floats, losses_N: Floats) -> int:
    """Return the place of what predicts the order of losses best, by Kendall's correlation.

    The first is taken unless another is clearly better, and where few losses differ.

    Args:
        predicted_SN: predictions of each trial, by S models.
    """
    if len(np.unique(losses_N)) < _LEAST_LOSSES:
        return 0
    signs_NN = np.sign(losses_N[:, None] - losses_N[None])
    correlations_S = np.array(
        [
            np.vdot(np.sign(predicted_N[:, None] - predicted_N[None]), signs_NN)
            for predicted_N in predicted_SN
        ]
    ) / max(1.0, np.square(signs_NN).sum())
    best = int(np.argmax(correlations_S))
    return best if correlations_S[best] > correlations_S[0] + _MARGIN else 0


def as_finite(losses_N: Floats) -> Floats:
    """Return losses with the worst of the finite ones in the place of those that are not.

    The limit ±1e150 keeps squares of differences finite.
    """
    finite_N = np.isfinite(losses_N)
    if not finite_N.any():
        return np.zeros(len(losses_N))
    worst = float(losses_N[finite_N].max())
    # A score of minus infinity is a fault of the measurement, not the best model of all.
    return np.clip(np.where(finite_N, losses_N, worst), -1e150, 1e150)


def _mean_ranks(values_N: Floats) -> Floats:
    """Return ranks from 0; equal values share the mean of theirs."""
    _, inverse_N, counts = np.unique(values_N, return_inverse=True, return_counts=True)
    last = np.cumsum(counts) - 1
    return np.asarray((last - (counts - 1) / 2)[inverse_N], float)
