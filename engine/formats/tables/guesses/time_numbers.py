"""Numbers that count time: epoch seconds, epoch milliseconds, days of a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, Literal

Counted = Literal["epoch_seconds", "epoch_milliseconds", "serial_days"]

# A number alone could be anything: the name of the column has to say that it is a time.
_NAMED = re.compile(
    r"(?:^|[^a-z])(?:date|datetime|time|timestamp|day|ts|at)(?:$|[^a-z])|日期|时间|時間|日時|时刻"
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# The years 1990 to 2100 in each of them.
_RANGES: Final[dict[Counted, tuple[float, float]]] = {
    "serial_days": (32_874, 73_415),
    "epoch_seconds": (631_152_000, 4_102_444_800),
    "epoch_milliseconds": (631_152_000_000, 4_102_444_800_000),
}


def counted_time(name: str, numbers: Collection[float]) -> Counted | None:
    """Return what the numbers of a column count, ``None`` where they are no times.

    Args:
        name: of the column; one that does not speak of a date or a time holds none.
        numbers: all that the column holds, finite.
    """
    if not numbers or _NAMED.search(_CAMEL.sub("_", name.strip()).lower()) is None:
        return None
    least, most = min(numbers), max(numbers)
    return next(
        (kind for kind, (low, high) in _RANGES.items() if low <= least <= most <= high), None
    )
