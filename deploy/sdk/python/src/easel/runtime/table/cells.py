"""What one cell of a table means as a number, a name or a point in time."""

from __future__ import annotations

import math
from collections.abc import Container, Sequence
from datetime import date, datetime, timedelta, timezone
from typing import Union

Cell = Union[None, bool, int, float, str, date]
"""What a row may hold: a JSON value, or a date or datetime of Python."""

MISSING, UNKNOWN, FIRST_CATEGORY = 0, 1, 2
"""Codes of a category: absent, not among the known names, and the first of them."""

EPOCH = datetime(2000, 1, 1)
_DAY = timedelta(days=1)


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
        cell: text, or a date or datetime.
        missing: texts that mean absent.
        form: strftime letters; ``None`` for ISO 8601, of which ``2024-05`` and ``2024`` also are.
    """
    if isinstance(cell, datetime):
        moment = cell
    elif isinstance(cell, date):
        moment = datetime(cell.year, cell.month, cell.day)
    else:
        text = category_of(cell, missing)
        if text is None:
            return None
        parsed = _parse(text, form)
        if parsed is None:
            return None
        moment = parsed
    if moment.tzinfo is not None:
        moment = moment.astimezone(timezone.utc).replace(tzinfo=None)
    return moment


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


def _parse(text: str, form: str | None) -> datetime | None:
    if form is not None:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            return None
    # Python 3.9 reads neither a final Z nor shortened dates.
    if text.endswith(("Z", "z")):
        text = text[:-1] + "+00:00"
    if text.isascii() and len(text) in (4, 7) and text.replace("-", "").isdigit():
        text += "-01-01" if len(text) == 4 else "-01"
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
