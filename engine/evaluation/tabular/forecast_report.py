"""The report of a forecast."""

# W windows, H steps ahead, T targets

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.series_dataset import SeriesDataset
from engine.evaluation.confirmed_notes import confirmed_notes
from engine.evaluation.tabular.forecast import (
    EvaluatedForecasts,
    mase_by_step,
    mase_by_target,
    numbers,
)
from engine.metrics.intervals import share
from engine.specs.package.report import MetricValue
from engine.specs.package.sections import (
    BarsSection,
    Case,
    CasesSection,
    Curve,
    CurvesSection,
    NoteSection,
    Section,
    TableSection,
)
from engine.training.series.learning import BLEND, LearntSeries

Floats = NDArray[np.float64]
SHARES = {"coverage", "smape"}
MAX_TARGETS, MAX_HISTORY, MAX_CASES = 6, 200, 12
NAIVE = 1.0
"""The scaled error of the naive forecast: more is far off."""


def forecast_metric(name: str, value: float, num_apart: int) -> MetricValue:
    """Return a number with its unit and what is good.

    What intervals hold is a share of steps, and has an interval itself: a window counts as one
    sample, since its steps err together, and of windows that overlap only one counts.
    """
    within = share(value * num_apart, num_apart) if name == "coverage" else None
    return MetricValue(
        name=name,
        value=value,
        low=None if within is None else within.low,
        high=None if within is None else within.high,
        unit="share" if name in SHARES else "number",
        higher_is_better=name == "coverage",
    )


def forecast_sections(
    learnt: LearntSeries,
    evaluated: EvaluatedForecasts,
    baseline: EvaluatedForecasts,
    dataset: SeriesDataset,
) -> Iterator[Section]:
    """Yield the sections, about held-out windows of ``dataset``.

    Args:
        learnt: what the run tried.
        evaluated: its forecasts of held-out windows.
        baseline: the seasonal naive forecasts of the same windows.
        dataset: the windows.
    """
    meaning = dataset.meaning
    yield from confirmed_notes(meaning.findings)
    gaps = sum(one.num_gaps for one in dataset.series)
    if gaps:
        points = sum(one.raw.size for one in dataset.series)
        yield NoteSection(
            key="gaps_filled", params={"count": gaps, "share": round(gaps / points, 4)}
        )
    if "smape" not in numbers(evaluated):
        yield NoteSection(key="smape_near_zero", params={})
    yield from _backtests(evaluated, dataset)
    yield CurvesSection(
        key="error_by_step",
        x_axis="steps_ahead",
        y_axis="mase",
        curves=(
            _curve(name="model", values=mase_by_step(evaluated)),
            _curve(name="seasonal_naive", values=mase_by_step(baseline)),
        ),
    )
    names = meaning.columns.targets
    if len(names) > 1:
        values = mase_by_target(evaluated)
        shown = [i for i in np.argsort(-values) if np.isfinite(values[i])]
        yield BarsSection(
            key="error_by_target",
            axis="mase",
            names=tuple(names[i] for i in shown),
            values=tuple(round(float(values[i]), 6) for i in shown),
        )
    if len(dataset.series) > 1:
        yield _by_series(evaluated, baseline, dataset)
    if learnt.num_left_out:
        yield NoteSection(key="candidates_left_out", params={"count": learnt.num_left_out})
    yield leaderboard(learnt)
    yield _worst(evaluated, dataset)


def leaderboard(learnt: LearntSeries) -> TableSection:
    """Return the blend and all forecasters, the least error at rolling origins first."""
    taken = [tried for tried in learnt.tried if tried.weight > 0]
    rows: list[tuple[str | float | None, ...]] = []
    if len(taken) > 1:
        # What the blend takes is what its members take together.
        seconds = sum(tried.seconds for tried in taken)
        predict_ms = sum(tried.predict_ms for tried in taken)
        rows.append(
            (BLEND, round(learnt.mase, 6), None, round(1000 * seconds), round(predict_ms, 3))
        )
    rows += [
        (
            tried.name,
            round(tried.mase, 6),
            round(tried.weight, 4),
            round(1000 * tried.seconds),
            round(tried.predict_ms, 3),
        )
        for tried in sorted(learnt.tried, key=lambda tried: tried.mase)
    ]
    return TableSection(
        key="candidates",
        columns=("candidate", "mase", "weight", "training_time", "time_per_thousand"),
        units=("text", "number", "share", "milliseconds", "milliseconds"),
        rows=tuple(rows),
    )


def _backtests(evaluated: EvaluatedForecasts, dataset: SeriesDataset) -> Iterator[CurvesSection]:
    """Yield for each target what came beside the forecast made at the latest origin."""
    meaning = dataset.meaning
    last = len(dataset) - 1
    number, origin = dataset.origins[last].tolist()
    values = dataset.series[number].raw
    first = max(0, origin - min(MAX_HISTORY, 3 * meaning.horizon + meaning.season))
    for target, name in enumerate(meaning.columns.targets[:MAX_TARGETS]):
        actual = values[first : origin + meaning.horizon, target]
        ahead = np.arange(1, meaning.horizon + 1, dtype=np.float64)
        past = np.arange(first - origin + 1, meaning.horizon + 1, dtype=np.float64)
        yield CurvesSection(
            key="backtest",
            x_axis="steps_ahead",
            y_axis=name,
            curves=(
                Curve(name="actual", x=_rounded(past[: len(actual)]), y=_or_none(actual)),
                Curve(
                    name="forecast",
                    x=_rounded(ahead),
                    y=_rounded(evaluated.forecasts[last, :, target]),
                    low=_rounded(evaluated.low[last, :, target]),
                    high=_rounded(evaluated.high[last, :, target]),
                ),
            ),
        )


def _by_series(
    evaluated: EvaluatedForecasts, baseline: EvaluatedForecasts, dataset: SeriesDataset
) -> TableSection:
    rows: list[tuple[str | float | None, ...]] = []
    for number, one in enumerate(dataset.series):
        at = dataset.origins[:, 0] == number
        if not at.any():
            continue
        errors = [np.abs(of.errors[at] / of.scales[at]) for of in (evaluated, baseline)]
        if np.isfinite(errors[0]).any():
            means = [round(float(np.nanmean(error)), 6) for error in errors]
            rows.append((one.name, float(at.sum()), *means))
    return TableSection(
        key="error_by_series",
        columns=("series", "windows", "mase", "baseline"),
        units=("text", "count", "number", "number"),
        rows=tuple(rows),
    )


def _worst(evaluated: EvaluatedForecasts, dataset: SeriesDataset) -> CasesSection:
    """Return the windows of the largest errors."""
    scaled = np.abs(evaluated.errors / evaluated.scales)
    known = np.isfinite(scaled)
    counts = np.maximum(known.sum(axis=(1, 2)), 1)
    errors = np.where(known, scaled, 0.0).sum(axis=(1, 2)) / counts
    order = np.argsort(-errors)[:MAX_CASES]
    names = dataset.meaning.columns.targets
    return CasesSection(
        key="worst_windows",
        prediction="forecast",
        cases=tuple(
            Case(
                sample_id=dataset.records[index].id,
                name=dataset.records[index].name,
                error="far_off" if errors[index] > NAIVE else None,
                truth={
                    n: list(_or_none(evaluated.truths[index, :, t])) for t, n in enumerate(names)
                },
                predicted={
                    n: list(_rounded(evaluated.forecasts[index, :, t])) for t, n in enumerate(names)
                },
                score=round(float(errors[index]), 6),
            )
            for index in order.tolist()
        ),
        num_cases=int((errors > NAIVE).sum()),
    )


def _curve(name: str, values: Floats) -> Curve:
    steps = np.arange(1, len(values) + 1, dtype=np.float64)
    return Curve(name=name, x=_rounded(steps), y=_or_none(values))


def _rounded(values: Floats) -> tuple[float, ...]:
    return tuple(float(f"{value:.6g}") for value in values)


def _or_none(values: Floats) -> tuple[float | None, ...]:
    return tuple(float(f"{value:.6g}") if np.isfinite(value) else None for value in values)
