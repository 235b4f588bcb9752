"""Runs on tables and series end in time with a model, and rank what they tried."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.evaluation.tabular import forecast_report, sections
from engine.specs.package.sections import TableSection
from engine.specs.parse import parse_training_spec
from tests.engine.runs import train
from tests.engine.tables import series_spec, table_spec, write_series, write_table

OPTIONS = {
    "folds": 3,
    "num_trials": 2,
    "max_trees": 60,
    "max_epochs": 3,
    "target": "answer",
}
A_MOMENT = 0.0001


def rows_of(section: TableSection) -> list[dict[str, str | float | None]]:
    return [dict(zip(section.columns, row, strict=True)) for row in section.rows]


def test_a_table_is_learnt_however_short_the_time_and_what_was_left_out_is_counted(
    tmp_path: Path,
) -> None:
    table = write_table(tmp_path / "data/rows.csv", 300, "binary")
    document = table_spec(table, options={**OPTIONS, "minutes": A_MOMENT})

    learnt = train(parse_training_spec(document), tmp_path / "work").module.learnt

    assert [tried.name for tried in learnt.tried] == ["linear"]
    # Two boosters, a forest, neighbours and a network were never begun.
    assert learnt.num_left_out == 5
    assert [section.key for section in sections.of_learning(learnt, "binary")] == [
        "candidates_left_out",
        "candidates",
        "folds",
    ]


def test_the_leaderboard_of_a_table_ranks_kinds_of_learners_and_their_blend(
    tmp_path: Path,
) -> None:
    # Steps and a product: no kind is hopeless beside the others.
    random = np.random.default_rng(0)
    a, b = random.normal(size=(2, 300))
    answers = np.sign(a) * b + a + random.normal(0, 0.5, 300)
    lines = [f"{x:.4f},{y:.4f},{z:.4f}" for x, y, z in zip(a, b, answers, strict=True)]
    table = tmp_path / "rows.csv"
    table.write_text("\n".join(["a,b,answer", *lines]) + "\n")

    learnt = train(
        parse_training_spec(table_spec(table, options=OPTIONS | {"problem": "regression"})),
        tmp_path,
    ).module.learnt
    blend, *rows = rows_of(sections.leaderboard(learnt, "regression"))

    assert blend["candidate"] == "blend"
    kinds = {str(row["candidate"]).partition("-")[0] for row in rows}
    assert kinds >= {"linear", "lightgbm", "neighbours", "kernel"}
    losses = [row["loss"] for row in rows]
    assert losses == sorted(losses)
    assert blend["loss"] <= losses[0]
    assert sum(row["weight"] for row in rows) == pytest.approx(1, abs=1e-3)
    assert all(row["training_time"] >= 0 and row["time_per_thousand"] > 0 for row in rows)


def test_series_are_learnt_however_short_the_time(tmp_path: Path) -> None:
    table = write_series(tmp_path / "data/days.csv", 200, num_series=1)
    document = series_spec(table, options={"targets": ["sales"], "minutes": A_MOMENT})

    learnt = train(parse_training_spec(document), tmp_path / "work").module
    rows = rows_of(forecast_report.leaderboard(learnt))

    # The linear maps are always fitted: a run ends with a model.
    names = {str(row["candidate"]).partition("-")[0] for row in rows}
    assert {"linear", "seasonal_naive"} <= names <= {"linear", "seasonal_naive", "blend"}
    # Of the series smoothing and trees, of their logarithms linear maps and smoothing.
    assert learnt.num_left_out == 4
    assert sum(tried.weight for tried in learnt.tried) == pytest.approx(1)
