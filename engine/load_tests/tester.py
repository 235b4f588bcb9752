"""A whole test: wake the endpoint, then stage after stage, as long as calls are answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.load_tests.client import Client
from engine.load_tests.stage import run_stage
from engine.load_tests.warm_up import wake
from engine.serving.forwarding.upstream import Asked
from engine.specs.load_test import REST_SECONDS, LoadTestSpec, StageResult

REPORT_SECONDS = 1.0
LOOK_SECONDS = 0.1

T = TypeVar("T")
Write = Callable[[StageResult], None]


class Stopped(Exception):
    """Somebody asked the test to end."""


class Tester:
    """Runs the stages that are not done yet, and says how far it is.

    Args:
        spec: what is tested.
        emit: where progress is said, in seconds of all stages.
        interrupt: whether somebody asked to stop; what is under way is dropped then.
    """

    def __init__(self, spec: LoadTestSpec, emit: EventSink, interrupt: Interrupt) -> None:
        self._spec = spec
        self._emit = emit
        self._interrupt = interrupt
        self._began = 0.0

    async def run(self, num_done: int, write: Write) -> None:
        """Run the stages behind the first so many.

        Args:
            num_done: stages that an earlier process has finished.
            write: keeps the result of a stage.

        Raises:
            Stopped: when somebody asked for it.
            EngineError: when the endpoint does not come to answer.
        """
        spec = self._spec
        client = Client(spec.host, spec.port, _asked(spec))
        try:
            self._emit.phase("prepare")
            await self._watched(
                wake(client, wake_seconds=spec.wake_seconds, call_seconds=spec.call_seconds)
            )
            for place in range(num_done, len(spec.stages)):
                await self._rest(place)
                self._began = time.monotonic()
                result = await self._watched(
                    run_stage(
                        client,
                        callers=spec.stages[place],
                        seconds=spec.stage_seconds,
                        call_seconds=spec.call_seconds,
                    ),
                    place,
                )
                write(result)
                if result.is_failing:
                    self._emit.warning(
                        "load_test_failing",
                        f"More than half of the calls of {result.callers} callers failed, so the "
                        "test ended.",
                        callers=result.callers,
                    )
                    break
            await self._rest(len(spec.stages))
        finally:
            client.close()

    async def _rest(self, place: int) -> None:
        """Say where the test is, and leave the endpoint alone for a moment."""
        # Whoever watches the model server reads here what it has used (``REST_SECONDS``).
        self._emit.phase("measure")
        self._report(place, 0.0)
        await self._watched(asyncio.sleep(REST_SECONDS))

    async def _watched(self, work: Awaitable[T], place: int | None = None) -> T:
        """Wait for work while saying how far it is, and end it when somebody asks.

        Raises:
            Stopped: when somebody did.
        """
        task = asyncio.ensure_future(work)
        reported = time.monotonic()
        while not (await asyncio.wait({task}, timeout=LOOK_SECONDS))[0]:
            if self._interrupt.requested:
                task.cancel()
                await asyncio.wait({task})
                raise Stopped
            if place is not None and time.monotonic() - reported >= REPORT_SECONDS:
                reported = time.monotonic()
                self._report(place, reported - self._began)
        return task.result()

    def _report(self, place: int, seconds: float) -> None:
        """Say how many of the seconds of all stages are over, and when the test will be."""
        spec = self._spec
        num = len(spec.stages)
        done = min(num * spec.stage_seconds, place * spec.stage_seconds + seconds)
        left = num * spec.stage_seconds - done
        rests = (num + 1 - place) * REST_SECONDS
        self._emit.progress("measure", round(done), round(num * spec.stage_seconds), left + rests)


def _asked(spec: LoadTestSpec) -> Asked:
    """Return the request that every caller sends."""
    headers = [
        (b"host", f"{spec.host}:{spec.port}".encode()),
        (b"authorization", f"Bearer {spec.token}".encode()),
        (b"content-type", spec.content_type.encode()),
        (b"easel-revision", b"%d" % spec.revision),
    ]
    return Asked(b"POST", spec.path.encode(), headers, Path(spec.body).read_bytes(), None)
