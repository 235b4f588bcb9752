"""Callers who leave before their answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.serving.bodies import Bodies
from engine.serving.http import Request
from engine.serving.replica.disconnect import WATCH_AFTER_SECONDS, DisconnectWatch

SCOPE: dict[str, Any] = {"method": "POST", "path": "/", "query_string": b"", "headers": []}


class Caller:
    """Sends a body, and leaves when told to."""

    def __init__(self) -> None:
        self.leaves = asyncio.Event()
        self._sent = False

    async def receive(self) -> dict[str, Any]:
        if not self._sent:
            self._sent = True
            return {"type": "http.request", "body": b"x", "more_body": False}
        await self.leaves.wait()
        return {"type": "http.disconnect"}


def test_work_for_a_caller_who_left_is_cancelled() -> None:
    finished: list[bool] = []

    async def main() -> None:
        caller = Caller()
        request = Request(SCOPE, caller.receive, 10, Bodies(10))
        with DisconnectWatch(request):
            await request.body()
            asyncio.get_running_loop().call_later(2 * WATCH_AFTER_SECONDS, caller.leaves.set)
            await asyncio.sleep(30)
            finished.append(True)

    asyncio.run(main())
    assert finished == []


def test_work_for_a_patient_caller_is_left_alone() -> None:
    async def main() -> str:
        caller = Caller()
        request = Request(SCOPE, caller.receive, 10, Bodies(10))
        with DisconnectWatch(request):
            await request.body()
            await asyncio.sleep(3 * WATCH_AFTER_SECONDS)
        return "answered"

    assert asyncio.run(main()) == "answered"


def test_a_cancellation_from_elsewhere_is_not_swallowed() -> None:
    async def work() -> None:
        request = Request(SCOPE, Caller().receive, 10, Bodies(10))
        with DisconnectWatch(request):
            await asyncio.sleep(30)

    async def main() -> None:
        task = asyncio.create_task(work())
        await asyncio.sleep(0)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(main())
