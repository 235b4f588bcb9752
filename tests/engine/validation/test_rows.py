"""Rows of tables are counted before a run: too few, few, and how they are divided."""

from __future__ import annotations

from engine.catalog.tabular import FORECASTING, PREDICTION
from engine.specs.data import Split
from engine.validation.rows import ADVISED_ROWS, FEWEST_ROWS, check_rows, divided


def test_one_table_is_divided_by_its_rows() -> None:
    assert divided({Split.TRAIN: 149}, PREDICTION) == {
        Split.TRAIN: 119,
        Split.VALIDATION: 15,
        Split.TEST: 15,
    }


def test_a_part_that_a_table_is_named_for_is_not_taken_from_training() -> None:
    named = {Split.TRAIN: 800, Split.TEST: 100}
    assert divided(named, PREDICTION) == {
        Split.TRAIN: 720,
        Split.VALIDATION: 80,
        Split.TEST: 100,
    }


def test_of_series_the_latest_points_are_held_out_whatever_tables_are_named_for() -> None:
    named = {Split.TRAIN: 100, Split.VALIDATION: 50, Split.TEST: 50}
    assert divided(named, FORECASTING)[Split.TRAIN] == 140


def test_too_few_rows_block_and_few_rows_are_said() -> None:
    (short,) = check_rows(FEWEST_ROWS - 1, PREDICTION)
    assert (short.code, short.blocking) == ("table_too_short", True)
    (few,) = check_rows(149, PREDICTION)
    assert (few.code, few.blocking, few.params["test"]) == ("rows_below_advice", False, 15)
    assert list(check_rows(ADVISED_ROWS, PREDICTION)) == []
