"""Cells of tables as other programs write them, and the same as this one writes them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container
from functools import partial

from engine.specs.package.ops.table import EncodeColumnsOp
from engine.specs.samples.table_reading import DateOrder, DecimalMark, ReadKind, ThousandsMark

ALWAYS_MISSING = frozenset(EncodeColumnsOp().missing)

# What stands between groups of three digits where people say "a space" or "an apostrophe".
_SPACES, _APOSTROPHES = " \u00a0\u202f\u2009", "'\u2019"
# Digits and minus as East Asian and typographic writing have them.
_WIDE = str.maketrans("０１２３４５６７８９．，－−", "0123456789.,--")
_INFINITE = frozenset(("inf", "+inf", "-inf", "infinity", "+infinity", "-infinity"))

Turn = Callable[[str], str | None]


def is_infinite(cell: str) -> bool:
    """Tell a word for an infinite number."""
    return cell.strip().lower() in _INFINITE


def number_reader(decimal: DecimalMark, thousands: ThousandsMark) -> Turn:
    """Return what writes a number with a decimal point and no other mark, ``None`` for no number.

    Infinite ones are none.
    """
    marks = {"none": "", " ": _SPACES, "'": _APOSTROPHES}.get(thousands, thousands)
    groups = rf"\d{{1,3}}(?:[{re.escape(marks)}]\d{{3}})+|" if marks else ""
    if thousands == ",":
        # India's lakhs: two digits each, and three at the end.
        groups += r"\d{1,2}(?:,\d{2})+,\d{3}|"
    number = re.compile(rf"[+-]?(?:{groups}\d+)?(?:{re.escape(decimal)}\d*)?(?:[eE][+-]?\d+)?")
    without = str.maketrans(decimal, ".", marks)
    is_plain = decimal == "." and not marks

    def read(cell: str) -> str | None:
        text = cell.strip().translate(_WIDE)
        if not is_plain:
            if number.fullmatch(text) is None:
                return None
            text = text.translate(without)
        if "_" in text:
            return None
        try:
            return text if math.isfinite(float(text)) else None
        except ValueError:
            return None

    return read


def time_reader(order: DateOrder) -> Turn:
    """Return what writes a date or time as ISO 8601, ``None`` for neither."""
    # The package brings its client along, which most formats never need.
    from easel.dates import iso_of

    return partial(iso_of, order=order)


def cell_turner(
    kind: ReadKind,
    *,
    number: Turn,
    time: Turn,
    missing: Container[str],
    is_chosen: bool,
) -> Callable[[str], str]:
    """Return what writes a cell of a column plainly; an empty text is a missing one.

    Args:
        kind: of the column.
        number: reads a number.
        time: reads a date or time.
        missing: words for no value.
        is_chosen: somebody chose this kind for the column, so that what does not read as it is
            missing; else it stays as it is.
    """
    turn = {"number": number, "time": time}.get(kind)

    def plainly(cell: str) -> str:
        text = cell.strip()
        if text in missing or text in ALWAYS_MISSING:
            return ""
        if turn is None:
            return text
        found = turn(text)
        if found is None:
            return "" if is_chosen else text
        return found

    return plainly
