"""The rows of a sheet with cells of the kinds that a workbook gives them: numbers, dates, truths.

What a cell means is what openpyxl says; it does not read, for it keeps a sheet's rows, and all
texts, however large a small file makes them. Here a row is bounded before it is built, and so are
the cells that only stand between far ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import BinaryIO
from xml.etree.ElementTree import Element

from engine.formats.tables.budgets import Budget, require_columns
from engine.formats.tables.workbook_parts import text_of
from engine.formats.tables.workbooks import Sheet, column_of_reference, open_sheet

CellValue = str | bool | int | float | date | time | timedelta | None

_OUT_OF_CALENDAR = "#VALUE!"


def typed_rows(file: BinaryIO, sheet: str = "") -> Iterator[tuple[int, list[CellValue]]]:
    """Yield the number and the cells of each row of a sheet, the first where none is named.

    Rows are as wide as the sheet says that it is; formulas give the value saved with them.

    Raises:
        BudgetError: when it holds more than a table may.
        DataError: ``sheet_unknown`` when it has no sheet of that name.
        WorkbookError: when it is no XLSX workbook, or a damaged one.
    """
    with open_sheet(file, sheet) as found:
        budget = Budget(file.seek(0, 2))
        width = number = 0
        for element in found.elements({"dimension", "row"}):
            if element.tag == "dimension":
                width = _width(element.get("ref", ""))
                require_columns(width)
                continue
            number = int(float(element.get("r", number + 1)))
            yield number, _cells(found, element, width, budget)


def _width(reference: str) -> int:
    """Return how many columns a range such as ``A1:F20`` ends after."""
    return column_of_reference(reference.rpartition(":")[2], default=-1) + 1


def _cells(sheet: Sheet, row: Element, width: int, budget: Budget) -> list[CellValue]:
    found = list(sheet.placed(row))
    num_columns = max([width, *(place + 1 for place, _ in found)])
    budget.spend_row(num_columns)
    budget.spend_blanks(num_columns - len(found), beside=len(found))
    cells: list[CellValue] = [None] * num_columns
    for place, cell in found:
        cells[place] = _value(cell, sheet)
    return cells


def _value(cell: Element, sheet: Sheet) -> CellValue:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find("is")
        return None if inline is None else text_of(inline)
    value = cell.findtext("v") or None
    if value is None:
        return None
    if kind == "s":
        # As Excel writes an underline that is no escape.
        return sheet.shared_text(int(value)).replace("x005F_", "")
    if kind == "b":
        return bool(int(value))
    if kind == "d":
        return _iso_date(value)
    if kind != "n":
        return value
    return _number(value, int(cell.get("s", 0)), sheet)


def _number(value: str, style: int, sheet: Sheet) -> CellValue:
    number = float(value) if set(value) & set(".Ee") else int(value)
    if style not in sheet.typed_styles.dates:
        return number
    from openpyxl.utils.datetime import from_excel

    try:
        moment: datetime | time | timedelta = from_excel(
            number, sheet.epoch, timedelta=style in sheet.typed_styles.durations
        )
    except (OverflowError, ValueError):
        return _OUT_OF_CALENDAR
    return moment


def _iso_date(value: str) -> date | time | timedelta | None:
    from openpyxl.utils.datetime import from_ISO8601

    moment: date | time | timedelta | None = from_ISO8601(value)
    return moment
