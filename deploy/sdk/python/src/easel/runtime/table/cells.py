"""What one cell of a table means as a number, a name or a point in time."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from datetime import date, datetime, timedelta, timezone
from typing import Union

from easel.dates import moment_of

Cell = Union[None, bool, int, float, str, date]
"""What a row may hold: a JSON value, or a date or datetime of Python."""

MISSING, UNKNOWN, FIRST_CATEGORY = 0, 1, 2
"""Codes of a category: absent, not among the known names, and the first of them."""

EPOCH = datetime(2000, 1, 1)
_DAY = timedelta(days=1)
_ORDERS: Mapping[str | None, str] = {"day_first": "dmy", "month_first": "mdy"}
_UNITS: Mapping[str | None, tuple[datetime, timedelta]] = {
    "epoch_seconds": (datetime(1970, 1, 1), timedelta(seconds=1)),
    "epoch_milliseconds": (datetime(1970, 1, 1), timedelta(milliseconds=1)),
    # Of spreadsheets, which take 1900 for a leap year.
    "serial_days": (datetime(1899, 12, 30), _DAY),
}
TIME_FORMATS = ("day_first", "month_first", "epoch_seconds", "epoch_milliseconds", "serial_days")
"""How a column of times is written where its cells do not tell: an order, or what is counted."""


def number_of(cell: Cell, missing: Container[str]) -> float:
    """Return a number, NaN for what is absent, is no number, or is not finite."""
    if isinstance(cell, str):
        text = cell.strip()
        # Python would read "1_000" as a number; a table never means that.
        if text in missing or "_" in text:
            return math.nan
        try:
            value = float(text)
        except ValueError:
            return math.nan
    elif isinstance(cell, (int, float)):
        try:
            value = float(cell)
        # Whole numbers in JSON may have any number of digits.
        except OverflowError:
            return math.nan
    else:
        return math.nan
    return value if math.isfinite(value) else math.nan


def category_of(cell: Cell, missing: Container[str]) -> str | None:
    """Return a name, ``None`` for what is absent."""
    if cell is None:
        return None
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        if not math.isfinite(cell):
            return None
        return str(int(cell)) if cell.is_integer() else repr(cell)
    if isinstance(cell, date):
        return cell.isoformat()
    text = str(cell).strip()
    return None if text in missing else text


def time_of(cell: Cell, missing: Container[str], form: str | None) -> datetime | None:
    """Return a point in time without a zone (UTC where one was given), ``None`` if unreadable.

    Args:
        cell: text, a number, or a date or datetime.
        missing: texts that mean absent.
        form: of the column, see ``TIME_FORMATS``; ``None`` for dates that tell their order
            themselves: ISO 8601, of which ``2024-05`` and ``2024`` also are, and what ``iso_of``
            reads.
    """
    if isinstance(cell, datetime):
        moment = cell
    elif isinstance(cell, date):
        moment = datetime(cell.year, cell.month, cell.day)
    elif form in _UNITS:
        counted = _counted(number_of(cell, missing), form)
        return time_of(cell, missing, None) if counted is None else counted
    else:
        text = category_of(cell, missing)
        if text is None:
            return None
        parsed = moment_of(text, _ORDERS.get(form))
        if parsed is None:
            return None
        moment = parsed
    if moment.tzinfo is not None:
        moment = moment.astimezone(timezone.utc).replace(tzinfo=None)
    return moment


def count_of(moment: datetime, form: str | None) -> float | None:
    """Return the number that stands for a time in a form that counts, ``None`` in any other."""
    if form not in _UNITS:
        return None
    zero, unit = _UNITS[form]
    return (moment - zero) / unit


def time_parts(moment: datetime | None, parts: Sequence[str]) -> list[float]:
    """Return the asked parts of a point in time, NaN for an absent one."""
    if moment is None:
        return [math.nan] * len(parts)
    return [_part(moment, name) for name in parts]


def _part(moment: datetime, name: str) -> float:
    if name == "days":
        return (moment - EPOCH) / _DAY
    if name == "weekday":
        return float(moment.weekday())
    return float(
        {
            "year": moment.year,
            "month": moment.month,
            "day": moment.day,
            "hour": moment.hour,
            "minute": moment.minute,
        }[name]
    )


def _counted(value: float, form: str | None) -> datetime | None:
    """Return the time that a number counts to, ``None`` for no number or a time out of reach."""
    zero, unit = _UNITS[form]
    try:
        return None if math.isnan(value) else zero + value * unit
    except OverflowError:
        return None
