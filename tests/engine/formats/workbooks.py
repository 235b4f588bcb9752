"""Small XLSX workbooks, written by hand."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from openpyxl import Workbook

from tests.engine.formats.trees import zipped

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def workbook(rows: Sequence[Sequence[str]]) -> bytes:
    """Return a workbook whose first sheet holds rows: texts shared, numbers as they are."""
    strings = sorted({cell for row in rows for cell in row if not cell.isdigit()})
    body = "".join(
        f'<row r="{number}">{_cells(row, number, strings)}</row>'
        for number, row in enumerate(rows, start=1)
    )
    shared = "".join(
        f"<si><r><t>{escape(text[:1])}</t></r><r><t>{escape(text[1:])}</t></r><rPh><t>x</t></rPh></si>"
        for text in strings
    )
    return zipped(
        [
            (
                "xl/workbook.xml",
                f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>'
                '<sheet name="a" sheetId="1" r:id="rId7"/></sheets></workbook>'.encode(),
            ),
            (
                "xl/_rels/workbook.xml.rels",
                (
                    b'<Relationships><Relationship Id="rId7" Target="worksheets/sheet9.xml"/>'
                    b"</Relationships>"
                ),
            ),
            ("xl/sharedStrings.xml", f'<x:sst xmlns:x="{_MAIN}">{shared}</x:sst>'.encode()),
            (
                "xl/worksheets/sheet9.xml",
                f'<worksheet xmlns="{_MAIN}"><sheetData>{body}</sheetData></worksheet>'.encode(),
            ),
        ]
    ).getvalue()


def _cells(row: Sequence[str], number: int, strings: list[str]) -> str:
    return "".join(_cell(cell, number, column, strings) for column, cell in enumerate(row))


def _cell(cell: str, row: int, column: int, strings: list[str]) -> str:
    place = f"{chr(65 + column)}{row}"
    if not cell:
        return ""
    if cell.isdigit():
        return f'<c r="{place}"><v>{cell}</v></c>'
    return f'<c r="{place}" t="s"><v>{strings.index(cell)}</v></c>'


def saved_workbook(rows: Sequence[Sequence[object]], *further: str) -> bytes:
    """Return a workbook as openpyxl saves it, numbers and dates as such, and further sheets."""
    return sheets({"Sheet": rows, **dict.fromkeys(further, ())})


def sheets(given: Mapping[str, Sequence[Sequence[object]]], *merged: str) -> bytes:
    """Return a workbook of sheets, in the last of which cells are merged."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in given.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    for place in merged:
        book.worksheets[-1].merge_cells(place)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
