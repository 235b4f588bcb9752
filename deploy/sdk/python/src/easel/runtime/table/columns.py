"""The op ``encode_columns``: rows in, tensors out."""

# R rows, N numbers, C categories

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from easel.errors import InputError, PackageError
from easel.runtime.table.cells import (
    FIRST_CATEGORY,
    MISSING,
    TIME_FORMATS,
    UNKNOWN,
    Cell,
    category_of,
    number_of,
    time_of,
    time_parts,
)

Row = Mapping[str, Cell]

PARTS = ("days", "year", "month", "day", "weekday", "hour", "minute")


class ColumnEncoder:
    """A compiled ``encode_columns``.

    Attributes:
        numbers: names of the number columns, in order.
        times: names of the time columns; their parts follow the numbers.
        categories: names of the category columns, in order.
        num_numbers: N, parts of times included.
    """

    def __init__(self, columns: Sequence[Mapping[str, Any]], op: Mapping[str, Any]) -> None:
        """Compile the op for the columns of a ``TableInput``.

        Raises:
            PackageError: ``op_invalid`` when a field is not as it must be.
        """
        try:
            self._missing = frozenset(str(text) for text in op["missing"])
            self._required = tuple(str(name) for name in op["required"])
            self._parts = tuple(str(part) for part in op["parts"])
            self.numbers = tuple(str(c["name"]) for c in columns if c["kind"] == "number")
            self._times = tuple(
                (str(c["name"]), None if c.get("format") is None else str(c["format"]))
                for c in columns
                if c["kind"] == "time"
            )
            self._codes = tuple(
                (
                    str(c["name"]),
                    {str(name): code for code, name in enumerate(c["categories"], FIRST_CATEGORY)},
                )
                for c in columns
                if c["kind"] == "category"
            )
        except (KeyError, TypeError) as error:
            raise _invalid(f"{type(error).__name__}: {error}") from error
        if unknown := {form for _, form in self._times if form is not None} - {*TIME_FORMATS}:
            raise _invalid(f"unknown formats of a time {sorted(unknown)}")
        if unknown := set(self._parts) - set(PARTS):
            raise _invalid(f"unknown parts of a time {sorted(unknown)}")
        if unknown := {str(c["kind"]) for c in columns} - {"number", "category", "time"}:
            raise _invalid(f"unknown kinds of columns {sorted(unknown)}")

    @property
    def times(self) -> tuple[str, ...]:
        """Return the names of the time columns."""
        return tuple(name for name, _ in self._times)

    @property
    def categories(self) -> tuple[str, ...]:
        """Return the names of the category columns."""
        return tuple(name for name, _ in self._codes)

    @property
    def num_numbers(self) -> int:
        """Return N."""
        return len(self.numbers) + len(self._times) * len(self._parts)

    def __call__(self, rows: Sequence[Row]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Return ``numbers`` (R, N) float32 and ``categories`` (R, C) int64.

        Raises:
            InputError: ``column_missing`` when a row lacks a required column.
        """
        for position, row in enumerate(rows):
            for name in self._required:
                if name not in row:
                    raise InputError(
                        f"Row {position + 1} has no column '{name}', which the model was never "
                        "trained without. Send it, or null where it is unknown.",
                        code="column_missing",
                        column=name,
                        row=position + 1,
                    )
        numbers = np.empty((len(rows), self.num_numbers), np.float32)
        codes = np.empty((len(rows), len(self._codes)), np.int64)
        for column, name in enumerate(self.numbers):
            numbers[:, column] = self.encode_numbers([row.get(name) for row in rows])
        width = len(self._parts)
        for index, (name, form) in enumerate(self._times):
            start = len(self.numbers) + index * width
            cells = [row.get(name) for row in rows]
            numbers[:, start : start + width] = self.encode_times(cells, form)
        for column, name in enumerate(self.categories):
            codes[:, column] = self.encode_categories(column, [row.get(name) for row in rows])
        return numbers, codes

    def unread(
        self, rows: Sequence[Row], numbers: NDArray[np.float32], codes: NDArray[np.int64]
    ) -> list[tuple[str, ...]]:
        """Return of each row the columns whose cells hold something that is not understood.

        The model takes such a cell for an empty one, or for a category that it never met.

        Args:
            numbers: (R, N), what the rows were encoded as.
            codes: (R, C), likewise.
        """
        width = len(self._parts)
        times = len(self.numbers) + width * np.arange(len(self._times)) if width else ()
        doubtful = [
            *((name, np.isnan(numbers[:, at])) for at, name in enumerate(self.numbers)),
            *((name, np.isnan(numbers[:, at])) for name, at in zip(self.times, times)),
            *((name, codes[:, at] == UNKNOWN) for at, name in enumerate(self.categories)),
        ]
        found: list[list[str]] = [[] for _ in rows]
        for name, at in doubtful:
            for place in np.flatnonzero(at).tolist():
                if category_of(rows[place].get(name), self._missing) is not None:
                    found[place].append(name)
        return [tuple(names) for names in found]

    def encode_numbers(self, cells: Sequence[Cell]) -> NDArray[np.float32]:
        """Return a number column (R,); too large ones become infinite in float32 and so NaN."""
        values = np.array([number_of(cell, self._missing) for cell in cells], np.float64)
        values[np.abs(values) > np.finfo(np.float32).max] = np.nan
        return values.astype(np.float32)

    def encode_times(self, cells: Sequence[Cell], form: str | None) -> NDArray[np.float32]:
        """Return the parts of a time column (R, parts)."""
        parts = [time_parts(time_of(cell, self._missing, form), self._parts) for cell in cells]
        # Of no cells, NumPy would not know how many parts there are.
        return np.array(parts, np.float64).reshape(len(cells), len(self._parts)).astype(np.float32)

    def encode_categories(self, column: int, cells: Sequence[Cell]) -> NDArray[np.int64]:
        """Return the codes of a category column (R,)."""
        known = self._codes[column][1]
        names = (category_of(cell, self._missing) for cell in cells)
        return np.array(
            [MISSING if name is None else known.get(name, UNKNOWN) for name in names], np.int64
        )


def _invalid(reason: str) -> PackageError:
    return PackageError(
        f"The op 'encode_columns' cannot be used ({reason}). Export the package again.",
        code="op_invalid",
        op="encode_columns",
    )
