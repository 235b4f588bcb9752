"""Weigh forecasters by what they said at rolling origins that they had not learnt from."""

# R windows, H steps ahead, T targets, M members

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.series_dataset import SeriesDataset
from engine.metrics import intervals
from engine.specs.package.report import Estimate
from engine.training.series.blend import Forecaster, logged, run, split_columns
from engine.training.tabular.ensemble_selection import select

SELECTION_STEPS, LEAST_SHARE = 20, 0.05

MAX_VALUES = 20_000_000
"""Of all forecasts together: origins one step apart say nearly the same, so fewer will do."""

FEWEST_WINDOWS = 40


@dataclass(frozen=True)
class Weighed:
    """What each forecaster reached, and the blend of them.

    Attributes:
        errors: of each, in seasonal naive errors (MASE), with intervals.
        predict_ms: milliseconds of each for a thousand windows.
        weights: of those that take part, adding up to one.
        blend: MASE of the blend.
    """

    errors: Mapping[str, Estimate]
    predict_ms: Mapping[str, float]
    weights: Mapping[str, float]
    blend: Estimate


@dataclass(frozen=True)
class _Origins:
    """Rolling origins of validation: what came (R, H, T), and the scales (R, 1, T) of errors.

    ``num_apart`` of the windows have no step in common.
    """

    truths: NDArray[np.float32]
    scales: NDArray[np.float32]
    shift: float | None
    num_apart: int

    def error(self, forecasts: NDArray[np.float32]) -> float:
        """Return the mean scaled error of forecasts (R, H, T), of logarithms where shifted."""
        return float(np.nanmean(self._errors(forecasts), dtype=np.float64))

    def estimate(self, forecasts: NDArray[np.float32]) -> Estimate:
        """Return the same with its interval, from how much the means of windows differ."""
        errors = self._errors(forecasts)
        known = np.isfinite(errors).any(axis=(1, 2))
        of_windows = np.asarray(np.nanmean(errors[known], axis=(1, 2), dtype=np.float64))
        spread = intervals.mean(of_windows, max(1, self.num_apart))
        value, half = self.error(forecasts), (spread.high - spread.low) / 2
        return Estimate(
            value=value,
            low=max(0.0, value - half),
            high=value + half,
            num_samples=spread.num_samples,
        )

    def _errors(self, forecasts: NDArray[np.float32]) -> NDArray[np.float32]:
        values = forecasts if self.shift is None else np.exp(forecasts) - np.float32(self.shift)
        errors: NDArray[np.float32] = np.abs(values - self.truths) / self.scales
        return errors


def weigh(
    members: Mapping[str, Forecaster],
    validation: SeriesDataset,
    shift: float | None,
    *,
    is_blend: bool,
) -> Weighed:
    """Draw forecasters into the blend, again and again the one that makes it best.

    Args:
        members: forecasters by name, of the series or of their logarithms.
        validation: windows of rolling origins; many are thinned evenly.
        shift: added before the logarithm; ``None`` for none.
        is_blend: whether several may take part.
    """
    meaning = validation.meaning
    a_window = len(members) * meaning.horizon * meaning.num_targets
    count = min(len(validation), max(FEWEST_WINDOWS, MAX_VALUES // a_window))
    chosen = np.unique(np.linspace(0, len(validation) - 1, count).astype(np.int64))
    targets, covariates = split_columns(validation.windows(chosen), meaning.num_targets)
    seen = logged(targets, shift)
    scales = meaning.scales[validation.origins[chosen, 0]][:, np.newaxis]
    origins = _Origins(
        validation.truths(chosen).astype(np.float32),
        scales.astype(np.float32),
        shift,
        validation.num_apart(chosen),
    )
    ahead: dict[str, NDArray[np.float32]] = {}
    predict_ms: dict[str, float] = {}
    for name, member in members.items():
        began = time.perf_counter()
        # Half the memory: forecasts of all members at long horizons take most of it.
        ahead[name] = run(member, seen, covariates).astype(np.float32)
        predict_ms[name] = (time.perf_counter() - began) * 1e6 / len(chosen)
    errors = {name: origins.estimate(forecasts) for name, forecasts in ahead.items()}
    blend = select(
        ahead, origins.error, steps=SELECTION_STEPS if is_blend else 1, least_share=LEAST_SHARE
    )
    mixed = np.sum([ahead[name] * share for name, share in blend.weights.items()], axis=0)
    return Weighed(errors, predict_ms, blend.weights, origins.estimate(mixed))
