"""The site waits for what callers begin, gives up those who never end, and speaks no WebSocket."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn

from backend.web import Inherited, WebServer, server_config
from engine.specs.request_timeouts import HeaderWatch


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer anything that is HTTP."""
    assert scope["type"] == "http"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


@asynccontextmanager
async def serving(watch: HeaderWatch) -> AsyncIterator[tuple[int, WebServer]]:
    """Serve on a free port, until the end or until the server is told to end."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    config: uvicorn.Config = server_config(application)
    server = WebServer(config, Inherited(0, None, None), os.getppid())
    server._headers = watch
    task = asyncio.create_task(server._serve(sockets=[listener]))
    yield listener.getsockname()[1], server
    server.should_exit = True
    await task


async def seconds_until_given_up(port: int, first: bytes, drip: bytes) -> float:
    """Say something, then a little more now and then; return when the server hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began = time.monotonic()
    writer.write(first)
    try:
        while time.monotonic() - began < 10:
            try:
                if not await asyncio.wait_for(reader.read(65_536), 0.1):
                    break
            except TimeoutError:
                writer.write(drip)
    except OSError:
        pass
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    return time.monotonic() - began


@pytest.mark.parametrize(
    ("first", "drip"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nHost: x", b""),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"a"),
        (b"", b"\r\n"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\n", b"X-A: a\r\n"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999\r\n\r\n", b"a"),
    ],
    ids=["silent", "header_stops", "header_drips", "lines", "second_request", "unread_body"],
)
def test_who_never_completes_a_header_is_given_up(first: bytes, drip: bytes) -> None:
    async def run() -> float:
        async with serving(HeaderWatch(0.4)) as (port, _):
            return await seconds_until_given_up(port, first, drip)

    assert asyncio.run(run()) < 5


def test_a_websocket_handshake_is_answered_like_any_request() -> None:
    async def run() -> bytes:
        async with serving(HeaderWatch()) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            line = await asyncio.wait_for(reader.readline(), 5)
            writer.close()
            return line

    assert asyncio.run(run()).split()[1] == b"200"


def test_a_connection_that_is_open_when_the_server_ends_still_brings_its_request() -> None:
    async def run() -> bytes:
        async with serving(HeaderWatch()) as (port, server):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            while not (server.started and server.server_state.connections):
                await asyncio.sleep(0.01)
            server.should_exit = True
            while server.servers[0].is_serving():
                await asyncio.sleep(0.01)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            line = await asyncio.wait_for(reader.readline(), 5)
            writer.close()
            return line

    assert asyncio.run(run()).startswith(b"HTTP/1.1 200")
