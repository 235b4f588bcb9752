"""A caller's connection: what is kept of its requests, and when they are answered."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from engine.serving.bodies import Bodies
from engine.serving.forwarding import caller
from engine.serving.forwarding.caller import Caller, OpenConnection
from engine.serving.forwarding.refusals import refused
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
        self.fails = False
        self.length = 0
        self.num_answered = 0

    def max_body_of(self, url: bytes, headers: Headers) -> int:
        return LIMIT if (b"x-api-key", b"k") in headers else 0

    async def forward(self, asked: Asked) -> Response:
        self.begun.set()
        if self.waits:
            try:
                await asyncio.Event().wait()
            finally:
                self.left.set()
        self.num_answered += 1
        if self.fails:
            raise ZeroDivisionError
        if asked.refusal is not None:
            return refused(asked.refusal)
        if self.length:
            return Response(200, [], bytes(self.length))
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


async def answers(sent: bytes, noting: Noting | None = None) -> bytes:
    """Return all that is answered until the connection ends."""
    async with asyncio.timeout(10), connected(noting or Noting()) as (reader, writer):
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


KEY = b"X-API-Key: k\r\n"
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
LAST = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


def test_what_is_no_request_is_refused_behind_the_answers_before_it() -> None:
    said = asyncio.run(answers(GET + GET + b"nonsense\r\n\r\n" + GET))
    assert [one[:3] for one in said.split(b"HTTP/1.1 ")[1:]] == [b"200", b"200", b"400"]


def test_what_follows_the_last_request_is_not_read() -> None:
    said = asyncio.run(answers(LAST + b"nonsense"))
    assert said.count(b"HTTP/1.1") == 1
    assert said.startswith(b"HTTP/1.1 200")


def test_a_trailer_is_no_header() -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"

    class Listing(Noting):
        async def forward(self, asked: Asked) -> Response:
            return Response(200, [], b",".join(name for name, _ in asked.headers))

    said = asyncio.run(answers(head + b"0\r\n" + KEY + b"\r\n", Listing()))
    assert said.endswith(b"host,transfer-encoding,connection")


def test_empty_headers_count_as_well() -> None:
    said = asyncio.run(answers(GET[:-2] + b"X:\r\n" * 20_000 + b"Connection: close\r\n\r\n"))
    assert said.startswith(b"HTTP/1.1 400")


def test_an_offer_of_another_protocol_changes_nothing() -> None:
    offer = KEY + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n"
    said = asyncio.run(answers((HEAD % (3, offer) + b"abc") * 2 + LAST))
    assert said.count(b"HTTP/1.1 200") == 3
    assert said.count(b"kept 3 refused -1") == 2


@pytest.mark.parametrize(("version", "num"), [(b"1.1", 2), (b"1.0", 1)])
def test_who_may_be_asked_for_a_body_is(version: bytes, num: int) -> None:
    head = HEAD % (3, KEY + b"Expect: 100-Continue\r\nConnection: close\r\n")
    said = asyncio.run(answers(head.replace(b"HTTP/1.1", b"HTTP/" + version) + b"abc"))
    assert said.count(b"HTTP/1.1") == num
    assert b"kept 3 refused -1" in said


def test_who_reads_no_answers_gets_no_more_and_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(caller, "_MAX_UNREAD_SECONDS", 0.2)

    async def run() -> int:
        noting = Noting()
        noting.length = 2**20
        async with asyncio.timeout(10), connected(noting) as (_, writer):
            # As many as the buffers of the system hold many times over.
            writer.write(GET * 500)
            await noting.begun.wait()
            while noting.callers:
                await asyncio.sleep(0.01)
            return noting.num_answered

    assert asyncio.run(run()) < 100


def test_a_failure_is_answered() -> None:
    noting = Noting()
    noting.fails = True
    said = asyncio.run(answers(LAST, noting))
    assert said.startswith(b"HTTP/1.1 500")
    assert b'"code":"internal"' in said


def test_bodies_of_who_left_are_forgotten_once() -> None:
    class Stubborn(Noting):
        async def forward(self, asked: Asked) -> Response:
            with suppress(asyncio.CancelledError):
                await super().forward(asked)
            return Response(200, [], b"")

    async def run() -> None:
        noting = Stubborn()
        noting.waits = True
        async with asyncio.timeout(10), connected(noting) as (_, writer):
            writer.write((HEAD % (3, KEY) + b"abc") * 2)
            await noting.begun.wait()
            writer.close()
            await noting.left.wait()
            await asyncio.sleep(0)
            assert noting.bodies.num_bytes == 0

    asyncio.run(run())


def test_every_answer_has_a_date() -> None:
    said = asyncio.run(answers(GET + b"nonsense\r\n\r\n"))
    assert said.count(b"\r\ndate: ") == 2
