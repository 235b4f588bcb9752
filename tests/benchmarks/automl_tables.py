"""Real tables with their outer folds as files: both sides read the very same rows."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from tests.benchmarks.tasks.measuring import shared_data

Problem = Literal["binary", "multi_class", "regression"]
METRICS: dict[Problem, str] = {"binary": "auc", "multi_class": "log_loss", "regression": "rmse"}
MANY_ROWS, NUM_PARTS, SEED = 2000, 5, 0
"""A fifth of the rows is held out each time; small tables take turns more often."""


@dataclass(frozen=True)
class RealTable:
    """A table, the column to predict, and what kind of question that is."""

    name: str
    target: str
    problem: Problem

    @property
    def metric(self) -> str:
        """Return the metric that both sides are evaluated by."""
        return METRICS[self.problem]


FILES = (
    RealTable("census_income", "income", "binary"),
    RealTable("abalone", "rings", "regression"),
    RealTable("german_credit", "class", "binary"),
)
LIBRARY = (
    RealTable("breast_cancer", "class", "binary"),
    RealTable("wine", "class", "multi_class"),
    RealTable("diabetes", "progression", "regression"),
)
TABLES = (*FILES, *LIBRARY)


@dataclass(frozen=True)
class OuterFold:
    """One division of a table: ``table`` has a column ``part``, ``train`` and ``test`` have not."""

    name: str
    target: str
    problem: str
    metric: str
    table: str
    train: str
    test: str


def write_folds(table: RealTable, folder: Path, *, most: int) -> list[OuterFold]:
    """Write the outer folds of a table, one of a large one and at most ``most`` of a small one."""
    names, rows = _rows(table)
    place = names.index(table.target)
    held_out = _held_out([row[place] for row in rows], table.problem)
    count = 1 if len(rows) > MANY_ROWS else most
    return [
        _write(table, names, rows, held_out[number], folder / f"{table.name}-{number}")
        for number in range(count)
    ]


def write_plan(folds: Sequence[OuterFold], minutes: float, threads: int, path: Path) -> None:
    """Write what the other side is asked."""
    plan = {
        "minutes": minutes,
        "threads": threads,
        "folds": [asdict(fold) for fold in folds],
    }
    path.write_text(json.dumps(plan, indent=1))


def _write(
    table: RealTable, names: list[str], rows: list[list[str]], held_out: set[int], folder: Path
) -> OuterFold:
    folder.mkdir(parents=True)
    parts = {
        "train": [row for index, row in enumerate(rows) if index not in held_out],
        "test": [row for index, row in enumerate(rows) if index in held_out],
    }
    for name, part in parts.items():
        _write_csv(folder / f"{name}.csv", names, part)
    _write_csv(folder / f"{table.name}.csv", [*names, "part"], _with_part(parts))
    return OuterFold(
        name=table.name,
        target=table.target,
        problem=table.problem,
        metric=table.metric,
        table=str(folder / f"{table.name}.csv"),
        train=str(folder / "train.csv"),
        test=str(folder / "test.csv"),
    )


def _with_part(parts: dict[str, list[list[str]]]) -> Iterator[list[str]]:
    for name, rows in parts.items():
        yield from ([*row, name] for row in rows)


def _write_csv(
    path: Path, names: list[str], rows: Sequence[list[str]] | Iterator[list[str]]
) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows(rows)


def _held_out(truth: list[str], problem: Problem) -> list[set[int]]:
    from sklearn.model_selection import KFold, StratifiedKFold

    kind = KFold if problem == "regression" else StratifiedKFold
    divider = kind(NUM_PARTS, shuffle=True, random_state=SEED)
    return [set(test.tolist()) for _, test in divider.split(np.zeros((len(truth), 1)), truth)]


def _rows(table: RealTable) -> tuple[list[str], list[list[str]]]:
    if table in LIBRARY:
        return _library_rows(table)
    with shared_data("tabular", f"{table.name}.csv").open(newline="") as file:
        names, *rows = ([cell.strip() for cell in row] for row in csv.reader(file) if row)
    return names, rows


def _library_rows(table: RealTable) -> tuple[list[str], list[list[str]]]:
    from sklearn import datasets

    bunch = getattr(datasets, f"load_{table.name}")()
    answers = [
        str(value) if table.problem == "regression" else str(bunch.target_names[value])
        for value in bunch.target.tolist()
    ]
    rows = [
        [*map(repr, row), answer] for row, answer in zip(bunch.data.tolist(), answers, strict=True)
    ]
    return [*map(str, bunch.feature_names), table.target], rows
