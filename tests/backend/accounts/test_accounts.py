"""People sign up, sign in, invite, and carry keys; none of it can be guessed or outlived."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.models import (
    ApiKey,
    FailedSignIns,
    Invitation,
    Membership,
    Organisation,
    PasswordReset,
    Role,
    User,
)
from backend.accounts.services import api_keys, attempts
from backend.accounts.services.password_resets import make_reset_link
from backend.api.errors import ApiError
from backend.audit.models import AuditEntry
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


def attempt(email: str, password: str, address: str = "203.0.113.5") -> Any:
    """Try to sign in from an address."""
    body = {"email": email, "password": password}
    return APIClient().post("/api/v1/session", body, REMOTE_ADDR=address)


def test_guessing_passwords_is_slowed_down(world: World) -> None:
    for email in (world.owner.email, "nobody@example.com"):
        cache.clear()
        statuses = [attempt(email, "wrong wrong wrong").status_code for _ in range(6)]
        assert statuses == [401] * 5 + [429]
        refused = attempt(email, PASSWORD)
        assert ok(refused, 429)["code"] == "sign_in_delayed"
        assert int(refused["Retry-After"]) >= 1


def test_guessing_from_elsewhere_locks_nobody_out_for_long(world: World) -> None:
    for number in range(40):
        cache.clear()
        attempt(world.owner.email, "wrong wrong wrong", f"198.51.100.{number}")
        FailedSignIns.objects.update(last_at=timezone.now() - timedelta(seconds=31))
    assert FailedSignIns.objects.order_by("-num").first().num == 40
    ok(attempt(world.owner.email, PASSWORD))
    assert attempt(world.owner.email, "wrong wrong wrong").status_code == 401


def test_the_wait_grows_with_each_failure_and_ends_by_success(world: World) -> None:
    for _ in range(9):
        attempts.note_failure(subject=world.owner.email, address="203.0.113.5")
    with pytest.raises(ApiError) as error:
        attempts.require_patience(email=world.owner.email, address="203.0.113.5")
    assert error.value.params["seconds"] == 16
    FailedSignIns.objects.update(last_at=timezone.now() - timedelta(seconds=17))
    ok(attempt(world.owner.email, PASSWORD))
    assert not FailedSignIns.objects.exists()


def test_an_address_is_not_taken_from_a_header_that_anybody_may_write(world: World) -> None:
    body = {"email": world.owner.email, "password": "wrong wrong wrong"}
    statuses = [
        APIClient().post("/api/v1/session", body, HTTP_X_FORWARDED_FOR=f"1.1.1.{n}").status_code
        for n in range(6)
    ]
    assert statuses[-1] == 429


@pytest.mark.parametrize(
    "password",
    ["Ada@Example.com", "ada@example.com1", "adaadaada1", "moc.elpmaxe@ada", "Example.com-ADA!"],
)
def test_a_password_made_of_oneself_is_refused(password: str) -> None:
    response = APIClient().post("/api/v1/users", NEW | {"password": password})
    assert ok(response, 422)["code"] == "password_weak"


def test_a_reset_link_works_once_and_ends_all_sessions(world: World) -> None:
    there = APIClient()
    ok(there.post("/api/v1/session", {"email": world.owner.email, "password": PASSWORD}))
    ok(there.get("/api/v1/sessions"))
    out = StringIO()
    call_command("reset_password", world.owner.email, stdout=out)
    path = f"/api/v1/password-resets/{out.getvalue().strip().rpartition('/')[2]}"
    assert ok(APIClient().get(path)) == {"email": world.owner.email}
    assert ok(APIClient().post(path, {"password": "short"}), 422)["code"] == "password_weak"
    here = APIClient()
    ok(here.post(path, {"password": "quite another secret"}))
    assert ok(here.get("/api/v1/session"))["user"] is not None
    assert ok(there.get("/api/v1/session"))["user"] is None
    assert ok(APIClient().post(path, {"password": "a third secret"}), 404)["code"] == (
        "password_reset_not_found"
    )
    ok(attempt(world.owner.email, "quite another secret"))


@pytest.mark.parametrize(("keep", "status"), [({}, 401), ({"keep_api_keys": True}, 200)])
def test_a_password_chosen_by_link_revokes_the_api_keys_made_before_unless_they_are_kept(
    world: World, keep: dict[str, bool], status: int
) -> None:
    key = key_of(world)
    link = make_reset_link(email=world.owner.email).rpartition("/")[2]
    choice = {"password": "quite another secret", **keep}
    ok(APIClient().post(f"/api/v1/password-resets/{link}", choice))
    assert key.get("/api/v1/catalog").status_code == status
    revoked = AuditEntry.objects.filter(action="api_key.revoked", actor_id=world.owner.id)
    assert revoked.exists() == (status == 401)
    assert key_of(world).get("/api/v1/catalog").status_code == 200


@pytest.mark.parametrize(("keep", "status"), [({}, 401), ({"keep_api_keys": True}, 200)])
def test_a_changed_password_revokes_the_api_keys_made_before_unless_they_are_kept(
    world: World, keep: dict[str, bool], status: int
) -> None:
    key = key_of(world)
    here = APIClient()
    ok(here.post("/api/v1/session", {"email": world.owner.email, "password": PASSWORD}))
    choice = {"current": PASSWORD, "new": "quite another secret", **keep}
    ok(here.patch("/api/v1/users/me", {"password": choice}))
    assert key.get("/api/v1/catalog").status_code == status
    assert ok(here.get("/api/v1/session"))["user"] is not None


def test_signing_up_with_an_invitation_of_another_address_says_so(
    world: World, client_of: Callable[[User], APIClient]
) -> None:
    invited = ok(
        client_of(world.owner).post(
            f"/api/v1/organisations/{world.organisation.id}/invitations",
            {"email": "grace@example.com", "role": "viewer"},
        ),
        201,
    )
    person = {name: value for name, value in NEW.items() if name != "organisation_name"}
    body = person | {"invitation_token": invited["token"]}
    response = ok(APIClient().post("/api/v1/users", body), 403)
    assert response["code"] == "invitation_for_other_address"
    assert "signed in" not in response["detail"]
    assert not User.objects.filter(email=NEW["email"].lower()).exists()


def key_of(world: World) -> APIClient:
    """Make an API key of the owner and return a client that calls with it."""
    made = api_keys.create_api_key(
        user_id=world.owner.id,
        organisation_id=world.organisation.id,
        name="script",
        scopes=["read"],
    )
    return APIClient(HTTP_AUTHORIZATION=f"Bearer {made.secret}")


def test_a_new_link_ends_the_one_before_and_a_link_ends_in_time(world: World) -> None:
    first, second = (make_reset_link(email=world.owner.email).rpartition("/")[2] for _ in "ab")
    assert APIClient().get(f"/api/v1/password-resets/{first}").status_code == 404
    PasswordReset.objects.update(expires_at=timezone.now())
    assert APIClient().get(f"/api/v1/password-resets/{second}").status_code == 404


def test_the_first_administrator_is_made_by_a_command(db: None) -> None:
    out = StringIO()
    call_command("create_administrator", "ada@example.com", organisation="Engines", stdout=out)
    path = f"/api/v1/password-resets/{out.getvalue().strip().rpartition('/')[2]}"
    session = ok(APIClient().post(path, {"password": "a rather long secret"}))
    assert [one["role"] for one in session["memberships"]] == ["owner"]
    with pytest.raises(CommandError, match="has an account"):
        call_command("create_administrator", "ada@example.com", organisation="Engines")


def test_sessions_are_listed_and_signed_out_one_by_one_or_together(world: World) -> None:
    clients = [APIClient(HTTP_USER_AGENT=f"Browser {n}") for n in range(3)]
    for client in clients:
        ok(client.post("/api/v1/session", {"email": world.owner.email, "password": PASSWORD}))
        ok(client.get("/api/v1/api-keys"))
    listed = ok(clients[0].get("/api/v1/sessions"))["results"]
    assert {one["device"] for one in listed} == {"Browser 0", "Browser 1", "Browser 2"}
    assert [one["device"] for one in listed if one["is_current"]] == ["Browser 0"]
    second = next(one["id"] for one in listed if one["device"] == "Browser 1")
    ok(clients[0].delete(f"/api/v1/sessions/{second}"), 204)
    assert clients[1].get("/api/v1/api-keys").status_code == 401
    ok(clients[0].delete("/api/v1/sessions"), 204)
    assert clients[2].get("/api/v1/api-keys").status_code == 401
    assert len(ok(clients[0].get("/api/v1/sessions"))["results"]) == 1


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
    response = tab.patch("/api/v1/users/me", {"name": "x"}, HTTP_X_CSRFTOKEN=old)
    problem = ok(response, 403)
    assert problem["code"] == "csrf_failed"
    assert problem["detail"].endswith("Load the page again.")
    assert response["Content-Type"] == "application/problem+json"
    ok(elsewhere.delete("/api/v1/session"), 204)
    token = elsewhere.cookies["csrftoken"].value
    response = tab.patch("/api/v1/users/me", {"name": "x"}, HTTP_X_CSRFTOKEN=token)
    assert ok(response, 401)["code"] == "not_authenticated"
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


def test_a_key_knows_only_its_own_organisation(world: World, api: APIClient) -> None:
    other = Organisation.objects.create(name="another")
    Membership.objects.create(organisation=other, user=world.owner, role="viewer")
    body = {"organisation_id": str(world.organisation.id), "name": "k", "scopes": ["read"]}
    key = ok(api.post("/api/v1/api-keys", body), 201)
    by_key = APIClient(HTTP_AUTHORIZATION=f"Bearer {key['secret']}")
    found = [one["organisation"]["id"] for one in ok(by_key.get("/api/v1/session"))["memberships"]]
    assert found == [str(world.organisation.id)]
    assert len(ok(api.get("/api/v1/session"))["memberships"]) == 2


def test_a_removed_member_loses_everything_at_once(world: World, api: APIClient) -> None:
    member = world.member(Role.DEVELOPER)
    client = APIClient()
    client.force_login(member)
    ok(client.get(f"/api/v1/datasets/{world.dataset.id}"))
    address = f"/api/v1/organisations/{world.organisation.id}/members"
    ok(api.delete(f"{address}/{member.memberships.get().id}"), 204)
    assert client.get(f"/api/v1/datasets/{world.dataset.id}").status_code == 404


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.OWNER])
def test_whoever_is_a_member_can_leave(world: World, api: APIClient, role: Role) -> None:
    member, other = world.member(role), make_user("another@elsewhere.example")
    stays = Membership.objects.create(organisation=world.organisation, user=other, role="owner")
    client = APIClient()
    client.force_login(member)
    (mine,) = ok(client.get("/api/v1/session"))["memberships"]
    address = f"/api/v1/organisations/{world.organisation.id}/members"
    assert client.delete(f"{address}/{stays.id}").json()["code"] == "role_too_low"
    ok(client.delete(f"{address}/{mine['id']}"), 204)
    assert ok(client.get("/api/v1/session"))["memberships"] == []
    assert client.get(f"/api/v1/datasets/{world.dataset.id}").status_code == 404
    log = ok(api.get(f"/api/v1/organisations/{world.organisation.id}/audit"))["results"]
    assert (log[0]["action"], log[0]["actor"]["id"]) == ("member.left", str(member.id))


def test_the_last_owner_cannot_leave_and_one_of_two_can(world: World, api: APIClient) -> None:
    (mine,) = ok(api.get("/api/v1/session"))["memberships"]
    address = f"/api/v1/organisations/{world.organisation.id}/members/{mine['id']}"
    assert ok(api.delete(address), 409)["code"] == "last_owner"
    world.member(Role.OWNER)
    ok(api.delete(address), 204)


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
