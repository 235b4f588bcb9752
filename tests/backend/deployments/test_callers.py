"""Who may call an endpoint never grows by something being deleted."""

from __future__ import annotations

import importlib
from typing import Any

import jwt
import pytest
from django.apps import apps
from rest_framework.test import APIClient

from backend.audit import services as audit
from backend.deployments.models import Application, Deployment, Gateway, IssuedToken
from backend.deployments.services.callers import GrantedToken, grant_token
from tests.backend.api.everything import parameters_of
from tests.backend.conftest import World, ok

pytestmark = pytest.mark.django_db


def endpoints_of(token: GrantedToken | None) -> list[str]:
    """Return which endpoints a token is for."""
    assert token is not None
    claims: dict[str, Any] = jwt.decode(token.access_token, options={"verify_signature": False})
    found: list[str] = claims["deployments"]
    return found


def make(api: APIClient, world: World, **chosen: object) -> Any:
    """Register an application."""
    body = {"organisation_id": str(world.organisation.id), "name": "Shop floor", **chosen}
    return ok(api.post("/api/v1/applications", body), 201)


def grant(made: Any) -> GrantedToken | None:
    """Exchange its secret for a token."""
    return grant_token(client_id=made["client_id"], client_secret=made["client_secret"])


def test_an_application_of_one_endpoint_may_call_nothing_once_that_is_deleted(
    api: APIClient, world: World
) -> None:
    endpoint = parameters_of(world)["deployment_id"]
    made = make(api, world, deployment_ids=[endpoint])
    assert endpoints_of(grant(made)) == [endpoint]
    ok(api.delete(f"/api/v1/deployments/{endpoint}"), 204)
    assert grant(made) is None
    listed = ok(api.get(f"/api/v1/applications?organisation={world.organisation.id}"))["results"]
    assert (listed[0]["deployment_ids"], listed[0]["may_call_all"]) == ([], False)


def revocable(api: APIClient, world: World) -> list[str]:
    """Make a key, a token and an application of an endpoint; return where each is revoked."""
    endpoint = parameters_of(world)["deployment_id"]
    address = f"/api/v1/deployments/{endpoint}"
    Deployment.objects.filter(id=endpoint).update(state="stopped")
    key = ok(api.post(f"{address}/keys", {"name": "k"}), 201)
    token = ok(api.post(f"{address}/tokens", {}), 201)
    made = make(api, world, deployment_ids=[endpoint])
    return [
        f"{address}/keys/{key['id']}",
        f"{address}/tokens/{token['id']}",
        f"/api/v1/applications/{made['id']}",
    ]


def test_a_revocation_is_confirmed_only_once_the_gateway_goes_by_it(
    api: APIClient, world: World
) -> None:
    for address in revocable(api, world):
        row = Deployment.objects.get()
        Gateway.objects.update_or_create(defaults={"handle": "one"})
        Deployment.objects.update(observed_callers_revision=row.callers_revision, state="running")
        shown = f"/api/v1/deployments/{row.id}"
        assert ok(api.get(shown))["knows_callers"]
        told = ok(api.delete(address), 202)
        assert told == {
            "is_effective": False,
            "deployments": [{"id": str(row.id), "name": row.name}],
        }
        assert not ok(api.get(shown))["knows_callers"]
        # Asking again confirms nothing either, until the server has answered.
        ok(api.delete(address), 202)
        row.refresh_from_db()
        Deployment.objects.update(observed_callers_revision=row.callers_revision)
        ok(api.delete(address), 204)
        assert ok(api.get(shown))["knows_callers"]


def test_a_revocation_without_a_running_gateway_is_done_at_once(
    api: APIClient, world: World
) -> None:
    for address in revocable(api, world):
        ok(api.delete(address), 204)


def test_an_application_for_all_endpoints_says_so(api: APIClient, world: World) -> None:
    made = make(api, world, may_call_all=True)
    assert endpoints_of(grant(made)) == ["*"]
    endpoint = parameters_of(world)["deployment_id"]
    for chosen in ({}, {"deployment_ids": [endpoint], "may_call_all": True}):
        body = {"organisation_id": str(world.organisation.id), "name": "x", **chosen}
        assert ok(api.post("/api/v1/applications", body), 422)["code"] == "endpoints_or_all"


def test_an_old_application_without_endpoints_keeps_only_what_it_surely_had(world: World) -> None:
    migration = importlib.import_module("backend.deployments.migrations.0003_rights_never_grow")
    shared = {"organisation": world.organisation, "name": "a", "secret_sha256": "x"}
    grown = Application.objects.create(client_id="grown", **shared)
    token = IssuedToken.objects.create(application=grown, expires_at=grown.created_at)
    audit.record(
        organisation_id=world.organisation.id,
        actor_id=world.owner.id,
        action="deployment.deleted",
        target_kind="deployment",
        target_id=grown.id,
        details={},
    )
    Application.objects.create(client_id="sure", **shared)
    limited = Application.objects.create(client_id="limited", **shared)
    limited.deployments.add(Deployment.objects.get(id=parameters_of(world)["deployment_id"]))
    migration.say_who_may_call_all(apps, None)
    rights = dict(Application.objects.values_list("client_id", "may_call_all"))
    assert {name: rights[name] for name in ("grown", "sure", "limited")} == {
        "grown": False,
        "sure": True,
        "limited": False,
    }
    token.refresh_from_db()
    assert token.revoked_at is not None
