"""Who makes and revokes share links, what they are shown of them, and what becomes of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.audit.models import AuditEntry
from backend.deployments.models import Deployment
from backend.share_links.models import ShareLink
from backend.share_links.passes import opens, pass_of
from tests.backend.conftest import World, ok
from tests.backend.deployments.conftest import deployment as deployment
from tests.backend.share_links.conftest import share

pytestmark = pytest.mark.django_db


def test_a_link_expires_in_thirty_days_unless_another_time_is_chosen(
    api: APIClient, deployment: Deployment
) -> None:
    for fields, days in (({}, 30), ({"expires_in_days": 365}, 365)):
        made = share(api, deployment, **fields)
        left = datetime.fromisoformat(made["expires_at"]) - timezone.now()
        assert timedelta(days=days) - left < timedelta(minutes=1)
    assert (made["daily_calls"], made["num_calls"], made["state"]) == (1000, 0, "valid")


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"title": ""}, "/title"),
        ({"expires_in_days": 31}, "/expires_in_days"),
        ({"expires_in_days": None}, "/expires_in_days"),
        ({"daily_calls": 100_001}, "/daily_calls"),
        ({"daily_calls": 0}, "/daily_calls"),
        ({"password": "short"}, "/password"),
    ],
)
def test_a_link_without_end_or_bounds_is_refused(
    api: APIClient, deployment: Deployment, fields: dict[str, Any], pointer: str
) -> None:
    address = f"/api/v1/deployments/{deployment.id}/share-links"
    refused = ok(api.post(address, {"title": "t", **fields}), 422)
    assert [one["pointer"] for one in refused["errors"]] == [pointer]


def test_neither_token_nor_password_is_stored(api: APIClient, deployment: Deployment) -> None:
    made = share(api, deployment, password="let me in")
    [row] = ShareLink.objects.values()
    stored = json.dumps(
        [list(row.values()), list(AuditEntry.objects.values("details"))], default=str
    )
    assert made["token"].split(".")[1] not in stored
    assert "let me in" not in stored
    [listed] = ok(api.get(f"/api/v1/deployments/{deployment.id}/share-links"))["results"]
    assert listed == made
    assert "let me in" not in json.dumps(listed)
    assert listed["has_password"]


def test_making_and_revoking_is_written_down_once_each(
    world: World, api: APIClient, deployment: Deployment
) -> None:
    made = share(api, deployment)
    address = f"/api/v1/deployments/{deployment.id}/share-links/{made['id']}"
    for _ in range(2):
        ok(api.delete(address), 204)
    entries = AuditEntry.objects.filter(target_kind="share_link").order_by("created_at")
    assert [one.action for one in entries] == ["share_link.created", "share_link.revoked"]
    for one in entries:
        assert (one.actor_id, one.project_id) == (world.owner.id, world.project.id)
        assert one.details == {"name": "Try our cells", "deployment": "Cells"}
    [listed] = ok(api.get(f"/api/v1/deployments/{deployment.id}/share-links"))["results"]
    assert listed["state"] == "revoked"


def test_a_link_is_changed_in_place_and_that_is_written_down(
    world: World, api: APIClient, deployment: Deployment
) -> None:
    made = share(api, deployment, description="Drop a smear.", password="let me in")
    address = f"/api/v1/deployments/{deployment.id}/share-links/{made['id']}"
    changes = {"title": "Our cells", "daily_calls": 7, "expires_in_days": 90}
    changed = ok(api.patch(address, changes))
    assert changed["token"] == made["token"]
    assert (changed["title"], changed["daily_calls"]) == ("Our cells", 7)
    assert (changed["description"], changed["has_password"]) == ("Drop a smear.", True)
    left = datetime.fromisoformat(changed["expires_at"]) - timezone.now()
    assert timedelta(days=90) - left < timedelta(minutes=1)
    entry = AuditEntry.objects.get(action="share_link.changed")
    assert entry.actor_id == world.owner.id
    assert entry.details == {"name": "Our cells", "deployment": "Cells"}


def test_a_password_is_changed_or_taken_and_passes_for_it_end(
    api: APIClient, deployment: Deployment
) -> None:
    made = share(api, deployment, password="let me in")
    address = f"/api/v1/deployments/{deployment.id}/share-links/{made['id']}"
    share_pass = pass_of(ShareLink.objects.get())
    ok(api.patch(address, {"title": "Still with its password"}))
    assert opens(ShareLink.objects.get(), share_pass)
    assert ok(api.patch(address, {"password": "another one"}))["has_password"]
    assert not opens(ShareLink.objects.get(), share_pass)
    assert not ok(api.patch(address, {"password": None}))["has_password"]


def test_an_expired_link_works_again_and_a_revoked_one_does_not(
    api: APIClient, deployment: Deployment
) -> None:
    made = share(api, deployment)
    address = f"/api/v1/deployments/{deployment.id}/share-links/{made['id']}"
    ShareLink.objects.update(expires_at=timezone.now() - timedelta(days=1))
    assert ok(api.patch(address, {"title": "t"}))["state"] == "expired"
    assert ok(api.patch(address, {"expires_in_days": 7}))["state"] == "valid"
    ok(api.delete(address), 204)
    assert ok(api.patch(address, {"expires_in_days": 7}), 410)["code"] == "share_link_revoked"


def test_a_link_of_another_endpoint_is_not_found(api: APIClient, deployment: Deployment) -> None:
    made = share(api, deployment)
    other = Deployment.objects.create(
        project_id=deployment.project_id,
        name="o",
        suffix="other",
        model_version_id=deployment.model_version_id,
    )
    address = f"/api/v1/deployments/{other.id}/share-links/{made['id']}"
    assert ok(api.delete(address), 404)["code"] == "share_link_not_found"
    assert ok(api.patch(address, {"title": "t"}), 404)["code"] == "share_link_not_found"
    assert ShareLink.objects.get().revoked_at is None


def test_who_may_not_make_keys_makes_no_links(
    world: World, deployment: Deployment, client_of: Callable[[User], APIClient]
) -> None:
    address = f"/api/v1/deployments/{deployment.id}/share-links"
    annotator = client_of(world.member(Role.ANNOTATOR))
    assert ok(annotator.post(address, {"title": "t"}), 403)["code"] == "role_too_low"
    assert ok(annotator.get(address), 403)["code"] == "role_too_low"
    changed = annotator.patch(f"{address}/{uuid4()}", {"title": "t"})
    assert ok(changed, 403)["code"] == "role_too_low"
    ok(client_of(world.member(Role.DEVELOPER)).post(address, {"title": "t"}), 201)


def test_links_go_with_their_endpoint(api: APIClient, deployment: Deployment) -> None:
    share(api, deployment)
    Deployment.objects.filter(id=deployment.id).delete()
    assert not ShareLink.objects.exists()


def test_the_number_of_today_is_none_on_the_next_day(
    api: APIClient, deployment: Deployment
) -> None:
    share(api, deployment)
    yesterday = timezone.now().date() - timedelta(days=1)
    ShareLink.objects.update(calls_on=yesterday, calls_of_day=7, num_calls=9)
    [listed] = ok(api.get(f"/api/v1/deployments/{deployment.id}/share-links"))["results"]
    assert (listed["num_calls_today"], listed["num_calls"]) == (0, 9)
