"""What comes over a bare socket: broken, slow, large or silent."""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from engine.specs.streaming import StreamingSpec
from tests.engine.gateway.gateways import (
    RunningGateway,
    gateway_running,
    gateway_spec,
    revision,
    route,
)
from tests.engine.gateway.streams.callers import (
    BINARY,
    CLOSE,
    MASK,
    PING,
    PONG,
    TEXT,
    Wire,
    frame,
)
from tests.engine.gateway.streams.gated_server import GatedServer, gated_server

MAX_BYTES = 100_000


@pytest.fixture(scope="module")
def gated() -> Iterator[GatedServer]:
    """Yield a model server that answers everything with its length."""
    with gated_server() as server:
        server.let_all()
        yield server


@pytest.fixture(scope="module")
def gateway(
    gated: GatedServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningGateway]:
    """Yield a gateway before it."""
    with gateway_running(_spec(gated), tmp_path_factory.mktemp("gateway")) as running:
        yield running


@pytest.fixture
def wire(gateway: RunningGateway, gated: GatedServer) -> Iterator[Wire]:
    """Yield a socket on which nothing was sent."""
    gateway.change(_spec(gated))
    opened = Wire(gateway)
    yield opened
    opened.close()


def _spec(gated: GatedServer, **bounds: Any) -> Any:
    first = revision(1, gated.address, weight=100)
    streaming = StreamingSpec(**bounds)
    return gateway_spec(route(first, streaming=streaming, max_body_bytes=MAX_BYTES))


def _is_answered(wire: Wire, length: int = 3) -> bool:
    wire.send(frame(BINARY, b"x" * length))
    document = wire.document()
    return bool(document["results"] == [{"text": str(length)}])


def _opened_once_there_is_room(gateway: RunningGateway) -> Wire:
    """Return a stream that is opened once another one is gone."""
    while True:
        wire = Wire(gateway)
        head = wire.open()
        if head.startswith(b"HTTP/1.1 101"):
            return wire
        assert head.startswith(b"HTTP/1.1 503")
        wire.close()


def test_a_stream_is_opened_as_the_protocol_has_it(wire: Wire) -> None:
    head = wire.open(Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==")
    assert head.startswith(b"HTTP/1.1 101 Switching Protocols\r\n")
    # The example of RFC 6455, section 1.3.
    assert b"sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in head
    assert _is_answered(wire)


def test_compression_is_offered_to_nobody(wire: Wire) -> None:
    head = wire.open(Sec_WebSocket_Extensions="permessage-deflate; client_max_window_bits")
    assert b"extensions" not in head.lower()
    wire.send(frame(BINARY, b"bomb", first=0x80 | 0x40))
    assert wire.farewell()[0] == 1002


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"Upgrade": None, "Connection": None}, 426),
        ({"Upgrade": "h2c"}, 426),
        ({"Connection": "keep-alive"}, 426),
        ({"Sec_WebSocket_Version": "8"}, 426),
        ({"Sec_WebSocket_Key": None}, 400),
        ({"Sec_WebSocket_Key": "c2hvcnQ="}, 400),
        ({"Authorization": None}, 401),
    ],
)
def test_what_is_no_handshake_is_refused(
    wire: Wire, changes: dict[str, str | None], status: int
) -> None:
    assert wire.open(**changes).startswith(b"HTTP/1.1 %d" % status)


def test_what_is_asked_for_in_another_protocol_is_answered_in_http(
    wire: Wire, gateway: RunningGateway
) -> None:
    # Java's client asks so for HTTP/2 where there is no TLS.
    lines = "GET / HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: h2c\r\n\r\n"
    for _ in range(2):
        wire.socket.sendall(lines.encode())
        assert wire.socket.recv(1000).startswith(b"HTTP/1.1 200")


def test_frames_that_come_with_the_handshake_are_read(wire: Wire) -> None:
    wire.open(trailing=frame(BINARY, b"123"))
    assert wire.document()["message"] == 1


def test_a_message_in_fragments_is_one_and_pings_come_between(wire: Wire) -> None:
    wire.open()
    text = json.dumps({"word": "größe"}, ensure_ascii=False).encode()
    cut = text.index("ö".encode()) + 1
    wire.send(
        frame(TEXT, text[:cut], first=0),
        frame(PING, b"alive?"),
        frame(0, text[cut:-1], first=0),
        frame(0, text[-1:]),
    )
    assert wire.frame() == (PONG, b"alive?")
    assert wire.document()["results"] == [{"text": str(len(text))}]


def test_a_message_byte_by_byte_is_read(wire: Wire) -> None:
    wire.open()
    for one in frame(BINARY, b"slowly"):
        wire.send(bytes([one]))
    assert wire.document()["results"] == [{"text": "6"}]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(BINARY, b"bare", mask=None), 1002),
        (frame(BINARY, b"x", first=0x80 | 0x10), 1002),
        (frame(3, b"?"), 1002),
        (frame(0, b"goes on with nothing"), 1002),
        (frame(BINARY, b"a", first=0) + frame(BINARY, b"b"), 1002),
        (frame(PING, b"x" * 126), 1002),
        (frame(PING, b"x", first=0), 1002),
        (frame(CLOSE, b"\x03"), 1002),
        (frame(CLOSE, (999).to_bytes(2, "big")), 1002),
        (bytes([0x82, 0x80 | 127]) + (2**63).to_bytes(8, "big") + MASK, 1002),
        (frame(TEXT, b"\xff\xfe"), 1007),
        (frame(TEXT, b"\xc3"), 1007),
        (frame(CLOSE, (1000).to_bytes(2, "big") + b"\xff"), 1007),
        (frame(BINARY, b"x" * (MAX_BYTES + 1)), 1009),
        (frame(BINARY, b"x" * MAX_BYTES, first=0) + frame(0, b"y", first=0), 1009),
        (bytes([0x82, 0x80 | 127]) + (2**40).to_bytes(8, "big") + MASK + b"x" * 200_000, 1009),
    ],
)
def test_what_breaks_the_protocol_ends_the_stream_with_its_code(
    wire: Wire, sent: bytes, code: int
) -> None:
    wire.open()
    assert _is_answered(wire)
    wire.send(sent)
    assert wire.farewell()[0] == code


def test_the_longest_message_is_answered(wire: Wire) -> None:
    wire.open()
    assert _is_answered(wire, MAX_BYTES)


def test_a_closed_with_is_returned_and_the_connection_closed(wire: Wire) -> None:
    wire.open()
    wire.send(frame(CLOSE, (1000).to_bytes(2, "big") + b"bye"))
    assert wire.farewell() == (1000, "bye")
    assert wire.is_dropped()


def test_who_is_silent_is_pinged_and_dropped(
    gateway: RunningGateway, gated: GatedServer, wire: Wire
) -> None:
    gateway.change(_spec(gated, ping_seconds=0.2, pong_seconds=0.2))
    wire.open()
    assert wire.frame()[0] == PING
    assert wire.is_dropped()


def test_who_answers_pings_and_brings_no_message_is_told_to_leave(
    gateway: RunningGateway, gated: GatedServer, wire: Wire
) -> None:
    gateway.change(_spec(gated, ping_seconds=0.2, pong_seconds=10, idle_seconds=2))
    wire.open()
    num_pings = 0
    while True:
        opcode, payload = wire.frame()
        if opcode != PING:
            break
        num_pings += 1
        wire.send(frame(PONG, payload))
    assert (opcode, int.from_bytes(payload[:2], "big")) == (CLOSE, 1001)
    assert b"No message came for 2 seconds." in payload
    assert num_pings > 1


def test_who_does_not_answer_a_closed_with_is_dropped(
    gateway: RunningGateway, gated: GatedServer, wire: Wire
) -> None:
    gateway.change(_spec(gated, idle_seconds=0.2, close_seconds=0.2))
    wire.open()
    assert wire.farewell()[0] == 1001
    assert wire.is_dropped()


def test_who_does_not_read_is_dropped_and_holds_up_nobody(
    gateway: RunningGateway, gated: GatedServer, wire: Wire
) -> None:
    bounds = {"send_seconds": 0.5, "max_waiting_messages": 2, "max_connections": 2}
    gateway.change(_spec(gated, **bounds))
    other = Wire(gateway)
    other.open()
    wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.open()
    gated.answer_bytes = 2**20
    try:
        wire.send(frame(TEXT, b'{"a": 1}') * 100)
        assert _is_answered(other)
        _opened_once_there_is_room(gateway).close()
    finally:
        gated.answer_bytes = 0
        other.close()


def test_more_messages_than_may_wait_are_answered_all_the_same(
    gateway: RunningGateway, gated: GatedServer, wire: Wire
) -> None:
    gateway.change(_spec(gated, max_waiting_messages=2))
    wire.open()
    for _ in range(10):
        wire.send(*[frame(TEXT, b'{"a": 1}')] * 20)
    assert [wire.document()["message"] for _ in range(200)] == [*range(1, 201)]


def test_who_leaves_in_the_middle_of_a_message_leaves_nothing_behind(
    gateway: RunningGateway, gated: GatedServer, wire: Wire
) -> None:
    gateway.change(_spec(gated, max_connections=1))
    wire.open()
    wire.send(frame(BINARY, b"x" * 1000)[:500])
    linger = b"\x01\x00\x00\x00\x00\x00\x00\x00"
    wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    wire.close()
    other = _opened_once_there_is_room(gateway)
    assert _is_answered(other)
    other.close()


def test_a_gateway_that_is_killed_leaves_streams_to_its_successor(
    gateway: RunningGateway, gated: GatedServer, wire: Wire
) -> None:
    wire.open()
    assert _is_answered(wire)
    killed = gateway.children()
    os.kill(killed[0], signal.SIGKILL)
    assert wire.is_dropped()
    gateway.wait_until("The return", lambda _: {*gateway.children()} - {*killed})
    other = Wire(gateway)
    other.open()
    assert _is_answered(other)
    other.close()
