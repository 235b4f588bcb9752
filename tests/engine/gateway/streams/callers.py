"""Callers of streams, by the package ``websockets`` and by bare sockets."""

from __future__ import annotations

import base64
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.engine.gateway.gateways import SUFFIX, RunningGateway
from tests.engine.serving.deployments import API_KEY

STREAM = f"/endpoints/{SUFFIX}/stream"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
MASK = b"\x01\x02\x03\x04"


@contextmanager
def stream(
    gateway: RunningGateway, query: str = "", secret: str | None = API_KEY, **headers: str
) -> Iterator[ClientConnection]:
    """OpenConnection a stream as a program does."""
    known = {name.replace("_", "-"): value for name, value in headers.items()}
    if secret is not None:
        known["Authorization"] = f"Bearer {secret}"
    address = f"ws://{gateway.address}{STREAM}{query}"
    # Nothing but what a test says is sent, and nothing is waited for at the end.
    with connect(
        address,
        additional_headers=known,
        compression=None,
        ping_interval=None,
        proxy=None,
        max_size=None,
        close_timeout=5,
    ) as opened:
        yield opened


def heard(opened: ClientConnection) -> dict[str, Any]:
    """Return the next document."""
    document: dict[str, Any] = json.loads(opened.recv(timeout=60))
    return document


def frame(opcode: int, payload: bytes, *, first: int = 0x80, mask: bytes | None = MASK) -> bytes:
    """Return a frame as it goes over a wire; without a mask one that a client may not send."""
    length = len(payload)
    head = bytes([first | opcode])
    bit = 0x80 if mask is not None else 0
    if length < 126:
        head += bytes([bit | length])
    elif length < 2**16:
        head += bytes([bit | 126]) + length.to_bytes(2, "big")
    else:
        head += bytes([bit | 127]) + length.to_bytes(8, "big")
    if mask is None:
        return head + payload
    return head + mask + bytes(one ^ mask[place % 4] for place, one in enumerate(payload))


class Wire:
    """A bare socket on which a stream was opened, or was meant to be."""

    def __init__(self, gateway: RunningGateway) -> None:
        host, _, port = gateway.address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), timeout=30)
        self._kept = b""

    def open(self, query: str = "", *, trailing: bytes = b"", **headers: str | None) -> bytes:
        """Ask for a stream; return the head of the answer."""
        known: dict[str, str | None] = {
            "Host": "gateway",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(b"0" * 16).decode(),
            "Authorization": f"Bearer {API_KEY}",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        lines = [f"{name}: {value}" for name, value in known.items() if value is not None]
        head = "\r\n".join([f"GET {STREAM}{query} HTTP/1.1", *lines]) + "\r\n\r\n"
        self.socket.sendall(head.encode() + trailing)
        while b"\r\n\r\n" not in self._kept:
            self._receive()
        answer, _, self._kept = self._kept.partition(b"\r\n\r\n")
        return answer

    def send(self, *frames: bytes) -> None:
        """Send frames in one piece."""
        self.socket.sendall(b"".join(frames))

    def frame(self) -> tuple[int, bytes]:
        """Return opcode and payload of the next frame."""
        head = self._take(2)
        length = head[1] & 0x7F
        if length >= 126:
            length = int.from_bytes(self._take(2 if length == 126 else 8), "big")
        return head[0] & 0x0F, self._take(length)

    def document(self) -> dict[str, Any]:
        """Return the next document."""
        opcode, payload = self.frame()
        assert opcode == TEXT, (opcode, payload)
        document: dict[str, Any] = json.loads(payload)
        return document

    def farewell(self) -> tuple[int, str]:
        """Return code and reason with which the stream is ended, whatever comes before."""
        while True:
            opcode, payload = self.frame()
            if opcode == CLOSE:
                return int.from_bytes(payload[:2], "big"), payload[2:].decode()

    def is_dropped(self) -> bool:
        """Wait until the other side ends the connection, dropping what it sends."""
        try:
            while self.socket.recv(65536):
                pass
        except ConnectionError:
            pass
        return True

    def close(self) -> None:
        """Leave without a word."""
        self.socket.close()

    def _take(self, num_bytes: int) -> bytes:
        while len(self._kept) < num_bytes:
            self._receive()
        taken, self._kept = self._kept[:num_bytes], self._kept[num_bytes:]
        return taken

    def _receive(self) -> None:
        data = self.socket.recv(65536)
        if not data:
            raise EOFError("The connection was closed.")
        self._kept += data
