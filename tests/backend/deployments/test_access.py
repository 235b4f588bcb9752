"""What is needed to call an endpoint is made in one step."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import jwt
import pytest
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.audit.models import AuditEntry
from backend.deployments.models import Application, Deployment, EndpointKey, IssuedToken
from tests.backend.api.everything import parameters_of
from tests.backend.conftest import World, ok

pytestmark = pytest.mark.django_db


def address_of(world: World) -> tuple[str, str]:
    """Return an endpoint that does not run, and where its access is made."""
    endpoint = parameters_of(world)["deployment_id"]
    Deployment.objects.filter(id=endpoint).update(state="stopped")
    return endpoint, f"/api/v1/deployments/{endpoint}/access"


def test_a_key_an_application_and_its_token_are_made_in_one_step(
    api: APIClient, world: World
) -> None:
    endpoint, address = address_of(world)
    made: Any = ok(api.post(address, {"name": "Try it"}), 201)
    key = EndpointKey.objects.get(name="Try it")
    assert key.sha256 == hashlib.sha256(made["key"]["secret"].encode()).hexdigest()
    assert (key.name, key.expires_at, str(key.deployment_id)) == ("Try it", None, endpoint)
    application = Application.objects.get(name="Try it")
    assert made["application"]["client_id"] == application.client_id
    assert made["application"]["deployment_ids"] == [endpoint]
    assert not application.may_call_all
    claims = jwt.decode(made["access_token"], options={"verify_signature": False})
    assert claims["deployments"] == [endpoint]
    assert claims["jti"] == str(IssuedToken.objects.get(application=application).id)
    again = {"client_id": application.client_id, "grant_type": "client_credentials"}
    secret = made["application"]["client_secret"]
    granted = api.post("/oauth/2.0/token", again | {"client_secret": secret}, format="multipart")
    assert granted.status_code == 200
    actions = AuditEntry.objects.values_list("action", flat=True)
    assert {"deployment_key.created", "application.created"} <= set(actions)


def test_its_secrets_are_shown_nowhere_again(api: APIClient, world: World) -> None:
    endpoint, address = address_of(world)
    made: Any = ok(api.post(address, {"name": "Try it"}), 201)
    organisation = f"/api/v1/applications?organisation={world.organisation.id}"
    later = [api.get(f"/api/v1/deployments/{endpoint}/keys"), api.get(organisation)]
    shown = b"".join(response.content for response in later).decode()
    secrets = (made["key"]["secret"], made["application"]["client_secret"], made["access_token"])
    assert not any(secret in shown for secret in secrets)


def test_who_may_not_make_keys_makes_nothing(
    world: World, client_of: Callable[[User], APIClient]
) -> None:
    _, address = address_of(world)
    annotator = client_of(world.member(Role.ANNOTATOR))
    ok(annotator.post(address, {"name": "Try it"}), 403)
    assert not EndpointKey.objects.filter(name="Try it").exists()
    assert not Application.objects.filter(name="Try it").exists()
