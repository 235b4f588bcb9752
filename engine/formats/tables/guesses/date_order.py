"""In which order day, month and year stand in dates such as 05/01/25, by a whole column of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Final

from engine.formats.tables.cells import time_reader
from engine.specs.samples.table_reading import DateOrder

ORDERS: Final[tuple[DateOrder, ...]] = ("ymd", "dmy", "mdy")
_SHORT = re.compile(r"(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{4}|\d{2})([T\s].*)?")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
# A date that no order reads, or that only another one does, is a slip among so many others.
_CLEAR = 0.98
_FIRST_YEAR = 1970
# How much longer a time dates have to span in one order for the other to be likelier.
_LONGER = 4
_MIN_STEPS = 3


@dataclass(frozen=True)
class OrderGuess:
    """The order of dates, and why.

    ``example`` is a date as written, ``read`` the same in ISO 8601; ``num`` are the dates that
    the reason is about, ``others`` the orders that they can be read in as well.
    """

    order: DateOrder
    code: str
    example: str
    read: str
    num: int
    is_sure: bool
    others: tuple[DateOrder, ...] = ()


@dataclass(frozen=True)
class _Read:
    """The dates of a column in one order."""

    order: DateOrder
    dates: Sequence[date]

    @property
    def span(self) -> int:
        return (max(self.dates) - min(self.dates)).days

    @property
    def runs_on(self) -> bool:
        """Tell whether each date comes after the one before, or each before it."""
        steps = [(b - a).days for a, b in pairwise(self.dates) if a != b]
        if len(steps) < _MIN_STEPS:
            return False
        ascending = sum(step > 0 for step in steps)
        return max(ascending, len(steps) - ascending) >= _CLEAR * len(steps)

    @property
    def is_even(self) -> bool:
        """Tell whether dates are days or months apart, always as many."""
        days = {(b - a).days for a, b in pairwise(self.dates) if a != b}
        if len(days) == 1:
            return True
        months = [12 * one.year + one.month for one in self.dates]
        steps = {b - a for a, b in pairwise(months)}
        return len({one.day for one in self.dates}) == 1 and len(steps) == 1

    @property
    def plausible(self) -> float:
        """Return the share of years that data is about."""
        last = date.today().year + 1
        num = sum(_FIRST_YEAR <= one.year <= last for one in self.dates)
        return num / len(self.dates)


def short_dates(cells: Iterable[str]) -> list[str]:
    """Return the dates that do not begin with a year of four digits."""
    return [cell for cell in map(str.strip, cells) if _SHORT.fullmatch(cell)]


def guess_order(names: Sequence[str], columns: Sequence[Sequence[str]]) -> OrderGuess | None:
    """Return in which order the dates of a table stand; ``None`` where it has no such dates.

    Orders that read every date come first. Among them that one is likeliest in which dates follow
    one another, are evenly apart, and lie in a short time of years that data is about. Text of
    East Asia in the table makes a year of two digits in front likelier.

    Args:
        names: of the columns, or their first cells.
        columns: the cells of each.
    """
    found = [(short_dates(cells), sum(map(bool, cells))) for cells in columns]
    dated = [dates for dates, num in found if dates and 2 * len(dates) >= num]
    dated = dated or [dates for dates, _ in found if dates]
    if not dated:
        return None
    written = [cell for cells in dated for cell in cells]
    shares = {order: _num_read(dated, order) / len(written) for order in ORDERS}
    best = max(shares.values())
    left = [order for order in ORDERS if shares[order] >= min(best, _CLEAR)]
    if best < _CLEAR:
        return _order(max(ORDERS, key=shares.__getitem__), (), "either_order", written, False)
    if len(left) == 1:
        return _beyond(left[0], written)
    votes = _votes(dated, left, names, columns)
    # A date that only one order reads may be a slip, but hardly when nothing speaks against it.
    _vote(votes, {order: shares[order] == best for order in left}, 2)
    order, *rest = sorted(left, key=lambda one: (-votes[one], _LIKELY[one]))
    others = tuple(one for one in rest if votes[one] == votes[order])
    if others:
        # Only dates of countries that write dots have them, and there the day comes first.
        is_sure = order == "dmy" and others == ("mdy",) and all("." in one for one in written)
        return _order(order, others, "either_order", written, is_sure)
    if order == "ymd":
        return _order(order, (), "year_first", written, True)
    return _beyond(order, written)


_LIKELY: Final = {"dmy": 0, "mdy": 1, "ymd": 2}


def _num_read(dated: Sequence[Sequence[str]], order: DateOrder) -> int:
    read = time_reader(order)
    return sum(read(cell) is not None for cells in dated for cell in cells)


def _votes(
    dated: Sequence[Sequence[str]],
    left: Sequence[DateOrder],
    names: Sequence[str],
    columns: Sequence[Sequence[str]],
) -> Counter[DateOrder]:
    """Count what speaks for each order."""
    votes: Counter[DateOrder] = Counter()
    for cells in dated:
        reads = [_Read(order, _dates(cells, order)) for order in left]
        reads = [one for one in reads if one.dates]
        _vote(votes, {one.order: one.runs_on for one in reads}, 2)
        _vote(votes, {one.order: one.is_even for one in reads}, 1)
        most = max(one.plausible for one in reads)
        _vote(votes, {one.order: one.plausible > most - (1 - _CLEAR) for one in reads}, 1)
        # Days of a month and firsts of a year's months are as likely: only years are compared.
        spans = {one.order: one.span for one in reads}
        late = min((span for order, span in spans.items() if order != "ymd"), default=None)
        if "ymd" in spans and late is not None:
            is_clear = min(late, spans["ymd"]) * _LONGER < max(late, spans["ymd"])
            for one in spans if is_clear else ():
                votes[one] += (one == "ymd") == (spans["ymd"] < late)
    texts = (*names, *(cell for column in columns for cell in column[:20]))
    votes["ymd"] += "ymd" in left and any(map(_CJK.search, texts))
    return votes


def _vote(votes: Counter[DateOrder], tells: dict[DateOrder, bool], weight: int) -> None:
    """Count what is so in some orders and not in all."""
    if len(tells) == 1 or len(set(tells.values())) == 2:
        for order, is_so in tells.items():
            votes[order] += weight * is_so


def _dates(cells: Sequence[str], order: DateOrder) -> list[date]:
    read = time_reader(order)
    return [date.fromisoformat(text[:10]) for text in map(read, cells) if text is not None]


def _beyond(order: DateOrder, written: Sequence[str]) -> OrderGuess:
    """Say by which number above 12 an order is told, by the first date that has one."""
    if order == "ymd":
        return _order(order, (), "year_first", written, True)
    place = 1 if order == "dmy" else 2
    part = "first" if order == "dmy" else "second"
    beyond = [one for one in written if int(_parts(one)[place]) > 12]
    if not beyond:
        return _order(order, (), "dates_run_on", written, True)
    return _order(order, (), f"{part}_part_beyond_12", beyond, True)


def _parts(cell: str) -> re.Match[str]:
    found = _SHORT.fullmatch(cell)
    assert found is not None
    return found


def _order(
    order: DateOrder,
    others: tuple[DateOrder, ...],
    code: str,
    written: Sequence[str],
    is_sure: bool,
) -> OrderGuess:
    read = time_reader(order)
    example = next((one for one in written if read(one) is not None), written[0])
    shown = read(example) or example
    return OrderGuess(order, code, example, shown, len(written), is_sure, others)
