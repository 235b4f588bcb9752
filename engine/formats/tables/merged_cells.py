"""Cells of a workbook that are merged over several rows: each of the rows has their value."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from engine.formats.layout import Problem
from engine.formats.tables.budgets import MAX_COLUMNS, Budget
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
            places: set[Merged] = set()
            for letters, first, last in _ranges(found.stream):
                one = Merged(column_of(letters.decode()), int(first), int(last))
                if one.first < one.last and one.column < MAX_COLUMNS:
                    places.add(one)
                if len(places) > 2 * _MOST:
                    places = set(_topmost(places))
    finally:
        file.seek(0)
    return tuple(_topmost(places))


def _topmost(places: Iterable[Merged]) -> list[Merged]:
    return sorted(places, key=lambda one: (one.first, one.column))[:_MOST]


def filled(
    rows: Iterable[tuple[int, list[str]]], merged: Iterable[Merged], budget: Budget
) -> Iterator[tuple[int, list[str]]]:
    """Yield rows with the values that are merged over them; rows come in their order.

    What is merged from the first row of several cells, or above it, is a title or names a column:
    below it the names of parts of the column may stand.

    Raises:
        BudgetError: when the table has more cells than it may, those of merged values included.
    """
    is_headed = False
    beginning: dict[int, list[Merged]] = defaultdict(list)
    for one in merged:
        beginning[one.first].append(one)
    # By column: cells that are merged do not overlap.
    held: dict[int, tuple[int, str]] = {}
    for number, cells in rows:
        held = {column: one for column, one in held.items() if one[0] >= number}
        if held and any(cell.strip() for cell in cells):
            num_new = max(0, max(held) + 1 - len(cells))
            budget.spend(cells=num_new)
            budget.spend_blanks(num_new, beside=len(held))
            cells.extend([""] * num_new)
            for column, (_, text) in held.items():
                cells[column] = cells[column] or text
        for one in beginning.pop(number, ()):
            if is_headed and one.column < len(cells) and cells[one.column].strip():
                held[one.column] = (one.last, cells[one.column])
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
