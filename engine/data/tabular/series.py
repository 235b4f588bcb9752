"""Series of a table: their columns, their step of time, and their values on a grid."""

# P points in time, C columns: targets, then covariates

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

import numpy as np
from easel.runtime.series import Clock, place_on_grid
from easel.runtime.series.window import fill
from easel.runtime.table.cells import number_of, time_of
from numpy.typing import NDArray

from engine.data.tabular.schema import (
    MISSING_TEXTS,
    describe_column,
    time_format,
    time_unreadable,
)
from engine.data.tabular.tables import Frame
from engine.errors import DataError, SpecError
from engine.specs.options.tabular.forecasting import TabularForecastingOptions
from engine.specs.package.inputs import TimeFormat
from engine.validation.checks import Finding
from engine.validation.series import check_series

Values = NDArray[np.float64]

MIN_POINTS = 12
_DAY = 86_400
# Alias and the season that suits it, by seconds and by months of a step.
_BY_SECONDS = {1: ("s", 60), 60: ("min", 60), 3600: ("h", 24), _DAY: ("D", 7), 7 * _DAY: ("W", 52)}
_BY_MONTHS = {1: ("MS", 12), 3: ("QS", 4), 12: ("YS", 1)}


@dataclass(frozen=True)
class SeriesColumns:
    """Which columns are what.

    Attributes:
        time: of the points.
        targets: that are forecast.
        covariates: numbers that are only looked at.
        group: that tells series apart, if any.
        time_format: how times are written, where they do not tell themselves.
    """

    time: str
    targets: tuple[str, ...]
    covariates: tuple[str, ...]
    group: str | None
    time_format: TimeFormat | None = None


@dataclass(frozen=True)
class Series:
    """One series on its grid.

    Attributes:
        name: its group, empty where there is one series only.
        start: time of the first point.
        raw: (P, C), NaN where the table has nothing.
        filled: the same with empty points as the one before.
    """

    name: str
    start: datetime
    raw: Values
    filled: Values

    def __len__(self) -> int:
        return len(self.raw)

    @property
    def num_gaps(self) -> int:
        """Return how many numbers are missing."""
        return int(np.isnan(self.raw).sum())


def choose_columns(frame: Frame, options: TabularForecastingOptions) -> SeriesColumns:
    """Tell the columns apart.

    Raises:
        SpecError: ``column_unknown`` when the options name a column that is not there.
        DataError: ``time_missing`` or ``targets_missing`` when there is none to be found.
    """
    named = (*options.targets, *options.covariates, options.group_column)
    if options.time_column != "auto":
        named = (*named, options.time_column)
    for column in named:
        if column is not None and column not in frame.columns:
            raise SpecError(
                f"The options name the column '{column}', which the table does not have. It has: "
                f"{', '.join(frame.columns)}.",
                code="column_unknown",
                option="options",
                column=column,
            )
    time = options.time_column if options.time_column != "auto" else _time_columns(frame)[0]
    special = {time, options.group_column, *options.covariates}
    targets = options.targets or tuple(_number_columns(frame, special))
    if not targets:
        raise DataError(
            "The table has no column of numbers to forecast. Bring numbers in, or name targets.",
            code="targets_missing",
        )
    form = time_format(time, frame)
    return SeriesColumns(time, targets, options.covariates, options.group_column, form)


def read_series(
    frame: Frame, columns: SeriesColumns, frequency: str
) -> tuple[tuple[Series, ...], Clock, str, int]:
    """Return the series, the step of time, its alias, and the season that suits it.

    Raises:
        DataError: ``time_unreadable``, ``series_short`` or ``frequency_unknown``.
    """
    names = (*columns.targets, *columns.covariates)
    numbers = np.array(
        [[number_of(cell, MISSING_TEXTS) for cell in frame.columns[name]] for name in names]
    ).T
    groups: dict[str, list[int]] = defaultdict(list)
    for row in range(len(frame)):
        groups[_group(frame, columns.group, row)].append(row)
    times = _times(frame, columns)
    ordered = {name: sorted(rows, key=lambda row: times[row]) for name, rows in groups.items()}
    clock, alias, season = clock_of(
        [[times[row] for row in rows] for rows in ordered.values()], frequency
    )
    found = []
    for name, rows in sorted(ordered.items()):
        moments = [times[row] for row in rows]
        num_points = clock.steps_between(moments[0], moments[-1]) + 1
        raw = place_on_grid(moments, numbers[rows], clock, num_points)
        if len(rows) < MIN_POINTS or np.isnan(raw[:, : len(columns.targets)]).all(axis=0).any():
            raise DataError(
                f"The series '{name or columns.time}' has {len(rows)} points, or a target without "
                f"any number; at least {MIN_POINTS} points are needed. Add points, or leave the "
                "series out.",
                code="series_short",
                series=name,
                count=len(rows),
                minimum=MIN_POINTS,
            )
        found.append(Series(name, clock.after(moments[-1], 1 - num_points), raw, fill(raw)))
    return tuple(found), clock, alias, season


def clock_of(series: Sequence[Sequence[datetime]], frequency: str) -> tuple[Clock, str, int]:
    """Return the step of time, its pandas alias, and the season that suits it.

    Args:
        series: times of each series, in order.
        frequency: an alias such as ``h``, ``15min`` or ``MS``, or ``auto`` for the commonest step.

    Raises:
        DataError: ``frequency_unknown``.
    """
    if frequency == "auto":
        return _described(*_commonest_step(series))
    digits = frequency.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    unit, times = frequency[len(digits) :], int(digits) if digits.isdigit() else 1
    for seconds, (alias, _) in _BY_SECONDS.items():
        if unit == alias and times > 0:
            return _described(seconds * times, 0)
    for months, (alias, _) in _BY_MONTHS.items():
        if unit == alias and times > 0:
            return _described(0, months * times)
    known = ", ".join(alias for alias, _ in (*_BY_SECONDS.values(), *_BY_MONTHS.values()))
    raise DataError(
        f"The frequency '{frequency}' is not known. Give a number and one of {known}, or auto.",
        code="frequency_unknown",
        frequency=frequency,
    )


def _commonest_step(series: Sequence[Sequence[datetime]]) -> tuple[int, int]:
    """Return seconds, or months where points lie on one day of months."""
    apart = Counter(
        round((late - early).total_seconds())
        for times in series
        for early, late in pairwise(times)
        if late > early
    )
    if not apart:
        raise DataError(
            "All points of the series have one time. Choose another time column, or name the "
            "column that tells series apart.",
            code="frequency_unknown",
            frequency="auto",
        )
    days = {seconds / _DAY for seconds in apart}
    # Months differ in length, so that no number of seconds is the step between them.
    at_one_day = len({time.day for times in series for time in times}) == 1
    if at_one_day and min(days) >= 28:
        months = Counter(
            (late.year - early.year) * 12 + late.month - early.month
            for times in series
            for early, late in pairwise(times)
            if late > early
        )
        return 0, months.most_common(1)[0][0]
    return apart.most_common(1)[0][0], 0


def _described(seconds: int, months: int) -> tuple[Clock, str, int]:
    if months:
        alias, season = _BY_MONTHS.get(months, (f"{months}MS", max(1, 12 // months)))
        return Clock(0, months), alias, season
    if seconds in _BY_SECONDS:
        alias, season = _BY_SECONDS[seconds]
        return Clock(seconds, 0), alias, season
    unit = max(size for size in _BY_SECONDS if seconds % size == 0)
    season = _DAY // seconds if _DAY % seconds == 0 and seconds < _DAY else 1
    return Clock(seconds, 0), f"{seconds // unit}{_BY_SECONDS[unit][0]}", min(season, 288)


def guess_findings(frame: Frame, options: TabularForecastingOptions) -> Iterator[Finding]:
    """Yield which of the columns were taken unasked."""
    columns = choose_columns(frame, options)
    chose_time = options.time_column != "auto"
    yield from check_series(
        times=(columns.time,) if chose_time else _time_columns(frame),
        numbers=columns.targets,
        chose_time=chose_time,
        chose_targets=bool(options.targets),
    )


def _number_columns(frame: Frame, but: Collection[str | None]) -> Iterator[str]:
    for name in frame.columns:
        if name not in but and _is_number(frame, name):
            yield name


def _time_columns(frame: Frame) -> list[str]:
    names = []
    for name, cells in frame.columns.items():
        found = describe_column(name, cells, 1, order=frame.date_format)
        if not isinstance(found, str) and found[0].kind == "time":
            names.append(name)
    if names:
        return names
    raise DataError(
        "The table has no column of dates or times. Name the time column with the option "
        "time_column, or write its times as 2024-05-31 or 2024-05-31 08:00.",
        code="time_missing",
    )


def _is_number(frame: Frame, name: str) -> bool:
    cells = frame.columns[name]
    known = [number_of(cell, MISSING_TEXTS) for cell in cells]
    return sum(not np.isnan(value) for value in known) > 0.5 * len(cells)


def _group(frame: Frame, column: str | None, row: int) -> str:
    return "" if column is None else str(frame.columns[column][row])


def _times(frame: Frame, columns: SeriesColumns) -> list[datetime]:
    times = []
    for row, cell in enumerate(frame.columns[columns.time]):
        moment = time_of(cell, MISSING_TEXTS, columns.time_format)
        if moment is None:
            raise time_unreadable(frame, columns.time, row)
        times.append(moment)
    return times
