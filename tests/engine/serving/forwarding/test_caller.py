"""A caller's connection: what is kept of its requests, and when they are answered."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from engine.serving.bodies import Bodies
from engine.serving.forwarding import caller
from engine.serving.forwarding.caller import Caller, OpenConnection, refused
from engine.serving.forwarding.upstream import Asked, Headers, Response

LIMIT = 1000
HEAD = b"POST /predict HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n%s\r\n"


class Noting:
    """Answers what was asked; a body is kept of those alone who show a key."""

    def __init__(self) -> None:
        self.bodies = Bodies(10 * LIMIT)
        self.callers: set[OpenConnection] = set()
        self.is_draining = False
        self.begun = asyncio.Event()
        self.left = asyncio.Event()
        self.waits = False

    def max_body_of(self, url: bytes, headers: Headers) -> int:
        return LIMIT if (b"x-api-key", b"k") in headers else 0

    async def forward(self, asked: Asked) -> Response:
        self.begun.set()
        if self.waits:
            try:
                await asyncio.Event().wait()
            finally:
                self.left.set()
        if asked.refusal is not None:
            return refused(asked.refusal)
        refused_length = -1 if asked.refused_length is None else asked.refused_length
        return Response(200, [], b"kept %d refused %d" % (len(asked.body), refused_length))


@asynccontextmanager
async def connected(
    noting: Noting,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Yield a connection to someone who notes requests."""
    listener = socket.create_server(("127.0.0.1", 0))
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Caller(noting), sock=listener)
    reader, writer = await asyncio.open_connection(*listener.getsockname())
    yield reader, writer
    writer.close()
    server.close()
    for connection in list(noting.callers):
        connection.close()
    await asyncio.sleep(0)


async def answers(sent: bytes) -> bytes:
    """Return all that is answered until the connection ends."""
    async with asyncio.timeout(10), connected(Noting()) as (reader, writer):
        writer.write(sent)
        return await reader.read()


def test_a_body_is_kept_of_those_alone_who_may_send_one() -> None:
    stranger = HEAD % (900, b"") + bytes(900)
    known = HEAD % (900, b"X-API-Key: k\r\nConnection: close\r\n") + bytes(900)
    said = asyncio.run(answers(stranger + known))
    assert said.count(b"HTTP/1.1 200") == 2
    assert b"kept 0 refused 900" in said
    assert b"kept 900 refused -1" in said


@pytest.mark.parametrize(
    ("length", "said"), [(LIMIT, b"HTTP/1.1 100"), (LIMIT + 1, b"kept 0 refused 1001")]
)
def test_who_waits_to_be_asked_for_a_body_is_told_at_once(length: int, said: bytes) -> None:
    async def run() -> bytes:
        async with asyncio.timeout(10), connected(Noting()) as (reader, writer):
            writer.write(HEAD % (length, b"X-API-Key: k\r\nExpect: 100-continue\r\n"))
            received = b""
            while said not in received:
                received += await reader.read(65536)
            return received

    assert asyncio.run(run()).count(b"HTTP/1.1") == 1


def test_of_a_body_that_never_ends_no_more_is_read_than_makes_sense(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(caller, "_MAX_DROPPED_BYTES", 5000)
    said = asyncio.run(answers(HEAD % (10**6, b"X-API-Key: k\r\n") + bytes(7000)))
    assert said.startswith(b"HTTP/1.1 200")
    assert b"refused 1000000" in said
    assert b"connection: close" in said


def test_a_body_without_room_is_refused_and_forgotten() -> None:
    async def run() -> bytes:
        noting = Noting()
        noting.bodies = Bodies(100)
        assert noting.bodies.take(100, own=0)
        async with asyncio.timeout(10), connected(noting) as (reader, writer):
            writer.write(HEAD % (900, b"X-API-Key: k\r\n") + bytes(10))
            said = await reader.read()
            assert noting.bodies.num_bytes == 100
            return said

    said = asyncio.run(run())
    assert said.startswith(b"HTTP/1.1 503")
    assert b'"code":"overloaded"' in said


def test_work_for_a_caller_who_left_is_cancelled() -> None:
    async def run() -> None:
        noting = Noting()
        noting.waits = True
        async with asyncio.timeout(10), connected(noting) as (_, writer):
            writer.write(HEAD % (3, b"X-API-Key: k\r\n") + b"abc")
            await noting.begun.wait()
            assert noting.bodies.num_bytes == 3
            writer.close()
            await noting.left.wait()
            assert noting.bodies.num_bytes == 0

    asyncio.run(run())
