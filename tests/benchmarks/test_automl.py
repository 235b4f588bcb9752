"""Both sides of the AutoML benchmark read the same rows, and the page shows what was recorded."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.benchmarks.automl_page import PAGES, page_text
from tests.benchmarks.automl_tables import LIBRARY, RealTable, write_folds, write_plan


def rows_of(path: str) -> list[dict[str, str]]:
    with Path(path).open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("table", LIBRARY, ids=lambda table: table.name)
def test_both_sides_learn_from_the_same_rows_and_are_asked_about_the_others(
    table: RealTable, tmp_path: Path
) -> None:
    folds = write_folds(table, tmp_path, most=2)

    assert len(folds) == 2
    for fold in folds:
        whole = rows_of(fold.table)
        for part, file in (("train", fold.train), ("test", fold.test)):
            rows = [{**row, "part": part} for row in rows_of(file)]
            assert rows == [row for row in whole if row["part"] == part]
        assert len(rows_of(fold.train)) / len(rows_of(fold.test)) == pytest.approx(4, abs=0.1)
    first, second = ({json.dumps(row) for row in rows_of(fold.test)} for fold in folds)
    assert not first & second


def test_the_plan_says_what_the_other_side_needs(tmp_path: Path) -> None:
    write_plan(write_folds(LIBRARY[0], tmp_path, most=1), 0.5, 2, tmp_path / "plan.json")

    plan = json.loads((tmp_path / "plan.json").read_text())

    assert (plan["minutes"], plan["threads"]) == (0.5, 2)
    assert [(fold["target"], fold["metric"]) for fold in plan["folds"]] == [("class", "auc")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.parent.name)
def test_a_page_shows_the_newest_figures(page: Path) -> None:
    text = page.read_text("utf-8")
    assert page_text(text, PAGES[page]) == text
