"""Numbers of forecasts over rolling origins, MASE first."""

# W windows, H steps ahead, T targets

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.metrics.held_out import require_samples

Floats = NDArray[np.float64]

NEAR_ZERO = 0.05
"""sMAPE means nothing where values come so near zero, as a share of their mean size."""


@dataclass(frozen=True)
class EvaluatedForecasts:
    """What was forecast, and what came.

    Attributes:
        forecasts: (W, H, T), with ``low`` and ``high`` of the intervals.
        truths: (W, H, T), NaN where nothing is known.
        scales: (W, 1, T) mean absolute seasonal difference of the training points.
        deviations: (W, 1, T) standard deviation of the training points.
        num_apart: how many of the windows have no step in common, which are fewer than W.
    """

    forecasts: Floats
    low: Floats
    high: Floats
    truths: Floats
    scales: Floats
    deviations: Floats
    num_apart: int

    @property
    def errors(self) -> Floats:
        """Return forecast minus truth (W, H, T)."""
        difference: Floats = self.forecasts - self.truths
        return difference


def numbers(evaluated: EvaluatedForecasts) -> dict[str, float]:
    """Return the numbers of one dataset.

    ``mase`` is the mean absolute error in seasonal naive errors of one step or season on the
    training points (Hyndman and Koehler, Another look at measures of forecast accuracy, 2006, eq.
    8); ``mse_scaled`` the mean squared error in training deviations, as forecasting benchmarks give
    it; ``coverage`` the share of true values within the intervals. ``smape`` is left out where
    values come near zero.

    Raises:
        DataError: when there is no window.
    """
    require_samples(len(evaluated.forecasts))
    errors = evaluated.errors
    known = np.isfinite(evaluated.truths)
    require_samples(int(known.sum()))
    truths = evaluated.truths[known]
    found = {
        "mase": float(np.abs(errors / evaluated.scales)[known].mean()),
        "mse_scaled": float(np.square(errors / evaluated.deviations)[known].mean()),
        "mae": float(np.abs(errors[known]).mean()),
        "rmse": float(np.square(errors[known]).mean() ** 0.5),
        "coverage": float(
            ((evaluated.truths >= evaluated.low) & (evaluated.truths <= evaluated.high))[
                known
            ].mean()
        ),
    }
    size = np.abs(truths)
    if size.min() > NEAR_ZERO * size.mean():
        halves = (np.abs(evaluated.forecasts[known]) + size) / 2
        found["smape"] = float((np.abs(errors[known]) / halves).mean())
    return found


def mase_by_step(evaluated: EvaluatedForecasts) -> Floats:
    """Return the MASE of each step ahead (H,), NaN where nothing is known."""
    scaled = np.abs(evaluated.errors / evaluated.scales)
    known = np.isfinite(scaled)
    counts = known.sum(axis=(0, 2))
    sums = np.where(known, scaled, 0.0).sum(axis=(0, 2))
    means: Floats = np.divide(sums, counts, out=np.full(len(sums), np.nan), where=counts > 0)
    return means


def mase_by_target(evaluated: EvaluatedForecasts) -> Floats:
    """Return the MASE of each target (T,), NaN where nothing is known."""
    scaled = np.abs(evaluated.errors / evaluated.scales)
    known = np.isfinite(scaled)
    counts = known.sum(axis=(0, 1))
    sums = np.where(known, scaled, 0.0).sum(axis=(0, 1))
    means: Floats = np.divide(sums, counts, out=np.full(len(sums), np.nan), where=counts > 0)
    return means
