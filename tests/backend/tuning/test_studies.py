"""Studies over HTTP: what is taken, what is refused, and who may do what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.datasets.models import DatasetVersion
from backend.jobs.models import Job
from tests.backend.conftest import World, make_world, ok
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


def of(name: str, **ends: Any) -> dict[str, Any]:
    """Return a space of one range of numbers."""
    return {"parameters": [{"name": name, "range": {"kind": "float", **ends}}]}


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


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"space": {"parameters": []}}, "/space/parameters", "too_short"),
        ({"space": of("learning_rate", low=0.1, high=0.001)},
         "/space/parameters/0/range", "range_reversed"),
        ({"space": of("learning_rate", low=0.1, high=0.1)},
         "/space/parameters/0/range", "range_single"),
        ({"space": of("learning_rate", low=0, high=0.1, log=True)},
         "/space/parameters/0/range", "range_log_zero"),
        ({"space": of("learning_rate", low=0.1, high=1000)},
         "/space/parameters/0/range", "range_refused"),
        ({"space": of("nonsense", low=0.1, high=1)},
         "/space/parameters/0/name", "parameter_unknown"),
        ({"space": {"parameters": [*SPACE["parameters"], SPACE["parameters"][0]]}},
         "/space", "parameter_repeats"),
        ({"space": {"parameters": [
            {"name": "backbone", "range": {"kind": "choices", "values": ["small_cnn", "gpt"]}}]}},
         "/space/parameters/0/range", "backbone_unknown"),
        ({"options": {"epochs": 0}}, "/options/epochs", None),
        ({"sampler": {"kind": "cma_es", "population": 1}}, "/sampler/population", None),
        ({"pruner": {"kind": "median", "reduction": 3}}, "/pruner/reduction", None),
        ({"num_parallel": 0}, "/num_parallel", "min_value"),
        ({"data_fraction": 0}, "/data_fraction", "min_value"),
        ({"max_trials": 0.5}, "/max_trials", None),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(
    world: World,
    api: APIClient,
    version: DatasetVersion,
    changes: dict[str, Any],
    pointer: str,
    code: str | None,
) -> None:
    response = ok(api.post("/api/v1/studies", request(world, version, **changes)), 422)
    found = {error["pointer"]: error["code"] for error in response["errors"]}
    assert pointer in found, found
    assert code in (None, found[pointer])


def test_a_search_that_nothing_would_end_is_refused(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    body = request(world, version, max_trials=None, target_score=0.9)
    assert ok(api.post("/api/v1/studies", body), 422)["code"] == "study_without_limit"


def test_viewers_look_and_outsiders_see_nothing(
    world: World,
    api: APIClient,
    version: DatasetVersion,
    client_of: Callable[[User], APIClient],
) -> None:
    study = ok(api.post("/api/v1/studies", request(world, version)), 202)
    address = f"/api/v1/studies/{study['id']}"
    viewer = client_of(world.member(Role.VIEWER))
    assert ok(viewer.get(address))["state"] == "running"
    ok(viewer.post("/api/v1/studies", request(world, version)), 403)
    stranger = client_of(make_world("theirs").owner)
    for end in ("stop", "extend", "fork"):
        ok(viewer.post(f"{address}/{end}", {"max_trials": 9}), 403)
        ok(stranger.post(f"{address}/{end}", {"max_trials": 9}), 404)
    assert ok(stranger.get(address), 404)["code"] == "study_not_found"
    ok(stranger.get(f"{address}/trials"), 404)
    ok(stranger.get(f"{address}/stream"), 404)


def test_the_searchable_space_of_a_task_can_be_searched_as_it_is(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    address = f"/api/v1/studies/searchable?project={world.project.id}"
    found = ok(api.get(f"{address}&backbone=small_cnn&backbone=resnet18"))
    assert found["space"]["parameters"][0]["name"] == "backbone"
    assert set(found["suggested"]) <= {one["name"] for one in found["space"]["parameters"]}
    assert (found["direction"], found["defaults"]["learning_rate"]) == ("maximize", None)
    ok(api.post("/api/v1/studies", request(world, version, space=found["space"])), 202)
    assert ok(api.get(f"{address}&backbone=gpt"), 422)["errors"][0]["code"] == "backbone_unknown"


def test_a_limit_on_answers_is_kept_and_one_of_nothing_refused(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    body = request(world, version, latency_limit_ms=5, sampler={"kind": "reinforce"})
    study = ok(api.post("/api/v1/studies", body), 202)
    assert study["latency_limit_ms"] == 5
    assert study["sampler"] == {"kind": "reinforce", "learning_rate": 0.2, "num_cuts": 8}
    fork = {"max_trials": 2}
    forked = ok(api.post(f"/api/v1/studies/{study['id']}/fork", fork), 202)
    assert forked["latency_limit_ms"] == 5
    freed = ok(
        api.post(f"/api/v1/studies/{study['id']}/fork", fork | {"latency_limit_ms": None}), 202
    )
    assert freed["latency_limit_ms"] is None
    assert api.post("/api/v1/studies", body | {"latency_limit_ms": 0}).status_code == 422
