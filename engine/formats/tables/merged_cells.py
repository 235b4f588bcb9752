"""Cells of a workbook that are merged over several rows: each of the rows has their value."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from engine.formats.layout import Problem
from engine.formats.tables.workbooks import column_of, open_sheet

_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\b[^>]{0,60}?\bref="([A-Z]{1,3})(\d+):[A-Z]{1,3}(\d+)"')
_PIECE, _LONGEST_TAG = 1 << 20, 128
# More than this are no headings that somebody drew over rows.
_MOST = 100_000


@dataclass(frozen=True)
class Merged:
    """Where a value stands for several rows: its column, from 0, and its rows, from 1."""

    column: int
    first: int
    last: int


def merged_over_rows(file: BinaryIO, sheet: str = "") -> tuple[Merged, ...]:
    """Return which cells of a sheet are merged over several rows; the file is wound back.

    Raises:
        DataError: ``sheet_unknown`` when it has no sheet of that name.
        WorkbookError: when it is no workbook, or a damaged one.
    """
    file.seek(0)
    try:
        with open_sheet(file, sheet) as found:
            places = {
                Merged(column_of(letters.decode()), int(first), int(last))
                for letters, first, last in _ranges(found.stream)
                if int(first) < int(last)
            }
    finally:
        file.seek(0)
    return tuple(sorted(places, key=lambda one: (one.first, one.column))[:_MOST])


def filled(
    rows: Iterable[tuple[int, list[str]]], merged: Iterable[Merged]
) -> Iterator[tuple[int, list[str]]]:
    """Yield rows with the values that are merged over them; rows come in their order.

    What is merged from the first row of several cells, or above it, is a title or names a column:
    below it the names of parts of the column may stand.
    """
    is_headed = False
    beginning: dict[int, list[Merged]] = defaultdict(list)
    for one in merged:
        beginning[one.first].append(one)
    held: list[tuple[Merged, str]] = []
    for number, cells in rows:
        held = [(one, text) for one, text in held if one.last >= number]
        for one, text in held if any(cell.strip() for cell in cells) else ():
            cells.extend([""] * (one.column + 1 - len(cells)))
            cells[one.column] = cells[one.column] or text
        held += [
            (one, cells[one.column])
            for one in beginning.pop(number, ())
            if is_headed and one.column < len(cells) and cells[one.column].strip()
        ]
        is_headed = is_headed or sum(bool(cell.strip()) for cell in cells) > 1
        yield number, cells


def cells_merged(name: str, num: int) -> Problem:
    """Return what is said of cells that are merged over rows."""
    return Problem(
        "cells_merged",
        name,
        f"{num} merged cell(s) reach over several rows; each of these rows has their value.",
        {"num": num},
    )


def _ranges(stream: BinaryIO) -> Iterator[tuple[bytes, bytes, bytes]]:
    rest = b""
    while piece := stream.read(_PIECE):
        text = rest + piece
        end = 0
        for found in _MERGED.finditer(text):
            yield found[1], found[2], found[3]
            end = found.end()
        rest = text[max(end, len(text) - _LONGEST_TAG) :]
