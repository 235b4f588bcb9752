"""What people should know of a table that came in: what was guessed, added or left out."""

from __future__ import annotations

from collections.abc import Iterator

from engine.formats.blank_formulas import formula_without_value
from engine.formats.layout import Problem
from engine.formats.plain_tables import PlainTable
from engine.formats.table_look import Look
from engine.specs.table_reading import ReadingReason

TOLD_CODES = frozenset(
    (
        "encoding_guessed",
        "rows_skipped",
        "dates_ambiguous",
        "formula_without_value",
        "rows_uneven",
        "columns_repeated",
    )
)
"""What ``told_of`` says of a table."""


def told_of(found: Look, table: PlainTable, name: str) -> list[Problem]:
    """Return what people should know of a table that was read to its end."""
    told = list(told_of_look(found, name))
    if table.uneven.num:
        told.append(
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
        told.append(
            Problem(
                "columns_repeated",
                name,
                f"{found.num_named_anew} column(s) had no name, or one that another has; they "
                "were named anew. Give each a name of its own.",
                {"num": found.num_named_anew},
            )
        )
    return told


def told_of_look(found: Look, name: str) -> Iterator[Problem]:
    """Yield what nobody said and the file leaves in doubt, or what of it does not come in."""
    if found.blank is not None:
        yield formula_without_value(found.blank, name)
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


def _ambiguous(reason: ReadingReason, name: str) -> Problem:
    example, read = str(reason.params["example"]), str(reason.params["read"])
    return Problem(
        "dates_ambiguous",
        name,
        f"Dates such as '{example}' can be read in more than one order; it was taken for {read}. "
        "Say in which order day, month and year stand (date_order) where that is wrong.",
        {"example": example, "read": read},
    )
