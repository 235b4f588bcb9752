"""Fit forecasters of each kind on the training points."""

# W windows, L points looked back, H steps ahead, T targets

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.series_dataset import SeriesDataset
from engine.interrupt import Interrupt
from engine.models.series.linear_map import CENTERS, LinearMap, Moments, moments
from engine.models.series.smoothing import fit_smoothing
from engine.models.series.tree_forecast import Lags, fit_tree_forecast
from engine.specs.options.tabular.forecasting import TabularForecastingOptions
from engine.training.budget import Budget
from engine.training.series.blend import Forecaster, logged, split_columns
from engine.training.series.patch_training import Windows, fit_patches

Floats = NDArray[np.float64]
PENALTIES = (1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0)
MAX_TRAIN_WINDOWS, MAX_SMOOTHING_WINDOWS = 3000, 250
MAX_PATCH_WINDOWS, MAX_WATCHED_WINDOWS = 8000, 300
MAX_TREE_ROWS, FEWEST_TREE_WINDOWS = 2_100_000, 100
"""A window is as many rows as it has targets and steps; trees draw their rows from these."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "ets": ("ets",),
    "linear": ("linear",),
    "lightgbm": ("lightgbm",),
    "patchtst": ("patchtst",),
    "ensemble": ("linear", "ets", "lightgbm"),
    "ensemble_large": ("linear", "ets", "lightgbm", "patchtst"),
}
"""What is fitted beside the seasonal naive forecast, per backbone: what gives most for its time
first."""


@dataclass(frozen=True)
class Fitting:
    """What forecasters are fitted from.

    Attributes:
        train: windows to learn from.
        validation: windows that say when a network stops.
        backbone: decides the kinds.
        options: of the run.
        seed: of all that is random.
        num_threads: of LightGBM and torch.
        budget: of the run.
        interrupt: of the run.
    """

    train: SeriesDataset
    validation: SeriesDataset
    backbone: str
    options: TabularForecastingOptions
    seed: int
    num_threads: int
    budget: Budget
    interrupt: Interrupt

    def kinds(self, shift: float | None) -> list[str]:
        """Return what is fitted, with logarithms or without.

        Logarithms of float32 differ in their last bit from library to library, and a tree may take
        another branch by it: trees see the values themselves, whose scale they divide by.
        """
        return [kind for kind in KINDS[self.backbone] if shift is None or kind != "lightgbm"]

    def fit(self, kind: str, shift: float | None) -> Iterator[tuple[str, Forecaster]]:
        """Yield the forecasters of a kind with their names.

        Raises:
            OutOfTime: when the time is over before there is one.
            Cancelled: when asked to stop.
        """
        kinds: dict[str, Callable[[float | None], Iterator[tuple[str, Forecaster]]]] = {
            "ets": self._smoothing,
            "linear": self._linear,
            "lightgbm": self._trees,
            "patchtst": self._patches,
        }
        yield from kinds[kind](shift)

    def _check(self) -> None:
        self.interrupt.check()
        self.budget.check()

    def _smoothing(self, shift: float | None) -> Iterator[tuple[str, Forecaster]]:
        meaning = self.train.meaning
        season = meaning.season if meaning.lookback >= 2 * meaning.season else 1
        windows, truths, which = self._windows(MAX_SMOOTHING_WINDOWS)
        targets, _ = split_columns(windows, meaning.num_targets)
        scales = meaning.scales[which] if shift is None else np.ones((len(which), 1))
        yield (
            "ets",
            fit_smoothing(logged(targets, shift), logged(truths, shift), scales, season),
        )

    def _linear(self, shift: float | None) -> Iterator[tuple[str, Forecaster]]:
        """Yield maps of the whole window; the large ensemble has maps of its latest parts too."""
        lookback = self.train.meaning.lookback
        parts = (1, 2, 4) if self.backbone == "ensemble_large" else (1,)
        for part in parts:
            if lookback // part >= 2:
                yield from self._linear_of(lookback // part, shift)

    def _linear_of(self, lookback: int, shift: float | None) -> Iterator[tuple[str, Forecaster]]:
        """Yield maps for all targets alike, and where there are several for each of its own."""
        meaning = self.train.meaning
        columns, scales = self._columns(shift)
        for center in CENTERS[1:]:
            sums = [
                [
                    moments([column], lookback, meaning.horizon, center, [scale])
                    for column, scale in zip(one, of_one, strict=True)
                ]
                for one, of_one in zip(columns, scales, strict=True)
            ]
            together = _added([one for of_target in sums for one in of_target])
            if together.count == 0:
                return
            for penalty in PENALTIES:
                name = f"linear-{lookback}-{center}-{penalty:g}"
                yield name, LinearMap(together.solve(penalty), center)
            by_target = [_added(of_target) for of_target in sums]
            if len(by_target) > 1 and min(one.count for one in by_target) > 0:
                for penalty in PENALTIES:
                    weights = np.stack([one.solve(penalty) for one in by_target])
                    yield f"linear-own-{lookback}-{center}-{penalty:g}", LinearMap(weights, center)

    def _trees(self, shift: float | None) -> Iterator[tuple[str, Forecaster]]:
        meaning = self.train.meaning
        # A window of 720 steps and seven targets is five thousand rows.
        fitting = MAX_TREE_ROWS // (meaning.horizon * meaning.num_targets)
        most = min(MAX_TRAIN_WINDOWS, max(FEWEST_TREE_WINDOWS, fitting))
        windows, truths, _ = self._windows(most)
        targets, covariates = split_columns(windows, meaning.num_targets)
        yield (
            "lightgbm",
            fit_tree_forecast(
                targets,
                covariates,
                truths,
                Lags.of(meaning.lookback, meaning.horizon, meaning.season),
                rounds=self.options.max_trees,
                seed=self.seed,
                num_threads=self.num_threads,
                on_round=self._check,
            ),
        )

    def _patches(self, shift: float | None) -> Iterator[tuple[str, Forecaster]]:
        """Yield the transformer over patches; the end of it is told by validation windows."""
        meaning = self.train.meaning

        def scaled(windows: Floats, truths: Floats, which: NDArray[np.int64]) -> Windows:
            targets, _ = split_columns(windows, meaning.num_targets)
            scales = meaning.deviations[which]
            scales = np.ones_like(scales) if shift is not None else np.where(scales, scales, 1.0)
            return Windows.of(logged(targets, shift), logged(truths, shift), scales)

        watched = self.validation
        chosen = np.unique(np.linspace(0, len(watched) - 1, MAX_WATCHED_WINDOWS).astype(np.int64))
        yield (
            "patchtst",
            fit_patches(
                scaled(*self._windows(MAX_PATCH_WINDOWS)),
                scaled(watched.windows(chosen), watched.truths(chosen), watched.origins[chosen, 0]),
                max_epochs=self.options.max_epochs,
                seed=self.seed,
                num_threads=self.num_threads,
                on_step=self.interrupt.check,
                is_over=lambda: self.budget.left <= 0,
            ),
        )

    def _windows(self, most: int) -> tuple[Floats, Floats, NDArray[np.int64]]:
        """Return evenly spread training windows, what came, and the series they are of."""
        count = min(most, len(self.train))
        chosen = np.unique(np.linspace(0, len(self.train) - 1, count).astype(np.int64))
        which = self.train.origins[chosen, 0]
        return self.train.windows(chosen), self.train.truths(chosen), which

    def _columns(self, shift: float | None) -> tuple[list[list[Floats]], list[list[float]]]:
        """Return training points and their deviations by target, one of each series."""
        meaning = self.train.meaning
        ends = np.zeros(len(self.train.series), np.int64)
        # What follows the last window of training is held out.
        np.maximum.at(ends, self.train.origins[:, 0], self.train.origins[:, 1] + meaning.horizon)
        columns = [
            [
                logged(one.filled[:end, target], shift)
                for one, end in zip(self.train.series, ends, strict=True)
            ]
            for target in range(meaning.num_targets)
        ]
        return columns, [[float(c.std()) or 1.0 if len(c) else 1.0 for c in one] for one in columns]


def _added(parts: list[Moments]) -> Moments:
    return Moments(
        sum((one.gram for one in parts[1:]), parts[0].gram),
        sum((one.cross for one in parts[1:]), parts[0].cross),
        sum(one.count for one in parts),
    )
