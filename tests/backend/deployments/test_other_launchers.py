"""A run and an endpoint whose processes have no file of this installation, and no place in it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import httpx
import pytest
from rest_framework.test import APIClient

from backend.deployments.models import Deployment, Gateway
from backend.deployments.services import endpoints
from backend.deployments.services.statistics import summarise
from backend.jobs.models import Job
from backend.jobs.services import lifecycle
from backend.jobs.services.jobs import job_folder
from backend.model_registry.models import ModelVersion
from backend.training.history import log_tail
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_versions import fill, freeze
from tests.backend.images import image
from tests.workers.containers import Containers
from workers.runners.context import JobContext
from workers.runners.processes import ProcessRunner
from workers.runners.training import Training
from workers.servers import DeploymentController

WAIT_SECONDS = 60


@pytest.fixture
def containers(tmp_path_factory: pytest.TempPathFactory, data_folder: Path) -> Iterator[Containers]:
    made = Containers(tmp_path_factory.mktemp("boxes"), data_folder)
    yield made
    made.close()


@pytest.fixture
def controller(containers: Containers) -> Iterator[DeploymentController]:
    made = DeploymentController(launcher=containers)
    yield made
    if made._lock is not None:
        made._lock.close()


def keep_until(controller: DeploymentController, deployment_id: str, state: str) -> Deployment:
    """Look after the endpoint until it is as it was asked to be."""
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        controller.keep()
        row = Deployment.objects.get(id=deployment_id)
        assert row.error_code == "", row.error_message
        is_observed = row.generation == row.observed_generation
        knows_callers = row.callers_revision == row.observed_callers_revision
        if row.state == state and is_observed and knows_callers:
            return row
        time.sleep(0.05)
    raise AssertionError(f"{row.state} is not {state} after {WAIT_SECONDS} seconds.")


def call(suffix: str, secret: str) -> httpx.Response:
    """Ask the endpoint where this installation reaches it."""
    headers = {"Authorization": f"Bearer {secret}"}
    address = f"{Gateway.objects.get().address}/endpoints/{suffix}/predict"
    return httpx.post(address, content=image(1), headers=headers, trust_env=False, timeout=20)


@pytest.mark.django_db
@pytest.mark.timeout(180)
def test_a_model_is_trained_and_served_where_no_file_of_ours_is(
    world: World,
    api: APIClient,
    containers: Containers,
    controller: DeploymentController,
    data_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Nobody keeps the servers while a request waits: this very thread does.
    monkeypatch.setattr(endpoints, "CALLERS_SECONDS", 0.0)
    fill(world, 30)
    version = freeze(api, world)
    asked = {
        "project_id": str(world.project.id),
        "dataset_version_ids": [version["id"]],
        "target": "cloud_api",
        "tier": "fast",
        "backbone": "small_cnn",
        "options": {"epochs": 1},
    }
    run = ok(api.post("/api/v1/training-runs", asked, format="json"), 202)
    job_id = UUID(run["job"]["id"])
    claimed = lifecycle.claim_job(job_id=job_id, worker="here")
    assert claimed is not None
    ProcessRunner(Training())(JobContext(claimed, "here", containers, threading.Event()))
    job = Job.objects.get(id=job_id)
    assert job.state == "succeeded", (job.error_code, job.error_message, job.error_params)
    kinds = list(job.events.order_by("number").values_list("kind", flat=True))
    assert {"phase", "progress", "metric", "checkpoint", "artifact"} <= set(kinds)
    assert kinds[-1] == "finished"
    assert (job_folder(job_id) / "work" / "package" / "manifest.json").is_file()
    assert log_tail(job_id=job_id, tail=5).keys() == {"lines", "total"}

    body = {"model_version_id": str(ModelVersion.objects.get().id), "name": "A", "suffix": "a-box"}
    made = ok(api.post("/api/v1/deployments", body, format="json"), 202)
    address = f"/api/v1/deployments/{made['id']}"
    key = ok(api.post(f"{address}/keys", {"name": "test"}, format="json"), 201)
    row = keep_until(controller, made["id"], "running")
    assert len(containers.sent) == 3
    assert not any(str(data_folder) in words for words in containers.sent)
    shown = ok(api.get(address))["predict_url"]
    assert shown.startswith("https://box-")
    assert call("a-box", key["secret"]).json()["results"][0]["name"] in ("cat", "dog", "bird")
    ok(api.delete(f"{address}/keys/{key['id']}"), 202)
    row = keep_until(controller, made["id"], "running")
    assert call("a-box", key["secret"]).status_code == 401

    deadline = time.monotonic() + WAIT_SECONDS
    while summarise(deployment_id=row.id, hours=1).num_calls == 0 and time.monotonic() < deadline:
        controller._counted_at = 0.0
        controller.keep()
        time.sleep(0.05)
    assert summarise(deployment_id=row.id, hours=1).num_calls >= 1
    ok(api.post(f"{address}/stop", format="json"), 202)
    row = keep_until(controller, made["id"], "stopped")
    assert row.revisions.get().handle is None
