"""A forgotten password: a link by mail, or by an administrator of all that a person belongs to."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from django.core import mail
from django.test import override_settings
from rest_framework.test import APIClient

from backend.accounts.contracts import SEND_PASSWORD_LINK
from backend.accounts.models import Membership, PasswordReset, Role, User
from backend.accounts.services import password_mails
from backend.audit.models import AuditEntry
from tests.backend.conftest import PASSWORD, World, make_user, make_world, ok
from workers.tasks.send_password_link import send_password_link

pytestmark = pytest.mark.django_db

ASK = "/api/v1/password-resets"
with_mail = override_settings(EMAIL_HOST="127.0.0.1")


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """What the web process asks workers for."""
    sent: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(
        password_mails, "enqueue_on_commit", lambda name, **given: sent.append((name, given))
    )
    return sent


def token_in(text: str) -> str:
    """Return the token of the link in a text."""
    found = re.search(r"/password-resets/(\S+)", text)
    assert found is not None, text
    return found[1]


class _Server(socketserver.ThreadingTCPServer):
    """As much of SMTP as it takes to be sent a mail."""

    mails: list[EmailMessage]


class _Conversation(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.wfile.write(b"220 loopback\r\n")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = []
                while (part := self.rfile.readline()) != b".\r\n":
                    lines.append(part)
                parsed = message_from_bytes(b"".join(lines), policy=policy.default)
                assert isinstance(self.server, _Server)
                self.server.mails.append(parsed)
            self.wfile.write(b"221 bye\r\n" if verb == b"QUIT" else b"250 ok\r\n")


@contextmanager
def smtp_server() -> Iterator[_Server]:
    """Take mails on loopback."""
    with _Server(("127.0.0.1", 0), _Conversation) as server:
        server.daemon_threads, server.mails = True, []
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def test_a_link_comes_by_mail_works_once_and_signs_out_everywhere(
    world: World, queued: list[tuple[str, dict[str, Any]]]
) -> None:
    there = APIClient()
    ok(there.post("/api/v1/session", {"email": world.owner.email, "password": PASSWORD}))
    User.objects.filter(id=world.owner.id).update(language="zh-CN")
    with smtp_server() as server:
        settings = {
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": server.server_address[1],
            "EMAIL_USE_TLS": False,
        }
        with override_settings(**settings):
            assert ok(there.get("/api/v1/session"))["sends_mail"] is True
            ok(APIClient().post(ASK, {"email": world.owner.email.upper()}), 202)
            [(name, given)] = queued
            assert name == SEND_PASSWORD_LINK
            send_password_link(**given)
    [sent] = server.mails
    assert sent["to"] == world.owner.email
    assert "密码" in sent["subject"]
    path = f"{ASK}/{token_in(sent.get_content())}"
    here = APIClient()
    ok(here.post(path, {"password": "quite another secret"}))
    assert ok(there.get("/api/v1/session"))["user"] is None
    ok(APIClient().post(path, {"password": "yet another secret"}), 404)


@with_mail
def test_known_and_unknown_addresses_are_answered_alike_by_the_same_queries(
    world: World,
    queued: list[tuple[str, dict[str, Any]]],
    django_assert_num_queries: Callable[[int], Any],
) -> None:
    responses = []
    for email in (world.owner.email, "nobody@else.example"):
        with django_assert_num_queries(0):
            response = APIClient().post(ASK, {"email": email})
        responses.append((response.status_code, response.content, sorted(response.headers)))
    assert responses[0] == responses[1]
    assert responses[0][:2] == (202, b"")
    assert [given["email"] for _, given in queued] == [world.owner.email, "nobody@else.example"]


@with_mail
def test_nobody_else_gets_a_mail(world: World) -> None:
    User.objects.filter(id=world.owner.id).update(is_active=False)
    for email in (world.owner.email, "nobody@else.example"):
        send_password_link(email=email)
    assert mail.outbox == []
    assert not PasswordReset.objects.exists()


@with_mail
def test_mails_to_an_address_and_from_an_address_are_bounded(
    world: World, queued: list[tuple[str, dict[str, Any]]]
) -> None:
    def ask(email: str, address: str) -> int:
        return APIClient(REMOTE_ADDR=address).post(ASK, {"email": email}).status_code

    for email in (world.owner.email, "nobody@else.example"):
        statuses = [ask(email.swapcase(), f"203.0.113.{n}") for n in range(5)]
        assert statuses == [202, 202, 202, 429, 429]
    from_one = [ask(f"{n}@else.example", "198.51.100.7") for n in range(12)]
    assert from_one == [202] * 10 + [429] * 2
    assert len(queued) == 16


@with_mail
@pytest.mark.parametrize("body", [{"email": "no address"}, {"email": 3}, {}, [], {"email": None}])
def test_what_is_no_address_is_refused(body: Any) -> None:
    assert APIClient().post(ASK, body, format="json").status_code in (400, 422)


def test_without_a_mail_server_it_says_whom_to_ask(world: World) -> None:
    assert ok(APIClient().get("/api/v1/session"))["sends_mail"] is False
    responses = [
        ok(APIClient().post(ASK, {"email": email}), 409)
        for email in (world.owner.email, "nobody@else.example")
    ]
    assert responses[0] == responses[1]
    assert responses[0]["code"] == "mail_not_set_up"


def link_of(world: World, user: User) -> str:
    """Return where a link for a member is made."""
    member = Membership.objects.get(organisation=world.organisation, user=user)
    return f"/api/v1/organisations/{world.organisation.id}/members/{member.id}/password-link"


def test_an_administrator_makes_a_link_that_works_once_and_is_written_down(
    world: World, client_of: Callable[[User], APIClient]
) -> None:
    admin, person = world.member(Role.ADMIN), world.member(Role.DEVELOPER)
    made = ok(client_of(admin).post(link_of(world, person)), 201)
    assert "expires_at" in made
    path = f"{ASK}/{token_in(made['url'])}"
    assert ok(APIClient().get(path)) == {"email": person.email}
    ok(APIClient().post(path, {"password": "quite another secret"}))
    ok(APIClient().post(path, {"password": "yet another secret"}), 404)
    entry = AuditEntry.objects.get(action="member.password_link_made")
    assert (entry.actor_id, entry.details) == (admin.id, {"email": person.email})


@pytest.mark.parametrize("role", [Role.DEVELOPER, Role.ANNOTATOR, Role.VIEWER, Role.CONTRIBUTOR])
def test_nobody_below_an_administrator_makes_one(
    role: Role, world: World, client_of: Callable[[User], APIClient]
) -> None:
    person = make_user("somebody@else.example")
    Membership.objects.create(organisation=world.organisation, user=person, role=Role.VIEWER)
    response = client_of(world.member(role)).post(link_of(world, person))
    assert ok(response, 403)["code"] == "role_too_low"


def test_who_belongs_elsewhere_too_is_not_theirs_to_let_in(world: World, api: APIClient) -> None:
    person = world.member(Role.VIEWER)
    other = make_world("theirs")
    elsewhere = Membership.objects.create(
        organisation=other.organisation, user=person, role=Role.VIEWER
    )
    for own in (None, Role.DEVELOPER):
        if own is not None:
            Membership.objects.create(organisation=other.organisation, user=world.owner, role=own)
        assert ok(api.post(link_of(world, person)), 403)["code"] == "member_elsewhere"
    Membership.objects.filter(organisation=other.organisation, user=world.owner).update(
        role=Role.ADMIN
    )
    ok(api.post(link_of(world, person)), 201)
    Membership.objects.filter(id=elsewhere.id).update(role=Role.OWNER)
    assert ok(api.post(link_of(world, person)), 403)["code"] == "role_too_low"
    assert PasswordReset.objects.count() == 1


def test_no_link_for_owners_by_others_nor_for_oneself(
    world: World, api: APIClient, client_of: Callable[[User], APIClient]
) -> None:
    admin = client_of(world.member(Role.ADMIN))
    assert ok(admin.post(link_of(world, world.owner)), 403)["code"] == "role_too_low"
    assert ok(api.post(link_of(world, world.owner)), 403)["code"] == "own_password_link"
    assert not PasswordReset.objects.exists()


def test_a_link_opens_nothing_that_its_maker_did_not_administer(
    world: World, api: APIClient, client_of: Callable[[User], APIClient]
) -> None:
    person = world.member(Role.DEVELOPER)
    theirs = make_world("theirs")
    here, there = (f"/api/v1/organisations/{one.organisation.id}" for one in (world, theirs))

    def joins() -> None:
        body = {"email": person.email, "role": "viewer"}
        offer = ok(client_of(theirs.owner).post(f"{there}/invitations", body), 201)
        ok(client_of(person).post(f"/api/v1/invitations/{offer['token']}/accept"))

    def founds() -> None:
        ok(client_of(person).post("/api/v1/organisations", {"name": "Mine"}), 201)

    def rises() -> None:
        member = Membership.objects.get(organisation=world.organisation, user=person)
        ok(api.patch(f"{here}/members/{member.id}", {"role": "owner"}))

    for change in (rises, joins, founds):
        Membership.objects.filter(user=person).exclude(organisation=world.organisation).delete()
        made = ok(api.post(link_of(world, person)), 201)
        change()
        assert APIClient().get(f"{ASK}/{token_in(made['url'])}").status_code == 404, change
