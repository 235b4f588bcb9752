"""What the columns of a table hold, and which of them are learnt from."""

# R rows

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from easel.runtime.table.cells import Cell, category_of, number_of, time_of

from engine.data.tabular.tables import Frame
from engine.errors import DataError
from engine.formats.tables.cells import is_infinite
from engine.formats.tables.guesses.cell_units import are_codes
from engine.formats.tables.guesses.time_numbers import counted_time
from engine.specs.package.inputs import (
    CategoryColumn,
    Column,
    NumberColumn,
    TimeColumn,
    TimeFormat,
)
from engine.specs.package.ops.table import EncodeColumnsOp

MISSING_TEXTS = frozenset(EncodeColumnsOp().missing)

# A column is of a kind when so many of its present cells read as it; the others become missing.
CLEAR_SHARE = 0.98
# Texts of more words or characters than a name has, most of them met once, are prose.
PROSE_CHARACTERS, PROSE_WORDS, PROSE_DISTINCT = 60, 6, 0.3
IDENTIFIER_DISTINCT, IDENTIFIER_ROWS = 0.9, 50

_HAN = re.compile(r"[\u4e00-\u9fff]")

Reason = Literal["constant", "identifier", "free_text", "left_out"]


@dataclass(frozen=True)
class Schema:
    """What a table is learnt from.

    Attributes:
        columns: features in order: numbers, times, categories.
        omitted: columns that are not learnt from, and why.
        unreadable: cells per number or time column that are present but do not read as it.
        rare: values per category column beyond the most frequent ones, learnt as unknown.
        with_missing: columns of which a training cell was missing.
    """

    columns: tuple[Column, ...]
    omitted: Mapping[str, Reason] = field(default_factory=dict)
    unreadable: Mapping[str, int] = field(default_factory=dict)
    rare: Mapping[str, int] = field(default_factory=dict)
    with_missing: frozenset[str] = frozenset()

    @property
    def required(self) -> tuple[str, ...]:
        """Return the columns that every training row had."""
        return tuple(c.name for c in self.columns if c.name not in self.with_missing)


def infer_schema(
    frame: Frame,
    *,
    but: Iterable[str],
    max_categories: int,
    left_out: Iterable[str] = (),
    as_categories: Collection[str] = (),
) -> Schema:
    """Tell what each column holds, from the rows that are learnt from.

    Args:
        frame: training rows.
        but: columns that are no features: the target, the split, the group.
        max_categories: the most frequent values of a category that get a code each.
        left_out: columns the user does not want.
        as_categories: columns that hold categories, whatever they look like.
    """
    numbers: list[Column] = []
    times: list[Column] = []
    categories: list[Column] = []
    omitted: dict[str, Reason] = dict.fromkeys(left_out, "left_out")
    unreadable: dict[str, int] = {}
    rare: dict[str, int] = {}
    with_missing: set[str] = set()
    skipped = {*but, *omitted}
    for name, cells in frame.columns.items():
        if name in skipped:
            continue
        found = describe_column(
            name,
            cells,
            max_categories,
            is_category=name in as_categories,
            order=frame.date_format,
        )
        if isinstance(found, str):
            omitted[name] = found
            continue
        column, num_unreadable, num_rare, num_missing = found
        place = {"number": numbers, "time": times, "category": categories}[column.kind]
        place.append(column)
        if num_unreadable:
            unreadable[name] = num_unreadable
        if num_rare:
            rare[name] = num_rare
        if num_missing or num_unreadable:
            with_missing.add(name)
    return Schema(
        (*numbers, *times, *categories), omitted, unreadable, rare, frozenset(with_missing)
    )


def describe_column(
    name: str,
    cells: Sequence[Cell],
    max_categories: int,
    *,
    is_category: bool = False,
    order: TimeFormat | None = None,
) -> tuple[Column, int, int, int] | Reason:
    """Return a column with its unreadable, rare and missing cells, or why it is not learnt from."""
    texts = [text for cell in cells if (text := category_of(cell, MISSING_TEXTS)) is not None]
    num_missing = len(cells) - len(texts)
    counts = Counter(texts)
    if len(counts) < 2:
        return "constant"
    if not isinstance(cells[0], bool) and not is_category and not are_codes(counts):
        numbers = [number_of(text, MISSING_TEXTS) for text in counts]
        num_read = sum(
            times
            for times, value in zip(counts.values(), numbers, strict=True)
            if not math.isnan(value)
        )
        num_infinite = sum(times for text, times in counts.items() if is_infinite(text))
        # A few infinite numbers do not make a column of texts.
        if 0 < num_read >= CLEAR_SHARE * (len(texts) - num_infinite):
            counted = counted_time(name, [value for value in numbers if not math.isnan(value)])
            if counted is not None:
                column = TimeColumn(name=name, format=counted)
                return column, len(texts) - num_read, 0, num_missing
            if _counts_rows(cells):
                return "identifier"
            return NumberColumn(name=name), len(texts) - num_read, 0, num_missing
        num_times = sum(
            times
            for text, times in counts.items()
            if time_of(text, MISSING_TEXTS, order) is not None
        )
        if num_times >= CLEAR_SHARE * len(texts):
            return TimeColumn(name=name, format=order), len(texts) - num_times, 0, num_missing
    distinct = len(counts) / len(texts)
    if not is_category and distinct > PROSE_DISTINCT and _is_prose(counts):
        return "free_text"
    if not is_category and distinct > IDENTIFIER_DISTINCT and len(texts) >= IDENTIFIER_ROWS:
        return "identifier"
    kept = sorted(text for text, _ in counts.most_common(max_categories))
    num_rare = len(texts) - sum(counts[text] for text in kept)
    return CategoryColumn(name=name, categories=tuple(kept)), 0, num_rare, num_missing


def time_format(name: str, frame: Frame) -> TimeFormat | None:
    """Return how the cells of a column of times are written."""
    found = describe_column(name, frame.columns[name], 1, order=frame.date_format)
    if not isinstance(found, str) and isinstance(found[0], TimeColumn):
        return found[0].format
    return frame.date_format


def time_unreadable(frame: Frame, column: str, row: int) -> DataError:
    """Return the refusal of a cell in a column of times."""
    return DataError(
        f"{frame.places[row]}: '{frame.columns[column][row]}' in the time column '{column}' is no "
        "date or time that can be read; 2024-05-31 or 2024-05-31 08:00 always can. Correct the "
        "cell, or choose another time column.",
        code="time_unreadable",
        column=column,
        place=frame.places[row],
    )


def _is_prose(counts: Mapping[str, int]) -> bool:
    characters = sum(map(len, counts)) / len(counts)
    words = sum(map(_num_words, counts)) / len(counts)
    return characters > PROSE_CHARACTERS or words > PROSE_WORDS


def _num_words(text: str) -> float:
    """Count words; Chinese has no spaces between them, and two characters a word."""
    num_han = len(_HAN.findall(text))
    return len(_HAN.sub(" ", text).split()) + num_han / 2


def _counts_rows(cells: Sequence[Cell]) -> bool:
    """Return whether whole numbers go up by one from row to row, as a row number does."""
    if len(cells) < IDENTIFIER_ROWS:
        return False
    values = [number_of(cell, MISSING_TEXTS) for cell in cells]
    steps = (after - before for before, after in pairwise(values))
    # Rows taken out for other splits leave gaps: growing whole numbers without repeats.
    return all(step >= 1 and step.is_integer() for step in steps)


def text_cells(cells: Iterable[Cell]) -> Iterator[str | None]:
    """Yield each cell as a category's name, ``None`` where it is missing."""
    return (category_of(cell, MISSING_TEXTS) for cell in cells)
