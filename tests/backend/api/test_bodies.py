"""Bodies are bounded before they are kept, whoever sends them and wherever they go."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.accounts.services.credentials import has_credentials
from backend.api import bodies
from backend.api.bodies import ANYBODY, BodyTimeouts, with_bounded_bodies
from backend.config.assets import Message, Receive, Scope, Send
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_imports import begin

MIB = 1 << 20


class Sent:
    """An application that reads bodies whole, and what came of one request to it."""

    def __init__(self) -> None:
        self.num_bytes = 0
        self.status = 0
        self.body = b""

    async def application(self, scope: Scope, receive: Receive, send: Send) -> None:
        more = True
        while more:
            message = await receive()
            self.num_bytes += len(message.get("body", b""))
            more = message.get("more_body", False)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    async def send(self, message: Message) -> None:
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"")

    @property
    def code(self) -> str:
        return str(json.loads(self.body)["code"])


def request(
    path: str,
    pieces: Iterator[bytes],
    *,
    headers: dict[str, str] | None = None,
    pause: float = 0.0,
    timeouts: BodyTimeouts = BodyTimeouts(),
) -> Sent:
    """Send a body in pieces, pausing before each."""
    sent = Sent()
    given = [(key.encode(), value.encode()) for key, value in (headers or {}).items()]
    scope: dict[str, Any] = {"type": "http", "method": "POST", "path": path, "headers": given}

    async def receive() -> Message:
        await asyncio.sleep(pause)
        piece = next(pieces, None)
        return {"type": "http.request", "body": piece or b"", "more_body": piece is not None}

    bounded = with_bounded_bodies(sent.application, has_credentials, timeouts)
    asyncio.run(bounded(scope, receive, sent.send))
    return sent


def chunks(num: int, size: int = MIB) -> Iterator[bytes]:
    return (b"x" * size for _ in range(num))


@pytest.mark.parametrize("path", ["/api/v1/session", "/api/v1/projects", "/nowhere", "/assets/x"])
@pytest.mark.django_db
def test_nobody_known_may_send_much_to_any_address(path: str) -> None:
    declared = request(path, chunks(100), headers={"content-length": str(100 * MIB)})
    assert (declared.status, declared.code, declared.num_bytes) == (413, "request_too_large", 0)
    chunked = request(path, chunks(100))
    assert (chunked.status, chunked.code) == (413, "request_too_large")
    assert chunked.num_bytes <= ANYBODY
    false_key = request(path, chunks(3), headers={"authorization": "Bearer ek_nothing"})
    assert false_key.status == 413
    assert request(path, chunks(1, ANYBODY)).status == 200


@pytest.mark.django_db(transaction=True)
def test_who_is_signed_in_may_send_what_the_address_takes(api: APIClient, world: World) -> None:
    cookie = {"cookie": f"sessionid={api.cookies['sessionid'].value}"}
    import_id = begin(api, world)
    assert request("/api/v1/projects", chunks(60), headers=cookie).status == 200
    assert request("/api/v1/projects", chunks(65), headers=cookie).status == 413
    assert request(f"/api/v1/imports/{import_id}/files", chunks(200), headers=cookie).status == 200
    assert request(f"/api/v1/imports/{import_id}/files", chunks(257), headers=cookie).status == 413
    archive = "/api/v1/archives/00000000-0000-0000-0000-000000000000/chunks"
    assert request(archive, chunks(17), headers=cookie).status == 413


def test_a_body_that_stops_coming_is_given_up() -> None:
    timeouts = BodyTimeouts(idle_seconds=0.05)
    sent = request("/api/v1/session", chunks(2, 10), pause=0.2, timeouts=timeouts)
    assert (sent.status, sent.code) == (408, "request_too_slow")


def test_a_body_that_trickles_is_given_up() -> None:
    timeouts = BodyTimeouts(idle_seconds=1, grace_seconds=0.1, bytes_per_second=1000)
    began = time.monotonic()
    sent = request("/api/v1/session", chunks(10_000, 1), pause=0.02, timeouts=timeouts)
    assert (sent.status, sent.code) == (408, "request_too_slow")
    assert time.monotonic() - began < 5


def test_nothing_large_is_read_while_the_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "is_disk_full", lambda: True)
    sent = request("/rpc/2.0/ai_custom/v1/x/y", chunks(2))
    assert (sent.status, sent.code) == (503, "disk_full")


@pytest.mark.parametrize("kind", ["files", "fields", "nameless"])
@pytest.mark.django_db
def test_a_hundred_thousand_parts_are_refused_or_read_in_no_time(
    api: APIClient, world: World, kind: str
) -> None:
    head = {
        "files": 'Content-Disposition: form-data; name="files"; filename="a.png"',
        "fields": 'Content-Disposition: form-data; name="a"',
        "nameless": "X-Nothing: here",
    }[kind]
    part = f"--b\r\n{head}\r\n\r\nx\r\n".encode()
    path = f"/api/v1/imports/{begin(api, world)}/files"
    began = time.monotonic()
    response = api.post(
        path, data=part * 100_000 + b"--b--\r\n", content_type="multipart/form-data; boundary=b"
    )
    assert time.monotonic() - began < 20
    assert ok(response, 413)["code"] == "too_many_parts"
    assert response.headers["Content-Type"].startswith("application/problem+json")
