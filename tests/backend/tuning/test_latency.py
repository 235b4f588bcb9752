"""Answers that take too long: which trial is the best, and what the engine is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.datasets.models import DatasetVersion
from backend.files.contracts.keys import key_of
from backend.files.services.local import local_root
from backend.tuning.models import Study, Trial
from backend.tuning.services.measurements import complete_trial
from backend.tuning.services.proposals import prepare_proposal
from backend.tuning.services.screening import prepare_screening
from tests.backend.conftest import World, ok
from tests.backend.training.test_runs import freeze
from tests.backend.tuning.test_progress import end_trial, propose, start
from tests.backend.tuning.test_studies import request

SHAPES = {
    "parameters": [
        {"name": "design.stem_width", "range": {"kind": "int", "low": 8, "high": 32}},
        {
            "name": "design.first.block",
            "range": {"kind": "choices", "values": ["plain", "inverted"]},
        },
    ]
}


@pytest.fixture
def version(world: World) -> DatasetVersion:
    """A version that can be trained on."""
    return freeze(world, per_split=4)


def end_with_package(study: Study, number: int, score: float, latency: float, folder: Path) -> None:
    """Let a run leave a package whose report says how long an answer takes."""
    trial = Trial.objects.get(study=study, number=number)
    run: Any = trial.training_run
    package = folder / f"package-{number}"
    package.mkdir()
    (package / "manifest.json").write_text(json.dumps({"report_file": "report.json"}))
    report = {"runtime": {"latency_p50_ms": latency}}
    (package / "report.json").write_text(json.dumps(report))
    complete_trial(run_id=run.id, package=package, finish=lambda result: None)
    end_trial(study, number, "succeeded", [score])


def test_the_best_trial_is_the_best_of_those_that_answer_in_time(
    world: World, api: APIClient, version: DatasetVersion, tmp_path: Path
) -> None:
    limits = {"latency_limit_ms": 5.0, "max_trials": 5, "target_score": 0.85, "num_parallel": 1}
    study = start(api, world, version, **limits)
    end_with_package(study, 0, 0.9, 20.0, tmp_path)
    assert study.best_trial is not None
    # Nothing is quick enough yet: the nearest is shown, and the target is not met by it.
    assert (study.best_trial.number, study.state) == (0, "running")
    propose(study)
    end_with_package(study, 1, 0.95, 9.0, tmp_path)
    assert study.best_trial.number == 1
    propose(study)
    end_with_package(study, 2, 0.7, 4.0, tmp_path)
    assert (study.best_trial.number, study.state) == (2, "running")
    assert study.best_trial.has_package
    propose(study)
    end_with_package(study, 3, 0.86, 5.0, tmp_path)
    assert (study.best_trial.number, study.ending) == (3, "target")
    detail = ok(api.get(f"/api/v1/studies/{study.id}"))
    assert [one["score"] for one in detail["best_so_far"]] == [0.7, 0.86]
    assert detail["best_trial"]["latency_ms"] == 5.0
    told = prepare_proposal(study_id=study.id, numbers=[4])
    assert told.study.latency_limit_ms == 5.0
    assert [one.latency_ms for one in told.trials] == [20.0, 9.0, 4.0, 5.0]


def test_the_engine_is_given_samples_to_look_at_shapes_with(
    world: World, api: APIClient, version: DatasetVersion, tmp_path: Path
) -> None:
    assert version.index_blob is not None
    for line in (local_root() / key_of(version.index_blob.sha256)).read_text().splitlines():
        file = local_root() / key_of(json.loads(line)["sha256"])
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"picture")
    body = request(world, version, backbone="designed_cnn", space=SHAPES)
    study = ok(api.post("/api/v1/studies", body), 202)
    found = prepare_screening(study_id=study["id"], numbers=[0, 1], folder=tmp_path)
    assert found is not None
    assert found.training.backbone == "designed_cnn"
    lines = (tmp_path / "samples.jsonl").read_text().splitlines()
    assert {json.loads(line)["split"] for line in lines} == {"train"}
    late = prepare_screening(study_id=study["id"], numbers=[50], folder=tmp_path)
    assert late is None
    Study.objects.filter(id=study["id"]).update(latency_limit_ms=3.0)
    held = prepare_screening(study_id=study["id"], numbers=[50], folder=tmp_path)
    assert held is not None


def test_nothing_is_looked_at_where_no_shape_is_searched(
    world: World, api: APIClient, version: DatasetVersion, tmp_path: Path
) -> None:
    study = ok(api.post("/api/v1/studies", request(world, version, latency_limit_ms=3)), 202)
    assert prepare_screening(study_id=study["id"], numbers=[0], folder=tmp_path) is None
