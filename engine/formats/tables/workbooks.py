"""The first sheet of an XLSX workbook, row by row.

Formulas give the value that was saved with them. Excel keeps dates and times as numbers; where the
style of a cell shows one, it is written as ISO 8601.

openpyxl takes 1.5 s where this takes 0.9 s (160,000 cells), and 110 s and 2.7 GB for a row of six
million cells in 504 KB, which is refused here after 2.5 s and 164 MB.

Source: ECMA-376 part 1, 18.8.30 (formats of numbers) and 18.17.4.1 (dates as numbers).
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import BinaryIO
from xml.etree.ElementTree import Element, ParseError

from engine.errors import DataError
from engine.formats.markup.safe_xml import iterate_xml
from engine.formats.reading.trees import Limits, ZipTree
from engine.formats.reading.values import MALFORMED
from engine.formats.tables.budgets import Budget, BudgetError, require_columns

_LIMITS = Limits(max_bytes=4 * 2**30, max_entry_bytes=2 * 2**30, max_entries=10_000)
# Texts that cells share are held in memory, whoever reads the workbook.
MAX_SHARED_BYTES = 256 * 2**20
_SHARED = "xl/sharedStrings.xml"
_STYLES = "xl/styles.xml"
# The formats that every workbook has without writing them down.
_DATE_FORMATS = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_NO_DATE = re.compile(r'"[^"]*"?|\[[^\]]*\]?|\\.|_.|\*.')
_REFERENCE = re.compile(r"([A-Z]{1,3})\d+")


class WorkbookError(ValueError):
    """The file is no workbook that can be read; the message says why."""


def read_sheet(file: BinaryIO, sheet: str = "") -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each row of a sheet, the first where none is named.

    Raises:
        BudgetError: when it holds more than a table may.
        DataError: ``sheet_unknown`` when it has no sheet of that name.
        WorkbookError: when it is no XLSX workbook, or a damaged one.
    """
    require_sheet(file, sheet)
    with _readable():
        budget = Budget(file.seek(0, 2))
        tree = _opened(file)
        book = _Book(_strings(tree), _date_styles(tree), _epoch(tree))
        with tree.open(_sheet_path(tree, sheet)) as stream:
            for number, row in enumerate(iterate_xml(stream, {"row"}), start=1):
                yield int(row.get("r", number)), _cells(row, book, budget)


@dataclass(frozen=True)
class Sheet:
    """A sheet of a workbook as it is written."""

    name: str
    stream: BinaryIO
    book: _Book

    def rows(self) -> Iterator[Element]:
        """Yield its rows, once."""
        return iterate_xml(self.stream, {"row"})

    def placed(self, row: Element) -> Iterator[tuple[int, Element]]:
        """Yield the cells of a row, each with the place of its column, counted from 0."""
        place = -1
        for cell in row.findall("c"):
            place = _column(cell.get("r", ""), default=place + 1)
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
    with _readable():
        tree = _opened(file)
        book = _Book(_strings(tree), _date_styles(tree), _epoch(tree))
        with tree.open(_sheet_path(tree, sheet)) as stream:
            yield Sheet(name, stream, book)


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
        with _readable(), _opened(file).open("xl/workbook.xml") as book:
            return [sheet.get("name", "") for sheet in iterate_xml(book, {"sheet"})]
    finally:
        file.seek(0)


def require_bounded(file: BinaryIO) -> None:
    """Refuse a workbook that would fill the memory of whoever opens it; it is read from its start.

    Raises:
        BudgetError: when it would.
        WorkbookError: when it is no workbook.
    """
    try:
        with _readable():
            _opened(file)
    finally:
        file.seek(0)


@contextmanager
def _readable() -> Iterator[None]:
    """Say of whatever goes wrong with a workbook that it is one that cannot be read."""
    try:
        yield
    except BudgetError:
        raise
    except (DataError, OSError, *MALFORMED) as error:
        reason = error.message if isinstance(error, DataError) else error
        raise WorkbookError(f"no workbook that can be read: {reason}") from error
    except (zipfile.BadZipFile, zlib.error) as error:
        raise WorkbookError(f"damaged: {error}") from error


def _opened(file: BinaryIO) -> ZipTree:
    try:
        tree = ZipTree(file, _LIMITS)
    except DataError as error:
        if error.code != "archive_bomb":
            raise
        raise BudgetError(
            f"The workbook would unpack to {error.params['unpacked']} bytes, which no table that "
            "is read needs.",
            code=error.code,
            **error.params,
        ) from error
    if tree.size(_SHARED) > MAX_SHARED_BYTES:
        raise BudgetError(
            f"The texts of the workbook have {tree.size(_SHARED)} bytes; at most "
            f"{MAX_SHARED_BYTES} are read.",
            code="table_too_large",
            megabytes=tree.size(_SHARED) >> 20,
        )
    return tree


def _sheet_path(tree: ZipTree, name: str) -> str:
    with tree.open("xl/workbook.xml") as file:
        sheets = (one for one in iterate_xml(file, {"sheet"}) if name in ("", one.get("name", "")))
        sheet = next(sheets, None)
    if sheet is None:
        raise WorkbookError("the workbook has no sheet")
    key = next((value for name, value in sheet.attrib.items() if name.endswith(":id")), None)
    with tree.open("xl/_rels/workbook.xml.rels") as file:
        for relation in iterate_xml(file, {"Relationship"}):
            if relation.get("Id") == key:
                target = relation.get("Target", "")
                return target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    raise WorkbookError("the workbook does not say where its sheet is")


def _strings(tree: ZipTree) -> list[str]:
    if _SHARED not in tree.names():
        return []
    with tree.open(_SHARED) as file:
        return [_text(entry) for entry in iterate_xml(file, {"si"})]


def _text(element: Element) -> str:
    """Return the text of runs; phonetic hints are not part of it."""
    direct = element.findall("t") + [t for run in element.findall("r") for t in run.findall("t")]
    return "".join(part.text or "" for part in direct)


BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, ParseError, *MALFORMED)
"""What libraries raise for workbooks that are damaged inside."""


@dataclass(frozen=True)
class _Book:
    """What cells refer to: texts that they share, styles that show dates, day 0 of dates."""

    strings: list[str]
    date_styles: frozenset[int]
    epoch: datetime


def _date_styles(tree: ZipTree) -> frozenset[int]:
    """Return the numbers of the styles of cells that show a date or a time."""
    if _STYLES not in tree.names():
        return frozenset()
    own: dict[str, bool] = {}
    found: list[int] = []
    with tree.open(_STYLES) as file:
        for element in iterate_xml(file, {"numFmt", "cellXfs"}):
            if element.tag.endswith("numFmt"):
                code = _NO_DATE.sub("", element.get("formatCode", ""))
                own[element.get("numFmtId", "")] = any(letter in code.lower() for letter in "ymdhs")
                continue
            for number, style in enumerate(element.findall("xf")):
                key = style.get("numFmtId", "0")
                if own.get(key, int(key) in _DATE_FORMATS):
                    found.append(number)
    return frozenset(found)


def _epoch(tree: ZipTree) -> datetime:
    with tree.open("xl/workbook.xml") as file:
        properties = next(iterate_xml(file, {"workbookPr"}), None)
    is_1904 = properties is not None and properties.get("date1904", "0") in ("1", "true")
    return datetime(1904, 1, 1) if is_1904 else datetime(1899, 12, 30)


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


def _cells(row: Element, book: _Book, budget: Budget) -> list[str]:
    cells: list[str] = []
    for cell in row.findall("c"):
        column = _column(cell.get("r", ""), default=len(cells))
        require_columns(column + 1)
        budget.spend(cells=max(column + 1 - len(cells), 0))
        cells.extend([""] * (column + 1 - len(cells)))
        cells[column] = _value(cell, book)
        budget.spend(cells=0, characters=len(cells[column]))
    return cells


def _value(cell: Element, book: _Book) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find("is")
        return _text(inline) if inline is not None else ""
    value = cell.findtext("v") or ""
    if kind == "s":
        return book.strings[int(value)]
    if kind == "b":
        return "TRUE" if value == "1" else "FALSE"
    if kind == "n" and int(cell.get("s", 0)) in book.date_styles:
        return _as_date(value, book.epoch)
    return value


def _column(reference: str, default: int) -> int:
    """Return the column of ``B12``, counted from 0."""
    match = _REFERENCE.fullmatch(reference)
    return default if match is None else column_of(match[1])


def column_of(letters: str) -> int:
    """Return the column that letters such as ``AB`` name, counted from 0."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1
