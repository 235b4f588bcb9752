"""Whoever never comes to the end of a request is given up."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from engine.serving.forwarding import caller
from engine.serving.forwarding.upstream import Asked, Response
from engine.serving.supervision.relay import Relay
from engine.specs.request_timeouts import BodyTimeouts

HEAD = b"POST /predict HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"


def listening() -> socket.socket:
    """Return a socket that takes connections on a free port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    listener.setblocking(False)
    return listener


class Responding:
    """A replica that answers at once."""

    num_asked = 0

    async def ask(self, asked: Asked, seconds: float | None) -> Response:
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
def test_who_never_completes_a_header_is_given_up(
    first: bytes, drip: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caller, "HEADER_SECONDS", 0.4)

    async def run() -> bytes:
        async with relaying() as port:
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
def test_a_body_that_hardly_comes_is_refused(
    timeouts: BodyTimeouts, drip: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caller, "TIMEOUTS", timeouts)

    async def run() -> bytes:
        async with relaying() as port:
            return await given_up(port, HEAD, drip)

    response = asyncio.run(run())
    assert response.startswith(b"HTTP/1.1 408 ")
    assert b"request_too_slow" in response


def test_a_connection_that_asks_again_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
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
