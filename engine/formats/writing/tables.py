"""Tables on their way out as TSV, XLSX or Parquet, a few rows in memory at a time."""

from __future__ import annotations

import csv
import math
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from typing import IO, Any, Literal

from engine.formats.layout import Piece, Problem, Written
from engine.formats.tables.formulas import guarded

_CHUNK = 1 << 20
_GROUP_ROWS = 10_000
_MAX_DIGITS = 15
# What a sheet of a workbook holds (ECMA-376 and Excel's own limits).
MAX_SHEET_ROWS, MAX_SHEET_COLUMNS, MAX_SHEET_CELL = 1_048_576, 16_384, 32_767
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")

Rows = Callable[[], Iterable[Sequence[str]]]
Writer = Callable[["Table", IO[bytes]], Iterator[Problem]]
Numbers = Literal["exact", "any"]


@dataclass(frozen=True)
class Table:
    """A table to write: ``rows`` gives its rows from the beginning each time it is called.

    ``numbers`` says which columns become numbers: those whose cells come back letter by letter
    (``exact``), or all that hold nothing else (``any``). A cell that is empty is a missing one.
    """

    name: str
    header: Sequence[str]
    rows: Rows
    numbers: Numbers = "exact"


def write_table(table: Table, path: str, writer: Writer) -> Iterator[Written]:
    """Yield a table in pieces, and what it cannot hold."""
    with tempfile.TemporaryFile() as file:
        yield from writer(table, file)
        file.seek(0)
        while chunk := file.read(_CHUNK):
            yield Piece(path, chunk)


def tsv(table: Table, file: IO[bytes]) -> Iterator[Problem]:
    """Write a table with tabs; every cell is quoted, so that it may hold tabs and line ends.

    No cell is one that a spreadsheet takes for a formula.
    """
    rows = ([guarded(cell) for cell in row] for row in _chained([table.header], table.rows()))
    for batch in _batches(rows):
        text = StringIO()
        csv.writer(text, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(
            batch
        )
        file.write(text.getvalue().encode("utf-8", errors="replace"))
    yield from ()


def xlsx(table: Table, file: IO[bytes]) -> Iterator[Problem]:
    """Write a workbook of one sheet; what a sheet cannot hold is cut and counted."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Sheet1")
    kinds = _kinds(table)
    num_rows = num_cut = 0
    if len(table.header) > MAX_SHEET_COLUMNS:
        yield _beyond(table, "columns", len(table.header) - MAX_SHEET_COLUMNS)
    for row in _chained([table.header], table.rows()):
        num_rows += 1
        if num_rows > MAX_SHEET_ROWS:
            continue
        cells = []
        for column, text in enumerate(row[:MAX_SHEET_COLUMNS]):
            kept = _NOT_IN_XML.sub("", text)[:MAX_SHEET_CELL]
            num_cut += kept != text
            value = kept if num_rows == 1 else _value(kept, kinds[column])
            cell = WriteOnlyCell(sheet, value=value)
            if isinstance(value, str):
                # A text that begins with "=" would be a formula.
                cell.data_type = "s"
            cells.append(cell)
        sheet.append(cells)
    if num_rows > MAX_SHEET_ROWS:
        yield _beyond(table, "rows", num_rows - MAX_SHEET_ROWS)
    if num_cut:
        yield Problem(
            "cells_cut",
            table.name,
            f"{num_cut} cells hold more than {MAX_SHEET_CELL} characters or ones that a workbook "
            "cannot; they are cut. Export as Parquet to keep them.",
            {"num": num_cut, "maximum": MAX_SHEET_CELL},
        )
    book.save(file)


def parquet(table: Table, file: IO[bytes]) -> Iterator[Problem]:
    """Write Parquet with whole numbers, numbers and texts as the columns hold them."""
    import pyarrow as arrow
    from pyarrow import parquet as library

    kinds = _kinds(table)
    types = {int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
    schema = arrow.schema(
        [(name, types[kind]) for name, kind in zip(table.header, kinds, strict=True)]
    )
    with library.ParquetWriter(file, schema, compression="zstd") as out:
        rows = iter(table.rows())
        while batch := list(islice(rows, _GROUP_ROWS)):
            columns = [
                arrow.array([_value(row[place], kind) for row in batch], types[kind])
                for place, kind in enumerate(kinds)
            ]
            out.write_table(arrow.table(columns, schema=schema))
    yield from ()


def _beyond(table: Table, part: str, num: int) -> Problem:
    return Problem(
        "beyond_sheet",
        table.name,
        f"A sheet has no place for {num} of the {part}; they are not in the export. Export as "
        "Parquet to keep them.",
        {"part": part, "num": num},
    )


def _kinds(table: Table) -> list[type]:
    """Return what each column holds, seen over all rows: ``int``, ``float`` or ``str``."""
    reads: dict[type, Callable[[str], bool]]
    if table.numbers == "exact":
        reads = {int: _is_int, float: _is_float}
    else:
        reads = {int: _reads_as_int, float: _reads_as_float}
    num_columns = len(table.header)
    possible = [dict(reads) for _ in range(num_columns)]
    is_filled = [False] * num_columns
    for row in table.rows():
        for place, cell in enumerate(row):
            if cell == "":
                continue
            is_filled[place] = True
            kinds = possible[place]
            for kind in [kind for kind, accepts in kinds.items() if not accepts(cell)]:
                del kinds[kind]
    return [
        next(iter(kinds), str) if filled else str
        for kinds, filled in zip(possible, is_filled, strict=True)
    ]


def _is_int(cell: str) -> bool:
    return _reads_as_int(cell) and str(int(cell)) == cell


def _is_float(cell: str) -> bool:
    return _reads_as_float(cell) and repr(float(cell)) == cell


def _reads_as_int(cell: str) -> bool:
    digits = cell.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and not _is_name(digits)


def _reads_as_float(cell: str) -> bool:
    digits = cell.removeprefix("-")
    if not cell.isascii() or _is_name(digits) or "_" in cell:
        return False
    try:
        return math.isfinite(float(cell))
    except ValueError:
        return False


def _is_name(digits: str) -> bool:
    """Tell digits that name something: a 0 before others, or more than a workbook keeps apart."""
    begins_with_0 = len(digits) > 1 and digits[0] == "0" and digits[1].isdecimal()
    return begins_with_0 or (digits.isdecimal() and len(digits) > _MAX_DIGITS)


def _value(cell: str, kind: type) -> Any:
    return None if cell == "" else kind(cell)


def _chained(*parts: Iterable[Sequence[str]]) -> Iterator[Sequence[str]]:
    for part in parts:
        yield from part


def _batches(*parts: Iterable[Sequence[str]]) -> Iterator[list[Sequence[str]]]:
    rows = _chained(*parts)
    while batch := list(islice(rows, _GROUP_ROWS)):
        yield batch
