"""Months, quarters and dates in words are times, and what only looks like them is not."""

from __future__ import annotations

import pytest

from engine.formats.tables.cells import time_reader
from engine.formats.tables.notes import unreasoned
from tests.engine.formats.test_table_reading import looked, plain

DAYS = {
    "2020-01": "2020-01-01",
    "2020/1": "2020-01-01",
    "2020年1月": "2020-01-01",
    "2020 年 12 月": "2020-12-01",
    "Jan-20": "2020-01-01",
    "Sept 1999": "1999-09-01",
    "2010Q1": "2010-01-01",
    "2010-Q4": "2010-10-01",
    "Q2 2010": "2010-04-01",
    "2010年第三季度": "2010-07-01",
    "1 Jan 2025": "2025-01-01",
    "01-Feb-25": "2025-02-01",
    "March 3rd, 2025": "2025-03-03",
    "2025-03-30 00:30:00 UTC": "2025-03-30T00:30:00+00:00",
    "2025/3/30 8:05 GMT": "2025-03-30T08:05:00+00:00",
}


@pytest.mark.parametrize("cell", DAYS)
def test_a_month_a_quarter_and_a_date_in_words_are_times(cell: str) -> None:
    assert time_reader("ymd")(cell) == DAYS[cell]


@pytest.mark.parametrize(
    "cell", ["2020.1", "2020-13", "31 Feb 2025", "20-Jan", "1999-2000", "Marchand 20", "2010Q5"]
)
def test_what_names_no_day_is_no_time(cell: str) -> None:
    assert time_reader("ymd")(cell) is None


@pytest.mark.parametrize("form", ["2020-{:02d}", "2020/{}", "2020年{}月", "2020-Q{}"])
def test_a_column_of_them_is_written_as_days(form: str) -> None:
    content = "月份,v\n" + "".join(f"{form.format(n)},{n * 1.5}\n" for n in range(1, 5))
    assert looked(content.encode()).columns[0].kind == "time"
    assert plain(content.encode())[2][0][:5] == "2020-"
    assert all(len(row[0]) == 10 for row in plain(content.encode())[1:])


def test_numbers_in_brackets_are_below_zero_and_it_is_said() -> None:
    for content in (b"d,v\n0,0.5\n1,(1.5)\n2,2.5\n", b"d,v\n0,$0.5\n1,($1.5)\n2,$2.5\n"):
        assert [row[1] for row in plain(content)[1:]] == ["0.5", "-1.5", "2.5"]
        notes = {one.code: one.params for one in unreasoned(looked(content), "")}
        assert notes["brackets_negative"] == {"num": 1, "columns": "v"}
    numbered = b"d,v\n0,(1)\n1,(2)\n2,(3)\n"
    assert [row[1] for row in plain(numbered)[1:]] == ["(1)", "(2)", "(3)"]


def test_lakhs_and_groups_parted_by_narrow_spaces_are_numbers() -> None:
    lakhs = b'date,amount\n2025-01-01,"1,23,100.50"\n2025-01-02,"1,23,101.50"\n'
    assert [row[1] for row in plain(lakhs)[1:]] == ["123100.50", "123101.50"]
    french = "date;montant\n2025-01-01;1\u202f100,50\n2025-01-02;1\u202f101,50\n"
    assert [row[1] for row in plain(french.encode())[1:]] == ["1100.50", "1101.50"]


def test_infinite_numbers_leave_a_column_one_of_numbers() -> None:
    rows = ["inf,1", "-inf,2", *(f"{n}.5,{n}" for n in range(20))]
    a, _ = looked(("a,b\n" + "\n".join(rows)).encode()).columns
    assert (a.kind, a.num_infinite) == ("number", 2)
