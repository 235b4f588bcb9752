"""Months, quarters and dates with the names of months, as the first day that they mean."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

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
_LONGEST = 30


def calendar_day(text: str, full_year: Callable[[str], int]) -> str | None:
    """Return the first day of what a text means as ISO 8601, ``None`` where it means none.

    Args:
        text: without space around it.
        full_year: completes a year of two digits.
    """
    if not 6 <= len(text) <= _LONGEST or not any(map(str.isdecimal, text)):
        return None
    found = next((one for form in _FORMS if (one := form.fullmatch(text))), None)
    if found is None:
        return None
    parts = found.groupdict()
    try:
        return date(full_year(parts["year"]), _month(parts), int(parts.get("day") or 1)).isoformat()
    except ValueError:
        return None


def _month(parts: dict[str, str]) -> int:
    if "name" in parts:
        return _MONTHS.index(parts["name"][:3].lower()) + 1
    if "quarter" in parts:
        quarter = parts["quarter"]
        return 3 * (_QUARTERS.get(quarter) or int(quarter)) - 2
    return int(parts["month"])
