"""Tables as this program writes them: names first, decimal points, ISO dates."""

from __future__ import annotations

import csv
import io
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from engine.formats.layout import Problem
from engine.formats.tables.cells import cell_turner
from engine.formats.tables.formulas import guarded
from engine.formats.tables.guesses.cell_units import in_brackets, unit_reader
from engine.formats.tables.preview import TablePreview, readers_of
from engine.formats.tables.raw_tables import decoded, file_rows, kind_of, text_rows
from engine.formats.tables.rows import Row
from engine.formats.tables.uneven import UnevenRows

LAST_ROWS = 5


@dataclass
class PlainTable:
    """The names of the columns, and the rows, each as long; counted while they are read."""

    names: tuple[str, ...]
    rows: Iterator[list[str]]
    uneven: UnevenRows
    problems: list[Problem] = field(default_factory=list)
    num_rows: int = 0
    last: deque[list[str]] = field(default_factory=lambda: deque(maxlen=LAST_ROWS))


def plain_rows(content: bytes, looked: TablePreview) -> PlainTable:
    """Open a table for reading to its end, as it was looked at.

    Raises:
        DataError: when it cannot be read so.
    """
    reading = looked.reading
    if kind_of(content) != "text":
        rows = file_rows(content, reading.sheet)
    else:
        assert reading.encoding != "auto"
        assert reading.delimiter != "auto"
        rows = text_rows(decoded(content, reading.encoding), reading.delimiter)
    names = tuple(column.name for column in looked.columns)
    table = PlainTable(names, iter(()), UnevenRows(len(names)))
    table.rows = _plainly(rows, looked, table)
    return table


def _plainly(
    rows: Iterable[Row | Problem], looked: TablePreview, table: PlainTable
) -> Iterator[list[str]]:
    turns = _turners(looked)
    assert looked.reading.skip_rows != "auto"
    above = looked.reading.skip_rows + (looked.reading.header is True)
    width = len(turns)
    for row in rows:
        if isinstance(row, Problem):
            table.problems.append(row)
        elif any(cell.strip() for cell in row.cells):
            if above:
                above -= 1
                continue
            table.num_rows += 1
            table.uneven.note(row.number, row.cells)
            cells = [*row.cells[:width], *[""] * (width - len(row.cells))]
            plain = [turn(cell) for turn, cell in zip(turns, cells, strict=True)]
            table.last.append(plain)
            yield plain


def _turners(looked: TablePreview) -> list[Callable[[str], str]]:
    number, time, missing = readers_of(looked.reading)
    chosen = {one.name for one in looked.reading.kinds}
    return [
        cell_turner(
            column.kind or "text",
            number=unit_reader(
                column.unit, number if column.num_bracketed == 0 else in_brackets(number)
            ),
            time=time,
            missing=missing,
            is_chosen=column.name in chosen,
        )
        for column in looked.columns
    ]


def plain_csv(table: PlainTable) -> bytes:
    """Return a table as CSV with its names first, and no cell that a spreadsheet would run."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(guarded, table.names))
    writer.writerows(map(guarded, row) for row in table.rows)
    return text.getvalue().encode()
