"""People sign up, sign in, invite, and carry keys; none of it can be guessed or outlived."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import override_settings
from rest_framework.test import APIClient

from backend.accounts.models import ApiKey, Invitation, Role, User
from tests.backend.conftest import PASSWORD, World, make_user, ok

pytestmark = pytest.mark.django_db

NEW = {
    "email": "Ada@Example.com",
    "password": "a rather long secret",
    "name": "Ada",
    "organisation_name": "Engines",
}


def test_signing_up_makes_an_organisation_and_a_session() -> None:
    client = APIClient()
    made = ok(client.post("/api/v1/users", NEW), 201)
    assert made["user"]["email"] == "ada@example.com"
    assert [item["role"] for item in made["memberships"]] == ["owner"]
    assert ok(client.get("/api/v1/session"))["user"]["name"] == "Ada"
    ok(client.delete("/api/v1/session"), 204)
    assert ok(client.get("/api/v1/session"))["user"] is None
    again = ok(
        client.post("/api/v1/session", {"email": "ADA@example.com", "password": NEW["password"]})
    )
    assert again["memberships"][0]["organisation"]["name"] == "Engines"


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"password": "short"}, 422, "password_weak"),
        ({"password": "1234567890"}, 422, "password_weak"),
        ({"email": "nobody"}, 422, "email_invalid"),
        ({"email": "taken@example.com"}, 409, "email_taken"),
        ({"invitation_token": "x"}, 422, "organisation_or_invitation"),
        ({"name": 5}, 422, "invalid"),
        ({"name": "   "}, 422, "invalid"),
        ({"surprise": 1}, 422, "invalid"),
    ],
)
def test_a_sign_up_that_will_not_do_says_why(
    change: dict[str, object], status: int, code: str
) -> None:
    make_user("taken@example.com")
    assert ok(APIClient().post("/api/v1/users", NEW | change), status)["code"] == code


def test_a_closed_installation_takes_people_by_invitation_only(
    world: World, api: APIClient
) -> None:
    closed = dataclasses.replace(settings.ENVIRONMENT, sign_up_open=False)
    with override_settings(ENVIRONMENT=closed):
        assert ok(APIClient().post("/api/v1/users", NEW), 403)["code"] == "sign_up_closed"
        address = f"/api/v1/organisations/{world.organisation.id}/invitations"
        made = ok(api.post(address, {"email": "ada@example.com", "role": "annotator"}), 201)
        offer = ok(APIClient().get(f"/api/v1/invitations/{made['token']}"))
        assert offer["organisation"]["name"] == "ours"
        body = {key: value for key, value in NEW.items() if key != "organisation_name"}
        joined = ok(
            APIClient().post("/api/v1/users", {**body, "invitation_token": made["token"]}), 201
        )
        assert joined["memberships"][0]["role"] == "annotator"
        assert ok(APIClient().get(f"/api/v1/invitations/{made['token']}"), 404)
    assert Invitation.objects.get().token_sha256 != made["token"]
    listed = ok(api.get(address))["results"][0]
    assert "token" not in listed
    assert listed["accepted_at"] is not None


def test_a_wrong_password_and_an_unknown_address_look_alike(world: World) -> None:
    for email in (world.owner.email, "nobody@example.com"):
        body = {"email": email, "password": "wrong wrong wrong"}
        assert ok(APIClient().post("/api/v1/session", body), 401)["code"] == "credentials_wrong"


def test_guessing_passwords_is_slowed_down(world: World) -> None:
    body = {"email": world.owner.email, "password": "wrong wrong wrong"}
    client = APIClient()
    statuses = [client.post("/api/v1/session", body).status_code for _ in range(31)]
    assert statuses[-1] == 429
    assert statuses[:30] == [401] * 30


def test_a_session_needs_its_csrf_token(world: World) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(world.owner)
    assert client.patch("/api/v1/users/me", {"name": "x"}).status_code == 403
    client.get("/api/v1/session")
    token = client.cookies["csrftoken"].value
    assert (
        ok(client.patch("/api/v1/users/me", {"name": "x"}, HTTP_X_CSRFTOKEN=token))["name"] == "x"
    )


def test_a_stale_tab_is_told_to_sign_in_or_to_load_again(world: World) -> None:
    tab = APIClient(enforce_csrf_checks=True)
    tab.get("/api/v1/session")
    tab.force_login(world.owner)
    old = tab.cookies["csrftoken"].value
    elsewhere = APIClient()
    elsewhere.cookies = tab.cookies.copy()
    ok(elsewhere.post("/api/v1/session", {"email": world.owner.email, "password": PASSWORD}))
    tab.cookies["csrftoken"] = elsewhere.cookies["csrftoken"].value
    tab.cookies["sessionid"] = elsewhere.cookies["sessionid"].value
    answer = tab.patch("/api/v1/users/me", {"name": "x"}, HTTP_X_CSRFTOKEN=old)
    problem = ok(answer, 403)
    assert problem["code"] == "csrf_failed"
    assert problem["detail"].endswith("Load the page again.")
    assert answer["Content-Type"] == "application/problem+json"
    ok(elsewhere.delete("/api/v1/session"), 204)
    token = elsewhere.cookies["csrftoken"].value
    answer = tab.patch("/api/v1/users/me", {"name": "x"}, HTTP_X_CSRFTOKEN=token)
    assert ok(answer, 401)["code"] == "not_authenticated"
    assert ok(tab.get(f"/api/v1/datasets/{world.dataset.id}"), 401)["code"] == "not_authenticated"


def test_signing_in_begins_another_session_than_the_one_that_was_there(world: World) -> None:
    client, other = APIClient(), make_user("other@example.com")
    body = {"email": world.owner.email, "password": PASSWORD}
    ok(client.post("/api/v1/session", body))
    first = client.cookies["sessionid"].value
    ok(client.post("/api/v1/session", {**body, "email": other.email}))
    assert client.cookies["sessionid"].value != first
    planted = APIClient()
    planted.cookies["sessionid"] = "x" * 32
    ok(planted.post("/api/v1/session", body))
    assert planted.cookies["sessionid"].value != "x" * 32
    stolen = APIClient()
    stolen.cookies["sessionid"] = first
    assert ok(stolen.get("/api/v1/session"))["user"] is None


def test_changing_the_password_ends_other_sessions(world: World) -> None:
    here, there = APIClient(), APIClient()
    for client in (here, there):
        ok(client.post("/api/v1/session", {"email": world.owner.email, "password": PASSWORD}))
    change = {"password": {"current": PASSWORD, "new": "quite another secret"}}
    ok(here.patch("/api/v1/users/me", change))
    assert ok(here.get("/api/v1/session"))["user"] is not None
    assert ok(there.get("/api/v1/session"))["user"] is None


def test_the_last_owner_stays(world: World, api: APIClient) -> None:
    address = f"/api/v1/organisations/{world.organisation.id}/members"
    own = ok(api.get(address))["results"][0]["id"]
    assert ok(api.delete(f"{address}/{own}"), 409)["code"] == "last_owner"
    assert ok(api.patch(f"{address}/{own}", {"role": "viewer"}), 409)["code"] == "last_owner"


def test_an_administrator_makes_no_owners(
    world: World, client_of: Callable[[User], APIClient]
) -> None:
    admin = client_of(world.member(Role.ADMIN))
    address = f"/api/v1/organisations/{world.organisation.id}"
    for member in ok(admin.get(f"{address}/members"))["results"]:
        assert (
            admin.patch(f"{address}/members/{member['id']}", {"role": "owner"}).status_code == 403
        )
    body = {"email": "x@example.com", "role": "owner"}
    assert admin.post(f"{address}/invitations", body).status_code == 403


def test_a_key_is_shown_once_and_works_until_it_is_revoked(world: World, api: APIClient) -> None:
    body = {"organisation_id": str(world.organisation.id), "name": "ci", "scopes": ["read"]}
    made = ok(api.post("/api/v1/api-keys", body), 201)
    assert made["secret"].startswith(made["prefix"])
    assert "secret" not in ok(api.get("/api/v1/api-keys"))["results"][0]
    assert ApiKey.objects.get().sha256 != made["secret"]
    caller = APIClient(HTTP_AUTHORIZATION=f"Bearer {made['secret']}")
    ok(caller.get(f"/api/v1/projects/{world.project.id}"))
    body = {"project_id": str(world.project.id), "name": "d"}
    assert ok(caller.post("/api/v1/datasets", body), 403)["code"] == "scope_missing"
    assert ok(caller.post("/api/v1/organisations", {"name": "x"}), 403)["code"] == "session_needed"
    ok(api.delete(f"/api/v1/api-keys/{made['id']}"), 204)
    assert caller.get(f"/api/v1/projects/{world.project.id}").status_code == 401


def test_a_removed_member_loses_everything_at_once(world: World, api: APIClient) -> None:
    member = world.member(Role.DEVELOPER)
    client = APIClient()
    client.force_login(member)
    ok(client.get(f"/api/v1/datasets/{world.dataset.id}"))
    address = f"/api/v1/organisations/{world.organisation.id}/members"
    ok(api.delete(f"{address}/{member.memberships.get().id}"), 204)
    assert client.get(f"/api/v1/datasets/{world.dataset.id}").status_code == 404


def test_the_audit_log_says_who_did_what(world: World, api: APIClient) -> None:
    ok(api.patch(f"/api/v1/projects/{world.project.id}", {"name": "Blood"}))
    log = ok(api.get(f"/api/v1/organisations/{world.organisation.id}/audit"))["results"]
    assert [entry["action"] for entry in log] == [
        "project.changed",
        "dataset.created",
        "project.created",
    ]
    assert log[0]["actor"]["id"] == str(world.owner.id)
    assert log[0]["details"] == {"name": "Blood"}
