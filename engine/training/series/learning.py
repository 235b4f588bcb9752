"""Learn to forecast: fit every forecaster on the training points, blend by validation windows."""

# W windows, L points looked back, H steps ahead, T targets

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.data.series_dataset import SeriesDataset
from engine.disk import write_atomically
from engine.errors import SpecError
from engine.models.series.linear_map import CENTERS, LinearMap, Moments, moments, seasonal_naive
from engine.models.series.smoothing import fit_smoothing
from engine.models.series.tree_forecast import Lags, fit_tree_forecast
from engine.specs.spec import Spec
from engine.specs.tabular_forecasting import TabularForecastingOptions
from engine.tasks.task import RunContext
from engine.training.series.blend import (
    Blend,
    Forecaster,
    conformal_spreads,
    load,
    logged,
    run,
    split_columns,
    unlogged,
)
from engine.training.series.patch_training import Windows, fit_patches

Floats = NDArray[np.float64]
NAIVE = "seasonal_naive"
LEARNT = "learnt.json"
PENALTIES = (1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0)
MAX_TRAIN_WINDOWS, MAX_SMOOTHING_WINDOWS = 3000, 250
MAX_PATCH_WINDOWS, MAX_WATCHED_WINDOWS = 8000, 300
SELECTION_STEPS, MIN_WEIGHT = 20, 0.05

KINDS: Mapping[str, tuple[str, ...]] = {
    "ets": ("ets",),
    "linear": ("linear",),
    "lightgbm": ("lightgbm",),
    "patchtst": ("patchtst",),
    "ensemble": ("ets", "linear", "lightgbm"),
    "ensemble_large": ("ets", "linear", "lightgbm"),
}
"""What is fitted beside the seasonal naive forecast, per backbone."""


class TriedForecaster(Spec):
    """One forecaster and its error on validation windows, in seasonal naive errors (MASE)."""

    name: str
    mase: float
    weight: float


class LearntSeries(Spec):
    """What a finished run knows, beside the arrays of its members."""

    tried: tuple[TriedForecaster, ...]
    shift: float | None
    mase: float
    seconds: float


@dataclass(frozen=True)
class SeriesLearner:
    """One run: its windows and place."""

    train: SeriesDataset
    validation: SeriesDataset
    backbone: str
    options: TabularForecastingOptions
    folder: Path
    context: RunContext
    seed: int
    num_threads: int

    @property
    def is_done(self) -> bool:
        """Return whether an earlier process finished this run."""
        return (self.folder / LEARNT).exists()

    def learn(self) -> None:
        """Fit, choose and keep the blend.

        Raises:
            Cancelled: when asked to stop; fitted forecasters are kept.
        """
        began = time.monotonic()
        best: tuple[float, dict[str, Forecaster], dict[str, float], dict[str, float]] | None = None
        chosen: float | None = None
        for shift in self._shifts():
            members = dict(self._fit_all(shift))
            errors, weights, loss = self._weigh(members, shift)
            if best is None or loss < best[0]:
                best, chosen = (loss, members, errors, weights), shift
        assert best is not None
        loss, members, errors, weights = best
        if weights == {NAIVE: 1.0} and self.backbone != NAIVE:
            self.context.emit.warning(
                "baseline_is_best",
                "No forecaster beats the seasonal naive one on the validation points, so that is "
                "taken. More points or another horizon may change it.",
                backbone=self.backbone,
            )
        for name, member in members.items():
            _write(self.folder / "members" / f"{name}.npz", member.arrays())
        tried = [
            TriedForecaster(name=name, mase=errors[name], weight=weights.get(name, 0.0))
            for name in members
        ]
        learnt = LearntSeries(
            tried=tuple(tried), shift=chosen, mase=loss, seconds=time.monotonic() - began
        )
        write_atomically(self.folder / LEARNT, learnt.model_dump_json(indent=1).encode())

    def restore(self) -> tuple[Blend, LearntSeries]:
        """Return the blend that ``learn`` kept, with its intervals.

        Raises:
            SpecError: ``not_trained``.
        """
        path = self.folder / LEARNT
        if not path.exists():
            raise SpecError(
                f"'{self.context.work}' holds no finished model. Train there first.",
                code="not_trained",
            )
        learnt = LearntSeries.model_validate_json(path.read_bytes())
        taken = [tried for tried in learnt.tried if tried.weight > 0]
        meaning = self.train.meaning
        blend = Blend(
            names=tuple(tried.name for tried in taken),
            weights=tuple(tried.weight for tried in taken),
            members=tuple(load(_read(self.folder / "members" / f"{t.name}.npz")) for t in taken),
            shift=learnt.shift,
            widths=np.zeros((meaning.horizon, meaning.num_targets)),
            num_targets=meaning.num_targets,
        )
        windows = self.validation.windows()
        widths = conformal_spreads(
            blend.forecast(windows),
            self.validation.truths(),
            blend.spread(windows),
            self.options.level,
        )
        return replace(blend, widths=widths), learnt

    def _shifts(self) -> list[float | None]:
        """Return the transforms that are tried: none, and the logarithm of positive series."""
        count = self.train.meaning.num_targets
        least = min(float(one.filled[:, :count].min()) for one in self.train.series)
        wanted = self.options.transform
        if self.backbone == "lightgbm":
            return [None]
        if wanted == "log" or (wanted == "auto" and least > 0):
            shift = max(0.0, -2 * least)
            return [shift] if wanted == "log" else [None, shift]
        return [None]

    def _fit_all(self, shift: float | None) -> Iterator[tuple[str, Forecaster]]:
        meaning = self.train.meaning
        yield NAIVE, seasonal_naive(min(meaning.season, meaning.lookback), meaning.horizon)
        kinds: dict[str, Callable[[float | None], Iterator[tuple[str, Forecaster]]]] = {
            "ets": self._smoothing,
            "linear": self._linear,
            "lightgbm": self._trees,
            "patchtst": self._patches,
        }
        # Logarithms of float32 differ in their last bit from library to library, and a tree may
        # take another branch by it: trees see the values themselves, whose scale they divide by.
        wanted = [kind for kind in KINDS[self.backbone] if shift is None or kind != "lightgbm"]
        for number, kind in enumerate(wanted):
            place = self.folder / f"fitted-{'none' if shift is None else 'log'}" / kind
            if not place.exists():
                for name, member in kinds[kind](shift):
                    _write(place.with_name(f"{kind}.part") / f"{name}.npz", member.arrays())
                parts = place.with_name(f"{kind}.part")
                parts.mkdir(parents=True, exist_ok=True)
                parts.rename(place)
            for path in sorted(place.glob("*.npz")):
                yield path.stem, load(_read(path))
            self.context.emit.progress("train", number + 1, len(wanted))
            name = str(self.folder.relative_to(self.context.work))
            self.context.emit.checkpoint(name, number + 1, float(number + 1), best=False)
            self.context.interrupt.check()

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
        windows, truths, _ = self._windows(MAX_TRAIN_WINDOWS)
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
                on_round=self.context.interrupt.check,
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
                on_step=self.context.interrupt.check,
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
        np.maximum.at(ends, self.train.origins[:, 0], self.train.origins[:, 1] + meaning.horizon)
        columns = [
            [
                logged(one.filled[:end, target], shift)
                for one, end in zip(self.train.series, ends, strict=True)
            ]
            for target in range(meaning.num_targets)
        ]
        return columns, [[float(c.std()) or 1.0 if len(c) else 1.0 for c in one] for one in columns]

    def _weigh(
        self, members: dict[str, Forecaster], shift: float | None
    ) -> tuple[dict[str, float], dict[str, float], float]:
        """Return the error of each member, the weights of the blend, and its error."""
        meaning = self.train.meaning
        windows, truths = self.validation.windows(), self.validation.truths()
        scales = meaning.scales[self.validation.origins[:, 0]][:, np.newaxis]
        targets, covariates = split_columns(windows, meaning.num_targets)
        ahead = {
            name: run(member, logged(targets, shift), covariates)
            for name, member in members.items()
        }

        def error(forecast: Floats) -> float:
            return float(np.nanmean(np.abs(unlogged(forecast, shift) - truths) / scales))

        errors = {name: error(forecast) for name, forecast in ahead.items()}
        drawn: list[str] = []
        losses: list[float] = []
        total: Floats = np.zeros(1)
        steps = SELECTION_STEPS if self.backbone.startswith("ensemble") else 1
        for step in range(steps):
            trials = {name: error((total + one) / (step + 1)) for name, one in ahead.items()}
            best = min(trials, key=trials.__getitem__)
            drawn.append(best)
            losses.append(trials[best])
            total = total + ahead[best]
        kept = drawn[: int(np.argmin(losses)) + 1]
        shares = {name: kept.count(name) / len(kept) for name in dict.fromkeys(kept)}
        large = {name: share for name, share in shares.items() if share >= MIN_WEIGHT}
        weights = {name: share / sum(large.values()) for name, share in large.items()}
        self.context.emit.metric(
            1 if shift is None else 2, 1.0, "validation", {"mase": min(losses), **errors}
        )
        return errors, weights, min(losses)


def _added(parts: list[Moments]) -> Moments:
    return Moments(
        sum((one.gram for one in parts[1:]), parts[0].gram),
        sum((one.cross for one in parts[1:]), parts[0].cross),
        sum(one.count for one in parts),
    )


def _write(path: Path, arrays: dict[str, Any]) -> None:
    content = BytesIO()
    np.savez(content, allow_pickle=False, **arrays)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, content.getvalue())


def _read(path: Path) -> dict[str, NDArray[np.generic]]:
    with np.load(path, allow_pickle=False) as arrays:
        return dict(arrays)
