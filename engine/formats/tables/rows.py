"""Rows of CSV, TSV, TXT, XLSX and Parquet files, one at a time, with where they stand."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal, TextIO

from engine.errors import DataError
from engine.formats.findings import quote_open, row_damaged, row_long, sheets_unread
from engine.formats.layout import FileTree, Problem
from engine.formats.reading.encoding_guess import is_damaged
from engine.formats.reading.encodings import open_text
from engine.formats.tables.blank_formulas import blank_formulas, formula_without_value
from engine.formats.tables.budgets import Budget, BudgetError
from engine.formats.tables.formulas import unguarded
from engine.formats.tables.hugging_face import files_in_cells
from engine.formats.tables.merged_cells import cells_merged, filled, merged_over_rows
from engine.formats.tables.parquet_rows import ParquetError, parquet_features, read_parquet
from engine.formats.tables.workbook_parts import WorkbookError
from engine.formats.tables.workbooks import read_sheet, require_sheet, sheet_names
from engine.specs.samples.table_reading import TableReading

SUFFIXES = (".csv", ".tsv", ".txt", ".xlsx", ".parquet")
_MAX_FIELD = 16 * 2**20
_MAX_LINE = 64 * 2**20
_SAMPLE = 64 * 1024
_UNKNOWN = TableReading()


@dataclass(frozen=True)
class Row:
    """One row; ``number`` is its line in a text (the last one when it has several) or its row."""

    number: int
    cells: list[str]


def read_rows(
    tree: FileTree, name: str, reading: TableReading = _UNKNOWN
) -> Iterator[Row | Problem]:
    """Yield the rows of a table that are not empty, and what is wrong with the file.

    A file that breaks off in the middle gives its rows up to there and then a problem. A row with
    more cells than the first is a problem too: what a separator without quotation marks shifted
    would be taken for something else.

    Args:
        tree: where it lies.
        name: its path.
        reading: its encoding and delimiter, as far as somebody says.
    """
    width: int | None = None
    above = 0 if reading.skip_rows == "auto" else reading.skip_rows
    for row in _all_rows(tree, name, reading):
        if isinstance(row, Problem):
            yield row
            continue
        if above or (width is None and is_separator_line(row.cells)):
            # What stands above a table is as wide as it likes.
            above -= above > 0
            yield row
            continue
        if any(map(is_damaged, row.cells)):
            yield row_damaged(f"{name}:{row.number}")
            continue
        width = width or len(row.cells)
        if any(cell.strip() for cell in row.cells[width:]):
            yield row_long(f"{name}:{row.number}", len(row.cells), width)
        else:
            yield Row(row.number, row.cells[:width])


def is_separator_line(cells: Sequence[str]) -> bool:
    """Tell a row such as ``sep=;``, which spreadsheets write above a table."""
    return bool(cells) and cells[0].strip().lower().startswith("sep=")


def _all_rows(tree: FileTree, name: str, reading: TableReading) -> Iterator[Row | Problem]:
    try:
        if name.lower().endswith(".xlsx"):
            with tree.open(name) as file:
                read = require_sheet(file, reading.sheet)
                others = [one for one in sheet_names(file) if one != read]
                if others and not reading.sheet:
                    yield sheets_unread(name, read, others)
                blank = blank_formulas(file, reading.sheet)
                if blank is not None:
                    yield formula_without_value(blank, name)
                merged = merged_over_rows(file, reading.sheet)
                if merged:
                    yield cells_merged(name, len(merged))
                budget = Budget(file.seek(0, 2))
                rows = read_sheet(file, reading.sheet)
                yield from _sheet_rows(filled(rows, merged, budget))
            return
        if name.lower().endswith(".parquet"):
            with tree.open(name) as file:
                files = parquet_features(file).files
                if files:
                    yield files_in_cells(name, files)
                for number, cells in enumerate(read_parquet(file), start=1):
                    if any(cell.strip() for cell in cells):
                        yield Row(number, cells)
            return
        stream, problems = open_text(tree, name, reading.encoding)
        yield from problems
        with stream:
            yield from _text_rows(stream, name, reading)
    except BudgetError as error:
        yield Problem(error.code, name, f"{error.message} It is read up to there.", error.params)
    except DataError as error:
        yield Problem(error.code, name, error.message, error.params)
    except (OSError, UnicodeError, WorkbookError, ParquetError, csv.Error) as error:
        yield Problem(
            "table_damaged",
            name,
            f"The table cannot be read to its end ({error}). Save it again.",
            {"reason": str(error)},
        )


def _sheet_rows(rows: Iterable[tuple[int, list[str]]]) -> Iterator[Row]:
    """Yield the rows of a workbook; empty cells at their ends, which it leaves away, are added."""
    width: int | None = None
    for number, cells in rows:
        if any(cell.strip() for cell in cells):
            width = len(cells) if width is None else width
            yield Row(number, cells + [""] * (width - len(cells)))


def _text_rows(stream: TextIO, name: str, reading: TableReading) -> Iterator[Row | Problem]:
    delimiter: str = reading.delimiter
    if delimiter == "auto":
        delimiter = sniff_delimiter(stream.read(_SAMPLE), name)
        stream.seek(0)
    yield from delimited_rows(stream, name, delimiter)


def delimited_rows(stream: TextIO, name: str, delimiter: str) -> Iterator[Row | Problem]:
    """Yield the rows of a text with a sign between columns, and what is wrong with it.

    Args:
        stream: of the text, which is read from its beginning.
        name: of the file, for people.
        delimiter: between columns; several spaces stand for one.

    Raises:
        csv.Error: when it cannot be read to its end.
    """
    csv.field_size_limit(_MAX_FIELD)
    start = stream.read(_SAMPLE)
    # Tab-separated files quote nothing: a quotation mark in them is a letter.
    quoting: Literal[0, 3] = (
        csv.QUOTE_NONE if delimiter == "\t" and not _is_quoted(start) else csv.QUOTE_MINIMAL
    )
    stream.seek(0)
    lines = _Lines(stream, strip=delimiter == " ")
    spaces = delimiter == " "
    rows = csv.reader(lines, delimiter=delimiter, quoting=quoting, skipinitialspace=spaces)
    while True:
        lines.begin_row()
        is_open = False
        cells: list[str] = []
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error:
            if len(lines.taken) < 2:
                raise
            is_open = True
        if is_open or (lines.is_at_end and is_open_quote("".join(lines.taken), delimiter)):
            yield quote_open(f"{name}:{lines.number - len(lines.taken) + 1}")
            lines.give_back()
            rows = csv.reader(lines, delimiter=delimiter, quoting=quoting, skipinitialspace=spaces)
        elif any(cell.strip() for cell in cells):
            yield Row(lines.number, [unguarded(cell) for cell in cells])


class _Lines:
    """The lines of a text, with those of the row at hand, which can be read once more."""

    def __init__(self, stream: TextIO, *, strip: bool) -> None:
        self._stream = stream
        self._strip = strip
        self._again: deque[str] = deque()
        self.taken: list[str] = []
        self.number = 0
        self.is_at_end = False

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else self._stream.readline(_MAX_LINE)
        if not line:
            self.is_at_end = True
            raise StopIteration
        if len(line) >= _MAX_LINE:
            raise csv.Error(f"line {self.number + 1} has more than {_MAX_LINE} characters")
        self.number += 1
        line = line.replace("\x00", "")
        if self._strip:
            line = line.strip(" \r\n") + "\n"
        self.taken.append(line)
        return line

    def begin_row(self) -> None:
        """Forget the lines of the row before."""
        self.taken = []

    def give_back(self) -> None:
        """Read all lines of the row again but its first."""
        self.number -= len(self.taken) - 1
        self._again.extendleft(reversed(self.taken[1:]))
        self.is_at_end = False


def is_open_quote(text: str, delimiter: str) -> bool:
    """Tell whether a row ends within quotation marks."""
    try:
        list(csv.reader([text], delimiter=delimiter, strict=True))
    except csv.Error as error:
        return "end of data" in str(error)
    return False


def sniff_delimiter(start: str, name: str) -> str:
    """Return the sign between columns: tabs in TSV and TXT, else the commonest at the top."""
    first = start.split("\n", 1)[0]
    if name.lower().endswith((".tsv", ".txt")):
        return "\t"
    return max((",", "\t", ";"), key=first.count)


def _is_quoted(start: str) -> bool:
    """Tell a tab-separated text that does quote: a field begins with a mark and ends with one."""
    fields = [field for line in start.split("\n")[:50] for field in line.rstrip("\r").split("\t")]
    return any(len(field) > 1 and field[0] == field[-1] == '"' for field in fields)


def is_table(name: str) -> bool:
    """Tell a table by its suffix."""
    return PurePosixPath(name).suffix.lower() in SUFFIXES


def find_column(header: Sequence[str], *names: str) -> int | None:
    """Return the place of the first of these names that the header has."""
    lowered = [cell.strip().lower() for cell in header]
    for name in names:
        if name in lowered:
            return lowered.index(name)
    return None
