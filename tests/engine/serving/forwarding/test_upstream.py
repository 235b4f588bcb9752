"""What a request meets while no replica answers."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import pytest

from engine.serving.forwarding.upstream import Asked, NoReplica, ReplicaAddress, ask_any
from tests.servers import free_port


def test_a_replica_that_is_away_is_waited_for_and_named_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    away = ReplicaAddress("127.0.0.1", free_port())
    asked = Asked(b"GET", b"/", [], b"", None)

    with caplog.at_level(logging.WARNING), pytest.raises(NoReplica):
        asyncio.run(ask_any(lambda: [away], asked, patience_seconds=0.3))

    lines = [one for one in caplog.records if one.message == "replica lost"]
    assert [one.__dict__["replica"] for one in lines] == [str(away)]


def test_an_answer_that_does_not_come_in_time_is_not_waited_for() -> None:
    async def run() -> None:
        gone = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            # To its end, which comes when nobody waits for an answer any more.
            with suppress(ConnectionError):
                await reader.read()
                writer.close()
                await writer.wait_closed()
            gone.set()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        async with server:
            slow = ReplicaAddress("127.0.0.1", server.sockets[0].getsockname()[1])
            asked = Asked(b"POST", b"/predict", [], b"x", None)
            with pytest.raises(TimeoutError):
                await ask_any(lambda: [slow], asked, patience_seconds=5, timeout_seconds=0.05)
            assert slow.num_asked == 0
            await gone.wait()

    asyncio.run(asyncio.wait_for(run(), 10))
