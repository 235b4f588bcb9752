"""Which rows of tables and series a model was trained on, whatever file they come in."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.commands.process import run_work
from engine.commands.train import train
from engine.errors import DataError
from engine.evaluation.comparing import compare
from engine.specs.data import ManifestDataSpec
from engine.specs.evaluations import EvaluatedPackage, EvaluationResult, EvaluationSpec
from engine.specs.parse import parse_training_spec
from engine.tasks.loading import load_task


def rows_of(numbers: Sequence[int]) -> str:
    """Return a table with a row of each number."""
    lines = [
        f"{n * 0.618 % 1:.6f},{n * 0.414 % 1:.6f},{'yes' if n * 0.618 % 1 > 0.4 else 'no'}\n"
        for n in numbers
    ]
    return "length,width,bought\n" + "".join(lines)


def months_of(numbers: Sequence[int]) -> str:
    """Return a series with a season of twelve months."""
    lines = [
        f"{2000 + n // 12}-{1 + n % 12:02d}-01,{100 + n + 9 * math.sin(n * math.pi / 6):.3f}\n"
        for n in numbers
    ]
    return "month,sales\n" + "".join(lines)


def data_of(folder: Path, name: str, text: str) -> ManifestDataSpec:
    """Write a table as a frozen version of it alone."""
    folder.mkdir()
    content = text.encode()
    (folder / name).write_bytes(content)
    line = {
        "id": name, "file": name, "name": name, "split": "train",
        "sha256": hashlib.sha256(content).hexdigest(),
    }  # fmt: skip
    index = folder / "samples.jsonl"
    index.write_text(json.dumps(line) + "\n")
    return ManifestDataSpec(index=str(index), files_root=str(folder), labels=())


def trained(folder: Path, task: str, text: str, options: dict[str, Any]) -> EvaluatedPackage:
    """Train a model of a table."""
    data = data_of(folder / "data", "data.csv", text)
    spec = parse_training_spec(
        {
            "run_id": "rows",
            "task": task,
            "backbone": "linear",
            "data": data.model_dump(mode="json"),
            "options": options,
        }
    )
    work = folder / "work"
    assert run_work(work, lambda emit, interrupt: train(spec, work, emit, interrupt)) == 0
    return EvaluatedPackage(id="rows", package=str(work / "package"), trained_on=data)


def measured(task: str, model: EvaluatedPackage, data: ManifestDataSpec) -> EvaluationResult:
    """Evaluate a model alone."""
    return compare(load_task(task), EvaluationSpec(models=(model,), data=data))


@pytest.fixture(scope="module")
def of_rows(tmp_path_factory: pytest.TempPathFactory) -> EvaluatedPackage:
    """A model of a table of two hundred rows, most of which it was trained on."""
    options = {"target": "bought", "problem": "binary"}
    folder = tmp_path_factory.mktemp("rows")
    return trained(folder, "tabular.prediction", rows_of(range(200)), options)


@pytest.fixture(scope="module")
def of_months(tmp_path_factory: pytest.TempPathFactory) -> EvaluatedPackage:
    """A model of a series of ten years."""
    options = {"time_column": "month", "targets": ["sales"], "horizon": 6}
    folder = tmp_path_factory.mktemp("months")
    return trained(folder, "tabular.forecasting", months_of(range(120)), options)


@pytest.mark.parametrize(
    ("name", "numbers", "least", "most"),
    [
        ("data.csv", range(200), 15, 25),
        # A part of it and new rows, under another name.
        ("mixed.csv", (*range(100), *range(200, 300)), 105, 125),
        # Other rows under the same name, each at the place of one that was trained on.
        ("data.csv", range(200, 400), 200, 200),
    ],
)
def test_rows_are_told_by_what_they_hold(
    of_rows: EvaluatedPackage,
    tmp_path: Path,
    name: str,
    numbers: Sequence[int],
    least: int,
    most: int,
) -> None:
    data = data_of(tmp_path / "data", name, rows_of(numbers))

    found = measured("tabular.prediction", of_rows, data)

    num = found.parts[0].num_samples
    assert num + found.num_trained_on == len(numbers)
    assert least <= num <= most


def test_rows_that_are_alike_by_chance_are_left_out_of_no_other_file(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    def table(num: int) -> str:
        return "a,b,bought\n" + "".join(
            f"{'xy'[n % 2]},{'pqr'[n % 3]},{'yes' if n % 2 else 'no'}\n" for n in range(num)
        )

    options = {"target": "bought", "problem": "binary"}
    folder = tmp_path_factory.mktemp("alike")
    model = trained(folder, "tabular.prediction", table(120), options)
    found = measured(
        "tabular.prediction", model, data_of(tmp_path / "data", "other.csv", table(90))
    )
    assert (found.parts[0].num_samples, found.num_trained_on) == (90, 0)


def test_of_its_own_series_a_model_is_measured_on_the_latest_points(
    of_months: EvaluatedPackage, tmp_path: Path
) -> None:
    own = data_of(tmp_path / "own", "again.csv", months_of(range(120)))
    found = measured("tabular.forecasting", of_months, own)
    # Eighteen points are held out, in which six steps can be forecast from thirteen of them.
    assert [part.num_samples for part in found.parts] == [13]


def test_points_that_a_model_was_trained_on_do_not_count_in_another_file(
    of_months: EvaluatedPackage, tmp_path: Path
) -> None:
    earlier = data_of(tmp_path / "earlier", "earlier.csv", months_of(range(84)))
    with pytest.raises(DataError) as refused:
        measured("tabular.forecasting", of_months, earlier)
    assert refused.value.code == "all_trained_on"

    longer = data_of(tmp_path / "longer", "longer.csv", months_of(range(180)))
    found = measured("tabular.forecasting", of_months, longer)
    assert found.num_trained_on > 20
    assert found.parts[0].num_samples >= 60 - 6
