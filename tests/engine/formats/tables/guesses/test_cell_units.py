"""Cells as people write them: signs around numbers, Chinese times, codes of digits, sums below."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.data.tabular.schema import describe_column
from engine.formats.layout import Problem
from engine.formats.tables.notes import table_notes_of
from engine.formats.tables.plain_tables import plain_rows
from engine.formats.tables.preview import PreviewedColumn, preview_table
from engine.specs.samples.table_reading import TableReading


def read(
    header: str, rows: Sequence[str], encoding: str = "utf-8", **reading: object
) -> tuple[list[PreviewedColumn], list[list[str]], list[Problem]]:
    """Return the columns, the rows as they come in, and what is said of them."""
    content = "\n".join([header, *rows]).encode(encoding)
    found = preview_table(content, TableReading.model_validate(reading))
    table = plain_rows(content, found)
    return list(found.columns), list(table.rows), table_notes_of(found, table, "a.csv")


def test_percents_and_prices_are_numbers_and_it_is_said() -> None:
    rows = [f"件{n},¥{n}.50,{90 + n}%,{n}kg,{n + 1}元" for n in range(9)]
    columns, plain, told = read("品名,单价,良率,重量,总价", rows)
    assert [one.kind for one in columns] == ["category", "number", "number", "category", "number"]
    assert plain[1] == ["件1", "1.50", "0.91", "1kg", "2"]
    assert [(one.code, one.params["columns"]) for one in told] == [
        ("units_left_out", "单价 (¥), 良率 (%), 总价 (元)")
    ]


def test_signs_stay_where_a_column_is_said_to_hold_text_or_has_several_of_them() -> None:
    kinds = [{"name": "rate", "kind": "text"}]
    columns, plain, told = read("n,rate,mixed", ["1,5%,5%", "2,6%,6", "3,7%,¥7"], kinds=kinds)
    assert [one.kind for one in columns] == ["number", "text", "category"]
    assert plain[0] == ["1", "5%", "5%"]
    assert told == []


@pytest.mark.parametrize(
    ("cell", "number"), [("\u22121.5", "-1.5"), ("\uff11\uff10", "10"), ("-$1.5", "-1.5")]
)
def test_numbers_in_other_characters_are_written_plainly(cell: str, number: str) -> None:
    columns, plain, _ = read("a,b", [f"{cell},x", f"{cell},y"])
    assert columns[0].kind == "number"
    assert plain[0] == [number, "x"]


def test_grouped_prices_have_their_marks_told() -> None:
    _, plain, _ = read("a;b", ["¥1,234.50;x", "¥12,000.00;y"])
    assert [row[0] for row in plain] == ["1234.50", "12000.00"]


@pytest.mark.parametrize(
    ("cell", "moment"),
    [
        ("2025/11/1 下午1:05:00", "2025-11-01T13:05:00"),
        ("2025/11/1 上午12:05", "2025-11-01T00:05:00"),
        ("2025年11月1日 0时0分", "2025-11-01T00:00:00"),
        ("2025年11月1日8时30分15秒", "2025-11-01T08:30:15"),
        ("2025-11-01 中午12:00", "2025-11-01T12:00:00"),
        ("11/13/2025 1:05:00 PM", "2025-11-13T13:05:00"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_times_of_chinese_and_american_programs_are_times(
    cell: str, moment: str, encoding: str
) -> None:
    columns, plain, _ = read("时间,v", [f"{cell},1", f"{cell},2"], encoding)
    assert columns[0].kind == "time"
    assert plain[0][0] == moment


def test_dates_of_eight_digits_are_dates_and_counts_are_not() -> None:
    rows = [f"202501{day:02},{20250100 + day * 7}" for day in range(1, 20)]
    columns, plain, _ = read("day,count", rows)
    assert [one.kind for one in columns] == ["time", "number"]
    assert plain[0][0] == "2025-01-01"


def test_digits_that_name_something_are_no_quantities() -> None:
    rows = [f"{n:06},11010119900101{n:04},1{n:015},{n}" for n in range(30)]
    columns, plain, _ = read("邮编,身份证号,time_us,值", rows)
    assert [one.kind for one in columns] == ["text", "text", "number", "number"]
    assert plain[1][:2] == ["000001", "110101199001010001"]
    cells = [f"{n % 5:03}" for n in range(60)]
    column = describe_column("zip", cells, 100)
    assert not isinstance(column, str)
    assert column[0].kind == "category"


def test_sums_and_signatures_below_a_table_are_named() -> None:
    rows = [*(f"工序{n % 4},{n},1" for n in range(40)), "合计,1560,80", ",,", "制表人：李工,,"]
    _, plain, told = read("工序,产量,不良", rows)
    assert len(plain) == 42
    assert [(one.code, one.params) for one in told] == [
        ("rows_of_totals", {"num": 2, "rows": "合计, 制表人：李工"})
    ]
    assert read("a,b", ["x,1", "y,2", "totally,3"])[2] == []
