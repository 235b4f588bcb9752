"""The benchmarks of tasks: each card has one, and what they measure is told and kept."""

from __future__ import annotations

import inspect
import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from engine.catalog import TASKS
from tests.benchmarks.recording import record
from tests.benchmarks.tasks import page, runner
from tests.benchmarks.tasks.measuring import Measurement, TrainingFailed, train
from tests.benchmarks.tasks.runner import benchmark_of, missed, run_tasks, table

MEASURED = Measurement(
    data="abalone",
    metric="rmse",
    value=2.1,
    bar=2.12,
    higher_is_better=False,
    peer=("LightGBM", 2.148),
    seconds=12.3,
    peak_memory_mb=410,
    package_mb=0.52,
    latency_p50_ms=0.8,
    runs=(2.0, 2.2),
)


@pytest.mark.parametrize("key", TASKS)
def test_every_task_has_a_benchmark(key: str) -> None:
    signature = inspect.signature(benchmark_of(key), eval_str=True)
    assert [one.annotation for one in signature.parameters.values()] == [bool]
    assert signature.return_annotation == list[Measurement]


def test_a_bar_is_reached_from_the_side_of_its_metric() -> None:
    assert MEASURED.is_met
    assert not replace(MEASURED, higher_is_better=True).is_met
    assert replace(MEASURED, higher_is_better=True, value=2.12).is_met


def test_a_line_says_whether_the_bar_is_met() -> None:
    (line,) = table("tabular.prediction", [MEASURED])
    assert line.split() == [
        *("tabular.prediction", "abalone", "rmse", "2.1000", "≤", "2.12", "yes"),
        *("LightGBM", "2.1480", "12.3", "410", "0.52", "0.80"),
    ]
    worse = replace(MEASURED, value=2.2)
    assert missed({"tabular.prediction": [MEASURED, worse]}) == [
        "tabular.prediction on abalone: rmse 2.2, bar 2.12"
    ]


def test_a_task_without_data_and_one_that_fails_keep_no_other_from_being_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent(quick: bool) -> list[Measurement]:
        raise FileNotFoundError("There is no data.")

    def failing(quick: bool) -> list[Measurement]:
        raise TrainingFailed("The loss is not a number.")

    runs = {"a": absent, "b": failing, "c": lambda quick: [MEASURED]}
    monkeypatch.setattr(runner, "benchmark_of", runs.get)
    outcome = run_tasks(["a", "b", "c"], quick=True)
    assert (list(outcome.skipped), list(outcome.failed), list(outcome.measured)) == (
        ["a"],
        ["b"],
        ["c"],
    )
    shown = capsys.readouterr().out
    assert "a: skipped. There is no data." in shown
    assert "b: failed. The loss is not a number." in shown


def test_results_of_tasks_are_merged_by_task_beside_the_others(tmp_path: Path) -> None:
    record("figures", {"web": {"rss_mb": 112.0}}, tmp_path)
    record("tasks", {"a": {"quick": True}, "b": {"quick": True}}, tmp_path)
    path = record("tasks", {"b": {"quick": False}}, tmp_path)
    document = json.loads(path.read_text())
    assert document["tasks"] == {"a": {"quick": True}, "b": {"quick": False}}
    assert document["figures"] == {"web": {"rss_mb": 112.0}}
    assert document["machine"]["cores"] >= 1


def test_a_run_that_fails_says_what_the_engine_said(tmp_path: Path) -> None:
    data = {"kind": "files", "format": "image_folder", "root": str(tmp_path / "absent")}
    document = {"task": "image.classification", "backbone": "small_cnn", "data": data}
    with pytest.raises(TrainingFailed, match="absent"):
        train(document)


@pytest.mark.parametrize("path", page.PAGES, ids=lambda path: path.parent.parent.name)
def test_a_page_shows_the_newest_figures_of_every_task(path: Path) -> None:
    assert page.shown(path) == page.table(page.newest(), page.PAGES[path])


def test_a_page_is_written_from_what_was_measured_in_full(tmp_path: Path) -> None:
    first, last = tmp_path / "2026-01-01.json", tmp_path / "2026-02-01.json"
    one = {"quick": False, "machine_load": 1.2, "measurements": [asdict(MEASURED)]}
    first.write_text(json.dumps({"tasks": {"tabular.prediction": one}}))
    last.write_text(json.dumps({"tasks": {"tabular.prediction": {**one, "quick": True}}}))
    english, chinese = (page.table(page.newest(tmp_path), words) for words in page.PAGES.values())
    lines = english.splitlines()
    assert "| `tabular.prediction` | abalone | rmse | 2.1 (2 runs) | ≤ 2.12 | yes |" in "\n".join(
        lines
    )
    assert sum("not measured" in line for line in lines) == len(TASKS) - 1
    assert "| `tabular.prediction` | abalone | rmse | 2.1（2 次） | ≤ 2.12 | 是 |" in chinese
