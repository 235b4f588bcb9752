"""Additive exponential smoothing with damped trend and season, as a linear map of the window.

Source: Hyndman and Athanasopoulos, Forecasting: Principles and Practice, 3rd edition, section 8.4:
ETS(A, Ad, A). With fixed parameters and a linear start every state is linear in the points, so
running the recursion on the unit vectors gives the whole forecast as one matrix.
"""

# L points looked back, H steps ahead, M steps of a season

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.models.series.linear_map import LinearMap

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Smoothing:
    """How fast the states follow, each in 0..1.

    Attributes:
        level: alpha; ``trend`` beta, ``season`` gamma, of the error.
        damping: phi, by which the trend shrinks each step.
    """

    level: float
    trend: float
    season: float
    damping: float

    def linear_map(self, lookback: int, horizon: int, season: int) -> LinearMap:
        """Return the forecast of a window of L points as a map.

        Args:
            lookback: at least two seasons.
            horizon: H.
            season: M, 1 for none.
        """
        points = np.eye(lookback)
        # A start from the first two seasons is linear in the points, as a fitted one would not be.
        width = season if season > 1 else 1
        first, second = points[:width].mean(axis=0), points[width : 2 * width].mean(axis=0)
        level, slope = first, (second - first) / width
        seasonal = [points[i] - first for i in range(width)] if season > 1 else []
        for step in range(width if season > 1 else 1, lookback):
            before = level + self.damping * slope
            place = step % season if season > 1 else 0
            expected = before + seasonal[place] if seasonal else before
            error = points[step] - expected
            level = before + self.level * error
            slope = self.damping * slope + self.trend * error
            if seasonal:
                seasonal[place] = seasonal[place] + self.season * error
        damped = np.cumsum(self.damping ** np.arange(1, horizon + 1))
        ahead = [
            level
            + damped[step] * slope
            + (seasonal[(lookback + step) % season] if seasonal else 0.0)
            for step in range(horizon)
        ]
        return LinearMap(np.stack(ahead, axis=1), "none")


def fit_smoothing(
    windows: Floats, truths: Floats, scales: Floats, season: int, *, max_trials: int = 120
) -> LinearMap:
    """Choose the parameters whose forecasts of training windows err least, and return the map.

    Args:
        windows: (R, L, T) of targets.
        truths: (R, H, T), NaN where nothing is known.
        scales: (R, T) that errors are measured in.
        season: M.
        max_trials: sets of parameters that are tried.
    """
    from scipy.optimize import minimize

    lookback, horizon = windows.shape[1], truths.shape[1]

    def parameters(values: Floats) -> Smoothing:
        # The usual region (section 8.6): β below α, γ below 1 - α, and a trend that fades slowly.
        shares = 1 / (1 + np.exp(-values))
        return Smoothing(
            level=float(shares[0]),
            trend=float(shares[0] * shares[1]),
            season=float((1 - shares[0]) * shares[2]),
            damping=float(0.8 + 0.199 * shares[3]),
        )

    def loss(values: Floats) -> float:
        found = parameters(values).linear_map(lookback, horizon, season).forecast(windows)
        return float(np.nanmean(np.abs(found - truths) / scales[:, np.newaxis]))

    starts = (np.array([-1.0, -3.0, -2.0, 0.0]), np.array([-3.0, -4.0, -1.0, -3.0]))
    best = min(
        (
            minimize(loss, start, method="Nelder-Mead", options={"maxfev": max_trials // 2})
            for start in starts
        ),
        key=lambda found: float(found.fun),
    )
    return parameters(best.x).linear_map(lookback, horizon, season)
