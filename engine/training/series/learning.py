"""Learn to forecast: fit every forecaster on the training points, blend by validation windows."""

# W windows, L points looked back, H steps ahead, T targets

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from engine.data.tabular.series_dataset import SeriesDataset
from engine.disk import write_atomically
from engine.interfaces.run import RunContext
from engine.models.series.linear_map import seasonal_naive
from engine.specs.spec import Spec
from engine.training.arrays import read_arrays, write_arrays
from engine.training.budget import OutOfTime
from engine.training.checkpoint import not_trained
from engine.training.series.blend import Blend, Forecaster, conformal_spreads, load
from engine.training.series.fitting import Fitting
from engine.training.series.selection import Weighed, weigh

NAIVE, BLEND = "seasonal_naive", "blend"
LOGARITHMS = "-log"
"""Ends the names of forecasters of logarithms where the run tries both."""
LEARNT, TIMES = "learnt.json", "times.json"


class TriedForecaster(Spec):
    """One forecaster and its error on validation windows, in seasonal naive errors (MASE).

    ``seconds`` are those of learning, ``predict_ms`` the milliseconds for a thousand windows.
    """

    name: str
    mase: float
    weight: float
    seconds: float
    predict_ms: float


class LearntSeries(Spec):
    """What a finished run knows, beside the arrays of its members.

    ``num_left_out`` kinds of forecasters were not fitted because the time was over.
    """

    tried: tuple[TriedForecaster, ...]
    shift: float | None
    mase: float
    seconds: float
    num_left_out: int


@dataclass(frozen=True)
class Fitted:
    """Forecasters of the series, or of their logarithms, and how they did."""

    shift: float | None
    members: dict[str, Forecaster]
    seconds: dict[str, float]
    weighed: Weighed


@dataclass(frozen=True)
class SeriesLearner:
    """One run: its windows and place."""

    fitting: Fitting
    folder: Path
    context: RunContext

    @property
    def train(self) -> SeriesDataset:
        """Return the windows that are learnt from."""
        return self.fitting.train

    @property
    def validation(self) -> SeriesDataset:
        """Return the rolling origins that weigh forecasters."""
        return self.fitting.validation

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
        tried: list[Fitted] = []
        num_left_out = 0
        for number, shift in enumerate(self._shifts(), 1):
            members, seconds, left_out = self._fit_all(shift, is_first=number == 1)
            num_left_out += left_out
            if number > 1 and len(members) == 1:
                continue
            weighed = weigh(members, self.validation, shift, is_blend=self._is_blend)
            errors = {name: error.value for name, error in weighed.errors.items()}
            values = {"mase": weighed.blend.value, **errors}
            self.context.emit.metric(number, 1.0, "validation", values)
            tried.append(Fitted(shift, members, seconds, weighed))
            self._tell(tried)
        best = min(tried, key=lambda one: one.weighed.blend.value)
        if len(best.weighed.weights) > 1:
            took = sum(best.seconds[name] for name in best.weighed.weights)
            blend = best.weighed.blend
            self.context.emit.candidate(BLEND, "mase", blend, loss=blend.value, seconds=took)
        backbone = self.fitting.backbone
        if dict(best.weighed.weights) == {NAIVE: 1.0}:
            self.context.emit.warning(
                "baseline_is_best",
                "No forecaster beats the seasonal naive one on the validation points, so that is "
                "taken. More points or another horizon may change it.",
                backbone=backbone,
            )
        for name, member in best.members.items():
            write_arrays(self.folder / "members" / f"{name}.npz", member.arrays())
        learnt = _learnt(best, time.monotonic() - began, num_left_out)
        write_atomically(self.folder / LEARNT, learnt.model_dump_json(indent=1).encode())

    def _tell(self, tried: Sequence[Fitted]) -> None:
        """Say how all forecasters stand, and what each counts in the best blend so far."""
        best = min(tried, key=lambda one: one.weighed.blend.value)
        for fitted in tried:
            weights = fitted.weighed.weights if fitted is best else {}
            for name, error in fitted.weighed.errors.items():
                self.context.emit.candidate(
                    name if fitted is tried[0] else f"{name}{LOGARITHMS}",
                    "mase",
                    error,
                    loss=error.value,
                    seconds=fitted.seconds[name],
                    weight=weights.get(name, 0.0),
                )

    def restore(self) -> tuple[Blend, LearntSeries]:
        """Return the blend that ``learn`` kept, with its intervals.

        Raises:
            SpecError: ``not_trained``.
        """
        path = self.folder / LEARNT
        if not path.exists():
            raise not_trained(self.context.work)
        learnt = LearntSeries.model_validate_json(path.read_bytes())
        taken = [tried for tried in learnt.tried if tried.weight > 0]
        meaning = self.train.meaning
        blend = Blend(
            names=tuple(tried.name for tried in taken),
            weights=tuple(tried.weight for tried in taken),
            members=tuple(
                load(read_arrays(self.folder / "members" / f"{t.name}.npz")) for t in taken
            ),
            shift=learnt.shift,
            widths=np.zeros((meaning.horizon, meaning.num_targets)),
            num_targets=meaning.num_targets,
        )
        windows = self.validation.windows()
        widths = conformal_spreads(
            blend.forecast(windows),
            self.validation.truths(),
            blend.spread(windows),
            self.fitting.options.level,
        )
        return replace(blend, widths=widths), learnt

    def _shifts(self) -> list[float | None]:
        """Return the transforms that are tried: none, and the logarithm of positive series."""
        count = self.train.meaning.num_targets
        least = min(float(one.filled[:, :count].min()) for one in self.train.series)
        wanted = self.fitting.options.transform
        if self.fitting.backbone == "lightgbm":
            return [None]
        if wanted == "log" or (wanted == "auto" and least > 0):
            # The least value is as far from zero as it was, now on the side that has logarithms;
            # a zero would be as far below a one as a millionth is, so that counts begin at one.
            shift = 1.0 if least == 0 else max(0.0, -2 * least)
            return [shift] if wanted == "log" else [None, shift]
        return [None]

    @property
    def _is_blend(self) -> bool:
        return self.fitting.backbone.startswith("ensemble")

    def _fit_all(
        self, shift: float | None, *, is_first: bool
    ) -> tuple[dict[str, Forecaster], dict[str, float], int]:
        """Return forecasters and the seconds each took, and how many kinds time left out.

        The first kind is always fitted: a run ends with a model.
        """
        meaning = self.train.meaning
        naive = seasonal_naive(min(meaning.season, meaning.lookback), meaning.horizon)
        members: dict[str, Forecaster] = {NAIVE: naive}
        seconds = {NAIVE: 0.0}
        budget = self.fitting.budget
        wanted = self.fitting.kinds(shift)
        num_left_out = 0
        for number, kind in enumerate(wanted):
            place = self.folder / f"fitted-{'none' if shift is None else 'log'}" / kind
            try:
                if number > 0 or not is_first:
                    budget.check()
                times = self._fit_kind(kind, shift, place)
            except OutOfTime:
                num_left_out += 1
                self.context.emit.log(
                    "candidate_left_out", f"{kind}: left out, the time is over.", name=kind
                )
                continue
            for path in sorted(place.glob("*.npz")):
                members[path.stem] = load(read_arrays(path))
            seconds |= times
            rest = None if budget.seconds is None else max(0.0, budget.left)
            self.context.emit.progress("train", number + 1, len(wanted), rest)
            name = str(self.folder.relative_to(self.context.work))
            self.context.emit.checkpoint(name, number + 1, float(number + 1), best=False)
            self.context.interrupt.check()
        return members, seconds, num_left_out

    def _fit_kind(self, kind: str, shift: float | None, place: Path) -> dict[str, float]:
        """Fit the forecasters of a kind into a folder, or find them there; return their seconds."""
        budget = self.fitting.budget
        if place.exists():
            times: dict[str, float] = json.loads((place / TIMES).read_text())
            budget.finish(sum(times.values()))
            return times
        parts = place.with_name(f"{kind}.part")
        parts.mkdir(parents=True, exist_ok=True)
        times = {}
        budget.begin()
        for name, member in self.fitting.fit(kind, shift):
            times[name] = budget.finish()
            write_arrays(parts / f"{name}.npz", member.arrays())
        write_atomically(parts / TIMES, json.dumps(times).encode())
        # A folder of this name is whole: a run that was stopped in between fits the kind anew.
        parts.rename(place)
        return times


def _learnt(best: Fitted, seconds: float, num_left_out: int) -> LearntSeries:
    weighed = best.weighed
    return LearntSeries(
        tried=tuple(
            TriedForecaster(
                name=name,
                mase=weighed.errors[name].value,
                weight=weighed.weights.get(name, 0.0),
                seconds=best.seconds[name],
                predict_ms=weighed.predict_ms[name],
            )
            for name in best.members
        ),
        shift=best.shift,
        mase=weighed.blend.value,
        seconds=seconds,
        num_left_out=num_left_out,
    )
