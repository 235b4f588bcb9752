"""What every task must do; a new task is covered by adding its data to ``CASES``."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import easel.runtime
import numpy as np
import pytest
from PIL import Image

import engine.tasks
from engine.catalog import TASKS
from engine.errors import SpecError
from engine.specs.manifest import Manifest
from engine.specs.parse import parse_training_spec
from engine.specs.report import ClassificationReport
from engine.tasks.task import load_task
from tests.engine.pictures import write_folder, write_multi_label
from tests.engine.runs import events, run_engine, spec_document, train

GATE = 0.985


@dataclass(frozen=True)
class Case:
    """Tiny data of one task that a working task learns."""

    task: str
    name: str
    document: Callable[[Path], dict[str, Any]]


def _single_label(root: Path) -> dict[str, Any]:
    return spec_document(write_folder(root / "data", per_class=20), epochs=15)


def _multi_label(root: Path) -> dict[str, Any]:
    return spec_document(write_multi_label(root / "data", 200), epochs=15)


CASES = (
    Case("image.classification", "single-label", _single_label),
    Case("image.classification", "multi-label", _multi_label),
)


@dataclass(frozen=True)
class Finished:
    """One run of the engine process, from spec to package."""

    case: Case
    work: Path
    document: dict[str, Any]

    @property
    def package(self) -> Path:
        return self.work / "package"


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case.task} {case.name}")
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Finished:
    case: Case = request.param
    root = tmp_path_factory.mktemp("task")
    document = case.document(root)
    (root / "spec.json").write_text(json.dumps(document))
    process = run_engine("train", "--spec", root / "spec.json", "--work", root / "work")
    assert process.returncode == 0, process.stderr
    return Finished(case, root / "work", document)


def test_every_card_has_one_task_and_every_task_one_card() -> None:
    folder = Path(engine.tasks.__file__).parent
    modules = {
        f"{path.parent.name}.{path.stem}"
        for path in folder.glob("*/*.py")
        if "\nTASK = " in path.read_text()
    }

    assert modules == set(TASKS)
    for key, card in TASKS.items():
        assert load_task(key).card is card
        assert card.key == key


def test_a_key_outside_the_catalog_is_refused_before_any_import() -> None:
    with pytest.raises(SpecError) as error:
        load_task("os.path")
    assert error.value.code == "task_unknown"


def test_every_task_of_the_catalog_has_a_case() -> None:
    assert {case.task for case in CASES} == set(TASKS)


def test_a_task_learns_tiny_data(finished: Finished) -> None:
    report = ClassificationReport.model_validate_json(
        (finished.package / "report.json").read_bytes()
    )

    assert report.accuracy.value >= 0.9
    assert report.runtime.metric == pytest.approx(report.runtime.trained_metric, abs=1e-6)


def test_a_run_says_all_its_phases_and_ends_well(finished: Finished) -> None:
    said = events(finished.work)

    phases = [event["phase"] for event in said if event["kind"] == "phase"]
    assert phases == ["check", "prepare", "train", "evaluate", "export", "verify"]
    assert said[-1]["status"] == "succeeded"
    artifacts = {event["name"]: event["path"] for event in said if event["kind"] == "artifact"}
    assert (finished.work / artifacts["package"]).is_dir()
    assert (finished.work / artifacts["report"]).is_file()


def test_a_package_reproduces_its_golden_vectors(finished: Finished) -> None:
    model = easel.runtime.load(finished.package)

    assert model.selftest().passed
    manifest = Manifest.model_validate_json((finished.package / "manifest.json").read_bytes())
    assert manifest.task == finished.case.task
    assert manifest.golden.cases


def test_the_runtime_answers_with_the_labels_of_the_data(finished: Finished) -> None:
    model = easel.runtime.load(finished.package)
    rows = np.zeros((16, 16, 3), dtype=np.uint8)

    answer = model.predict(rows, top_num=1, threshold=0.0)

    assert len(answer) == 1
    assert answer[0].name in model.labels


def test_incremental_training_starts_where_the_package_ends(
    finished: Finished, tmp_path: Path
) -> None:
    options = {**finished.document["options"], "epochs": 1, "learning_rate": 1e-5}
    document = {
        **finished.document,
        "options": options,
        "initial_package": str(finished.package),
    }

    trained = train(parse_training_spec(document), tmp_path)

    said = events(tmp_path)
    assert any("new: none, dropped: none" in event.get("message", "") for event in said)
    first = next(event for event in said if event.get("split") == "validation")
    assert first["values"]["accuracy"] >= 0.9
    assert not trained.facts.from_scratch


def test_digits_reach_the_gate_from_the_command_line(tmp_path: Path) -> None:
    """1797 real handwritten digits as PNG files, one fifth held out: at most 5 of 360 wrong."""
    datasets = pytest.importorskip("sklearn.datasets")
    from sklearn.model_selection import train_test_split

    digits = datasets.load_digits()
    everyone = np.arange(len(digits.target))
    known, held_out = train_test_split(
        everyone, test_size=0.2, stratify=digits.target, random_state=0
    )
    for part, indices in (("train", known), ("test", held_out)):
        for index in indices:
            folder = tmp_path / "digits" / part / str(digits.target[index])
            folder.mkdir(parents=True, exist_ok=True)
            pixels = (digits.images[index] * (255 / 16)).round().astype(np.uint8)
            Image.fromarray(pixels).save(folder / f"{index}.png")
    work = tmp_path / "work"

    process = run_engine(
        "train", "--data", tmp_path / "digits", "--work", work, OMP_NUM_THREADS="2"
    )

    assert process.returncode == 0, process.stderr
    report = ClassificationReport.model_validate_json((work / "package/report.json").read_bytes())
    assert report.num_samples == 360
    assert report.accuracy.value >= GATE
    assert report.macro_f1.value >= GATE


def test_golden_schemas_of_specs_are_current() -> None:
    """A change of a spec shows up in review; ``UPDATE_GOLDEN=1`` rewrites the files."""
    from pydantic import TypeAdapter

    from engine.specs.events import EVENT
    from engine.specs.image_classification import ImageClassificationOptions
    from engine.specs.serving import CallRecord, DeploymentSpec
    from engine.specs.training import TrainingSpec

    adapters: dict[str, TypeAdapter[Any]] = {
        "training_spec": TypeAdapter(TrainingSpec),
        "image_classification_options": TypeAdapter(ImageClassificationOptions),
        "event": EVENT,
        "manifest": TypeAdapter(Manifest),
        "classification_report": TypeAdapter(ClassificationReport),
        "deployment_spec": TypeAdapter(DeploymentSpec),
        "call_record": TypeAdapter(CallRecord),
    }
    folder = Path(__file__).parents[1] / "golden" / "specs"
    for name, adapter in adapters.items():
        path = folder / f"{name}.json"
        current = json.dumps(adapter.json_schema(), indent=2, ensure_ascii=False) + "\n"
        if os.environ.get("UPDATE_GOLDEN") == "1":
            path.write_text(current, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == current, (
            f"The schema of {name} changed. If that is meant, run with UPDATE_GOLDEN=1."
        )
    assert {path.stem for path in folder.glob("*.json")} == set(adapters)
