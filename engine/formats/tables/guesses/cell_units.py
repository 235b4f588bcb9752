"""Signs around the numbers of a column, such as % and ¥, and digits that are no quantity."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from decimal import Decimal, InvalidOperation
from typing import Final

from engine.formats.tables.cells import Turn

PERCENT: Final = "%"
_SIGNED = re.compile(r"([+-]?)\s*([¥￥$€£₩₹]?)\s*([^¥￥$€£₩₹%％元]*?)\s*([¥￥$€£₩₹%％元]?)")
_SAME = {"％": PERCENT, "￥": "¥"}
_CLEAR = 0.98
_LEADING_ZERO = re.compile(r"0\d+")
_DIGITS = re.compile(r"\d+")
_LONG = 15
# Points in time in millionths and billionths of seconds since 1970 are that long, too.
_TIMES = re.compile(r"1(\d{15}|\d{18})")


def unit_of(cells: Iterable[str], number: Turn) -> str:
    """Return the sign that nearly all cells have around a number, an empty text for none."""
    counts: Counter[str] = Counter()
    for cell in cells:
        unit, rest = _parted(cell)
        counts[unit if number(rest) is not None else ""] += 1
    if not counts:
        return ""
    unit, num = counts.most_common(1)[0]
    return unit if num >= _CLEAR * counts.total() else ""


def unit_reader(unit: str, number: Turn) -> Turn:
    """Return what reads numbers with a sign: percents become parts of one."""
    if not unit:
        return number

    def read(cell: str) -> str | None:
        own, rest = _parted(cell)
        found = number(rest) if own == unit else None
        if found is None or unit != PERCENT:
            return found
        try:
            return format(Decimal(found).scaleb(-2), "f")
        except InvalidOperation:
            return None

    return read


def bracketed_reader(cells: Collection[str], number: Turn) -> Turn:
    """Return what reads (49.5) as accounts write -49.5, where most numbers have no brackets."""
    num = sum(map(is_bracketed, cells))
    return number if num == 0 or 2 * num > len(cells) else in_brackets(number)


def in_brackets(number: Turn) -> Turn:
    """Return what reads numbers in brackets, too: they are below zero."""

    def read(cell: str) -> str | None:
        inner = _bare(cell)
        if inner is None:
            return number(cell)
        found = number(inner) if inner[:1] not in ("+", "-") else None
        return None if found is None else f"-{found}"

    return read


def is_bracketed(cell: str) -> bool:
    """Tell what may be a number below zero as accounts write it."""
    return _bare(cell) is not None


def _bare(cell: str) -> str | None:
    text = cell.strip()
    is_in = text.startswith("(") and text.endswith(")") and any(map(str.isdecimal, text))
    return text[1:-1].strip() if is_in else None


def without_unit(cell: str) -> str:
    """Return a cell without the sign around its number."""
    return _parted(cell)[1]


def _parted(cell: str) -> tuple[str, str]:
    inner = _bare(cell)
    if inner is not None:
        unit, rest = _parted(inner)
        return unit, f"({rest})"
    found = _SIGNED.fullmatch(cell.strip())
    if found is None or bool(found[2]) == bool(found[4]):
        return "", cell
    sign = found[2] or found[4]
    return _SAME.get(sign, sign), found[1] + found[3]


def are_codes(texts: Counter[str]) -> bool:
    """Tell digits that name something, such as 000001 or an id of 18 digits, from quantities.

    Args:
        texts: how often each cell stands in a column.
    """
    digits = {text: num for text, num in texts.items() if _DIGITS.fullmatch(text)}
    total = sum(digits.values())
    if not digits or total < _CLEAR * texts.total():
        return False
    if any(_LEADING_ZERO.fullmatch(text) for text in digits):
        return True
    long = sum(num for text, num in digits.items() if len(text) >= _LONG)
    return 2 * long >= total and not all(_TIMES.fullmatch(text) for text in digits)
