"""Projects, where they stand, and the sample that everybody can start from."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.models import Role, User
from backend.datasets.models import Dataset
from backend.deployments.models import Deployment, Gateway, Playground
from backend.deployments.services.serving import list_servers
from backend.jobs.models import Job
from backend.stored_calls.models import StoredCall
from backend.tuning.models import Study
from tests.backend.api.everything import parameters_of
from tests.backend.conftest import World, make_world, ok

pytestmark = pytest.mark.django_db


def test_an_overview_names_the_next_step(api: APIClient, world: World) -> None:
    address = f"/api/v1/projects/{world.project.id}/overview"
    assert ok(api.get(address))["next_action"] == "upload"
    Dataset.objects.filter(id=world.dataset.id).update(num_samples=3)
    assert ok(api.get(address))["next_action"] == "label"
    Dataset.objects.filter(id=world.dataset.id).update(num_labelled=2)
    shown = ok(api.get(address))
    assert shown["next_action"] == "freeze"
    assert shown["data"] == {
        "num_datasets": 1,
        "num_samples": 3,
        "num_rows": None,
        "num_labelled": 2,
        "num_bytes": 0,
    }
    ids = parameters_of(world)
    shown = ok(api.get(address))
    assert shown["next_action"] == "learn"
    assert shown["waiting_calls"] == {"deployment_id": ids["deployment_id"], "num": 1}
    StoredCall.objects.all().delete()
    shown = ok(api.get(address))
    assert (shown["next_action"], shown["waiting_calls"]) == ("call", None)
    assert shown["models"]["best"]["metric"] == 0.9
    assert [entry["action"] for entry in shown["activity"]] == [
        "dataset.created",
        "project.created",
    ]


def test_a_trashed_project_takes_everything_in_it_out_of_sight(
    api: APIClient, world: World
) -> None:
    ok(api.delete(f"/api/v1/projects/{world.project.id}"), 204)
    assert api.get(f"/api/v1/projects/{world.project.id}").status_code == 404
    assert api.get(f"/api/v1/datasets/{world.dataset.id}").status_code == 404
    assert ok(api.get(f"/api/v1/projects?organisation={world.organisation.id}"))["results"] == []


def test_trash_stops_what_a_project_runs_and_restoring_starts_nothing(
    api: APIClient, world: World
) -> None:
    things = parameters_of(world)
    endpoint = Deployment.objects.get(id=things["deployment_id"])
    Deployment.objects.filter(id=endpoint.id).update(state="running")
    endpoint.revisions.exclude(number=1).delete()
    revision = endpoint.revisions.get()
    endpoint.revisions.update(state="running", handle="one", address="http://127.0.0.1:9000")
    Job.objects.filter(id=things["job_id"]).update(state=Job.State.RUNNING)
    Study.objects.filter(id=things["study_id"]).update(state=Study.State.RUNNING)
    Playground.objects.create(
        model_version_id=things["model_version_id"], last_used_at=timezone.now(), handle="two"
    )
    address = f"/api/v1/projects/{world.project.id}"
    ok(api.delete(address), 204)
    servers = {server.id: server.should_run for server in list_servers()}
    gateway = Gateway.objects.get()
    assert servers.pop(gateway.id)
    assert servers == {revision.id: False, UUID(things["model_version_id"]): False}
    assert Job.objects.get(id=things["job_id"]).cancel_requested_at is not None
    assert Study.objects.get(id=things["study_id"]).state == Study.State.STOPPED
    assert api.get(f"/api/v1/jobs/{things['job_id']}").status_code == 404
    assert ok(api.get(f"/api/v1/jobs?organisation={world.organisation.id}"))["results"] == []
    assert api.post(f"/api/v1/deployments/{endpoint.id}/start").status_code == 404
    listed = f"/api/v1/organisations/{world.organisation.id}/trashed-projects"
    trashed = ok(api.get(listed))["results"]
    assert [one["id"] for one in trashed] == [str(world.project.id)]
    assert (trashed[0]["num_models"], trashed[0]["num_deployments"]) == (1, 1)
    restored = ok(api.post(f"{address}/restore"))
    assert restored["name"] == world.project.name
    assert api.post(f"{address}/restore").status_code == 404
    assert ok(api.get(listed))["results"] == []
    endpoint.refresh_from_db()
    assert endpoint.desired_state == Deployment.DesiredState.STOPPED
    ok(api.post(f"/api/v1/deployments/{endpoint.id}/start"), 202)


def test_only_administrators_see_and_restore_what_is_in_the_trash(
    api: APIClient, world: World, client_of: Callable[[User], APIClient]
) -> None:
    address = f"/api/v1/projects/{world.project.id}"
    ok(api.delete(address), 204)
    developer = client_of(world.member(Role.DEVELOPER))
    assert developer.post(f"{address}/restore").status_code == 403
    stranger = client_of(make_world("theirs").owner)
    assert stranger.post(f"{address}/restore").status_code == 404
