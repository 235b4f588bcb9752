"""Rows of a table's file as they stand in it, before anybody says what they mean."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator
from typing import Literal, cast

from engine.errors import DataError
from engine.formats.layout import Problem
from engine.formats.reading.encoding_guess import count_damages
from engine.formats.tables.budgets import Budget
from engine.formats.tables.merged_cells import filled, merged_over_rows
from engine.formats.tables.parquet_rows import ParquetError, cell_text, read_parquet
from engine.formats.tables.rows import Row, delimited_rows
from engine.formats.tables.typed_cells import typed_rows
from engine.formats.tables.workbook_parts import WorkbookError
from engine.specs.samples.table_reading import Delimiter, Encoding

FileKind = Literal["text", "workbook", "parquet"]

_SEP = re.compile(r"sep=([,;\t|])\r?\n", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f]")
_SAMPLE = 1 << 16
# Images and programs are full of control characters; a text has hardly one by mistake.
_MAX_CONTROL, _FEW_CONTROL = 0.01, 3


def kind_of(content: bytes) -> FileKind:
    """Tell the kind of a file by its first bytes."""
    if content.startswith(b"PAR1"):
        return "parquet"
    return "workbook" if content.startswith(b"PK\x03\x04") else "text"


def decoded(
    content: bytes, encoding: Encoding, *, is_whole: bool = True, keep_damaged: bool = False
) -> str:
    """Return the text of a file without its mark.

    Args:
        content: a file, or the beginning of one.
        encoding: it is written in.
        is_whole: nothing was cut off.
        keep_damaged: a few bytes that are not UTF-8 stand as surrogates (PEP 383).

    Raises:
        DataError: ``encoding_wrong`` when it is not written so, ``not_a_table`` when it is none.
    """
    try:
        is_kept = keep_damaged and encoding == "utf-8" and count_damages(content, is_whole=is_whole)
        errors = "surrogateescape" if is_kept else "strict"
        text = codecs.getincrementaldecoder(encoding)(errors).decode(content, final=is_whole)
    except UnicodeDecodeError as error:
        raise DataError(
            f"The file is not written in {encoding} (byte {error.start}). Save it again, or choose "
            "another encoding.",
            code="encoding_wrong",
            encoding=encoding,
            place=error.start,
        ) from error
    start = text[:_SAMPLE]
    if len(_CONTROL.findall(start)) > max(_MAX_CONTROL * len(start), _FEW_CONTROL):
        raise DataError("The file is no table. Bring CSV, XLSX or Parquet.", code="not_a_table")
    return text.removeprefix("\ufeff").replace("\x00", "")


def separator_line(text: str) -> Delimiter | None:
    """Return the separator that a first line such as ``sep=;`` names, as Excel reads it."""
    found = _SEP.match(text)
    return cast(Delimiter, found[1]) if found else None


def text_rows(text: str, delimiter: Delimiter) -> Iterator[Row | Problem]:
    """Yield the rows of a text that are not empty, and what is wrong with it."""
    try:
        yield from delimited_rows(io.StringIO(text, newline=""), "", delimiter)
    except csv.Error as error:
        raise _unreadable(str(error)) from error


def file_rows(content: bytes, sheet: str = "") -> Iterator[Row | Problem]:
    """Yield the rows of a sheet of a workbook or of a Parquet file, the names first.

    Cells that are merged over rows have their value in each of them. Without a name the first
    sheet is read.

    Raises:
        DataError: ``table_unreadable``, or a ``BudgetError`` of what would fill the memory.
    """
    if kind_of(content) == "parquet":
        try:
            for number, cells in enumerate(read_parquet(io.BytesIO(content)), start=1):
                yield Row(number, cells)
        except ParquetError as error:
            raise _unreadable(str(error)) from error
        return
    yield from _sheet_rows(content, sheet)


def _sheet_rows(content: bytes, sheet: str) -> Iterator[Row]:
    budget = Budget(len(content))
    try:
        merged = merged_over_rows(io.BytesIO(content), sheet)
        rows = (
            (number, [cell_text(cell) for cell in cells])
            for number, cells in typed_rows(io.BytesIO(content), sheet)
        )
        for number, cells in filled(rows, merged, budget):
            if any(cell.strip() for cell in cells):
                yield Row(number, cells)
    except WorkbookError as error:
        raise _unreadable(f"it is no workbook: {error}") from error


def _unreadable(reason: str) -> DataError:
    return DataError(
        f"The table cannot be read: {reason}. Save it again as CSV, XLSX or Parquet.",
        code="table_unreadable",
        file="",
        reason=reason,
    )
