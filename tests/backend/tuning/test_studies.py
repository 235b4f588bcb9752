"""Studies over HTTP: what is taken, what is refused, and who may do what."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.datasets.models import DatasetVersion
from backend.jobs.models import Job
from tests.backend.conftest import World, ok
from tests.backend.training.test_runs import freeze

SPACE: dict[str, Any] = {
    "parameters": [
        {
            "name": "learning_rate",
            "range": {"kind": "float", "low": 1e-4, "high": 1e-1, "log": True},
        },
        {"name": "label_smoothing", "range": {"kind": "float", "low": 0, "high": 0.2}},
    ]
}


def request(world: World, version: DatasetVersion, **changes: Any) -> dict[str, Any]:
    """Return the body of a request for a study."""
    body = {
        "project_id": str(world.project.id),
        "dataset_version_ids": [str(version.id)],
        "target": "cloud_api",
        "backbone": "small_cnn",
        "options": {"epochs": 3},
        "space": SPACE,
        "max_trials": 4,
        "num_parallel": 2,
    }
    return body | changes


@pytest.fixture
def version(world: World) -> DatasetVersion:
    """A version that can be trained on."""
    return freeze(world, per_split=4)


def test_a_study_asks_for_settings_as_soon_as_it_is_made(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = ok(api.post("/api/v1/studies", request(world, version)), 202)
    assert (study["number"], study["state"], study["direction"]) == (1, "running", "maximize")
    job = Job.objects.get(kind="propose_trials", subject_id=study["id"])
    assert job.request == {"numbers": [0, 1]}
    listed = ok(api.get(f"/api/v1/studies?project={world.project.id}"))["results"]
    assert [one["id"] for one in listed] == [study["id"]]
    assert ok(api.get(f"/api/v1/studies/{study['id']}"))["space"] == study["space"]
    assert ok(api.get(f"/api/v1/studies/{study['id']}/trials"))["results"] == []
    stopped = ok(api.post(f"/api/v1/studies/{study['id']}/stop"), 202)
    assert (stopped["state"], stopped["ending"]) == ("stopped", "person")
    job.refresh_from_db()
    assert job.state == "cancelled"
