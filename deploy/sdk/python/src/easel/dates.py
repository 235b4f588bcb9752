"""Dates and times as people write them, as ISO 8601."""

from __future__ import annotations

import re
from datetime import date, datetime

_DAY = re.compile(
    r"(?P<a>\d{1,4})\s*[-/.年]\s*(?P<b>\d{1,2})\s*[-/.月]\s*(?P<c>\d{1,4})\s*[日号號]?"
)
_CLOCK = re.compile(
    r"(?:(?<![T\s,])[T\s,]+|(?<=[日号號])|(?=[上下凌早中晚]))"
    r"(?:(?P<half>上午|下午|凌晨|早上|中午|晚上)\s*)?(?P<hour>\d{1,2})"
    r"(?::(?P<minute>\d{2})(?::(?P<second>\d{2})(?:\.\d+)?)?"
    r"|[时時点點](?:(?P<minutes>\d{1,2})分(?:(?P<seconds>\d{1,2})秒)?)?)?"
    r"(?:\s*(?P<noon>[AaPp][Mm]))?"
    r"(?:\s*(?P<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$"
)
_WEEKDAY = re.compile(r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+", re.I)
# A date of digits alone.
_COMPACT = re.compile(r"(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
_AFTERNOON = frozenset(("下午", "中午", "晚上", "pm"))
_MORNING = frozenset(("上午", "凌晨", "早上", "am"))
# Years of two digits up to here belong to this century, as POSIX has it.
_CENTURY_ENDS = 68
_SHORTEST, _LONGEST = 6, 60

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_NAME = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR = r"(?P<year>(?:19|20)\d{2})"
_SHORT_YEAR = r"(?P<year>(?:19|20)?\d{2})"
_QUARTERS = {"一": 1, "二": 2, "三": 3, "四": 4}
# Forms that a number has as well (2020.1) are none of these.
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_YEAR}\s*[-/年]\s*(?P<month>0?[1-9]|1[0-2])\s*月?",
        rf"{_YEAR}\s*[-/]?\s*Q(?P<quarter>[1-4])",
        rf"Q(?P<quarter>[1-4])\s*[-/]?\s*{_YEAR}",
        rf"{_YEAR}\s*年\s*第?(?P<quarter>[1-4一二三四])季度?",
        rf"{_NAME}[-\s/,]+{_SHORT_YEAR}",
        rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?[-\s]+{_NAME}[-\s,]+{_SHORT_YEAR}",
        rf"{_NAME}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+{_YEAR}",
    )
)


def iso_of(text: str, order: str | None) -> str | None:
    """Return a date or time as ISO 8601, ``None`` for a text that is neither.

    Read are dates with the year first, with the name of a month, or in Chinese; months and
    quarters, as their first day; all of them also with a time of day and a zone.

    Args:
        text: as somebody wrote it.
        order: of dates such as 05/01/2023, ``ymd``, ``dmy`` or ``mdy``; ``None`` reads none.
    """
    text = text.strip()
    if not _SHORTEST <= len(text) <= _LONGEST or not any(map(str.isdecimal, text)):
        return None
    if "-" in text and _is_iso(text):
        return text
    day = _day(text, order)
    if day is not None:
        return day.isoformat()
    clock = _CLOCK.search(text)
    day = None if clock is None else _day(text[: clock.start()], order)
    if clock is None or day is None:
        return text if ":" in text and _is_iso(text) else None
    hour = _hour(int(clock["hour"]), (clock["half"] or clock["noon"] or "").lower())
    minute = int(clock["minute"] or clock["minutes"] or 0)
    second = int(clock["second"] or clock["seconds"] or 0)
    try:
        moment = datetime(day.year, day.month, day.day, hour, minute, second)
    except ValueError:
        return None
    return moment.isoformat() + _offset(clock["zone"])


def moment_of(text: str, order: str | None) -> datetime | None:
    """Return the point in time that a text names, ``None`` for one that names none.

    Args:
        text: ISO 8601, of which ``2024-05`` and ``2024`` also are, or what ``iso_of`` reads.
        order: as of ``iso_of``.
    """
    # Python 3.9 reads neither a final Z nor shortened dates.
    if text.endswith(("Z", "z")):
        text = text[:-1] + "+00:00"
    if text.isascii() and len(text) in (4, 7) and text.replace("-", "").isdigit():
        text += "-01-01" if len(text) == 4 else "-01"
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        written = iso_of(text, order)
        return None if written is None else datetime.fromisoformat(written)


def is_compact_date(cell: str) -> bool:
    """Tell a date such as 20251101; years from 1900 to 2099 are ones."""
    return _COMPACT.fullmatch(cell) is not None


def _day(text: str, order: str | None) -> date | None:
    if is_compact_date(text):
        text = f"{text[:4]}-{text[4:6]}-{text[6:]}"
    text = _WEEKDAY.sub("", text, count=1) if _WEEKDAY.match(text) else text
    found = _DAY.fullmatch(text)
    try:
        if found is None:
            return _named_day(text)
        parts = _ordered(found, order)
        return None if parts is None else date(*parts)
    except ValueError:
        return None


def _named_day(text: str) -> date | None:
    """Return the first day of a month, a quarter, or a date with the name of a month."""
    found = next((one for one in (form.fullmatch(text) for form in _FORMS) if one), None)
    if found is None or len(text) < _SHORTEST:
        return None
    parts = found.groupdict()
    return date(_year(parts["year"]), _month(parts), int(parts.get("day") or 1))


def _month(parts: dict[str, str]) -> int:
    if "name" in parts:
        return _MONTHS.index(parts["name"][:3].lower()) + 1
    if "quarter" in parts:
        quarter = parts["quarter"]
        return 3 * (_QUARTERS.get(quarter) or int(quarter)) - 2
    return int(parts["month"])


def _ordered(found: re.Match[str], order: str | None) -> tuple[int, int, int] | None:
    """Return year, month and day; ``None`` where the order of them is not known."""
    first, second, third = found["a"], found["b"], found["c"]
    if len(first) == 4:
        return int(first), int(second), int(third)
    if order == "ymd" or "年" in found[0]:
        return _year(first), int(second), int(third)
    if order is None:
        return None
    day, month = (first, second) if order == "dmy" else (second, first)
    return _year(third), int(month), int(day)


def _year(digits: str) -> int:
    if len(digits) > 2:
        return int(digits)
    return int(digits) + (2000 if int(digits) <= _CENTURY_ENDS else 1900)


def _hour(hour: int, half: str) -> int:
    """Return the hour of a day of which the half is named."""
    if half in _AFTERNOON and hour < 12:
        # At 11 it is noon before twelve.
        return hour if half == "中午" and hour > 9 else hour + 12
    return 0 if half in _MORNING and hour == 12 else hour


def _offset(zone: str | None) -> str:
    if zone is None:
        return ""
    if zone[0] not in "+-":
        return "+00:00"
    return zone if ":" in zone else f"{zone[:3]}:{zone[3:]}"


def _is_iso(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
