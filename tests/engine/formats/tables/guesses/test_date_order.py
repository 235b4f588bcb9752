"""In which order dates of two-digit years stand: told by the whole column, never by one number."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from engine.formats.tables.plain_tables import plain_rows
from engine.formats.tables.preview import TablePreview, preview_table
from engine.specs.samples.table_reading import TableReading

START = date(2025, 1, 1)
DAYS = [START + timedelta(days=place) for place in range(60)]
TURNING = [date(2025, place % 12 + 1, place % 28 + 1) for place in range(40)]


def looked(header: str, dates: Sequence[str]) -> TablePreview:
    rows = "".join(f"{one},{place}\n" for place, one in enumerate(dates))
    return preview_table(f"{header},v\n{rows}".encode(), TableReading())


def read(header: str, dates: Sequence[str]) -> tuple[str, bool, list[str]]:
    """Return the order, whether it is sure, and the dates as they are read."""
    rows = "".join(f"{one},{place}\n" for place, one in enumerate(dates))
    content = f"{header},v\n{rows}".encode()
    found = preview_table(content, TableReading())
    reason = next(one for one in found.reasons if one.part == "date_order")
    cells = [row[0] for row in plain_rows(content, found).rows]
    return str(found.reading.date_order), reason.is_sure, cells


@pytest.mark.parametrize("header", ["时间", "when"])
@pytest.mark.parametrize("sign", ["-", ".", "/"])
@pytest.mark.parametrize("time", ["", " 08:30"])
@pytest.mark.parametrize("num", [10, 60])
@pytest.mark.parametrize(
    ("order", "pattern"),
    [("ymd", "%y{0}%m{0}%d"), ("dmy", "%d{0}%m{0}%y"), ("mdy", "%m{0}%d{0}%y")],
)
def test_days_that_follow_one_another_are_read_in_their_order(
    header: str, sign: str, time: str, num: int, order: str, pattern: str
) -> None:
    days = [one + timedelta(days=14) for one in DAYS[:num]]
    is_tie = num == 10 and order == "dmy" and header == "时间"
    found, is_sure, cells = read(
        header, [one.strftime(pattern.format(sign)) + time for one in days]
    )
    if is_tie:
        assert not is_sure
        return
    assert (found, is_sure) == (order, True)
    assert [cell[:10] for cell in cells] == [one.isoformat() for one in days]


def test_days_that_turn_over_are_read_year_first_below_a_chinese_name() -> None:
    found, is_sure, cells = read("日期", [one.strftime("%y/%m/%d") for one in TURNING])
    assert (found, is_sure) == ("ymd", True)
    assert cells == [one.isoformat() for one in TURNING]


def test_unordered_dates_of_two_digit_years_stay_day_first() -> None:
    dates = ["03/05/24", "17/08/23", "29/11/24", "08/02/24", "21/07/23", "14/12/24", "30/01/23"]
    assert read("ordered", dates)[:2] == ("dmy", True)
    assert read("born", ["12/03/85", "25/11/92", "01/07/78"])[:2] == ("dmy", True)
    assert read("Datum", ["31.12.20", "01.02.21", "05.06.21"])[0] == "dmy"


def test_ends_of_years_are_no_days_of_december() -> None:
    found, _, cells = read("end", [f"31/12/{year}" for year in range(13, 24)])
    assert (found, cells[0]) == ("dmy", "2013-12-31")


@pytest.mark.parametrize(
    "dates",
    [
        ["01/02/2025", "03/04/2025"],
        [
            one.strftime("%d/%m/%Y")
            for one in (date(2025, k % 12 + 1, k % 12 + 1) for k in range(30))
        ],
        [f"{month:02}/01/2025" for month in range(1, 13)],
        ["01/02/03", "04/05/06"],
    ],
)
def test_dates_that_nothing_tells_apart_are_said_to_be_so(dates: list[str]) -> None:
    found = looked("when", dates)
    reason = next(one for one in found.reasons if one.part == "date_order")
    assert (reason.code, reason.is_sure) == ("either_order", False)
    assert reason.params["example"] == dates[0]
    assert str(reason.params["read"]).startswith("20")


def test_hours_of_days_below_13_tell_the_order_by_coming_one_after_another() -> None:
    hours = [date(2025, month, day) for month in (5, 6) for day in range(1, 13)]
    text = [one.strftime("%d/%m/%Y") + " 10:00" for one in hours]
    assert read("when", text)[:2] == ("dmy", True)


def test_a_year_marked_as_one_is_a_year_whatever_the_other_dates_are() -> None:
    rows = "".join(f"{day}.12.2020,25年3月{day}日\n" for day in range(13, 28))
    found = preview_table(f"a,b\n{rows}".encode(), TableReading())
    assert found.reading.date_order == "dmy"
    assert found.rows[0] == ("2020-12-13", "2025-03-13")


def test_a_date_below_the_first_rows_tells_the_order_too() -> None:
    dates = [f"{place % 12 + 1:02}/{place % 7 + 1:02}/2025" for place in range(1100)]
    assert not read("when", dates)[1]
    assert read("when", [*dates, "05/31/2025"])[:2] == ("mdy", True)
