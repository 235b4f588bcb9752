"""Table files, read into columns of equally many cells."""

# R rows

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from easel.runtime.table.cells import Cell

from engine.errors import DataError
from engine.formats.tables.budgets import BudgetError
from engine.formats.tables.formulas import unguarded
from engine.formats.tables.parquet_rows import cell_text, columns_of, open_parquet
from engine.formats.tables.plain_tables import plain_rows
from engine.formats.tables.preview import TablePreview, preview_table
from engine.formats.tables.typed_cells import typed_rows
from engine.formats.tables.uneven import UnevenRows
from engine.specs.package.inputs import TimeFormat
from engine.specs.samples.table_reading import DateOrder, TableReading

_DATE_FORMATS: Mapping[str, TimeFormat] = {"dmy": "day_first", "mdy": "month_first"}


@dataclass(frozen=True)
class Frame:
    """Rows of one or more files of equal columns.

    Attributes:
        columns: cells (R,) by column.
        places: (R,) file and line of each row, for people.
        previews: how each file was read that was not put in order before.
        uneven: rows of each such file that have another number of cells than it has columns.
        date_format: whether the day or the month comes first in dates such as 05/01/2023.
    """

    columns: Mapping[str, Sequence[Cell]]
    places: Sequence[str]
    previews: Mapping[str, TablePreview] = field(default_factory=dict)
    uneven: Mapping[str, UnevenRows] = field(default_factory=dict)
    date_format: TimeFormat | None = None

    def __len__(self) -> int:
        return len(self.places)

    def rows(self, indices: Iterable[int]) -> list[dict[str, Cell]]:
        """Return some rows as objects keyed by column."""
        names = list(self.columns)
        return [{name: self.columns[name][i] for name in names} for i in indices]

    def take(self, indices: Sequence[int]) -> Frame:
        """Return some of the rows."""
        columns = {name: [cells[i] for i in indices] for name, cells in self.columns.items()}
        places = [self.places[i] for i in indices]
        return Frame(columns, places, date_format=self.date_format)


def read_tables(
    paths: Sequence[tuple[str, Path | bytes]], reading: TableReading | None = None
) -> Frame:
    """Read files one below the other.

    Args:
        paths: name for people, and file or its bytes: CSV, TSV, XLSX (first sheet) or Parquet.
        reading: how they are read, what it leaves open guessed; ``None`` for files that were put
            in order when they came in.

    Raises:
        DataError: when a file cannot be read, has no rows, or other columns than the first.
    """
    columns: dict[str, list[Cell]] = {}
    previews: dict[str, TablePreview] = {}
    uneven: dict[str, UnevenRows] = {}
    places: list[str] = []
    for number, (name, path) in enumerate(paths):
        if reading is None:
            read = read_table(path, name)
        else:
            read, previews[name], uneven[name] = read_unknown(path, name, reading)
        if number == 0:
            columns = {column: [] for column in read}
        elif set(read) != set(columns):
            odd = ", ".join(sorted(set(read) ^ set(columns)))
            raise DataError(
                f"The columns of '{name}' differ from those of '{paths[0][0]}' in: {odd}. Files "
                "of one dataset need the same columns. Rename them, or leave the file out.",
                code="table_columns_differ",
                file=name,
                columns=odd,
            )
        for column, cells in columns.items():
            cells.extend(read[column])
        num_rows = len(next(iter(read.values()), []))
        # Line 1 of a file holds the names.
        places.extend(f"{name}:{line + 2}" for line in range(num_rows))
    if not places:
        raise DataError(
            "The table has no rows. A line of column names and rows below it are expected.",
            code="table_empty",
        )
    orders = [_DATE_FORMATS.get(looked.reading.date_order) for looked in previews.values()]
    return Frame(columns, places, previews, uneven, next(filter(None, orders), None))


def date_format_of(order: DateOrder) -> TimeFormat | None:
    """Return how short dates of a reading are read; years in front tell themselves."""
    return _DATE_FORMATS.get(order)


def read_unknown(
    file: Path | bytes, name: str, reading: TableReading
) -> tuple[dict[str, list[Cell]], TablePreview, UnevenRows]:
    """Return the cells of a file as somebody's program wrote it, how it was read, and odd rows.

    Raises:
        DataError: when it cannot be read so.
    """
    content = file if isinstance(file, bytes) else file.read_bytes()
    try:
        looked = preview_table(content, reading)
        plain = _read_plain(content, name) if looked.is_plain else None
        if plain is not None:
            return plain, looked, UnevenRows(len(plain))
        table = plain_rows(content, looked)
        cells = list(zip(*table.rows, strict=True)) or [()] * len(table.names)
    except DataError as error:
        raise DataError(
            f"'{name}': {error.message}", code=error.code, **{**error.params, "file": name}
        ) from error
    if table.problems:
        line = int(table.problems[0].place.removeprefix(":"))
        raise DataError(
            f"'{name}': A quotation mark in line {line} is never closed. Close it, or write it "
            "twice where it is a letter.",
            code="table_quote_open",
            line=line,
        )
    return dict(zip(table.names, map(list, cells), strict=True)), looked, table.uneven


def _read_plain(content: bytes, name: str) -> dict[str, list[Cell]] | None:
    """Return the cells of a file by column; ``None`` when a later row is longer or shorter."""
    try:
        return read_table(content, name)
    except DataError as error:
        if error.code == "table_row_ragged":
            return None
        raise


def read_table(file: Path | bytes, name: str) -> dict[str, list[Cell]]:
    """Return the cells of one file by column.

    Raises:
        DataError: ``table_unreadable`` or ``table_columns_invalid``.
    """
    suffix = Path(name).suffix.lower()
    try:
        content = file if isinstance(file, bytes) else file.read_bytes()
        if suffix == ".parquet":
            return _read_parquet(BytesIO(content))
        if suffix == ".xlsx":
            names, rows = _read_sheet(BytesIO(content), name)
            _check_names(names, name)
            return {column: [row[i] for row in rows] for i, column in enumerate(names)}
        return _read_text(content, name)
    except BudgetError as error:
        raise DataError(
            f"'{name}': {error.message}", code=error.code, **{**error.params, "file": name}
        ) from error
    except (OSError, ValueError, KeyError) as error:
        raise DataError(
            f"The table '{name}' cannot be read: {error}. CSV (UTF-8), XLSX or Parquet is "
            "expected. Save it again in one of them.",
            code="table_unreadable",
            file=name,
            reason=str(error),
        ) from error


def _read_text(content: bytes, name: str) -> dict[str, list[Cell]]:
    lines = content.decode("utf-8-sig")
    first = lines.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(StringIO(lines, newline=""), delimiter=delimiter)
    names = [unguarded(column).strip() for column in next(reader, [])]
    _check_names(names, name)
    # Cells stay texts: what they mean is said in one place, the runtime.
    rows = [[unguarded(cell) for cell in row] for row in reader if row]
    for number, row in enumerate(rows):
        if len(row) != len(names):
            raise _ragged(name, number + 1, len(row), len(names))
    return {column: [row[i] for row in rows] for i, column in enumerate(names)}


def _ragged(name: str, row: int, cells: int, columns: int) -> DataError:
    return DataError(
        f"Row {row} of '{name}' has {cells} cells; the first line names {columns} columns. "
        "Put cells that contain a comma into quotation marks.",
        code="table_row_ragged",
        file=name,
        row=row,
        cells=cells,
        columns=columns,
    )


def _read_parquet(content: BytesIO) -> dict[str, list[Cell]]:
    table = open_parquet(content)
    names = table.schema_arrow.names
    found: dict[str, list[Cell]] = {name: [] for name in names}
    for columns in columns_of(table, content.getbuffer().nbytes):
        for name, cells in zip(names, columns, strict=True):
            found[name].extend(map(_single, cells))
    return found


def _single(cell: Any) -> Cell:
    """Return a cell of Parquet; a list, a record and the like as the text that a CSV holds."""
    is_single = cell is None or isinstance(cell, str | int | float | date | time)
    return cell if is_single else cell_text(cell)


def _read_sheet(content: BytesIO, name: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    rows = typed_rows(content)
    number, first = next(rows, (1, []))
    # A sheet that begins further down has nothing in the line of the names.
    names = ["" if cell is None else str(cell).strip() for cell in first] if number == 1 else []
    width = len(names)
    filled: list[tuple[Any, ...]] = []
    for _, row in rows:
        if any(cell is not None for cell in row[width:]):
            raise _ragged(name, len(filled) + 1, len(row), width)
        if any(cell is not None for cell in row):
            filled.append((*row[:width], *[None] * (width - len(row))))
    return names, filled


def _check_names(names: Sequence[str], file: str) -> None:
    twice = [column for column, times in Counter(names).items() if times > 1 or not column]
    if twice or not names:
        raise DataError(
            f"The first line of '{file}' must name every column once; empty or repeated: "
            f"{', '.join(repr(column) for column in twice) or 'all'}. Correct the first line.",
            code="table_columns_invalid",
            file=file,
            columns=", ".join(twice),
        )
