"""Guess how a table's file is read, from its first rows, and say why."""

# The words of a first row are compared with the column below: a name of a column is not like it.

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, cast

from engine.formats.tables.cells import (
    ALWAYS_MISSING,
    Turn,
    is_infinite,
    number_reader,
)
from engine.formats.tables.guesses.cell_units import are_codes, without_unit
from engine.formats.tables.guesses.date_order import guess_order
from engine.formats.tables.raw_tables import separator_line, text_rows
from engine.formats.tables.rows import Row
from engine.specs.samples.table_reading import (
    DateOrder,
    DecimalMark,
    Delimiter,
    ReadingReason,
    ReadKind,
    TableReading,
    ThousandsMark,
)

CLEAR_SHARE: Final = 0.98
# What a formula of a spreadsheet gives that has no value.
_FORMULA_ERRORS = frozenset(
    ("#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!", "#N/A", "#SPILL!", "#CALC!")
)
# Beside few or many numbers these stand for no value; the first ones do everywhere.
_PLAINLY_MISSING = _FORMULA_ERRORS | {"n/a", "na", "NULL", "Null", "none", "#NA", "<NA>", "缺失"}
_PERHAPS_MISSING = frozenset(("-", "--", "—", ".", "..", "*", "x", "missing", "无", "空", "暂无"))
_MAX_TITLE_ROWS = 20
_CONSISTENT = 0.9
_FEW_DISTINCT, _FREE_TEXT = 20, 0.5

_SPACES, _APOSTROPHES = " \u00a0\u202f\u2009", "'\u2019"
_COMMA_NUMBER = re.compile(rf"[+-]?\d{{1,3}}([.{_SPACES}{_APOSTROPHES}]\d{{3}})*,\d+|[+-]?\d+,\d+")
_POINT_NUMBER = re.compile(
    rf"[+-]?\d{{1,3}}([,{_SPACES}{_APOSTROPHES}]\d{{3}})*\.\d+|[+-]?\d{{1,2}}(,\d\d)+,\d{{3}}\.\d+"
    r"|[+-]?\d+\.\d+([eE][+-]?\d+)?"
)
_GROUPED = {
    # Lakhs, too: 1,23,100.
    ",": re.compile(r"[+-]?[1-9](\d{0,2}(,\d{3})+|\d?(,\d\d)+,\d{3})(\.\d+)?"),
    ".": re.compile(r"[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d+)?"),
    " ": re.compile(rf"[+-]?[1-9]\d{{0,2}}([{_SPACES}]\d{{3}})+([.,]\d+)?"),
    "'": re.compile(rf"[+-]?[1-9]\d{{0,2}}([{_APOSTROPHES}]\d{{3}})+([.,]\d+)?"),
}


@dataclass
class Reasons:
    """Why each part was guessed as it is."""

    found: list[ReadingReason] = field(default_factory=list)

    def add(
        self, part: str, code: str, message: str, *, is_sure: bool = True, **params: str | int
    ) -> None:
        """Note why."""
        self.found.append(
            ReadingReason(part=part, code=code, params=params, message=message, is_sure=is_sure)
        )

    def is_sure(self, part: str) -> bool:
        """Tell a part of which nothing is in doubt."""
        return all(one.is_sure for one in self.found if one.part == part)

    def forget(self, part: str) -> None:
        """Leave out why a part was guessed, since it is guessed once more."""
        self.found = [one for one in self.found if one.part != part]


def guess_delimiter(text: str, reasons: Reasons) -> Delimiter:
    """Return the sign that divides nearly all first rows into equally many cells."""
    named = separator_line(text)
    if named is not None:
        reasons.add("delimiter", "named_by_first_line", f"The first line says 'sep={named}'.")
        return named
    best: tuple[float, Delimiter, int] = (0.0, ",", 1)
    # A comma also stands within numbers, and a space within words: they come after the others.
    for delimiter in cast(tuple[Delimiter, ...], ("\t", ";", "|", ",", " ")):
        rows = first_rows(text, delimiter, 100)
        width, share = _commonest_width(rows)
        if width < 2 or (delimiter == " " and not _are_numbers(rows, width)):
            continue
        if share >= _CONSISTENT and len(rows[0]) in (1, width):
            best = (share, delimiter, width)
            break
        best = max(best, (share * 0.9, delimiter, width), key=lambda one: one[0])
    _, delimiter, width = best
    if width > 1:
        reasons.add(
            "delimiter",
            "divides_rows_evenly",
            f"It divides the first rows into {width} columns each.",
            is_sure=best[0] >= _CONSISTENT,
            num=width,
        )
    else:
        reasons.add("delimiter", "one_column", "No sign divides the rows: there is one column.")
    return delimiter


def first_rows(text: str, delimiter: Delimiter, num: int) -> list[list[str]]:
    """Return the first rows of a text; one within an open quotation mark is left out."""
    rows = text_rows(text, delimiter)
    return [row.cells for row in islice((r for r in rows if isinstance(r, Row)), num)]


def _commonest_width(rows: Sequence[Sequence[str]]) -> tuple[int, float]:
    if not rows:
        return 0, 0.0
    width, times = Counter(map(len, rows)).most_common(1)[0]
    return width, times / len(rows)


def _are_numbers(rows: Sequence[Sequence[str]], width: int) -> bool:
    """Tell rows of which the larger part is numbers, so that spaces divide no sentences."""
    read = number_reader(".", "none")
    cells = [cell for row in rows if len(row) == width for cell in row]
    return sum(read(cell) is not None for cell in cells) > 0.5 * len(cells)


def guess_skipped(rows: Sequence[Sequence[str]], reasons: Reasons) -> int:
    """Return how many rows stand above the table: titles, comments, a line that names the sign."""
    width, _ = _commonest_width(rows)
    if _tells_sizes(rows, width):
        reasons.add("skip_rows", "size_row", "The first row tells the sizes of the table.")
        return 1
    num = 0
    for cells in rows[:_MAX_TITLE_ROWS]:
        first = cells[0].strip() if cells else ""
        is_title = len([cell for cell in cells if cell.strip()]) < 2 <= width
        if not (is_title or first.startswith("#") or first.lower().startswith("sep=")):
            break
        num += 1
    if num == len(rows):
        return 0
    if num:
        reasons.add("skip_rows", "title_rows", f"{num} row(s) above the table are no part of it.")
    return num


def _tells_sizes(rows: Sequence[Sequence[str]], width: int) -> bool:
    """Tell a first row of how many rows and columns there are, as scikit-learn's tables have."""
    if len(rows) < 3:
        return False
    first = [cell.strip() for cell in rows[0][:2]]
    if len(first) < 2 or not all(cell.isdecimal() for cell in first):
        return False
    num_rows, num_columns = map(int, first)
    num_read = len(rows) - 1
    # Of a long table only the beginning is looked at.
    return num_columns == width - 1 and (num_rows == num_read or num_rows > num_read >= 1000)


def guess_marks(
    columns: Sequence[Sequence[str]], delimiter: str, reasons: Reasons
) -> tuple[DecimalMark, ThousandsMark]:
    """Return the marks within numbers, by how the digits stand around them."""
    commas = points = 0
    grouped: Counter[str] = Counter()
    for cell in (without_unit(cell).strip() for column in columns for cell in column):
        for sign, pattern in _GROUPED.items():
            grouped[sign] += pattern.fullmatch(cell) is not None
        commas += bool(_COMMA_NUMBER.fullmatch(cell)) and not _GROUPED[","].fullmatch(cell)
        points += bool(_POINT_NUMBER.fullmatch(cell)) and not _GROUPED["."].fullmatch(cell)
    # "1,234" alone is either; in a file of semicolons, commas are nearly always decimal marks.
    decimal: DecimalMark = "."
    if commas > points or (commas == points == 0 and delimiter == ";" and grouped[","]):
        decimal = ","
        reasons.add(
            "decimal",
            "comma_before_last_digits",
            f"{commas or grouped[',']} number(s) have a comma before their last digits.",
            is_sure=commas > 0,
            num=commas or grouped[","],
        )
    mark: ThousandsMark = "none"
    others = [one for one in grouped if one != decimal and grouped[one]]
    if others:
        mark = cast(ThousandsMark, max(others, key=grouped.__getitem__))
        is_sure = mark in " '" or (commas if decimal == "," else points) > 0
        reasons.add(
            "thousands",
            "groups_of_three",
            f"{grouped[mark]} number(s) have '{mark}' before each three digits.",
            is_sure=is_sure,
            num=grouped[mark],
            mark=mark,
        )
    return decimal, mark


def guess_date_order(
    names: Sequence[str], columns: Sequence[Sequence[str]], reasons: Reasons
) -> DateOrder:
    """Return in which order day, month and year stand, and note why."""
    found = guess_order(names, columns)
    if found is None:
        return "ymd"
    example, read = found.example, found.read
    messages = {
        "either_order": f"Dates such as '{example}' can be read in more than one order; it is "
        f"taken for {read}. Look at them.",
        "year_first": f"Dates such as '{example}' begin with the year: so they come in order, or "
        "lie in years that data is about.",
        "dates_run_on": f"Dates such as '{example}' come in order when it is taken for {read}.",
        "first_part_beyond_12": f"In {found.num} date(s) such as '{example}' the first number is "
        "above 12.",
        "second_part_beyond_12": f"In {found.num} date(s) such as '{example}' the second number "
        "is above 12.",
    }
    reasons.add(
        "date_order",
        found.code,
        messages[found.code],
        is_sure=found.is_sure,
        num=found.num,
        example=example,
        read=read,
    )
    return found.order


def guess_missing(
    columns: Sequence[Sequence[str]], turns: Iterable[Turn], reasons: Reasons
) -> tuple[str, ...]:
    """Return words that stand for no value, beside those that always do."""
    reads = tuple(turns)
    words: Counter[str] = Counter()
    for column in columns:
        counts = Counter(cell.strip() for cell in column)
        present = {word: n for word, n in counts.items() if word not in ALWAYS_MISSING}
        words.update({word: n for word, n in present.items() if word in _PLAINLY_MISSING})
        rest = {
            word: n
            for word, n in present.items()
            if word not in _PLAINLY_MISSING and word not in _PERHAPS_MISSING
        }
        total = sum(rest.values())
        is_clear = total > 0 and any(
            sum(n for word, n in rest.items() if read(word) is not None) >= CLEAR_SHARE * total
            for read in reads
        )
        if is_clear:
            words.update({word: n for word, n in present.items() if word in _PERHAPS_MISSING})
    for word, num in words.most_common():
        reasons.add(
            "missing",
            "stands_for_no_value",
            f"'{word}' stands in {num} cell(s) for no value.",
            is_sure=word in _PLAINLY_MISSING or word in "--",
            word=word,
            num=num,
        )
    return tuple(words)


def guess_kind(column: Sequence[str], number: Turn, time: Turn) -> ReadKind | None:
    """Return what nearly all values of a column read as; ``None`` when it has none."""
    from easel.dates import is_compact_date

    counts = Counter(cell for cell in column if cell)
    total = counts.total()
    if not total:
        return None
    dates = {cell: num for cell, num in counts.items() if is_compact_date(cell)}
    if len(dates) > 1 and sum(dates.values()) == total and all(map(time, dates)):
        return "time"
    readers = (("time", time),) if are_codes(counts) else (("number", number), ("time", time))
    # An infinite number is no word among numbers, and no time.
    infinite = sum(num for cell, num in counts.items() if is_infinite(cell))
    for kind, read in readers:
        of = total - infinite if kind == "number" else total
        if 0 < of <= sum(n for cell, n in counts.items() if read(cell) is not None) / CLEAR_SHARE:
            return cast(ReadKind, kind)
    is_free = len(counts) > _FEW_DISTINCT and len(counts) > _FREE_TEXT * total
    return "text" if is_free else "category"


def settled_reading(reading: TableReading, **parts: object) -> TableReading:
    """Return a reading with the parts that it left to be guessed."""
    auto = {name: value for name, value in parts.items() if getattr(reading, name) == "auto"}
    return TableReading.model_validate({**reading.model_dump(), **auto})
