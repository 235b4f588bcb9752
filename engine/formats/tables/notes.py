"""What people should know of a table that came in: what was guessed, added or left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from engine.formats.findings import sheets_unread
from engine.formats.layout import Problem
from engine.formats.tables.blank_formulas import formula_without_value
from engine.formats.tables.merged_cells import cells_merged
from engine.formats.tables.plain_tables import PlainTable
from engine.formats.tables.preview import TablePreview
from engine.specs.samples.table_reading import ReadingReason

_TOTALS = re.compile(
    r"(合计|总计|小计|共计|总和|(制表|审核|填表|统计)(人|日期)?\s*[:：]|制表人"
    r"|(grand |sub)?totals?\b|sum\b)",
    re.IGNORECASE,
)
NOTE_CODES = frozenset(
    (
        "encoding_guessed",
        "rows_skipped",
        "dates_ambiguous",
        "formula_without_value",
        "units_left_out",
        "brackets_negative",
        "words_below_names",
        "words_missing",
        "numbers_infinite",
        "rows_of_totals",
        "rows_uneven",
        "columns_repeated",
        "sheets_unread",
        "cells_merged",
        "nul_left_out",
        "quote_open",
    )
)
"""What is said of a table that was read to its end."""


def table_notes_of(found: TablePreview, table: PlainTable, name: str) -> list[Problem]:
    """Return what people should know of a table that was read to its end."""
    notes = [*preview_notes_of(found, name), *totals_of(table.last, name)]
    if table.uneven.num:
        notes.append(
            Problem(
                "rows_uneven",
                name,
                f"{table.uneven.num} row(s) have another number of cells than the "
                f"{len(table.names)} columns: empty cells were added, or cells at the end left "
                "out. Check separator and quotation marks.",
                {"num": table.uneven.num, "expected": len(table.names)},
            )
        )
    if found.num_named_anew:
        notes.append(
            Problem(
                "columns_repeated",
                name,
                f"{found.num_named_anew} column(s) had no name, or one that another has; they "
                "were named anew. Give each a name of its own.",
                {"num": found.num_named_anew},
            )
        )
    return notes


def preview_notes_of(found: TablePreview, name: str) -> Iterator[Problem]:
    """Yield what nobody said and the file leaves in doubt, or what of it does not come in."""
    yield from unreasoned(found, name)
    reasons = {one.part: one for one in found.reasons if one.part in found.guessed}
    encoding = reasons.get("encoding")
    if encoding is not None and not str(encoding.params["encoding"]).startswith("utf"):
        guess = str(encoding.params["encoding"])
        text = f"The file is not UTF-8; it was read as {guess}. Check its letters."
        yield Problem("encoding_guessed", name, text, {"encoding": guess})
    above = reasons.get("skip_rows")
    if above is not None:
        num = int(found.reading.skip_rows)
        text = f"{num} row(s) above the table are no part of it and were left out."
        yield Problem("rows_skipped", name, text, {"num": num})
    dates = reasons.get("date_order")
    if dates is not None and not dates.is_sure:
        yield _ambiguous(dates, name)
    yield from _without_value(found, name)


def totals_of(rows: Iterable[Sequence[str | None]], name: str) -> Iterator[Problem]:
    """Yield the problem of last rows that sum up the others or tell who made the table."""
    first = (next((cell for cell in row if cell), "") for row in rows)
    words = [cell.strip()[:40] for cell in first if _TOTALS.match(cell.strip())]
    if words:
        shown = ", ".join(words)
        text = (
            f"{len(words)} row(s) at the end look like no data ({shown}); they came in as rows. "
            "Delete them in the file where they are sums or signatures, and bring it in again."
        )
        yield Problem("rows_of_totals", name, text, {"num": len(words), "rows": shown})


def unreasoned(found: TablePreview, name: str) -> Iterator[Problem]:
    """Yield what no reason of the reading tells."""
    if found.blank is not None:
        yield formula_without_value(found.blank, name)
    if found.unread:
        yield sheets_unread(name, found.sheets[0], found.unread)
    if found.num_nul:
        text = f"{found.num_nul} NUL character(s) are no text and were left out."
        yield Problem("nul_left_out", name, text, {"num": found.num_nul})
    if found.num_merged:
        yield cells_merged(name, found.num_merged)
    yield from _units(found, name)
    yield from _brackets(found, name)
    yield from _on_top(found, name)


def _units(found: TablePreview, name: str) -> Iterator[Problem]:
    units = [f"{one.name} ({one.unit})" for one in found.columns if one.unit]
    if units:
        shown = ", ".join(units)[:500]
        text = (
            f"The cells of {len(units)} column(s) are read as numbers without the sign around "
            f"them, percents as parts of one: {shown}. Say that a column holds text to keep them."
        )
        yield Problem("units_left_out", name, text, {"num": len(units), "columns": shown})


def _brackets(found: TablePreview, name: str) -> Iterator[Problem]:
    columns = [one.name for one in found.columns if one.num_bracketed]
    if columns:
        shown = ", ".join(columns)[:500]
        text = (
            f"Numbers in brackets, such as (49.5), are read as numbers below zero: {shown}. Say "
            "that a column holds text to keep them."
        )
        yield Problem("brackets_negative", name, text, {"num": len(columns), "columns": shown})


def _on_top(found: TablePreview, name: str) -> Iterator[Problem]:
    words = [one.word_on_top for one in found.columns if one.word_on_top]
    read = [one for one in found.columns if one.kind in ("number", "time") or one.word_on_top]
    if words and 2 * len(words) > len(read):
        shown = ", ".join(words)[:200]
        text = (
            f"The first row below the names has words where the others hold numbers or times "
            f"({shown}): units, or a second row of names. It came in as a row; delete it in the "
            "file and bring it in again."
        )
        yield Problem("words_below_names", name, text, {"num": len(words), "words": shown})


def _without_value(found: TablePreview, name: str) -> Iterator[Problem]:
    """Yield the words of cells that nobody said to be missing, and infinite numbers."""
    reasons = [one for one in found.reasons if one.part == "missing"]
    if reasons and "missing" in found.guessed:
        shown = ", ".join(f"{one.params['word']} ({one.params['num']})" for one in reasons)[:200]
        text = f"These words were taken for no value: {shown}. Say which are (missing)."
        yield Problem("words_missing", name, text, {"num": len(reasons), "words": shown})
    infinite = {one.name: one.num_infinite for one in found.columns if one.num_infinite}
    if infinite:
        shown = ", ".join(infinite)[:200]
        num = sum(infinite.values())
        text = f"{num} cell(s) hold an infinite number, which nothing learns from: {shown}."
        yield Problem("numbers_infinite", name, text, {"num": num, "columns": shown})


def _ambiguous(reason: ReadingReason, name: str) -> Problem:
    example, read = str(reason.params["example"]), str(reason.params["read"])
    return Problem(
        "dates_ambiguous",
        name,
        f"Dates such as '{example}' can be read in more than one order; it was taken for {read}. "
        "Say in which order day, month and year stand (date_order) where that is wrong.",
        {"example": example, "read": read},
    )
