"""What a request meets while no replica answers."""

from __future__ import annotations

import asyncio
import logging

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
