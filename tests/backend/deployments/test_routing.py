"""Calls of an endpoint go where they were asked to go once everything there answers."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db.models import Q
from django.utils import timezone
from rest_framework.test import APIClient

from backend.audit.models import AuditEntry
from backend.deployments.contracts.servers import REVISION
from backend.deployments.models import Deployment, DeploymentRevision, Gateway
from backend.deployments.selectors import refs_by_version
from backend.deployments.services import gateways, routing
from backend.deployments.services.serving import list_servers
from backend.model_registry.models import ModelVersion
from engine.specs.gateway import RouteSpec
from tests.backend.conftest import World, ok

pytestmark = pytest.mark.django_db


@pytest.fixture
def second(deployment: Deployment) -> ModelVersion:
    """Another version of the model that the endpoint serves."""
    first = deployment.model_version
    return ModelVersion.objects.create(
        model=first.model, number=2, manifest={}, report={}, primary_metric="accuracy", metric=1.0,
        package_blob_id=first.package_blob_id,
    )  # fmt: skip


@pytest.fixture
def running(deployment: Deployment) -> Deployment:
    """The endpoint, behind a gateway that runs."""
    Gateway.objects.create(state="running", handle="gateway", address="http://127.0.0.1:1")
    start(deployment, 1)
    routing.settle()
    routing.settle()
    deployment.refresh_from_db()
    return deployment


def start(deployment: Deployment, number: int) -> None:
    """Have the model server of a revision answer."""
    deployment.revisions.filter(number=number).update(
        state="running", handle=f"server {number}", address=f"http://127.0.0.1:900{number}",
        error_code="",
    )  # fmt: skip


def shares(deployment: Deployment) -> dict[int, float]:
    """Return which revisions get which shares of the calls."""
    rows = deployment.revisions.filter(~Q(routed_weight=0))
    return dict(rows.values_list("number", "routed_weight"))


def route_of(deployment: Deployment) -> RouteSpec:
    """Return what the gateway goes by for an endpoint."""
    routes = gateways.routing_table().spec.routes
    return next(one for one in routes if one.deployment_id == str(deployment.id))


def address_of(deployment: Deployment) -> str:
    return f"/api/v1/deployments/{deployment.id}"


def add(api: APIClient, deployment: Deployment, version: ModelVersion, **fields: Any) -> Any:
    """Add a revision beside the others."""
    body = {"model_version_id": str(version.id), **fields}
    return ok(api.post(f"{address_of(deployment)}/revisions", body, format="json"), 202)


def test_calls_stay_where_they_are_until_a_new_version_answers(
    api: APIClient, running: Deployment, second: ModelVersion
) -> None:
    body = {"model_version_id": str(second.id)}
    shown = ok(api.patch(address_of(running), body, format="json"))
    assert shown["model_version"]["number"] == 2
    routing.settle()
    assert shares(running) == {1: 100}
    assert [one.weight for one in route_of(running).revisions] == [100, 0]
    gateways.note_observed(gateways.routing_table())
    assert not is_done(running)

    start(running, 2)
    routing.settle()
    assert shares(running) == {2: 100}
    assert not is_done(running), "the gateway has not said that it goes by it"
    gateways.note_observed(gateways.routing_table())
    assert is_done(running)
    first = running.revisions.get(number=1)
    assert should_run(first), "calls can come back to it at once"
    running.revisions.filter(number=1).update(unrouted_at=timezone.now() - routing.WARM)
    assert not should_run(first)


def test_the_gateway_is_told_what_a_model_takes_and_answers(running: Deployment) -> None:
    assert (route_of(running).input_kind, route_of(running).prediction_kind) == (None, None)
    manifest = {
        "input": {"kind": "audio", "sample_rate": 16000},
        "postprocessing": [{"op": "softmax"}, {"op": "labels"}],
    }
    ModelVersion.objects.update(manifest=manifest)
    assert (route_of(running).input_kind, route_of(running).prediction_kind) == ("audio", "labels")


def test_a_version_that_does_not_start_takes_no_calls(
    api: APIClient, running: Deployment, second: ModelVersion
) -> None:
    body = {"model_version_id": str(second.id)}
    ok(api.patch(address_of(running), body, format="json"))
    running.revisions.filter(number=2).update(
        state="failed", error_code="package_invalid", error_message="It is torn."
    )
    routing.settle()
    shown = ok(api.get(address_of(running)))
    assert (shown["state"], shown["error"]["code"]) == ("running", "package_invalid")
    assert shares(running) == {1: 100}
    ok(api.post(f"{address_of(running)}/roll-back"), 202)
    routing.settle()
    shown = ok(api.get(address_of(running)))
    assert (shown["error"], shown["model_version"]["number"]) == (None, 1)


def test_a_share_a_shadow_and_a_promotion(
    api: APIClient, running: Deployment, second: ModelVersion
) -> None:
    assert add(api, running, second, is_shadow=True)["number"] == 2
    assert add(api, running, second, weight=10)["weight"] == 10
    for number in (2, 3):
        start(running, number)
    routing.settle()
    known = {one.number: (one.weight, one.is_shadow) for one in route_of(running).revisions}
    assert known == {1: (90, False), 2: (0, True), 3: (10, False)}
    assert {one.id for one in refs_by_version([second.id])[second.id]} == {running.id}
    rule = route_of(running).roll_back
    assert rule is not None
    assert (rule.revision, rule.back_to) == (3, 1)

    traffic = {"revisions": [{"number": 3, "weight": 100}]}
    ok(api.put(f"{address_of(running)}/traffic", traffic, format="json"), 202)
    routing.settle()
    assert shares(running) == {3: 100}
    assert not should_run(running.revisions.get(number=2))
    ok(api.post(f"{address_of(running)}/roll-back"), 202)
    routing.settle()
    assert shares(running) == {1: 100}, "it is warm, so its calls come back at once"


@pytest.mark.parametrize(
    ("revisions", "status", "code"),
    [
        ([{"number": 1, "weight": 90}], 422, "weights_not_whole"),
        ([{"number": 9, "weight": 100}], 404, "revision_not_found"),
        ([{"number": 1, "weight": 100, "is_shadow": True}], 422, "shadow_has_weight"),
        ([{"number": 1, "weight": -1}], 422, "invalid"),
        ([{"number": 1, "weight": 50}, {"number": 1, "weight": 50}], 422, "invalid"),
        ([], 422, "invalid"),
    ],
)
def test_shares_that_make_no_sense_are_refused(
    api: APIClient, running: Deployment, revisions: Any, status: int, code: str
) -> None:
    response = api.put(f"{address_of(running)}/traffic", {"revisions": revisions}, format="json")
    assert ok(response, status)["code"] == code
    assert shares(running) == {1: 100}


def test_what_the_gateway_rolled_back_stays_so_and_says_why(
    api: APIClient, running: Deployment, second: ModelVersion, world: World
) -> None:
    add(api, running, second, weight=50)
    start(running, 2)
    routing.settle()
    running.refresh_from_db()
    entry = {
        "generation": running.generation,
        "revision": 2,
        "back_to": 1,
        "reason": "Half of its calls failed.",
    }
    routing.withdraw({str(running.id): entry | {"generation": running.generation - 1}})
    routing.settle()
    assert shares(running) == {1: 50, 2: 50}, "it was about what ran before"
    routing.withdraw({str(running.id): entry})
    routing.settle()
    assert shares(running) == {1: 100}
    rows = ok(api.get(f"{address_of(running)}/revisions"))["results"]
    assert [one["withdrawn_reason"] for one in rows] == ["Half of its calls failed.", ""]
    audit = AuditEntry.objects.get(action="deployment.rolled_back")
    assert audit.details["reason"] == "Half of its calls failed."
    assert route_of(running).roll_back is None, "nothing newer is left to go back from"


def test_limits_reach_the_gateway(api: APIClient, running: Deployment) -> None:
    limits = {"requests_per_second": 5.5, "daily_quota": 1000}
    shown = ok(api.patch(address_of(running), {"limits": limits}, format="json"))
    assert shown["limits"] == {**limits, "burst": None, "total_quota": None}
    body = {
        "name": "k",
        "limits": {"total_quota": 7},
        "networks": ["10.0.0.0/8", "::ffff:127.0.0.1/128"],
    }
    key = ok(api.post(f"{address_of(running)}/keys", body, format="json"), 201)
    route = route_of(running)
    assert (route.limits.requests_per_second, route.limits.daily_quota) == (5.5, 1000)
    (caller,) = route.callers
    assert (caller.caller, caller.total_quota) == (key["id"], 7)
    networks = ["10.0.0.0/8", "127.0.0.1/32"]
    assert [str(one) for one in caller.networks] == networks
    listed = ok(api.get(f"{address_of(running)}/keys"))["results"][0]
    assert (listed["limits"]["total_quota"], listed["networks"]) == (7, networks)
    wrong = {"name": "k", "networks": ["10.0.0.1/8"]}
    refused = ok(api.post(f"{address_of(running)}/keys", wrong, format="json"), 422)
    assert refused["code"] == "network_invalid"
    ok(api.patch(address_of(running), {"limits": {"burst": 3}}, format="json"), 422)
    ok(api.patch(address_of(running), {"limits": {}}, format="json"))
    assert route_of(running).limits.daily_quota is None


def test_a_stopped_endpoint_refuses_at_once(api: APIClient, running: Deployment) -> None:
    assert route_of(running).unavailable is None
    ok(api.post(f"{address_of(running)}/stop"), 202)
    assert "stopped" in (route_of(running).unavailable or "")
    running.revisions.update(handle=None, state="stopped")
    routing.settle()
    gateways.note_observed(gateways.routing_table())
    assert ok(api.get(address_of(running)))["state"] == "stopped"
    assert is_done(running)


def test_an_endpoint_that_nobody_calls_sleeps_until_somebody_does(
    api: APIClient, running: Deployment
) -> None:
    gateways.note_observed(gateways.routing_table())
    ok(api.patch(address_of(running), {"idle_minutes": 5}, format="json"))
    routing.settle()
    first = running.revisions.get()
    assert should_run(first)
    long_ago = timezone.now() - timedelta(minutes=6)
    Deployment.objects.update(active_at=long_ago)
    routing.note_calls({str(running.id): {"1": time.time()}})
    routing.settle()
    assert should_run(first), "it was called a moment ago"
    Deployment.objects.update(active_at=long_ago)
    routing.settle()
    assert not should_run(first)
    shown = ok(api.get(address_of(running)))
    assert (shown["state"], shown["wake_seconds"]) == ("asleep", None)
    assert running.revisions.get().state == "running", "its model server has not ended yet"
    assert [one.addresses for one in route_of(running).revisions] == [()]
    running.revisions.update(handle=None, state="stopped")
    (revision,) = route_of(running).revisions
    assert (revision.weight, revision.addresses) == (100, ())
    assert route_of(running).unavailable is None, "calls wait for it"

    routing.wake_up([str(running.id)])
    assert should_run(first)
    start(running, 1)
    routing.settle()
    shown = ok(api.get(address_of(running)))
    assert shown["state"] == "running"
    assert shown["wake_seconds"] >= 0
    Deployment.objects.update(is_asleep=True, state="asleep")
    shown = ok(api.patch(address_of(running), {"idle_minutes": None}, format="json"))
    assert shown["state"] == "starting"
    Deployment.objects.update(active_at=long_ago)
    routing.settle()
    assert should_run(first)


def test_no_more_revisions_run_than_a_machine_bears(
    api: APIClient, running: Deployment, second: ModelVersion
) -> None:
    for _ in range(7):
        add(api, running, second, is_shadow=True)
    body = {"model_version_id": str(second.id), "weight": 10}
    response = api.post(f"{address_of(running)}/revisions", body, format="json")
    assert ok(response, 409)["code"] == "too_many_revisions"
    assert running.revisions.count() == 8


def test_an_endpoint_that_makes_no_sense_keeps_no_other_from_the_gateway(
    running: Deployment, second: ModelVersion
) -> None:
    other = Deployment.objects.create(
        project=running.project, name="Other", suffix="other-one", model_version=second
    )
    other.revisions.create(number=1, model_version=second, replicas=1, weight=7)
    routes = gateways.routing_table().spec.routes
    assert [one.suffix for one in routes] == [running.suffix]


def test_what_becomes_a_shadow_answers_until_its_calls_have_moved(
    api: APIClient, running: Deployment, second: ModelVersion
) -> None:
    add(api, running, second, weight=10)
    traffic = {"revisions": [{"number": 2, "weight": 100}, {"number": 1, "is_shadow": True}]}
    ok(api.put(f"{address_of(running)}/traffic", traffic, format="json"), 202)
    routing.settle()
    known = {one.number: (one.weight, one.is_shadow) for one in route_of(running).revisions}
    assert known == {1: (100, False), 2: (0, False)}
    start(running, 2)
    routing.settle()
    known = {one.number: (one.weight, one.is_shadow) for one in route_of(running).revisions}
    assert known == {1: (0, True), 2: (100, False)}
    assert route_of(running).roll_back is None, "calls do not go back to a shadow"


@pytest.mark.parametrize(
    "weights",
    [
        {1: 33.333, 2: 33.333, 3: 33.333},
        # Their sum is 100.001 or 99.999 by the order in which they are added.
        {2: 16.30188684535245, 3: 14.825526701755086, 1: 68.87158645289247},
    ],
)
def test_shares_that_are_nearly_whole_are_made_whole(
    api: APIClient, running: Deployment, second: ModelVersion, weights: dict[int, float]
) -> None:
    for _ in range(2):
        add(api, running, second, weight=10)
    shares_of = [{"number": number, "weight": weight} for number, weight in weights.items()]
    ok(api.put(f"{address_of(running)}/traffic", {"revisions": shares_of}, format="json"), 202)
    for number in (2, 3):
        start(running, number)
    routing.settle()
    assert sum(one.weight for one in route_of(running).revisions) == pytest.approx(100)
    assert shares(running).keys() == weights.keys()


def test_calls_go_back_only_to_what_has_answered(
    api: APIClient, running: Deployment, second: ModelVersion
) -> None:
    add(api, running, second, is_shadow=True)
    traffic = {"revisions": [{"number": 1, "weight": 100}]}
    ok(api.put(f"{address_of(running)}/traffic", traffic, format="json"), 202)
    ok(api.patch(address_of(running), {"replicas": 2}, format="json"))
    response = api.post(f"{address_of(running)}/roll-back")
    assert ok(response, 409)["code"] == "nothing_to_roll_back_to"


def test_a_revision_that_failed_refuses_whoever_names_it(
    api: APIClient, running: Deployment, second: ModelVersion
) -> None:
    add(api, running, second, weight=10)
    running.revisions.filter(number=2).update(state="failed", error_code="package_invalid")
    routing.settle()
    reasons = {one.number: one.unavailable for one in route_of(running).revisions}
    assert reasons[1] is None
    assert "could not be started" in (reasons[2] or "")


def test_a_revision_that_would_never_run_is_not_made(
    api: APIClient, running: Deployment, second: ModelVersion
) -> None:
    body = {"model_version_id": str(second.id)}
    response = api.post(f"{address_of(running)}/revisions", body, format="json")
    assert ok(response, 422)["code"] == "revision_without_calls"
    assert running.revisions.count() == 1


def test_only_the_last_version_before_stays_warm(
    api: APIClient, running: Deployment, second: ModelVersion
) -> None:
    for number, version in ((2, second), (3, running.model_version)):
        body = {"model_version_id": str(version.id)}
        ok(api.patch(address_of(running), body, format="json"))
        start(running, number)
        routing.settle()
    assert shares(running) == {3: 100}
    kept = {one.number: should_run(one) for one in running.revisions.all()}
    assert kept == {1: False, 2: True, 3: True}


def test_the_main_version_takes_all_calls_when_it_is_asked_for(
    api: APIClient, running: Deployment, second: ModelVersion
) -> None:
    add(api, running, second, weight=10)
    start(running, 2)
    routing.settle()
    body = {"model_version_id": str(running.model_version_id)}
    ok(api.patch(address_of(running), body, format="json"))
    routing.settle()
    assert shares(running) == {1: 100}


def is_done(deployment: Deployment) -> bool:
    """Tell whether an endpoint says that it does what it was asked to do."""
    row = Deployment.objects.get(id=deployment.id)
    return row.generation == row.observed_generation


def should_run(revision: DeploymentRevision) -> bool:
    """Tell whether a worker keeps the model server of a revision alive."""
    wanted: dict[UUID, bool] = {
        one.id: one.should_run for one in list_servers() if one.kind == REVISION
    }
    return wanted.get(revision.id, False)


def test_what_waits_for_somebody_keeps_no_worker_busy(
    api: APIClient, running: Deployment, second: ModelVersion
) -> None:
    ok(api.patch(address_of(running), {"model_version_id": str(second.id)}, format="json"))
    gateways.note_observed(gateways.routing_table())
    assert not is_settled()
    running.revisions.filter(number=2).update(
        state="failed", error_code="package_invalid", error_message="It is torn."
    )
    routing.settle()
    assert is_settled()
    assert not is_done(running)


def test_a_project_in_the_trash_waits_for_no_gateway(
    api: APIClient, running: Deployment, world: World
) -> None:
    body = {"organisation_id": str(world.organisation.id), "name": "a", "may_call_all": True}
    application = ok(api.post("/api/v1/applications", body, format="json"), 201)
    ok(api.delete(f"/api/v1/projects/{world.project.id}"), 204)
    assert [one.suffix for one in gateways.routing_table().spec.routes] == []
    gateways.note_observed(gateways.routing_table())
    assert is_settled()
    refused = api.delete(f"/api/v1/applications/{application['id']}")
    assert refused.status_code == 202, "the gateway does not go by it yet"
    gateways.note_observed(gateways.routing_table())
    ok(api.delete(f"/api/v1/applications/{application['id']}"), 204)


def is_settled() -> bool:
    """Tell whether nothing is left for the gateway to take over."""
    (gateway,) = gateways.gateway_servers()
    return gateway.is_settled
