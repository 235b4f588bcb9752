"""Notice callers who leave before their answer, so that nothing is computed for nobody."""

from __future__ import annotations

import asyncio
from types import TracebackType

from engine.serving.http import Request

WATCH_AFTER_SECONDS = 0.05
"""Most requests are answered sooner, and are spared the cost of being watched."""


class DisconnectWatch:
    """Cancels the task that answers a request when the caller disconnects meanwhile.

    A context manager around the answering; leaving it swallows the cancellation it caused.
    """

    __slots__ = ("_gone", "_request", "_task", "_timer", "_watcher")

    def __init__(self, request: Request) -> None:
        self._request = request
        self._gone = False
        self._watcher: asyncio.Task[None] | None = None

    def __enter__(self) -> None:
        self._task = asyncio.current_task()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(WATCH_AFTER_SECONDS, self._start)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self._timer.cancel()
        if self._watcher is not None:
            self._watcher.cancel()
        return self._gone and isinstance(error, asyncio.CancelledError)

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        if not self._request.is_read:
            # The body's reader will notice by itself; two readers would steal from each other.
            self._timer = loop.call_later(WATCH_AFTER_SECONDS, self._start)
            return
        self._watcher = loop.create_task(self._watch())

    async def _watch(self) -> None:
        while (await self._request.receive())["type"] != "http.disconnect":
            pass
        self._gone = True
        if self._task is not None:
            self._task.cancel()
