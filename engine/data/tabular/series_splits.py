"""From table files to windows: the latest points of each series are held out."""

# L points looked back, H steps ahead, T targets

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.catalog import TaskCard
from engine.catalog.tabular import POINTS_HELD_OUT
from engine.data.confirmation import require_confirmed
from engine.data.tabular.checks import ambiguous_dates, uneven_findings
from engine.data.tabular.series import (
    MIN_POINTS,
    Series,
    SeriesColumns,
    choose_columns,
    guess_findings,
    read_series,
)
from engine.data.tabular.series_dataset import (
    DEVIATIONS,
    SCALES,
    SeriesDataset,
    SeriesMeaning,
)
from engine.data.tabular.splits import read_frame
from engine.data.tabular.tables import Frame
from engine.data.tabular.target import require_clear
from engine.errors import DataError
from engine.specs.data import DataSpec, FilesDataSpec, Split
from engine.specs.options.tabular.forecasting import TabularForecastingOptions
from engine.validation.checks import Finding

NUM_ORIGINS = 3
"""Of the forecasts that validation and test each make, where the series are long enough."""
MAX_HELD_OUT_WINDOWS, MAX_TRAIN_WINDOWS = 3000, 50_000
# Of the mean size of the values: less is the rounding of a series that repeats itself.
SMALLEST_SHARE = 1e-4


@dataclass(frozen=True)
class Ends:
    """Where the parts of one series end: training, validation, and all of it."""

    train: int
    validation: int
    test: int


def open_series(
    data: DataSpec, options: TabularForecastingOptions, card: TaskCard
) -> dict[Split, SeriesDataset]:
    """Read the files and open the windows of the three splits.

    Raises:
        DataError: when the files, times or targets cannot be used, series are too short, or
            something that has to be confirmed was not.
        SpecError: when the options name a column that is not there.
    """
    frame, _ = read_frame(data, card)
    findings = (*uneven_findings(frame.uneven), *guess_findings(frame, options))
    require_confirmed(findings, options.accepted)
    require_clear(ambiguous_dates(frame))
    series, ends, meaning = _laid_out(frame, options, _shares(data), findings)
    return _opened(series, ends, meaning)


def evaluation_series(
    data: DataSpec,
    options: TabularForecastingOptions,
    card: TaskCard,
    split: Split | None,
    statistics: Mapping[str, tuple[float, ...]],
) -> SeriesDataset:
    """Read the files and open the windows that a trained model is evaluated by.

    Args:
        data: where the files are.
        options: of the training, without ``auto`` for columns and steps.
        card: of the task.
        split: the only one whose windows count; ``None`` for all windows.
        statistics: of the training; errors of series that it did not have are measured in their
            own.

    Raises:
        DataError: when the files or times cannot be used, or no window fits into the series.
    """
    frame, _ = read_frame(data, card)
    shares = _shares(data) if split is not None else (0.0, 0.0)
    series, ends, meaning = _laid_out(frame, options, shares, ())
    meaning = replace(
        meaning,
        scales=_known(SCALES, series, meaning.scales, statistics),
        deviations=_known(DEVIATIONS, series, meaning.deviations, statistics),
    )
    if split is not None:
        return _opened(series, ends, meaning)[split]
    parts = [(0, end.test) for end in ends]
    return _dataset(series, parts, meaning, Split.TEST, is_required=True)


def _known(
    kind: str,
    series: Sequence[Series],
    own: NDArray[np.float64],
    statistics: Mapping[str, tuple[float, ...]],
) -> NDArray[np.float64]:
    """Return a statistic (series, T) as training kept it, else as these points have it."""
    rows = [statistics.get(f"{kind} {one.name}", row) for one, row in zip(series, own, strict=True)]
    return np.array(rows)


def _laid_out(
    frame: Frame,
    options: TabularForecastingOptions,
    shares: tuple[float, float],
    findings: tuple[Finding, ...],
) -> tuple[tuple[Series, ...], list[Ends], SeriesMeaning]:
    """Return the series, where their parts end, and what is forecast from what."""
    columns = choose_columns(frame, options)
    series, clock, alias, found_season = read_series(frame, columns, options.frequency)
    season = found_season if options.season == "auto" else options.season
    horizon = _horizon(options, season, min(map(len, series)), min(shares))
    ends = [_ends(len(one), shares, horizon) for one in series]
    lookback = _lookback(options, season, horizon, max(end.train for end in ends))
    meaning = SeriesMeaning(
        columns=columns,
        clock=clock,
        alias=alias,
        season=season,
        lookback=lookback,
        horizon=horizon,
        scales=_scales(series, ends, columns, season),
        deviations=_deviations(series, ends, columns),
        findings=findings,
    )
    return series, ends, meaning


def _shares(data: DataSpec) -> tuple[float, float]:
    if isinstance(data, FilesDataSpec):
        return data.validation_share, data.test_share
    return POINTS_HELD_OUT, POINTS_HELD_OUT


def _opened(
    series: Sequence[Series], ends: Sequence[Ends], meaning: SeriesMeaning
) -> dict[Split, SeriesDataset]:
    ranges = {
        Split.TRAIN: [(0, end.train) for end in ends],
        Split.VALIDATION: [(end.train, end.validation) for end in ends],
        Split.TEST: [(end.validation, end.test) for end in ends],
    }
    return {
        split: _dataset(series, parts, meaning, split, is_required=split is not Split.TEST)
        for split, parts in ranges.items()
    }


def _dataset(
    series: Sequence[Series],
    parts: Sequence[tuple[int, int]],
    meaning: SeriesMeaning,
    split: Split,
    *,
    is_required: bool,
) -> SeriesDataset:
    """Open the windows of a split, whose forecasts lie in a part of each series."""
    origins = _origins(parts, series, meaning, is_train=split is Split.TRAIN)
    if len(origins) == 0 and is_required:
        raise DataError(
            f"The {split.value} split is too short for a forecast of {meaning.horizon} steps that "
            f"looks back on {meaning.lookback}: the longest series has {max(map(len, series))} "
            f"points, and validation and test take {meaning.horizon} each. Add points, or choose a "
            "shorter horizon or lookback.",
            code="series_too_short",
            split=split.value,
            horizon=meaning.horizon,
            lookback=meaning.lookback,
        )
    return SeriesDataset(series, origins, meaning, split)


def _ends(num_points: int, shares: tuple[float, float], horizon: int) -> Ends:
    """Return where the parts of a series end.

    A part that is held out has its share of the points, or more where that is too short for
    ``NUM_ORIGINS`` rolling origins, as long as training keeps as many points as it forecasts.
    """
    held_out = [share > 0 for share in shares]
    wanted = [round(num_points * share) for share in shares]
    for num_origins in range(NUM_ORIGINS, 0, -1):
        least = horizon + num_origins - 1
        parts = [
            max(num, least) if is_held else 0 for num, is_held in zip(wanted, held_out, strict=True)
        ]
        if num_points - sum(parts) >= max(MIN_POINTS, 2 * horizon):
            break
    else:
        parts = wanted
    num_validation, num_test = parts
    return Ends(num_points - num_validation - num_test, num_points - num_test, num_points)


def _horizon(options: TabularForecastingOptions, season: int, num_points: int, share: float) -> int:
    if options.horizon != "auto":
        return options.horizon
    wanted = season if season > 1 else 8
    # A whole season is asked for where half of the points are left to learn from.
    if share > 0 and 2 * (wanted + NUM_ORIGINS - 1) <= num_points / 2:
        return wanted
    return max(1, min(wanted, round(num_points * share) - 1))


def _lookback(options: TabularForecastingOptions, season: int, horizon: int, num_train: int) -> int:
    """Return two weeks of hours, eight of days, three years of months; a third of short series."""
    if options.lookback != "auto":
        return options.lookback
    wanted = 14 * season if season >= 24 else max(8 * season if season == 7 else 3 * season, 12)
    return max(2, min(max(wanted, horizon), max(2 * season, num_train // 3), num_train - horizon))


def _origins(
    parts: Sequence[tuple[int, int]],
    series: Sequence[Series],
    meaning: SeriesMeaning,
    *,
    is_train: bool,
) -> NDArray[np.int64]:
    """Return the series and first forecast point of each window; many are thinned evenly."""
    rows = []
    for number, (start, end) in enumerate(parts):
        first = max(start, min(meaning.lookback, end - 1) if is_train else 2)
        for origin in range(first, end - meaning.horizon + 1):
            known = series[number].raw[max(0, origin - meaning.lookback) : origin]
            ahead = series[number].raw[origin : origin + meaning.horizon, : meaning.num_targets]
            # A window in which a column is wholly unknown cannot be asked, nor evaluated.
            if np.isfinite(known).any(axis=0).all() and np.isfinite(ahead).any():
                rows.append((number, origin))
    most = MAX_TRAIN_WINDOWS if is_train else MAX_HELD_OUT_WINDOWS
    if len(rows) > most:
        rows = [rows[i] for i in np.linspace(0, len(rows) - 1, most).astype(int)]
    return np.array(rows, np.int64).reshape(-1, 2)


def _scales(
    series: Sequence[Series], ends: Sequence[Ends], columns: SeriesColumns, season: int
) -> NDArray[np.float64]:
    """Return the mean absolute seasonal difference of training points (series, T).

    Where a series repeats its season exactly, it is the difference of neighbours; 1 where it never
    changes.
    """
    rows = []
    for one, end in zip(series, ends, strict=True):
        known = one.raw[: end.train, : len(columns.targets)]
        rows.append([_scale(column, season if end.train > season else 1) for column in known.T])
    return np.array(rows)


def _scale(column: NDArray[np.float64], season: int) -> float:
    for step in (season, 1):
        apart = _mean(np.abs(column[step:] - column[:-step]))
        if apart > SMALLEST_SHARE * _mean(np.abs(column)):
            return apart
    return 1.0


def _deviations(
    series: Sequence[Series], ends: Sequence[Ends], columns: SeriesColumns
) -> NDArray[np.float64]:
    """Return the standard deviation of training points (series, T)."""
    rows = []
    for one, end in zip(series, ends, strict=True):
        known = one.raw[: end.train, : len(columns.targets)]
        rows.append([_mean(np.square(c - _mean(c))) ** 0.5 for c in known.T])
    return np.maximum(np.array(rows), 1e-9)


def _mean(values: NDArray[np.float64]) -> float:
    known = values[np.isfinite(values)]
    return float(known.mean()) if len(known) else 0.0
