"""The list of a task's options: complete, and as the training takes them."""

from __future__ import annotations

import json

import pytest

from engine.catalog import TASKS
from engine.cli import main
from engine.commands.described_options import described_options
from engine.commands.specs import parse_assignments
from engine.specs.parse import options_class, parse_options


@pytest.mark.parametrize("task", TASKS)
def test_what_is_listed_is_what_a_training_takes(task: str) -> None:
    listed = list(described_options(options_class(task)))
    assert listed
    for one in listed:
        # Saying one default leaves all others of its part as they are.
        alone = parse_assignments([f"{one.name}={json.dumps(one.default)}"])
        assert parse_options(task, alone) == options_class(task)(), one.name
    assert {one.name.partition(".")[0] for one in listed} == set(options_class(task).model_fields)


def test_a_person_reads_types_defaults_and_ranges(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["options", "image.classification"]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "rotation_degrees" in line]
    assert line.split() == [
        "augmentation.rotation_degrees", "number", "10.0", "≥", "0,", "≤", "180", "degrees",
    ]  # fmt: skip


def test_a_program_reads_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["options", "tabular.prediction", "--json"]) == 0
    by_name = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert by_name["problem"]["allowed"] == "auto, binary, multi_class, regression"


def test_a_task_that_is_not_there_is_refused_with_those_that_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["options", "image.clasification"]) == 64
    assert "image.classification" in capsys.readouterr().err
