"""Formulas that no program calculated are counted by column: their cells are empty."""

from __future__ import annotations

from io import BytesIO

import pytest

from engine.data.tabular.checks import reading_findings
from engine.formats.layout import Problem
from engine.formats.loading import read_tree
from engine.formats.tables.blank_formulas import blank_formulas
from engine.formats.tables.preview import preview_table
from engine.specs.data import DatasetFormat
from engine.specs.samples.table_reading import TableReading
from tests.engine.formats.trees import tree
from tests.engine.formats.workbooks import saved_workbook, workbook

BOOK = saved_workbook([["text", "公式"], *([f"a text of row {n}", f"=A{n}"] for n in range(2, 7))])
PARAMS = {"num": 5, "sheet": "Sheet", "columns": "公式 (B): 5"}


@pytest.mark.parametrize("key", [DatasetFormat.TABLE, DatasetFormat.TEXT_TABLE])
def test_formulas_without_a_value_are_counted_by_column(key: DatasetFormat) -> None:
    found = [one for one in read_tree(key, tree({"a.xlsx": BOOK})) if isinstance(one, Problem)]
    told = [one for one in found if one.code == "formula_without_value"]
    assert [(one.place, one.params) for one in told] == [("a.xlsx", PARAMS)]


def test_a_workbook_of_values_has_no_such_problem() -> None:
    for content in (saved_workbook([["a", "b"], [1, 2]]), workbook([["a"], ["1"]])):
        assert blank_formulas(BytesIO(content)) is None


def test_training_on_such_a_workbook_says_so() -> None:
    found = list(reading_findings("a.xlsx", preview_table(BOOK, TableReading())))
    assert found[0].code == "formula_without_value"
    assert found[0].params == {**PARAMS, "file": "a.xlsx"}
