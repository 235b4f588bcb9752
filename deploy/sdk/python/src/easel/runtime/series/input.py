"""A series as the input of a model."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from easel.errors import InputError, PackageError
from easel.runtime.example import Context, Example
from easel.runtime.inputs import Part, ReadFile, unsupported_input
from easel.runtime.limits import Limits
from easel.runtime.ops import Op, op_name, whole
from easel.runtime.series.clock import Clock
from easel.runtime.series.window import fill, place_on_grid
from easel.runtime.table.cells import number_of, time_of

HISTORY = "history"
"""The one tensor that preprocessing makes."""

_FIELDS = {
    "window_series": ("lookback", "step_seconds", "step_months", "min_points", "missing"),
}

Columns = Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class SeriesContext(Context):
    """The last time of the series that was sent."""

    last: datetime


class WindowSeries:
    """A compiled ``window_series``.

    Attributes:
        lookback: L.
        clock: the step of the grid.
    """

    def __init__(self, op: Op) -> None:
        """Compile the op.

        Raises:
            PackageError: ``op_unknown`` or ``op_invalid``.
        """
        op_name(op, _FIELDS, "preprocessing")
        self.lookback = whole(op, "lookback", None, 2)
        self.clock = Clock(whole(op, "step_seconds", None, 0), whole(op, "step_months", 0, 0))
        self.min_points = whole(op, "min_points", 2, 1)
        self.missing = frozenset(str(text) for text in op.get("missing", ()))
        if (self.clock.seconds > 0) == (self.clock.months > 0):
            raise PackageError(
                "The op 'window_series' needs a step in seconds or in months. Export the package "
                "again.",
                code="op_invalid",
                op="window_series",
            )


class SeriesInput:
    """One part ``data``: columns of one series."""

    parts = (Part("data", is_file=False),)

    def __init__(self, spec: Mapping[str, Any], window: WindowSeries, limits: Limits) -> None:
        self.preprocessing = window
        self._time = str(spec["time"]["name"])
        form = spec["time"].get("format")
        self._format: str | None = None if form is None else str(form)
        covariates = [str(column["name"]) for column in spec["covariates"]]
        self._names = (*(str(name) for name in spec["targets"]), *covariates)
        self._max_rows = limits.max_rows

    def decode(self, source: Any) -> Columns:
        """Return the columns of a source.

        Raises:
            InputError: ``series_invalid`` when a column is absent or of another length.
        """
        if isinstance(source, (bytes, bytearray)):
            try:
                source = json.loads(source)
            except ValueError as error:
                raise _invalid(f"the text is no JSON: {error}") from error
        if not isinstance(source, Mapping):
            raise _invalid(f"a {type(source).__name__} was given")
        for name in (self._time, *self._names):
            column = source.get(name)
            if not isinstance(column, Sequence) or isinstance(column, str):
                raise _invalid(f"the column '{name}' is absent or no list")
            if len(column) != len(source[self._time]):
                raise _invalid(f"the column '{name}' is not as long as '{self._time}'")
        count = len(source[self._time])
        if not self.preprocessing.min_points <= count <= self._max_rows:
            raise _invalid(
                f"it has {count} points in time; at least {self.preprocessing.min_points} and at "
                f"most {self._max_rows} are taken, best {self.preprocessing.lookback} or more"
            )
        return source

    def prepare(self, value: Columns) -> Example:
        """Return ``history`` (1, L, C) float32.

        Raises:
            InputError: when a time cannot be read, or a column has no number.
        """
        window = self.preprocessing
        times = []
        for position, cell in enumerate(value[self._time]):
            moment = time_of(cell, window.missing, self._format)
            if moment is None:
                raise _invalid(f"the time {cell!r} of point {position + 1} cannot be read")
            times.append(moment)
        numbers = np.array(
            [[number_of(cell, window.missing) for cell in value[name]] for name in self._names]
        ).T
        grid = place_on_grid(times, numbers, window.clock, window.lookback)
        for name, column in zip(self._names, grid.T):
            if np.isnan(column).all():
                raise _invalid(f"the column '{name}' has no number among its latest points")
        return Example(
            {HISTORY: fill(grid).astype(np.float32)[np.newaxis]}, SeriesContext(max(times))
        )

    def recorded(self, value: Columns) -> NDArray[np.generic] | None:
        """Return nothing: columns are JSON already."""
        return None

    def blank(self) -> Columns:
        """Return a series of ones."""
        clock, start = self.preprocessing.clock, datetime(2000, 1, 1)
        count = self.preprocessing.min_points
        times = [clock.written(clock.after(start, step), self._format) for step in range(count)]
        return {self._time: times, **{name: [1.0] * count for name in self._names}}


def open_input(
    spec: Mapping[str, Any], ops: Sequence[Op], read: ReadFile, limits: Limits
) -> SeriesInput:
    """Compile a manifest's series input; see ``easel.runtime.inputs``."""
    if spec.get("kind") != "series" or not spec.get("targets"):
        raise unsupported_input(spec)
    if [op.get("op") for op in ops] != ["window_series"]:
        raise PackageError(
            f"The preprocessing of a series is {[op.get('op') for op in ops]}; it must be one "
            "window_series. Export the package again.",
            code="op_order",
        )
    return SeriesInput(spec, WindowSeries(ops[0]), limits)


def _invalid(reason: str) -> InputError:
    return InputError(
        f"The series cannot be used: {reason}. Send an object of columns, oldest point first.",
        code="series_invalid",
        reason=reason,
    )
