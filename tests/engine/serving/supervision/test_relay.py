"""Several replicas: no call fails because one of them dies."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from engine.serving.forwarding.upstream import Asked, ReplicaAddress, ReplicaLost, Response
from engine.serving.supervision.relay import Relay
from tests.engine.serving.deployments import Deployment, Issuer, deployed, token_spec
from tests.sdk.tiny_package import plain_image

pytestmark = pytest.mark.timeout(120)

IMAGE = plain_image((20, 220, 20))


@pytest.fixture(scope="module")
def two(
    package: Path, issuer: Issuer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Deployment]:
    """A deployment with two replicas."""
    with deployed(
        token_spec(package, issuer, replicas=2), tmp_path_factory.mktemp("two")
    ) as deployment:
        yield deployment


def test_no_call_fails_when_replicas_are_killed_under_load(two: Deployment) -> None:
    failures: list[str] = []
    num_responses = [0] * 4
    done = threading.Event()

    def keep_calling(number: int) -> None:
        with two.client() as client:
            while not done.is_set():
                try:
                    response = client.post("/predict", content=IMAGE)
                except httpx.HTTPError as error:
                    failures.append(repr(error))
                    continue
                num_responses[number] += 1
                if not response.is_success or response.json()["results"][0]["name"] != "green":
                    failures.append(response.text)

    callers = [threading.Thread(target=keep_calling, args=(number,)) for number in range(4)]
    for caller in callers:
        caller.start()
    try:
        for _ in range(4):
            before = sum(num_responses)
            os.kill(two.children()[0], signal.SIGKILL)
            two.wait_until("The return", lambda status: status["replicas_ready"] == 1)
            two.wait_until("The return", lambda status: status["replicas_ready"] == 2)
            assert sum(num_responses) > before
    finally:
        done.set()
        for caller in callers:
            caller.join()
    assert failures == []


def test_a_request_that_a_killed_replica_held_is_answered_by_the_other(two: Deployment) -> None:
    two.wait_until("The start", lambda status: status["replicas_ready"] == 2)
    frozen = two.children()[0]
    os.kill(frozen, signal.SIGSTOP)
    responses: list[httpx.Response] = []

    def call() -> None:
        with two.client() as client:
            responses.append(client.post("/predict", content=IMAGE))

    # More than the living one takes at once, so that the frozen one holds some.
    callers = [threading.Thread(target=call) for _ in range(8)]
    for caller in callers:
        caller.start()
    time.sleep(1.0)
    assert len(responses) < 8, "the frozen replica was given nothing"
    os.kill(frozen, signal.SIGKILL)
    for caller in callers:
        caller.join()
    assert [response.status_code for response in responses] == [200] * 8


def test_what_is_read_whole_is_answered_as_one_replica_answers(
    two: Deployment, package: Path, issuer: Issuer, tmp_path: Path
) -> None:
    with (
        deployed(token_spec(package, issuer), tmp_path) as one,
        one.client() as first,
        two.client() as second,
    ):
        for method, path, content in (
            ("GET", "/", None),
            ("HEAD", "/v2/health/ready", None),
            ("GET", "/openapi.json", None),
            ("GET", "/nothing?a=b", None),
            ("POST", "/predict", b"no image"),
            ("POST", "/predict", bytes(17 * 2**20)),
            ("POST", "/predict", [IMAGE[:100], IMAGE[100:]]),
            ("GET", "/predict", None),
        ):
            sent = [iter(content) if isinstance(content, list) else content for _ in range(2)]
            responses = [
                client.request(method, path, content=body)
                for client, body in zip((first, second), sent, strict=True)
            ]
            assert responses[0].status_code == responses[1].status_code, path
            assert responses[0].headers.keys() == responses[1].headers.keys(), path
            if "log_id" not in responses[0].text:
                assert responses[0].text == responses[1].text


def test_requests_on_one_connection_are_answered_in_order(two: Deployment) -> None:
    host, port = two.address.split(":")
    request = b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n"
    with socket.create_connection((host, int(port)), timeout=20) as caller:
        caller.sendall(request % b"v2" + request % b"nothing" + request % b"v2/health/live")
        said = b""
        while said.count(b"HTTP/1.1") < 3 or not said.endswith(b"}"):
            said += caller.recv(65536)
    assert re.findall(rb"HTTP/1.1 (\d+)", said) == [b"200", b"404", b"200"]


@pytest.mark.parametrize(
    "torn", [b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nA: " + b"b" * 100_000 + b"\r\n\r\n"]
)
def test_what_is_no_request_is_refused(two: Deployment, torn: bytes) -> None:
    host, port = two.address.split(":")
    with socket.create_connection((host, int(port)), timeout=20) as caller:
        caller.sendall(torn)
        assert caller.recv(100).startswith(b"HTTP/1.1 400")


def test_replicas_are_added_and_taken_away_without_a_failed_call(
    two: Deployment, package: Path
) -> None:
    spec = json.loads(two.spec_path.read_text())
    failures: list[str] = []
    done = threading.Event()

    def keep_calling() -> None:
        while not done.is_set():
            with two.client() as client:
                try:
                    for _ in range(5):
                        response = client.post("/predict", content=IMAGE)
                        failures.extend([] if response.is_success else [response.text])
                except httpx.HTTPError as error:
                    failures.append(repr(error))

    caller = threading.Thread(target=keep_calling)
    caller.start()
    try:
        for replicas in (1, 3, 2):
            two.change(json.dumps(spec | {"replicas": replicas}))
            two.wait_until(
                "The change",
                lambda status, wanted=replicas: (  # type: ignore[misc]
                    status["state"] == "ready"
                    and status["replicas"] == status["replicas_ready"] == wanted
                ),
            )
    finally:
        done.set()
        caller.join()
    assert failures == []


class _Dying(ReplicaAddress):
    """Loses every request that it is given, and is the least busy always."""

    def __init__(self) -> None:
        super().__init__("127.0.0.1", 1)
        self.num_lost = 0

    async def ask(self, asked: Asked, seconds: float | None) -> Response:
        self.num_lost += 1
        raise ReplicaLost(held=True)


class _Living(ReplicaAddress):
    """Answers."""

    def __init__(self) -> None:
        super().__init__("127.0.0.1", 2)
        self.num_asked = 9

    async def ask(self, asked: Asked, seconds: float | None) -> Response:
        return Response(200, [], b"")


def test_a_dead_replica_counts_once_however_long_it_is_listed() -> None:
    dying, living = _Dying(), _Living()
    relay = Relay(lambda: [dying, living], max_body_bytes=1, max_bodies_bytes=1, patience_seconds=5)
    asked = Asked(b"POST", b"/predict", [], b"", None)
    assert asyncio.run(relay.forward(asked)).status == 200
    assert dying.num_lost == 1


def test_a_request_that_three_replicas_died_with_is_not_given_to_a_fourth() -> None:
    replicas = [_Dying() for _ in range(4)]
    relay = Relay(lambda: replicas, max_body_bytes=1, max_bodies_bytes=1, patience_seconds=5)
    asked = Asked(b"POST", b"/predict", [], b"", None)
    assert asyncio.run(relay.forward(asked)).status == 502
    assert [one.num_lost for one in replicas] == [1, 1, 1, 0]


def test_headers_of_an_early_hint_are_not_those_of_the_response() -> None:
    async def run() -> Response:
        gone = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-kind: real\r\n\r\nok")
            await reader.read()
            writer.close()
            gone.set()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        async with server:
            replica = ReplicaAddress("127.0.0.1", server.sockets[0].getsockname()[1])
            response = await replica.ask(Asked(b"POST", b"/predict", [], b"", None))
            replica.close()
            await gone.wait()
        return response

    response = asyncio.run(run())
    assert (response.status, response.body) == (200, b"ok")
    assert [name for name, _ in response.headers if name in (b"link", b"x-kind")] == [b"x-kind"]
