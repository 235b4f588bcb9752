"""The model that comes with Easel becomes a version of a project's models, once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.api.errors import Invalid
from backend.audit.models import AuditEntry
from backend.jobs.contracts import ClaimedJob
from backend.jobs.models import Job
from backend.jobs.services.lifecycle import claim_job, finish_job
from backend.model_registry.models import ModelVersion
from backend.model_registry.selectors import trained_on
from backend.projects.models import Project
from engine.specs.built_in import BuiltInSpec
from tests.backend.conftest import World, make_world, ok
from tests.reports import sectioned
from tests.sdk.tiny_package import write_package
from workers.runners.built_in import PackagingBuiltIn

TASK = "ocr.text_recognition"


@pytest.fixture
def reading(world: World) -> World:
    """Make the project one of text recognition."""
    Project.objects.filter(id=world.project.id).update(task=TASK)
    return world


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Write what the engine makes: a package that was evaluated on drawn pages."""
    folder = write_package(tmp_path / "work" / "package", name="Built-in model")
    (folder / "report.json").write_text(sectioned("f1", 0.9).model_dump_json())
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "report_file": "report.json"}))
    return folder


def ask(api: APIClient, world: World) -> Any:
    return api.post(f"/api/v1/projects/{world.project.id}/built-in-model")


def claimed(job_id: str) -> ClaimedJob:
    """Begin a job as a worker does."""
    job = claim_job(job_id=Job.objects.get(id=job_id).id, worker="one")
    assert job is not None
    return job


def complete(job: ClaimedJob, package: Path) -> str:
    """Bring a job to its end, and return the version that it made."""
    results: list[Mapping[str, Any]] = []
    PackagingBuiltIn().complete(job, package.parent, results.append)
    (result,) = results
    return str(result["model_version_id"])


def test_a_model_whose_licence_is_not_allowed_is_refused_when_asked_for_and_when_it_is_made(
    reading: World, api: APIClient, settings: Any, tmp_path: Path
) -> None:
    job = claimed(ok(ask(api, reading), 202)["id"])
    settings.ENVIRONMENT = replace(settings.ENVIRONMENT, weights_licences=("MIT",))

    assert ok(ask(api, reading), 422)["code"] == "licence_forbidden"
    with pytest.raises(Invalid) as error:
        PackagingBuiltIn().prepare(job, tmp_path)
    assert error.value.code == "licence_forbidden"


def test_who_asks_twice_gets_the_job_that_goes_on(reading: World, api: APIClient) -> None:
    job = ok(ask(api, reading), 202)
    assert (job["kind"], job["title"]) == ("package_built_in", "Built-in model")
    assert ok(ask(api, reading), 202)["id"] == job["id"]
    assert claimed(job["id"]).request == {"task": TASK}
    assert ok(ask(api, reading), 202)["id"] == job["id"]
    assert AuditEntry.objects.filter(action="built_in_model.requested").count() == 1


def test_the_engine_is_asked_for_the_model_of_the_task(
    reading: World, api: APIClient, tmp_path: Path
) -> None:
    order = PackagingBuiltIn().prepare(claimed(ok(ask(api, reading), 202)["id"]), tmp_path)
    assert order.command == "package_built_in"
    assert order.spec == BuiltInSpec(task=TASK, name="Built-in model", version="1")


def test_what_the_engine_made_is_a_version_that_no_run_trained(
    reading: World, api: APIClient, package: Path
) -> None:
    version_id = complete(claimed(ok(ask(api, reading), 202)["id"]), package)
    found = ok(api.get(f"/api/v1/model-versions/{version_id}"))
    assert (found["model_name"], found["number"]) == ("Built-in model", 1)
    assert (found["is_built_in"], found["training_run_id"]) == (True, None)
    assert found["dataset_versions"] == []
    assert found["created_by"]["id"] == str(reading.owner.id)
    assert (found["primary_metric"], found["metric"]) == ("f1", 0.9)
    assert trained_on(UUID(version_id)) == []


def test_a_job_that_ends_twice_makes_one_version(
    reading: World, api: APIClient, package: Path
) -> None:
    job = claimed(ok(ask(api, reading), 202)["id"])
    assert complete(job, package) == complete(job, package)
    assert ModelVersion.objects.count() == 1


def test_a_project_that_has_the_model_is_told_where_it_is_until_it_is_deleted(
    reading: World, api: APIClient, package: Path
) -> None:
    job = claimed(ok(ask(api, reading), 202)["id"])
    version_id = complete(job, package)
    finish_job(job_id=job.id, worker="one", result={"model_version_id": version_id})
    refused = ok(ask(api, reading), 409)
    assert refused["code"] == "built_in_exists"
    assert refused["params"] == {
        "model_version_id": version_id, "name": "Built-in model", "number": 1,
    }  # fmt: skip
    ok(api.delete(f"/api/v1/model-versions/{version_id}"), 204)
    again = claimed(ok(ask(api, reading), 202)["id"])
    made = ModelVersion.objects.get(id=complete(again, package))
    assert made.number == 2


def test_a_task_without_such_a_model_says_so(world: World, api: APIClient) -> None:
    refused = ok(ask(api, world), 422)
    assert (refused["code"], refused["params"]) == (
        "built_in_absent",
        {"task": "image.classification"},
    )
    assert "ocr.text_recognition. Train a model" in refused["detail"]
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("role", "status"), [(Role.VIEWER, 403), (Role.ANNOTATOR, 403), (Role.DEVELOPER, 202)]
)
def test_developers_may_ask(
    reading: World, client_of: Callable[[User], APIClient], role: Role, status: int
) -> None:
    ok(ask(client_of(reading.member(role)), reading), status)


def test_strangers_learn_nothing_of_the_project(
    reading: World, client_of: Callable[[User], APIClient]
) -> None:
    ok(ask(client_of(make_world("theirs").owner), reading), 404)
