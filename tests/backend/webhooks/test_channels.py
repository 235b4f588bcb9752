"""Who makes channels, what they are shown of them, and what becomes of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import Membership, User
from backend.api.errors import Invalid
from backend.audit.models import AuditEntry
from backend.webhooks.contracts import Notice
from backend.webhooks.models import Channel
from backend.webhooks.services import channels
from backend.webhooks.services.deliveries import queue
from backend.webhooks.services.posting import require_web_address
from backend.webhooks.services.sealing import opened
from tests.backend.conftest import World, make_world, ok
from tests.backend.receiver import receiving

pytestmark = pytest.mark.django_db

HOOK = "https://hooks.example/services/T000/secret-part"


def body(world: World, **fields: Any) -> dict[str, Any]:
    """Return a webhook to make."""
    return {
        "organisation_id": str(world.organisation.id), "kind": "webhook", "name": "Duty",
        "address": HOOK, **fields,
    }  # fmt: skip


def test_a_secret_is_shown_once_and_of_an_address_only_the_host(
    world: World, api: APIClient
) -> None:
    made = ok(api.post("/api/v1/channels", body(world)), 201)
    assert made["secret"].startswith("whsec_")
    [listed] = ok(api.get(f"/api/v1/channels?organisation={world.organisation.id}"))["results"]
    assert "secret" not in listed
    assert listed["address"] == "https://hooks.example/…"
    assert "secret-part" not in json.dumps(listed)
    rotated = ok(api.post(f"/api/v1/channels/{made['id']}/secret"))["secret"]
    assert rotated.startswith("whsec_")
    assert rotated != made["secret"]
    logged = json.dumps(list(AuditEntry.objects.values("action", "details")))
    assert "secret-part" not in logged
    assert "whsec_" not in logged
    assert all(one in logged for one in ("channel.created", "channel.secret_rotated"))


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"address": "ftp://hooks.example/"}, "channel_address_invalid"),
        ({"address": "https://user:password@hooks.example/"}, "channel_address_invalid"),
        ({"address": "https://"}, "channel_address_invalid"),
        ({"address": "http://[fe80::1%25eth0]/"}, "channel_address_invalid"),
        ({"address": "hooks.example/x"}, "channel_address_invalid"),
        ({"address": "http://10.0.0.1/"}, "channel_address_invalid"),
        ({"address": "http://0x7f000001/"}, "channel_address_invalid"),
        ({"address": "http://[::1]/"}, "channel_address_invalid"),
        ({"address": "http://169.254.169.254/latest"}, "channel_address_invalid"),
        ({"address": "javascript:alert(1)"}, "channel_address_invalid"),
        ({"address": "https://hooks exa mple/"}, "channel_address_invalid"),
        ({"kind": "email", "address": None}, "channel_member_missing"),
        ({"kind": "email"}, "channel_address_not_taken"),
        ({"member_id": str(UUID(int=1))}, "channel_member_not_taken"),
        ({"secret": "x"}, "channel_secret_not_taken"),
        ({"kind": "slack", "address": ""}, "invalid"),
    ],
)
def test_what_leads_nowhere_is_refused(
    world: World, api: APIClient, fields: dict[str, Any], code: str
) -> None:
    given = {key: value for key, value in body(world, **fields).items() if value is not None}
    refused = ok(api.post("/api/v1/channels", given), 422)
    assert refused["code"] == code
    assert Channel.objects.count() == 0


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("hooks.example/x", "no http:// or https:// address"),
        ("https://hooks exa mple/", "characters that no name has"),
        ("http://[fe80::1%25eth0]/", "network interface"),
    ],
)
def test_what_is_wrong_with_an_address_is_named(address: str, words: str) -> None:
    with pytest.raises(Invalid, match=words):
        require_web_address(address)


def test_channels_of_a_project_of_others_are_not_found(world: World, api: APIClient) -> None:
    query = {"organisation": world.organisation.id, "project": make_world("theirs").project.id}
    assert ok(api.get("/api/v1/channels", query), 404)["code"] == "project_not_found"


def test_a_channel_needs_an_address(world: World, api: APIClient) -> None:
    given = body(world)
    del given["address"]
    refused = ok(api.post("/api/v1/channels", given), 422)
    assert refused["code"] == "channel_address_missing"


def test_projects_and_members_of_others_are_not_there(world: World, api: APIClient) -> None:
    theirs = make_world("theirs")
    member = Membership.objects.get(user=theirs.owner)
    by_mail = {"kind": "email", "member_id": str(member.id)}
    given = body(world, **by_mail)
    del given["address"]
    refused = ok(api.post("/api/v1/channels", given), 404)
    assert refused["code"] == "member_not_found"
    theirs_project = body(world, project_id=str(theirs.project.id))
    assert ok(api.post("/api/v1/channels", theirs_project), 404)["code"] == "project_not_found"


def test_there_are_not_too_many(
    world: World, api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "MAX_CHANNELS", 1)
    ok(api.post("/api/v1/channels", body(world)), 201)
    assert ok(api.post("/api/v1/channels", body(world)), 409)["code"] == "too_many_channels"


def test_a_channel_is_changed_in_place_and_what_waits_goes_the_new_way(
    world: World, api: APIClient
) -> None:
    made = ok(api.post("/api/v1/channels", body(world)), 201)
    path = f"/api/v1/channels/{made['id']}"
    sealed_secret = Channel.objects.get().secret
    queue(channel=Channel.objects.get(), key="k", notice=Notice("alert.firing", "F", "", "", {}))

    changed = ok(api.patch(path, {"name": "Night duty"}))
    assert (changed["name"], changed["address"]) == ("Night duty", made["address"])
    assert changed["secret"] is None
    assert Channel.objects.get().secret == sealed_secret

    changed = ok(api.patch(path, {"kind": "slack", "address": "https://chat.example/x"}))
    assert (changed["kind"], changed["address"]) == ("slack", "https://chat.example/…")
    assert opened(Channel.objects.get().secret) == ""
    assert ok(api.patch(path, {"kind": "wecom"}))["address"] == "https://chat.example/…"
    again = ok(api.patch(path, {"kind": "webhook"}))
    assert again["secret"].startswith("whsec_")
    assert len(ok(api.get(f"{path}/deliveries"))["results"]) == 1
    assert AuditEntry.objects.filter(action="channel.changed").count() == 4


def test_a_channel_that_changes_its_way_is_told_where_to(world: World, api: APIClient) -> None:
    made = ok(api.post("/api/v1/channels", body(world)), 201)
    path = f"/api/v1/channels/{made['id']}"
    assert ok(api.patch(path, {"kind": "email"}), 422)["code"] == "channel_member_missing"
    assert ok(api.patch(path, {"secret": "x"}), 422)["code"] == "channel_secret_not_taken"
    members = ok(api.get(f"/api/v1/organisations/{world.organisation.id}/members"))["results"]
    mail = ok(api.patch(path, {"kind": "email", "member_id": members[0]["id"]}))
    assert mail["address"] == members[0]["user"]["email"]
    assert Channel.objects.get().address == ""
    assert ok(api.patch(path, {"kind": "slack"}), 422)["code"] == "channel_address_missing"
    ok(api.patch(path, {"kind": "slack", "address": HOOK}))
    assert Channel.objects.get().user is None


def test_who_leaves_gets_no_more_mails(world: World, api: APIClient) -> None:
    user = world.member(Role.VIEWER)
    member = Membership.objects.get(user=user)
    given = body(world, kind="email", member_id=str(member.id))
    del given["address"]
    made = ok(api.post("/api/v1/channels", given), 201)
    assert made["address"] == user.email
    assert made["secret"] is None
    assert ok(api.post(f"/api/v1/channels/{made['id']}/secret"), 409)["code"] == (
        "channel_without_secret"
    )
    path = f"/api/v1/organisations/{world.organisation.id}/members/{member.id}"
    assert api.delete(path).status_code == 204
    assert Channel.objects.count() == 0


def test_a_test_says_what_the_other_side_answered(world: World, api: APIClient) -> None:
    with receiving(lambda _: (418, {}, b"I am a teapot")) as receiver:
        made = ok(api.post("/api/v1/channels", body(world, address=receiver.url)), 201)
        answer = ok(api.post(f"/api/v1/channels/{made['id']}/test"))
        assert answer == {"is_accepted": False, "status": 418, "text": "I am a teapot"}
        assert json.loads(receiver.received.get(timeout=10).body)["type"] == "channel.test"


def test_deliveries_are_listed_with_what_became_of_them(world: World, api: APIClient) -> None:
    made = ok(api.post("/api/v1/channels", body(world)), 201)
    notice = Notice("alert.firing", "Firing", "", "", {})
    queue(channel=Channel.objects.get(), key="k", notice=notice)
    [one] = ok(api.get(f"/api/v1/channels/{made['id']}/deliveries"))["results"]
    assert (one["event"], one["state"], one["num_attempts"]) == ("alert.firing", "waiting", 0)
    assert one["last_answer"] is None
    assert api.delete(f"/api/v1/channels/{made['id']}").status_code == 204
    assert AuditEntry.objects.filter(action="channel.deleted").exists()


def test_who_is_no_developer_sees_channels_and_changes_none(
    world: World, api: APIClient, client_of: Callable[[User], APIClient]
) -> None:
    made = ok(api.post("/api/v1/channels", body(world)), 201)
    viewer = client_of(world.member(Role.VIEWER))
    stranger = client_of(make_world("theirs").owner)
    listed = f"/api/v1/channels?organisation={world.organisation.id}"
    path = f"/api/v1/channels/{made['id']}"
    assert len(ok(viewer.get(listed))["results"]) == 1
    for client, status in ((viewer, 403), (stranger, 404)):
        assert client.post("/api/v1/channels", body(world)).status_code == status
        assert client.post(f"{path}/test").status_code == status
        assert client.post(f"{path}/secret").status_code == status
        assert client.get(f"{path}/deliveries").status_code == status
        assert client.patch(path, {"name": "Mine"}).status_code == status
        assert client.delete(path).status_code == status
    assert stranger.get(listed).status_code == 404
    assert Channel.objects.count() == 1
