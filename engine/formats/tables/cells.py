"""Cells of tables as other programs write them, and the same as this one writes them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container
from datetime import datetime

from engine.formats.tables.calendar_words import calendar_day
from engine.specs.package.ops.table import EncodeColumnsOp
from engine.specs.samples.table_reading import DateOrder, DecimalMark, ReadKind, ThousandsMark

ALWAYS_MISSING = frozenset(EncodeColumnsOp().missing)

# What stands between groups of three digits where people say "a space" or "an apostrophe".
_SPACES, _APOSTROPHES = " \u00a0\u202f\u2009", "'\u2019"
_DATE = re.compile(
    r"(?P<a>\d{1,4})\s*[-/.年]\s*(?P<b>\d{1,2})\s*[-/.月]\s*(?P<c>\d{1,4})\s*日?"
    r"(?:(?:[T\s]+|(?<=日)|(?=[上下凌早中晚]))"
    r"(?:(?P<half>上午|下午|凌晨|早上|中午|晚上)\s*)?(?P<hour>\d{1,2})"
    r"(?::(?P<minute>\d{2})(?::(?P<second>\d{2})(?:\.\d+)?)?"
    r"|[时時点點](?:(?P<minutes>\d{1,2})分(?:(?P<seconds>\d{1,2})秒)?)?)"
    r"\s*(?P<noon>[AaPp][Mm])?)?"
)
_NAMED_ZONE = re.compile(r"\b(?:UTC|GMT|Z)$")
# A date of digits alone.
_COMPACT = re.compile(r"(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
_AFTERNOON = frozenset(("下午", "中午", "晚上", "pm"))
_MORNING = frozenset(("上午", "凌晨", "早上", "am"))
# Digits and minus as East Asian and typographic writing have them.
_WIDE = str.maketrans("０１２３４５６７８９．，－−", "0123456789.,--")
# Years of two digits up to here belong to this century, as POSIX has it.
_CENTURY_ENDS = 68
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

    def read(cell: str) -> str | None:
        text = cell.strip()
        if is_compact_date(text):
            text = f"{text[:4]}-{text[4:6]}-{text[6:]}"
        zone = _NAMED_ZONE.search(text)
        if zone is not None:
            moment_of = read(text[: zone.start()].rstrip())
            return (
                f"{moment_of}+00:00" if moment_of and "T" in moment_of.replace(" ", "T") else None
            )
        if len(text) < 6 or not any(mark in text for mark in "-/.年:"):
            return calendar_day(text, _year)
        found = _DATE.fullmatch(text)
        if found is None:
            return text if _is_iso(text) else calendar_day(text, _year)
        year, month, day = _ordered(found, order)
        minute = int(found["minute"] or found["minutes"] or 0)
        second = int(found["second"] or found["seconds"] or 0)
        hour = _hour(int(found["hour"] or 0), (found["half"] or found["noon"] or "").lower())
        try:
            moment = datetime(year, month, day, hour, minute, second)
        except ValueError:
            return None
        if _is_iso(text):
            return text
        return moment.isoformat() if found["hour"] else moment.date().isoformat()

    return read


def is_compact_date(cell: str) -> bool:
    """Tell a date such as 20251101; years from 1900 to 2099 are ones."""
    return _COMPACT.fullmatch(cell) is not None


def _hour(hour: int, half: str) -> int:
    """Return the hour of a day of which the half is named."""
    if half in _AFTERNOON and hour < 12:
        # At 11 it is noon before twelve.
        return hour if half == "中午" and hour > 9 else hour + 12
    return 0 if half in _MORNING and hour == 12 else hour


def _ordered(found: re.Match[str], order: DateOrder) -> tuple[int, int, int]:
    first, second, third = found["a"], found["b"], found["c"]
    if len(first) == 4:
        return int(first), int(second), int(third)
    if order == "ymd" or "年" in found[0]:
        return _year(first), int(second), int(third)
    day, month = (first, second) if order == "dmy" else (second, first)
    return _year(third), int(month), int(day)


def _year(digits: str) -> int:
    if len(digits) > 2:
        return int(digits)
    return int(digits) + (2000 if int(digits) <= _CENTURY_ENDS else 1900)


def _is_iso(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


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
