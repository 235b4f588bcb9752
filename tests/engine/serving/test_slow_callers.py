"""Endpoints and their relay give up who never comes to the end of a request."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn

from engine.serving import http
from engine.serving.bodies import Bodies
from engine.serving.drift.log import DriftLog
from engine.serving.errors import ServingError
from engine.serving.forwarding import caller
from engine.serving.forwarding.upstream import Asked, Response
from engine.serving.http import Request
from engine.serving.replica.process import ReplicaServer
from engine.serving.supervision.relay import Relay
from engine.specs.request_timeouts import BodyTimeouts, HeaderWatch

HEAD = b"POST /predict HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"


def listening() -> socket.socket:
    """Return a socket that takes connections on a free port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    listener.setblocking(False)
    return listener


@asynccontextmanager
async def replica() -> AsyncIterator[int]:
    """Serve as a replica does, with little patience."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()

    served: Any = application
    served.draining = False
    served.take_note = lambda: None
    config = uvicorn.Config(served, http="httptools", ws="none", lifespan="off")
    with ThreadPoolExecutor(1) as aside:
        drift = DriftLog(Path(), [], aside)
    server = ReplicaServer(config, served, drift)
    server._headers = HeaderWatch(0.4)
    listener = listening()
    task = asyncio.create_task(server._serve(sockets=[listener]))
    yield listener.getsockname()[1]
    server.should_exit = True
    await task


class Responding:
    """A replica that answers at once."""

    num_asked = 0

    async def ask(self, asked: Asked) -> Response:
        return Response(200, [], b"hello")


@asynccontextmanager
async def relaying() -> AsyncIterator[int]:
    """Relay to a replica that answers at once."""
    made = Relay(
        lambda: [Responding()],  # type: ignore[list-item]
        max_body_bytes=1 << 20,
        max_bodies_bytes=1 << 28,
        patience_seconds=1,
    )
    listener = listening()
    await made.start(listener)
    yield listener.getsockname()[1]
    for connection in list(made.callers):
        connection.close()
    assert made._server is not None
    made._server.close()
    listener.close()
    await asyncio.sleep(0)


async def given_up(port: int, first: bytes, drip: bytes) -> bytes:
    """Say something, then a little more now and then; return what came until the server hung up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began, received = time.monotonic(), b""
    writer.write(first)
    try:
        while True:
            assert time.monotonic() - began < 5, "still open"
            try:
                piece = await asyncio.wait_for(reader.read(65_536), 0.05)
            except TimeoutError:
                writer.write(drip)
                continue
            if not piece:
                break
            received += piece
    except OSError:
        pass
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    return received


HEADERS = pytest.mark.parametrize(
    ("first", "drip"),
    [
        (b"", b""),
        (b"", b"\r\n"),
        (b"GET /v2 HTTP/1.1\r\nHost: 127", b""),
        (b"GET /v2 HTTP/1.1\r\nHost: x\r\nX-A: ", b"a"),
    ],
    ids=["silent", "lines", "header_stops", "header_drips"],
)


@HEADERS
@pytest.mark.parametrize("server", [replica, relaying])
def test_who_never_completes_a_header_is_given_up(
    server: Callable[[], Any], first: bytes, drip: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caller, "HEADER_SECONDS", 0.4)

    async def run() -> bytes:
        async with server() as port:
            return await given_up(port, first, drip)

    assert asyncio.run(run()) == b""


@pytest.mark.parametrize(
    ("timeouts", "drip"),
    [
        (BodyTimeouts(idle_seconds=0.3), b""),
        (BodyTimeouts(grace_seconds=0.1, bytes_per_second=1e6), b"1"),
    ],
    ids=["stops", "drips"],
)
def test_the_relay_refuses_a_body_that_hardly_comes(
    timeouts: BodyTimeouts, drip: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caller, "TIMEOUTS", timeouts)

    async def run() -> bytes:
        async with relaying() as port:
            return await given_up(port, HEAD, drip)

    response = asyncio.run(run())
    assert response.startswith(b"HTTP/1.1 408 ")
    assert b"request_too_slow" in response


def test_the_relay_keeps_a_connection_that_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller, "HEADER_SECONDS", 0.2)

    async def run() -> int:
        async with relaying() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            num = 0
            for _ in range(3):
                writer.write(b"GET /v2 HTTP/1.1\r\nHost: x\r\n\r\n")
                num += b"hello" in await asyncio.wait_for(reader.read(65_536), 2)
                await asyncio.sleep(0.3)
            writer.close()
            return num

    assert asyncio.run(run()) == 3


@pytest.mark.parametrize(
    "timeouts",
    [BodyTimeouts(idle_seconds=0.1), BodyTimeouts(grace_seconds=0.0, bytes_per_second=1e9)],
)
def test_a_replica_refuses_a_body_that_hardly_comes(
    timeouts: BodyTimeouts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "TIMEOUTS", timeouts)
    pieces = iter([{"type": "http.request", "body": b"1", "more_body": True}])

    async def receive() -> Any:
        for piece in pieces:
            return piece
        return await asyncio.Event().wait()

    scope = SimpleNamespace(method="POST", path="/predict", query_string=b"", headers=[])

    async def run() -> None:
        await Request(vars(scope), receive, 1 << 20, Bodies(1 << 20)).body()

    with pytest.raises(ServingError) as error:
        asyncio.run(run())
    assert (error.value.code, error.value.meaning.status) == ("request_too_slow", 408)
