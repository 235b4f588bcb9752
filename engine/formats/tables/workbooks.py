"""The first sheet of an XLSX workbook, row by row.

Formulas give the value that was saved with them. Excel keeps dates and times as numbers; where the
style of a cell shows one, it is written as ISO 8601.

openpyxl takes 1.5 s where this takes 0.9 s (160,000 cells), and 110 s and 2.7 GB for a row of six
million cells in 504 KB, which is refused here.

Source: ECMA-376 part 1, 18.8.30 (formats of numbers) and 18.17.4.1 (dates as numbers).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cached_property
from typing import BinaryIO
from xml.etree.ElementTree import Element

from engine.errors import DataError
from engine.formats.markup.safe_xml import iterate_xml
from engine.formats.reading.trees import ZipTree
from engine.formats.tables.budgets import MAX_COLUMNS, Budget, require_columns
from engine.formats.tables.workbook_parts import (
    Book,
    opened_workbook,
    read_book,
    readable,
    sheet_path,
    sheets_of,
    text_of,
)
from engine.formats.tables.workbook_styles import TypedStyles

# Elements and attributes of one row: each cell has its place, style, kind, formula and value.
_MAX_ROW_PARTS = 10 * MAX_COLUMNS
_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?\d*")


def read_sheet(file: BinaryIO, sheet: str = "") -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each row of a sheet, the first where none is named.

    Raises:
        BudgetError: when it holds more than a table may.
        DataError: ``sheet_unknown`` when it has no sheet of that name.
        WorkbookError: when it is no XLSX workbook, or a damaged one.
    """
    require_sheet(file, sheet)
    with readable():
        budget = Budget(file.seek(0, 2))
        tree = opened_workbook(file)
        book = read_book(tree)
        with tree.open(sheet_path(tree, sheet)) as stream:
            for number, row in enumerate(_elements(stream, {"row"}), start=1):
                yield int(row.get("r", number)), _cells(row, book, budget)


@dataclass(frozen=True)
class Sheet:
    """A sheet of a workbook as it is written."""

    name: str
    stream: BinaryIO
    tree: ZipTree

    @cached_property
    def book(self) -> Book:
        """What its cells refer to, read when the first is asked for."""
        return read_book(self.tree)

    def rows(self) -> Iterator[Element]:
        """Yield its rows, once."""
        return self.elements({"row"})

    def elements(self, tags: Collection[str]) -> Iterator[Element]:
        """Yield the elements of these names, once."""
        return _elements(self.stream, tags)

    @property
    def epoch(self) -> datetime:
        """Return day 0 of its dates."""
        return self.book.epoch

    @property
    def typed_styles(self) -> TypedStyles:
        """Return which styles show dates and durations."""
        return self.book.styles.typed

    def shared_text(self, place: int) -> str:
        """Return a text that cells share.

        Raises:
            IndexError: when there is none.
        """
        if place < 0:
            raise IndexError(place)
        return self.book.strings[place]

    def placed(self, row: Element) -> Iterator[tuple[int, Element]]:
        """Yield the cells of a row, each with the place of its column, counted from 0."""
        place = -1
        for cell in row.findall("c"):
            place = column_of_reference(cell.get("r", ""), default=place + 1)
            require_columns(place + 1)
            yield place, cell

    def text(self, cell: Element) -> str:
        """Return what a cell holds."""
        return _value(cell, self.book)


@contextmanager
def open_sheet(file: BinaryIO, sheet: str = "") -> Iterator[Sheet]:
    """Open a sheet of a workbook, the first where none is named.

    Raises:
        BudgetError: when it would fill the memory.
        DataError: ``sheet_unknown`` when it has no sheet of that name.
        WorkbookError: when it is no XLSX workbook, or a damaged one.
    """
    name = require_sheet(file, sheet)
    with readable():
        tree = opened_workbook(file)
        with tree.open(sheet_path(tree, sheet)) as stream:
            yield Sheet(name, stream, tree)


def require_sheet(file: BinaryIO, sheet: str) -> str:
    """Return the name of a sheet, of the first where none is named.

    Raises:
        DataError: ``sheet_unknown`` when there is none of that name.
        WorkbookError: when it is no XLSX workbook, or a damaged one.
    """
    names = sheet_names(file)
    if not sheet:
        return next(iter(names), "")
    if sheet not in names:
        known = ", ".join(names)[:300]
        raise DataError(
            f"The workbook has no sheet '{sheet}'. It has: {known}. Choose one of them.",
            code="sheet_unknown",
            sheet=sheet,
            known=known,
        )
    return sheet


def sheet_names(file: BinaryIO) -> list[str]:
    """Return the names of the sheets in their order; the file is read from its start again.

    Raises:
        BudgetError: when it would fill the memory.
        WorkbookError: when it is no XLSX workbook, or a damaged one.
    """
    try:
        with readable():
            return list(sheets_of(opened_workbook(file)))
    finally:
        file.seek(0)


def _elements(stream: BinaryIO, tags: Collection[str]) -> Iterator[Element]:
    return iterate_xml(stream, tags, max_parts=_MAX_ROW_PARTS)


def require_bounded(file: BinaryIO) -> None:
    """Refuse a workbook that would fill the memory of whoever opens it; it is read from its start.

    Raises:
        BudgetError: when it would.
        WorkbookError: when it is no workbook.
    """
    try:
        with readable():
            opened_workbook(file)
    finally:
        file.seek(0)


def _as_date(value: str, epoch: datetime) -> str:
    """Return a number of days as a date, a time of day, or both; other texts as they are."""
    try:
        days = float(value)
        moment = epoch + timedelta(seconds=round(days * 86_400))
    except (ValueError, OverflowError):
        return value
    if 0 <= days < 1:
        return moment.time().isoformat()
    is_whole = moment.time() == time(0)
    return moment.date().isoformat() if is_whole else moment.isoformat()


def _cells(row: Element, book: Book, budget: Budget) -> list[str]:
    cells: list[str] = []
    for cell in row.findall("c"):
        column = column_of_reference(cell.get("r", ""), default=len(cells))
        require_columns(column + 1)
        budget.spend(cells=max(column + 1 - len(cells), 0))
        budget.spend_blanks(max(column - len(cells), 0), beside=1)
        cells.extend([""] * (column + 1 - len(cells)))
        cells[column] = _value(cell, book)
        budget.spend(cells=0, characters=len(cells[column]))
    return cells


def _value(cell: Element, book: Book) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find("is")
        return text_of(inline) if inline is not None else ""
    value = cell.findtext("v") or ""
    if kind == "s":
        return book.strings[int(value)]
    if kind == "b":
        return "TRUE" if value == "1" else "FALSE"
    if kind == "n" and int(cell.get("s", 0)) in book.styles.dates:
        return _as_date(value, book.epoch)
    return value


def column_of_reference(reference: str, default: int) -> int:
    """Return the column of ``B12``, counted from 0."""
    match = _REFERENCE.fullmatch(reference)
    return default if match is None else column_of(match[1].upper())


def column_of(letters: str) -> int:
    """Return the column that letters such as ``AB`` name, counted from 0."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1
