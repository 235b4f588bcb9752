"""Rows as the input of a model."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from easel.errors import InputError, PackageError
from easel.runtime.example import Context, Example
from easel.runtime.inputs import Part, ReadFile, unsupported_input
from easel.runtime.limits import Limits
from easel.runtime.ops import Op
from easel.runtime.table.columns import ColumnEncoder, Row

NUMBERS, CATEGORIES = "numbers", "categories"
"""The tensors that preprocessing makes, and so the inputs of the first network."""

"""One row as a mapping, several as ``Rows``, or either as JSON bytes."""


@dataclass(frozen=True)
class Rows:
    """Several rows to be answered together; a plain list means several sources to ``predict``."""

    rows: tuple[Row, ...]


@dataclass(frozen=True)
class RowsContext(Context):
    """The rows as they were sent, and of each the columns that were not understood."""

    rows: tuple[Row, ...]
    unread: Sequence[tuple[str, ...]]


class TableInput:
    """One part ``data``: a row, or a list of rows."""

    parts = (Part("data", is_file=False),)

    def __init__(self, encoder: ColumnEncoder, limits: Limits) -> None:
        self.preprocessing = encoder
        self._max_rows = limits.max_rows

    def decode(self, source: Any) -> tuple[Row, ...]:
        """Return the rows of a source.

        Raises:
            InputError: ``rows_invalid`` when it is no row or list of rows, or too many.
        """
        if isinstance(source, (bytes, bytearray)):
            try:
                source = json.loads(source)
            except ValueError as error:
                raise _invalid(f"the text is no JSON: {error}") from error
        if isinstance(source, Rows):
            source = source.rows
        rows = [source] if isinstance(source, Mapping) else source
        if not isinstance(rows, Sequence) or isinstance(rows, str):
            raise _invalid(f"a {type(source).__name__} was given")
        if not rows or len(rows) > self._max_rows:
            raise _invalid(f"it has {len(rows)} rows; 1 to {self._max_rows} are taken at a time")
        for position, row in enumerate(rows):
            if not isinstance(row, Mapping):
                raise _invalid(f"row {position + 1} is a {type(row).__name__}")
        return tuple(rows)

    def prepare(self, value: tuple[Row, ...]) -> Example:
        """Return ``numbers`` (R, N) and ``categories`` (R, C); one without columns is left out.

        Raises:
            InputError: ``column_missing``.
        """
        numbers, categories = self.preprocessing(value)
        unread = self.preprocessing.unread(value, numbers, categories)
        return Example(tensors_of(numbers, categories), RowsContext(value, unread))

    def recorded(self, value: tuple[Row, ...]) -> NDArray[np.generic] | None:
        """Return nothing: rows are JSON already."""
        return None

    def blank(self) -> tuple[Row, ...]:
        """Return one row in which everything is missing."""
        names = (
            *self.preprocessing.numbers,
            *self.preprocessing.times,
            *self.preprocessing.categories,
        )
        return (dict.fromkeys(names),)


def tensors_of(
    numbers: NDArray[np.float32], categories: NDArray[np.int64]
) -> dict[str, NDArray[np.generic]]:
    """Name the encoded columns; a tensor without a column would be one no network can take."""
    tensors: dict[str, NDArray[np.generic]] = {}
    if numbers.shape[1]:
        tensors[NUMBERS] = numbers
    if categories.shape[1]:
        tensors[CATEGORIES] = categories
    return tensors


def open_input(
    spec: Mapping[str, Any], ops: Sequence[Op], read: ReadFile, limits: Limits
) -> TableInput:
    """Compile a manifest's table input; see ``easel.runtime.inputs``."""
    if spec.get("kind") != "table" or not spec.get("columns"):
        raise unsupported_input(spec)
    if [op.get("op") for op in ops] != ["encode_columns"]:
        raise PackageError(
            f"The preprocessing of a table is {[op.get('op') for op in ops]}; it must be one "
            "encode_columns. Export the package again.",
            code="op_order",
        )
    return TableInput(ColumnEncoder(spec["columns"], ops[0]), limits)


def _invalid(reason: str) -> InputError:
    return InputError(
        f"The rows cannot be used: {reason}. Send an object keyed by column, or a list of them.",
        code="rows_invalid",
        reason=reason,
    )
