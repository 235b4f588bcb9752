"""Models measured on the same samples: what is shared, what changed, and how sure that is."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from engine.cli import main
from engine.errors import DataError
from engine.evaluation.comparing import MAX_RESAMPLES, compare, difference
from engine.specs.data import ManifestDataSpec
from engine.specs.evaluations import EvaluatedPackage, EvaluationResult, EvaluationSpec
from engine.tasks.image.classification import TASK
from tests.sdk.tiny_package import LABELS, plain_image, write_package

COLOURS = {"red": (200, 20, 20), "green": (20, 200, 20), "blue": (20, 20, 200)}


def data_of(folder: Path, labels: Sequence[str], broken: int | None = None) -> ManifestDataSpec:
    """Write an image of its label's colour for each sample; one of them may be no image."""
    folder.mkdir()
    lines = []
    for place, label in enumerate(labels):
        content = b"nothing" if place == broken else plain_image(COLOURS[label])
        (folder / f"{place}.png").write_bytes(content)
        lines.append(
            {
                "id": f"s{place}",
                "file": f"{place}.png",
                "name": f"{label} {place}",
                "sha256": "0" * 64,
                "split": "test",
                "width": 32,
                "height": 24,
                "labels": [label],
            }
        )
    index = folder / "samples.jsonl"
    index.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return ManifestDataSpec(index=str(index), files_root=str(folder), labels=LABELS)


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> EvaluatedPackage:
    """A model that tells all colours."""
    return EvaluatedPackage(
        id="right", package=str(write_package(tmp_path_factory.mktemp("right") / "package"))
    )


@pytest.fixture(scope="module")
def confused(tmp_path_factory: pytest.TempPathFactory) -> EvaluatedPackage:
    """A model that takes red for green and green for red."""
    folder = tmp_path_factory.mktemp("confused") / "package"
    return EvaluatedPackage(
        id="confused", package=str(write_package(folder, labels=("green", "red", "blue")))
    )


def compared(*models: EvaluatedPackage, data: ManifestDataSpec, **more: str) -> EvaluationResult:
    """Evaluate models on data."""
    return compare(TASK, EvaluationSpec(models=models, data=data, **more))


def ignore(done: int, total: int) -> None:
    """Take in no progress."""


def test_the_second_model_is_compared_with_the_first_on_the_same_samples(
    right: EvaluatedPackage, confused: EvaluatedPackage, tmp_path: Path
) -> None:
    data = data_of(tmp_path / "data", ["red", "blue", "green", "blue"] * 5)

    found = compared(confused, right, data=data)

    assert (found.primary_metric, found.higher_is_better) == ("accuracy", True)
    [part] = found.parts
    assert (part.part, part.num_samples) == ("all", 20)
    first, second = part.models
    assert (first.metrics["accuracy"], first.change) == (0.5, None)
    assert second.metrics["accuracy"] == 1
    change = second.change
    assert change is not None
    assert (change.difference, change.num_better, change.num_worse) == (0.5, 10, 0)
    assert change.low is not None
    assert change.high is not None
    assert 0 < change.low < 0.5 < change.high < 1
    assert {one.name.split()[0] for one in change.better} == {"red", "green"}
    assert {(one.before, one.after) for one in change.better} == {(0, 1)}


def test_what_got_worse_is_named(
    right: EvaluatedPackage, confused: EvaluatedPackage, tmp_path: Path
) -> None:
    found = compared(right, confused, data=data_of(tmp_path / "data", ["red", "blue"]))

    change = found.parts[0].models[1].change
    assert change is not None
    assert (change.difference, change.num_better, change.num_worse) == (-0.5, 0, 1)
    assert [one.id for one in change.worse] == ["s0"]
    # Of two samples no interval would say anything.
    assert (change.low, change.high) == (None, None)


def test_tagged_samples_are_measured_by_themselves(
    right: EvaluatedPackage, confused: EvaluatedPackage, tmp_path: Path
) -> None:
    tagged = tmp_path / "tagged"
    tagged.write_text("s0\ns2\nnone-of-these\n")
    data = data_of(tmp_path / "data", ["red", "blue", "blue", "blue"])

    found = compared(confused, right, data=data, tagged=str(tagged))

    sizes = {part.part: part.num_samples for part in found.parts}
    assert sizes == {"all": 4, "tagged": 2, "others": 2}
    gains = {part.part: part.models[1].change for part in found.parts}
    assert {part: change and change.difference for part, change in gains.items()} == {
        "all": 0.25,
        "tagged": 0.5,
        "others": 0,
    }


def test_a_sample_that_cannot_be_read_counts_for_no_model(
    right: EvaluatedPackage, confused: EvaluatedPackage, tmp_path: Path
) -> None:
    data = data_of(tmp_path / "data", ["red", "blue", "green"], broken=1)

    found = compared(right, confused, data=data)

    assert [part.num_samples for part in found.parts] == [2]
    assert [one.name for one in found.left_out] == ["blue 1"]
    assert found.num_left_out == 1


def test_a_sample_without_a_label_is_counted_among_those_left_out(
    right: EvaluatedPackage, tmp_path: Path
) -> None:
    data = data_of(tmp_path / "data", ["red", "blue", "green"])
    index = Path(data.index)
    lines = [json.loads(line) for line in index.read_text().splitlines()]
    lines[2]["labels"] = []
    index.write_text("".join(json.dumps(line) + "\n" for line in lines))

    found = compared(right, data=data)

    assert [part.num_samples for part in found.parts] == [2]
    assert [(one.name, one.reason) for one in found.left_out] == [
        ("green 2", "It has no annotation.")
    ]


def test_models_that_answer_different_questions_are_not_compared(
    right: EvaluatedPackage, tmp_path: Path
) -> None:
    several = write_package(tmp_path / "package", multi_label=True)
    other = EvaluatedPackage(id="several", package=str(several))

    with pytest.raises(DataError) as refused:
        compared(right, other, data=data_of(tmp_path / "data", ["red"]))
    assert refused.value.code == "models_differ"


def test_the_interval_of_a_difference_holds_it_as_often_as_it_says() -> None:
    random = np.random.default_rng(5)
    num_held, num_tried = 0, 60
    for _ in range(num_tried):
        # The models agree on most samples; the second is right on 10 % more of them.
        before = random.random(100) < 0.6
        after = before ^ (random.random(100) < np.where(before, 0.1, 0.4))
        interval = difference(
            lambda chosen, one=before, other=after: (one[chosen].mean(), other[chosen].mean()),
            100,
            ignore,
        )
        assert interval is not None
        num_held += interval[0] <= 0.1 <= interval[1]
    assert 0.85 * num_tried <= num_held


def test_a_metric_that_takes_too_long_has_no_interval() -> None:
    calls: list[int] = []

    def slow(chosen: Sequence[int]) -> tuple[float, float]:
        calls.append(1)
        sum(range(20_000))
        return 0.0, 1.0

    assert difference(slow, 50, ignore, seconds=1e-6) is None
    assert len(calls) == 1


def test_the_intervals_of_all_parts_are_counted_together_to_their_end(
    right: EvaluatedPackage, confused: EvaluatedPackage, tmp_path: Path
) -> None:
    tagged = tmp_path / "tagged"
    tagged.write_text("\n".join(f"s{place}" for place in range(20)))
    data = data_of(tmp_path / "data", ["red", "blue"] * 20)
    told: list[tuple[int, int]] = []

    compare(
        TASK,
        EvaluationSpec(models=(confused, right), data=data, tagged=str(tagged)),
        ignore,
        lambda done, total: told.append((done, total)),
    )

    assert [done for done, _ in told] == list(range(1, 3 * MAX_RESAMPLES + 1))
    assert {total for _, total in told} == {3 * MAX_RESAMPLES}


def test_an_interval_that_time_ends_is_told_of_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    seconds = itertools.count()
    monkeypatch.setattr(
        "engine.evaluation.comparing.time", SimpleNamespace(monotonic=lambda: next(seconds))
    )

    difference(lambda chosen: (0.0, 1.0), 50, lambda done, _: told.append(done), seconds=200)

    assert len(told) == 200
    assert told == sorted(told)
    assert told[-1] == MAX_RESAMPLES


def test_the_command_says_what_it_is_at(
    right: EvaluatedPackage, confused: EvaluatedPackage, tmp_path: Path
) -> None:
    data = data_of(tmp_path / "data", ["red", "blue"] * 20)
    spec = tmp_path / "spec.json"
    spec.write_text(EvaluationSpec(models=(right, confused), data=data).model_dump_json())

    assert main(["compare", "--spec", str(spec), "--work", str(tmp_path / "work")]) == 0

    lines = (tmp_path / "work/events.jsonl").read_text().splitlines()
    phases = [event["phase"] for event in map(json.loads, lines) if event["kind"] == "phase"]
    assert phases == ["prepare", "evaluate", "compare", "write"]


def test_the_command_writes_what_it_found(
    right: EvaluatedPackage, confused: EvaluatedPackage, tmp_path: Path
) -> None:
    data = data_of(tmp_path / "data", ["red", "blue"])
    spec = tmp_path / "spec.json"
    spec.write_text(EvaluationSpec(models=(right, confused), data=data).model_dump_json())

    assert main(["compare", "--spec", str(spec), "--work", str(tmp_path / "work")]) == 0

    found = EvaluationResult.model_validate_json((tmp_path / "work/evaluation.json").read_text())
    assert [one.metrics["accuracy"] for one in found.parts[0].models] == [1, 0.5]
