"""Cells of a table mean the same on every machine."""

from __future__ import annotations

import math
from datetime import datetime

import numpy as np
import pytest
from easel.errors import InputError
from easel.runtime import Pipeline
from easel.runtime.series import Clock, place_on_grid
from easel.runtime.series.window import fill
from easel.runtime.table import ColumnEncoder, category_of, number_of, time_of, time_parts
from easel.runtime.table.cells import Cell

MISSING = frozenset(("", "NA"))
COLUMNS = [
    {"kind": "number", "name": "size"},
    {"kind": "time", "name": "day", "format": None},
    {"kind": "category", "name": "colour", "categories": ["blue", "red"]},
]
ENCODE = {
    "op": "encode_columns",
    "parts": ["days", "weekday"],
    "missing": ["", "NA"],
    "required": ["size"],
}


def pipeline(problem: str, labels: list[tuple[str, float]], **fields: object) -> Pipeline:
    prediction = {
        "op": "rows",
        "target": "answer",
        "problem": problem,
        "mean": 0.0,
        "deviation": 1.0,
        "digits": 7,
        **fields,
    }
    return Pipeline.from_ops({"kind": "table", "columns": COLUMNS}, [ENCODE], [prediction], labels)


@pytest.mark.parametrize(
    ("cell", "value"),
    [(3, 3.0), (" 2.5 ", 2.5), (True, 1.0), ("1e3", 1000.0), (-0.5, -0.5)],
)
def test_numbers_are_read(cell: object, value: float) -> None:
    assert number_of(cell, MISSING) == value  # type: ignore[arg-type]


@pytest.mark.parametrize("cell", [None, "", "NA", "a", "1_000", "inf", float("inf"), [1]])
def test_what_is_no_number_is_missing(cell: object) -> None:
    assert math.isnan(number_of(cell, MISSING))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cell", "form", "moment"),
    [
        ("2023/1/5 5:00", None, datetime(2023, 1, 5, 5)),
        ("2023年1月5日", None, datetime(2023, 1, 5)),
        ("2023年1月5日下午3点", None, datetime(2023, 1, 5, 15)),
        ("Jan 5, 2023 13:00", None, datetime(2023, 1, 5, 13)),
        ("Thu, 05 Jan 2023 13:00:00 GMT", None, datetime(2023, 1, 5, 13)),
        ("2023/1/5 13:00 +0800", None, datetime(2023, 1, 5, 5)),
        ("20230105", None, datetime(2023, 1, 5)),
        ("05/01/2023", None, None),
        ("05/01/2023", "day_first", datetime(2023, 1, 5)),
        ("01/05/2023 5:30 PM", "month_first", datetime(2023, 1, 5, 17, 30)),
        ("2023-01-05", "month_first", datetime(2023, 1, 5)),
        (1672894800, "epoch_seconds", datetime(2023, 1, 5, 5)),
        ("1672894800000", "epoch_milliseconds", datetime(2023, 1, 5, 5)),
        (44931.25, "serial_days", datetime(2023, 1, 5, 6)),
        ("2023-01-05", "serial_days", datetime(2023, 1, 5)),
        (1e300, "serial_days", None),
        ("room 12", None, None),
    ],
)
def test_times_are_read_as_people_write_them(
    cell: Cell, form: str | None, moment: datetime | None
) -> None:
    assert time_of(cell, MISSING, form) == moment


def test_a_counted_time_is_written_as_the_number_that_it_came_as() -> None:
    days = Clock(86_400, 0)
    assert days.written(datetime(2023, 1, 5), "epoch_seconds") == "1672876800"
    assert days.written(datetime(2023, 1, 5), "serial_days") == "44931"
    assert days.written(datetime(2023, 1, 5), "day_first") == "2023-01-05"


def test_no_rows_are_encoded_as_none() -> None:
    encoder = ColumnEncoder(COLUMNS, ENCODE)
    numbers, codes = encoder([])
    assert (numbers.shape, codes.shape) == ((0, 3), (0, 1))


def test_categories_are_written_alike_whatever_their_type() -> None:
    cells = [3, 3.0, "3 ", True, 2.5, None, "NA", float("nan")]
    assert [category_of(cell, MISSING) for cell in cells] == [
        "3", "3", "3", "true", "2.5", None, None, None,
    ]  # fmt: skip


def test_times_are_read_in_iso_form_and_brought_to_utc() -> None:
    assert time_of("2024-05", MISSING, None) == datetime(2024, 5, 1)
    assert time_of("2024-05-06T07:08:09Z", MISSING, None) == datetime(2024, 5, 6, 7, 8, 9)
    assert time_of("2024-05-06 09:00+02:00", MISSING, None) == datetime(2024, 5, 6, 7)
    assert time_of("soon", MISSING, None) is None
    assert time_parts(datetime(2000, 1, 2, 12), ("days", "weekday")) == [1.5, 6.0]


def test_rows_become_tensors_with_codes_for_missing_and_unknown() -> None:
    compiled = pipeline("regression", [])
    rows = [
        {"size": "2.5", "day": "2000-01-01", "colour": "red"},
        {"size": None, "day": "?", "colour": "green"},
        {"size": 1, "colour": ""},
    ]

    tensors = compiled.prepare(rows).tensors

    assert tensors["numbers"].dtype == np.float32
    np.testing.assert_array_equal(
        tensors["numbers"], [[2.5, 0, 5], [np.nan, np.nan, np.nan], [1, np.nan, np.nan]]
    )
    assert tensors["categories"].tolist() == [[3], [1], [0]]


def test_a_row_without_a_required_column_is_refused_by_name() -> None:
    with pytest.raises(InputError) as refused:
        pipeline("regression", []).prepare({"day": "2000-01-01"})
    assert refused.value.code == "column_missing"
    assert refused.value.params["column"] == "size"


def test_classes_are_chosen_by_threshold_and_values_are_scaled() -> None:
    compiled = pipeline("binary", [("no", 0.8), ("yes", 0.2)])
    example = compiled.prepare([{"size": 1}, {"size": 2}])
    logits = np.log(np.array([[0.75, 0.25], [0.9, 0.1]], np.float32))

    predictions = compiled.postprocess(example, {"logits": logits})
    assert [one.document() for one in predictions] == [{"answer": "yes"}, {"answer": "no"}]

    scaled = pipeline("regression", [], mean=100.0, deviation=10.0)
    predictions = scaled.postprocess(example, {"values": np.array([[0.5], [-1]], np.float32)})
    assert [one.document() for one in predictions] == [{"answer": 105.0}, {"answer": 90.0}]


def test_a_result_names_the_columns_that_were_not_understood() -> None:
    compiled = pipeline("regression", [])
    rows = [
        {"size": "95.7%", "day": "yesterday", "colour": "green"},
        {"size": "NA", "day": None, "colour": ""},
        {"size": [1], "day": "2000-01-01", "colour": "red"},
    ]

    results = compiled.postprocess(compiled.prepare(rows), {"values": np.zeros((3, 1), np.float32)})

    assert [one.document() for one in results] == [
        {"answer": 0.0, "unread": ["size", "day", "colour"]},
        {"answer": 0.0},
        {"answer": 0.0, "unread": ["size"]},
    ]


def test_a_clock_follows_the_calendar() -> None:
    months = Clock(0, 1)
    assert months.after(datetime(2024, 1, 31), 1) == datetime(2024, 2, 29)
    assert months.steps_between(datetime(2023, 11, 1), datetime(2024, 2, 1)) == 3
    hours = Clock(3600, 0)
    assert hours.written(hours.after(datetime(2024, 1, 1, 23), 1), None) == "2024-01-02 00:00:00"
    assert Clock(86_400, 0).written(datetime(2024, 1, 1), None) == "2024-01-01"


def test_gaps_of_a_series_take_the_point_before_them() -> None:
    times = [datetime(2024, 1, day) for day in (2, 3, 5, 8)]
    values = np.array([[1.0, np.nan], [2.0, 5.0], [3.0, np.nan], [4.0, 7.0]])

    grid = place_on_grid(times, values, Clock(86_400, 0), 8)

    assert np.isnan(grid[0]).all()
    assert fill(grid)[:, 0].tolist() == [1, 1, 2, 2, 3, 3, 3, 4]
    assert fill(grid)[:, 1].tolist() == [5, 5, 5, 5, 5, 5, 5, 7]
