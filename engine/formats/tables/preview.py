"""How a table's file is read, why, and what comes of it: what a reading leaves open is guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from engine.errors import DataError
from engine.formats.layout import Problem
from engine.formats.reading.encoding_guess import guess_encoding
from engine.formats.tables.blank_formulas import BlankFormulas, blank_formulas
from engine.formats.tables.budgets import require_columns
from engine.formats.tables.cells import (
    ALWAYS_MISSING,
    Turn,
    cell_turner,
    is_infinite,
    number_reader,
    time_reader,
)
from engine.formats.tables.guesses.cell_units import (
    bracketed_reader,
    is_bracketed,
    unit_of,
    unit_reader,
)
from engine.formats.tables.guesses.date_order import short_dates
from engine.formats.tables.guesses.guess import (
    Reasons,
    guess_date_order,
    guess_delimiter,
    guess_kind,
    guess_marks,
    guess_missing,
    guess_skipped,
    settled_reading,
)
from engine.formats.tables.guesses.header_guess import guess_header
from engine.formats.tables.merged_cells import merged_over_rows
from engine.formats.tables.raw_tables import FileKind, decoded, file_rows, kind_of, text_rows
from engine.formats.tables.rows import Row, sniff_delimiter
from engine.formats.tables.workbook_parts import WorkbookError
from engine.formats.tables.workbooks import sheet_names
from engine.specs.samples.table_reading import ReadingReason, ReadKind, TableReading

HEAD_BYTES = 1 << 20
HEAD_ROWS = 1000
_KEPT_DELIMITERS = frozenset(",;\t")


@dataclass(frozen=True)
class PreviewedColumn:
    """A column as it would be read.

    ``kind`` is what it is read as, ``guessed_kind`` what it looks like; of the rows looked at,
    ``num_missing`` have no value there, ``num_infinite`` an infinite number, and ``num_odd`` one
    that does not read as the kind. ``unit`` is the sign around its numbers; ``num_bracketed`` of
    them stand in brackets, as accounts write those below zero. ``word_on_top`` is the first cell
    where only that one does not read as the others.
    """

    name: str
    kind: ReadKind | None
    guessed_kind: ReadKind | None
    num_missing: int
    num_infinite: int
    num_odd: int
    unit: str = ""
    num_bracketed: int = 0
    word_on_top: str = ""


@dataclass(frozen=True)
class TablePreview:
    """How a file is read, why, and what comes of it; ``rows`` are the first ones, read so.

    ``changed`` are the parts of the reading that would be guessed otherwise, ``guessed`` those that
    nobody said. ``blank`` are formulas of a workbook without a value, ``sheets`` the names of its
    sheets, of which one is read, ``num_merged`` its cells that are merged over several rows.
    ``num_nul`` are NUL characters of a text, which are left out.
    """

    reading: TableReading
    changed: tuple[str, ...]
    guessed: tuple[str, ...]
    reasons: tuple[ReadingReason, ...]
    columns: tuple[PreviewedColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    num_rows: int
    num_uneven: int
    num_named_anew: int
    is_plain: bool
    blank: BlankFormulas | None = None
    sheets: tuple[str, ...] = ()
    num_merged: int = 0
    file_kind: FileKind = "text"
    num_nul: int = 0

    @property
    def unread(self) -> tuple[str, ...]:
        """Return the sheets that are not read though nobody chose another one."""
        return () if self.reading.sheet else self.sheets[1:]


def preview_table(
    content: bytes, reading: TableReading, *, is_whole: bool = True, num_shown: int = 20
) -> TablePreview:
    """Say how a table is read: what the reading leaves open is guessed.

    Args:
        content: of the file, or its beginning; of a workbook or Parquet file all of it.
        reading: what is known.
        is_whole: nothing was cut off.
        num_shown: rows that are returned.

    Raises:
        DataError: when it cannot be read so.
    """
    reasons = Reasons()
    raw, guessed = _raw_head(content, reading, reasons, is_whole)
    settled = settled_reading(reading, **guessed)
    rows = [cells for cells in raw if any(cell.strip() for cell in cells)]
    guessed["skip_rows"] = guess_skipped(rows, reasons)
    settled = settled_reading(settled, **guessed)
    assert settled.skip_rows != "auto"
    rows = rows[settled.skip_rows :]
    if not rows:
        raise _empty()
    width = max(map(len, rows))
    require_columns(width)
    columns = list(zip(*squared(rows[1:], width), strict=True)) or [()] * width
    delimiter = settled.delimiter if kind_of(content) == "text" else ","
    decimal, thousands = guess_marks(columns, delimiter, reasons)
    guessed |= {"decimal": decimal, "thousands": thousands}
    decimal = decimal if reading.decimal == "auto" else reading.decimal
    if thousands == decimal:
        thousands = "none"
    if reading.thousands != "auto":
        thousands = reading.thousands
        decimal = "," if reading.decimal == "auto" and thousands == "." else decimal
    guessed["date_order"] = guess_date_order(rows[0], columns, reasons)
    if is_whole and len(raw) > HEAD_ROWS and not reasons.is_sure("date_order"):
        below = _below_head(content, settled, columns)
        reasons.forget("date_order")
        guessed["date_order"] = guess_date_order(rows[0], below, reasons)
    settled = settled_reading(settled, **{**guessed, "decimal": decimal, "thousands": thousands})
    assert settled.date_order != "auto"
    turns = (number_reader(decimal, thousands), time_reader(settled.date_order))
    guessed["missing"] = guess_missing(columns, turns, reasons)
    settled = settled_reading(settled, **guessed)
    words = frozenset(settled.missing) | ALWAYS_MISSING
    present = [[c.strip() for c in column if c.strip() not in words] for column in columns]
    guessed["header"] = kind_of(content) == "parquet" or guess_header(
        rows[0], present, turns, reasons
    )
    settled = settled_reading(settled, **guessed)
    changed = tuple(part for part, guess in guessed.items() if _differs(settled, part, guess))
    kept = [one for one in reasons.found if one.part not in changed]
    found = _looked(content, rows, settled, changed, tuple(kept), num_shown)
    is_book = kind_of(content) == "workbook"
    return replace(
        found,
        guessed=tuple(one for one in guessed if getattr(reading, one) == "auto"),
        blank=blank_formulas(BytesIO(content), reading.sheet) if is_book else None,
        sheets=_sheets(content) if is_book else (),
        num_merged=len(merged_over_rows(BytesIO(content), reading.sheet)) if is_book else 0,
        file_kind=kind_of(content),
        num_nul=_num_nul(content, found.reading),
    )


def _num_nul(content: bytes, reading: TableReading) -> int:
    is_wide = str(reading.encoding).startswith("utf-16")
    return content.count(b"\0") if kind_of(content) == "text" and not is_wide else 0


def _sheets(content: bytes) -> tuple[str, ...]:
    try:
        return tuple(sheet_names(BytesIO(content)))
    except WorkbookError:
        # The rows were read: only where their names stand is unusual.
        return ()


def _below_head(
    content: bytes, reading: TableReading, columns: Sequence[Sequence[str]]
) -> list[list[str]]:
    """Return all dates of the columns that begin with dates, each day once where it stands."""
    places = [place for place, cells in enumerate(columns) if short_dates(cells)]
    found: list[list[str]] = [[] for _ in places]
    if kind_of(content) == "text":
        assert reading.encoding != "auto"
        assert reading.delimiter != "auto"
        rows = text_rows(decoded(content, reading.encoding), reading.delimiter)
    else:
        rows = file_rows(content, reading.sheet)
    for row in rows:
        for place, days in zip(places, found, strict=True):
            cell = row.cells[place] if isinstance(row, Row) and place < len(row.cells) else ""
            day = next(iter(cell.replace("T", " ").split()), "")
            if day and short_dates([day]) and (not days or days[-1] != day):
                days.append(day)
    return found


def _differs(reading: TableReading, part: str, guess: object) -> bool:
    """Tell whether a part is otherwise than it is guessed; words stand in no order."""
    given = getattr(reading, part)
    if isinstance(given, tuple) and isinstance(guess, tuple):
        return set(given) != set(guess)
    return bool(given != guess)


def _raw_head(
    content: bytes, reading: TableReading, reasons: Reasons, is_whole: bool
) -> tuple[list[list[str]], dict[str, object]]:
    """Return the first rows as they stand, and the guesses of encoding and delimiter."""
    if kind_of(content) != "text":
        # Neither is read from such a file: whatever was given for them is as good.
        plain: dict[str, object] = {"encoding": "utf-8", "delimiter": ","}
        kept = settled_reading(reading, **plain)
        return _first(file_rows(content, reading.sheet)), {
            part: getattr(kept, part) for part in plain
        }
    guess = guess_encoding(lambda: [content], is_whole=is_whole)
    guessed = guess.encoding
    if guessed != "utf-8":
        reasons.add(
            "encoding",
            "valid_in",
            f"The file is not UTF-8; its letters read as {guessed}.",
            is_sure=guess.is_sure,
            encoding=guessed,
        )
    encoding = guessed if reading.encoding == "auto" else reading.encoding
    text = decoded(content[:HEAD_BYTES], encoding, is_whole=is_whole and len(content) <= HEAD_BYTES)
    if not is_whole or len(content) > HEAD_BYTES:
        # The last line may be half a line.
        text = text[: text.rfind("\n") + 1] or text
    divided = guess_delimiter(text, reasons)
    delimiter = divided if reading.delimiter == "auto" else reading.delimiter
    return _first(text_rows(text, delimiter)), {"encoding": guessed, "delimiter": divided}


def _first(rows: Iterable[Row | Problem]) -> list[list[str]]:
    found: list[list[str]] = []
    for row in rows:
        if isinstance(row, Row):
            found.append(row.cells)
        if len(found) > HEAD_ROWS:
            break
    return found


def _looked(
    content: bytes,
    rows: Sequence[Sequence[str]],
    reading: TableReading,
    changed: tuple[str, ...],
    reasons: tuple[ReadingReason, ...],
    num_shown: int,
) -> TablePreview:
    names = column_names(rows[0], reading)
    below = rows[1:] if reading.header else rows
    raw = list(zip(*squared(below, len(names)), strict=True)) or [()] * len(names)
    plain_number, time, missing = readers_of(reading)
    chosen = {one.name: one.kind for one in reading.kinds}
    unknown = sorted(set(chosen) - set(names))
    if unknown:
        raise DataError(
            f"The table has no column '{unknown[0]}'. It has: {', '.join(names)}.",
            code="column_not_there",
            column=unknown[0],
        )
    columns, plain = [], []
    turned = False
    for name, cells in zip(names, raw, strict=True):
        present = [cell for cell in map(str.strip, cells) if cell not in missing]
        in_brackets = bracketed_reader(present, plain_number)
        unit = unit_of(present, in_brackets)
        number = unit_reader(unit, in_brackets)
        guessed = guess_kind(present, number, time)
        kind = chosen.get(name, guessed)
        read = {"number": number, "time": time}.get(kind or "text")
        columns.append(
            PreviewedColumn(
                name=name,
                kind=kind,
                guessed_kind=guessed,
                num_missing=len(cells) - len(present),
                num_infinite=sum(map(is_infinite, present)),
                num_odd=0 if read is None else sum(read(cell) is None for cell in present),
                unit=unit if kind == "number" else "",
                num_bracketed=sum(map(is_bracketed, present))
                if kind == "number" and in_brackets is not plain_number
                else 0,
                word_on_top=_word_on_top(cells, present, number, time) if reading.header else "",
            )
        )
        turn = cell_turner(
            kind or "text", number=number, time=time, missing=missing, is_chosen=name in chosen
        )
        plain.append([turn(cell) for cell in cells[:num_shown]])
        is_other = bool(unit) or in_brackets is not plain_number
        own = {"time": time, "number": _wide_reader(is_other, number)}.get(kind or "text")
        turned |= own is not None and any(own(cell) not in (cell, None) for cell in present)
    return TablePreview(
        reading=reading,
        changed=changed,
        guessed=(),
        reasons=reasons,
        columns=tuple(columns),
        rows=tuple(zip(*plain, strict=True)),
        num_rows=len(below),
        num_named_anew=_num_named_anew(names, rows[0], reading),
        num_uneven=sum(len(cells) != len(names) for cells in below),
        is_plain=not turned
        and all(len(cells) == len(names) for cells in below)
        and _is_plain(content, reading, columns, rows[0]),
    )


def _wide_reader(is_other: bool, number: Turn) -> Turn:
    """Return what tells numbers that are written otherwise than with marks alone."""
    return lambda cell: number(cell) if is_other or not cell.isascii() else None


def _word_on_top(cells: Sequence[str], present: Sequence[str], number: Turn, time: Turn) -> str:
    """Return the first cell of a column of which only the others are numbers or times."""
    first = cells[0].strip() if cells else ""
    if len(present) < 3 or present[0] != first or number(first) or time(first):
        return ""
    return first if guess_kind(present[1:], number, time) in ("number", "time") else ""


def _is_plain(
    content: bytes,
    reading: TableReading,
    columns: Sequence[PreviewedColumn],
    first: Sequence[str],
) -> bool:
    """Tell a file that reads the same without any reading: it is kept as it is."""
    if reading.header is not True or reading.skip_rows or reading.missing or reading.kinds:
        return False
    if [cell.strip() for cell in first] != [column.name for column in columns]:
        return False
    has_numbers = any(column.kind == "number" for column in columns)
    if has_numbers and (reading.decimal, reading.thousands) != (".", "none"):
        return False
    if kind_of(content) == "workbook":
        return not reading.sheet and not merged_over_rows(BytesIO(content))
    if kind_of(content) != "text":
        return True
    if _num_nul(content, reading):
        return False
    start = content[: 1 << 16].decode("utf-8", errors="ignore")
    return (
        reading.encoding == "utf-8"
        and reading.delimiter in _KEPT_DELIMITERS
        and sniff_delimiter(start, "table.csv") == reading.delimiter
    )


def _num_named_anew(names: Sequence[str], first: Sequence[str], reading: TableReading) -> int:
    """Return how many columns of a table with names had to be given another one."""
    if not reading.header or reading.names:
        return 0
    return sum(name != cell.strip() for name, cell in zip(names, first, strict=True))


def column_names(first: Sequence[str], reading: TableReading) -> tuple[str, ...]:
    """Return a name for each column: given, of the first row, or made of its place.

    Raises:
        DataError: ``names_differ`` when there are not as many names as columns.
    """
    if reading.names:
        if len(reading.names) != len(first):
            raise DataError(
                f"There are {len(reading.names)} names for {len(first)} columns. Name each.",
                code="names_differ",
                num=len(reading.names),
                expected=len(first),
            )
        return reading.names
    wanted = [cell.strip() for cell in first] if reading.header else [""] * len(first)
    taken: Counter[str] = Counter()
    names: list[str] = []
    for place, name in enumerate(wanted, start=1):
        own = name or f"column_{place}"
        taken[own] += 1
        # A name that stands twice says nothing of which column is meant.
        names.append(own if taken[own] == 1 else f"{own}_{taken[own]}")
    if len(set(names)) < len(names):
        names = [f"column_{place}" for place in range(1, len(names) + 1)]
    return tuple(names)


def readers_of(reading: TableReading) -> tuple[Turn, Turn, frozenset[str]]:
    """Return what reads numbers and times, and the words for no value, of a settled reading."""
    assert reading.decimal != "auto"
    assert reading.thousands != "auto"
    assert reading.date_order != "auto"
    assert reading.missing != "auto"
    return (
        number_reader(reading.decimal, reading.thousands),
        time_reader(reading.date_order),
        frozenset(reading.missing) | ALWAYS_MISSING,
    )


def squared(rows: Sequence[Sequence[str]], width: int) -> list[list[str]]:
    """Give every row as many cells."""
    return [[*row[:width], *[""] * (width - len(row))] for row in rows]


def _empty() -> DataError:
    return DataError(
        "The table has no rows. Rows of values are expected.",
        code="table_empty",
    )
