"""Measure models on the same samples, and by how much each differs from the first."""

# N samples, B resamples

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import easel.runtime
import numpy as np
from easel.errors import EaselError
from numpy.typing import NDArray

from engine.catalog import Media
from engine.data.manifest import read_manifest
from engine.errors import DataError
from engine.evaluation.learnt_rows import learnt_rows
from engine.evaluation.measuring import OpenedData, PackageScores, open_data, score
from engine.interfaces.task import Task
from engine.specs.data import DataSpec, ManifestDataSpec, SampleRecord
from engine.specs.evaluations import (
    MAX_CHANGES,
    MAX_LEFT_OUT,
    MIN_SAMPLES,
    EvaluatedPart,
    EvaluationResult,
    EvaluationSpec,
    LeftOutSample,
    MetricChange,
    ModelMetrics,
    Part,
    SampleChange,
)
from engine.specs.package.manifest import Manifest
from engine.specs.package.ops.series import ForecastOp
from engine.specs.package.ops.table import RowsOp
from engine.validation.usable import is_usable

MAX_RESAMPLES, MIN_RESAMPLES = 1000, 100
SECONDS_PER_INTERVAL = 20.0
"""The interval of one difference may take so long; a metric that is slower has none."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Metric:
    """What models are compared by."""

    name: str
    higher_is_better: bool

    def of(self, numbers: Mapping[str, float]) -> float:
        """Return the metric among others, NaN where it is not defined."""
        return numbers.get(self.name, math.nan)

    def gain(self, before: float, after: float) -> float:
        """Return by how much ``after`` is better, negative when it is worse."""
        return after - before if self.higher_is_better else before - after


@dataclass(frozen=True)
class _Place:
    """Where the outcome of one sample stands, in the order of the models."""

    record: SampleRecord
    of_models: tuple[int, ...]


def _ignore(done: int, total: int) -> None:
    """Take in no progress."""


def compare(
    task: Task[Any],
    spec: EvaluationSpec,
    predicted: Progress = _ignore,
    resampled: Progress = _ignore,
) -> EvaluationResult:
    """Evaluate all models of a spec on the samples that each of them can be evaluated by.

    Args:
        task: of the packages.
        spec: which models and samples.
        predicted: is told how many predictions of how many are done.
        resampled: is told how many resamples of how many, which take longer than predictions where
            a metric is slow; those that time does not allow count as done.

    Raises:
        DataError: when a package cannot be loaded or answers another question than the first, or no
            sample is left.
    """
    models = [(one, _load(Path(one.package))) for one in spec.models]
    _require_alike([Manifest.model_validate(model.manifest.document) for _, model in models])
    opened = [open_data(task, model, spec.data) for _, model in models]
    seen = frozenset[str]().union(
        *(
            learnt_rows(task, model, one, data)
            for (one, model), data in zip(models, opened, strict=True)
        )
    )
    scored = [
        _scored(task, model, data, seen, _part_of(predicted, place, len(models)))
        for place, ((_, model), data) in enumerate(zip(models, opened, strict=True))
    ]
    places = _shared(scored)
    metric = _metric_of(task, scored[0], spec.primary_metric)
    parts = _parts(places, spec.tagged)
    intervals = _Intervals(resampled, len(parts) * (len(models) - 1))
    left_out = _left_out(task, spec.data, scored)
    return EvaluationResult(
        primary_metric=metric.name,
        higher_is_better=metric.higher_is_better,
        parts=tuple(
            _evaluated(task, spec, scored, part, chosen, metric, intervals)
            for part, chosen in parts.items()
        ),
        num_trained_on=len(seen),
        num_left_out=len(left_out),
        left_out=tuple(left_out[:MAX_LEFT_OUT]),
    )


def difference(
    measured: Callable[[Sequence[int]], tuple[float, float]],
    num_samples: int,
    progress: Progress,
    seconds: float = SECONDS_PER_INTERVAL,
) -> tuple[float, float] | None:
    """Return the 95 % interval of a difference by a paired bootstrap over samples.

    Both models are measured on the same resamples, so that what is hard for both cancels out.

    Args:
        measured: returns the metric of both models on samples, by their places.
        num_samples: N; of fewer than ``MIN_SAMPLES`` there is no interval.
        progress: is told how many resamples of how many are done, by time where that ends first.
        seconds: that it may take; there is none when ``MIN_RESAMPLES`` would take longer.

    Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), section 13.3.
    """
    if num_samples < MIN_SAMPLES:
        return None
    random = np.random.default_rng(0)
    values: list[float] = []
    begun = time.monotonic()
    for count in range(1, MAX_RESAMPLES + 1):
        before, after = measured(random.integers(num_samples, size=num_samples).tolist())
        values.append(after - before)
        per_resample = (time.monotonic() - begun) / count
        of_time = min(1.0, per_resample * count / seconds)
        progress(max(count, int(of_time * MAX_RESAMPLES)), MAX_RESAMPLES)
        if count < MIN_RESAMPLES and per_resample * MIN_RESAMPLES > seconds:
            return None
        if count >= MIN_RESAMPLES and per_resample * (count + 1) > seconds:
            break
    defined = np.array([value for value in values if math.isfinite(value)])
    if len(defined) < MIN_RESAMPLES:
        return None
    low, high = np.quantile(defined, [0.025, 0.975])
    return float(low), float(high)


class _Intervals:
    """The intervals of all differences, of which each takes an equal part of the progress.

    Args:
        progress: is told how many resamples of how many are done.
        num: how many intervals there are at most.
    """

    def __init__(self, progress: Progress, num: int) -> None:
        self._progress = progress
        self._num = num
        self._done = 0

    def of(
        self, measured: Callable[[Sequence[int]], tuple[float, float]], num_samples: int
    ) -> tuple[float, float] | None:
        """Return the interval of the next difference; see ``difference``."""
        found = difference(measured, num_samples, _part_of(self._progress, self._done, self._num))
        self._done += 1
        return found


def _load(package: Path) -> easel.runtime.Model:
    try:
        return easel.runtime.load(package)
    except EaselError as error:
        raise DataError(error.message, code=error.code) from error


def _require_alike(manifests: Sequence[Manifest]) -> None:
    """Refuse models that answer different questions: their numbers mean different things.

    Raises:
        DataError: ``models_differ``.
    """
    asked = [_question(manifest) for manifest in manifests]
    if any(one != asked[0] for one in asked):
        raise DataError(
            "The models do not predict the same thing: they differ in task, target column, number "
            "of steps ahead, or in whether a sample may have several labels. Choose models that "
            "were trained alike.",
            code="models_differ",
        )


def _question(manifest: Manifest) -> tuple[object, ...]:
    ops = manifest.postprocessing
    targets = [(op.target, op.problem) for op in ops if isinstance(op, RowsOp)]
    series = [
        (op.targets, op.step_seconds, op.step_months) for op in ops if isinstance(op, ForecastOp)
    ]
    shapes = [output.shape for output in manifest.networks[0].outputs] if series else []
    return manifest.task, manifest.multi_label, targets, series, shapes


def _scored(
    task: Task[Any],
    model: easel.runtime.Model,
    data: OpenedData,
    seen: Collection[str],
    progress: Progress,
) -> PackageScores:
    try:
        return score(task, model, data, progress, seen)
    except DataError as error:
        if error.code != "no_samples" or not seen:
            raise
        raise DataError(
            "The models were trained on all of these rows. Choose data with other rows.",
            code="all_trained_on",
        ) from error


def _part_of(progress: Progress, place: int, num: int) -> Progress:
    return lambda done, total: progress(place * total + done, num * total)


def _shared(scored: Sequence[PackageScores]) -> list[_Place]:
    """Return the samples that all models were evaluated by.

    Raises:
        DataError: ``no_samples`` when there is none.
    """
    by_id = [{one.id: place for place, one in enumerate(found.scores.records)} for found in scored]
    shared = [
        _Place(record, tuple(places[record.id] for places in by_id))
        for record in scored[0].scores.records
        if all(record.id in places for places in by_id)
    ]
    if not shared:
        raise DataError(
            "There is no sample that all of the models can be evaluated by. Choose other data.",
            code="no_samples",
        )
    return shared


def _metric_of(task: Task[Any], found: PackageScores, wanted: str | None) -> Metric:
    name = task.evaluator.primary_metric(task.card, found.splits)
    if wanted is not None and wanted in found.numbers(task):
        name = wanted
    higher = {metric.name: metric.higher_is_better for metric in task.card.metrics}
    return Metric(name, higher.get(name, True))


def _left_out(
    task: Task[Any], data: DataSpec, scored: Sequence[PackageScores]
) -> list[LeftOutSample]:
    """Return the samples that one of the models could not be asked about, and unlabelled ones.

    Of tables it is rows, which are named by their place.
    """
    reasons = {key: reason for found in scored for key, reason in found.left_out.items()}
    names: dict[str, str] = {}
    if isinstance(data, ManifestDataSpec) and task.card.media is not Media.TABLE:
        for record in read_manifest(data):
            names[record.id] = record.name
            if not is_usable(record, task.card, data.multi_label):
                reasons[record.id] = "It has no annotation."
    return [LeftOutSample(name=names.get(key, key), reason=one) for key, one in reasons.items()]


def _parts(places: Sequence[_Place], tagged: str | None) -> dict[Part, list[_Place]]:
    """Return the samples of each part that has some, all of them first."""
    parts: dict[Part, list[_Place]] = {"all": list(places)}
    if tagged is not None:
        ids = frozenset(Path(tagged).read_text().split())
        parts["tagged"] = [place for place in places if place.record.id in ids]
        parts["others"] = [place for place in places if place.record.id not in ids]
    return {part: chosen for part, chosen in parts.items() if chosen}


def _evaluated(
    task: Task[Any],
    spec: EvaluationSpec,
    scored: Sequence[PackageScores],
    part: Part,
    chosen: Sequence[_Place],
    metric: Metric,
    intervals: _Intervals,
) -> EvaluatedPart:
    rows = np.array([place.of_models for place in chosen])
    numbers = [found.numbers(task, rows[:, place].tolist()) for place, found in enumerate(scored)]
    return EvaluatedPart(
        part=part,
        num_samples=len(chosen),
        models=tuple(
            ModelMetrics(
                id=model.id,
                metrics={name: one for name, one in numbers[place].items() if math.isfinite(one)},
                change=(
                    _change(
                        task, chosen, rows[:, [0, place]], (scored[0], found), metric, intervals
                    )
                    if place
                    else None
                ),
            )
            for place, (model, found) in enumerate(zip(spec.models, scored, strict=True))
        ),
    )


def _change(
    task: Task[Any],
    chosen: Sequence[_Place],
    rows: NDArray[np.int64],
    pair: tuple[PackageScores, PackageScores],
    metric: Metric,
    intervals: _Intervals,
) -> MetricChange | None:
    """Return what the second of a pair does otherwise than the first.

    Args:
        task: of the packages.
        chosen: the N samples.
        rows: (N, 2) where their outcomes stand in either of the pair.
        pair: the first model, and the one that is compared with it.
        metric: what they are compared by.
        intervals: of all differences, of which this one asks for the next.
    """

    def measured(samples: Sequence[int]) -> tuple[float, float]:
        before, after = (
            metric.of(found.numbers(task, rows[samples, which].tolist()))
            for which, found in enumerate(pair)
        )
        return before, after

    before, after = measured(range(len(chosen)))
    if not math.isfinite(after - before):
        return None
    # Windows of a series overlap, so that resamples of them would promise too much.
    is_series = any(isinstance(op, ForecastOp) for op in pair[0].manifest.postprocessing)
    interval = None if is_series else intervals.of(measured, len(chosen))
    single = [measured([place]) for place in range(len(chosen))]
    changes = [
        SampleChange(id=place.record.id, name=place.record.name, before=one, after=other)
        for place, (one, other) in zip(chosen, single, strict=True)
        if math.isfinite(other - one) and other != one
    ]
    is_defined = all(math.isfinite(other - one) for one, other in single)
    changes.sort(key=lambda one: metric.gain(one.before, one.after))
    better = [one for one in reversed(changes) if metric.gain(one.before, one.after) > 0]
    worse = [one for one in changes if metric.gain(one.before, one.after) < 0]
    low, high = interval if interval is not None else (None, None)
    return MetricChange(
        difference=after - before,
        low=low,
        high=high,
        num_better=len(better) if is_defined else None,
        num_worse=len(worse) if is_defined else None,
        better=tuple(better[:MAX_CHANGES]) if is_defined else (),
        worse=tuple(worse[:MAX_CHANGES]) if is_defined else (),
    )
