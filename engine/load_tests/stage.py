"""A stage: so many callers, each with one call under way, for some seconds (a closed loop)."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from engine.load_tests.client import Answer, Client
from engine.specs.load_test import StageResult

MIN_FAILURES = 50
"""With so many failures, and more than successes, a stage is cut short."""
SATURATED = 0.9
"""A client that works or waits for a core in so much of the time may be what is measured."""
_SCHEDULED = Path("/proc/self/schedstat")


class Tally:
    """What came of the calls of a stage."""

    def __init__(self) -> None:
        self.latencies_ms: list[float] = []
        self.errors: Counter[str] = Counter()
        self._queue_ms: list[float] = []
        self._batch_sizes: list[float] = []

    def add(self, answer: Answer) -> None:
        """Count an answer."""
        if answer.error is not None:
            self.errors[answer.error] += 1
            return
        self.latencies_ms.append(answer.latency_ms)
        if answer.queue_ms is not None and answer.batch_size is not None:
            self._queue_ms.append(answer.queue_ms)
            self._batch_sizes.append(answer.batch_size)

    @property
    def is_failing(self) -> bool:
        """Tell whether enough calls failed to see that going on is of no use."""
        num_failed = self.errors.total()
        return num_failed >= MIN_FAILURES and num_failed > len(self.latencies_ms)

    def result(
        self, *, callers: int, seconds: float, cpu_seconds: float, busy_seconds: float
    ) -> StageResult:
        """Return the figures of the stage.

        Args:
            callers: how many there were.
            seconds: how long it took until the last was answered.
            cpu_seconds: that the calling process took of them.
            busy_seconds: that it worked or waited for a core in.
        """
        ordered = sorted(self.latencies_ms)
        return StageResult(
            callers=callers,
            seconds=round(seconds, 3),
            num_calls=len(ordered) + self.errors.total(),
            num_failed=self.errors.total(),
            errors=dict(self.errors),
            calls_per_second=round(len(ordered) / seconds, 3),
            p50_ms=percentile(ordered, 0.50),
            p95_ms=percentile(ordered, 0.95),
            p99_ms=percentile(ordered, 0.99),
            queue_ms=_mean(self._queue_ms),
            batch_size=_mean(self._batch_sizes),
            client_cpu_cores=round(cpu_seconds / seconds, 3),
            is_client_saturated=busy_seconds / seconds >= SATURATED,
            is_cut_short=self.is_failing,
        )


async def run_stage(
    client: Client, *, callers: int, seconds: float, call_seconds: float
) -> StageResult:
    """Keep so many callers busy and return what they met.

    A call that is under way when the time is over is waited for, and counts: leaving slow ones out
    would flatter the percentiles.
    """
    tally = Tally()
    until = time.perf_counter() + seconds

    async def call_on() -> None:
        while time.perf_counter() < until and not tally.is_failing:
            tally.add(await client.call(call_seconds))

    started, cpu, busy = time.perf_counter(), time.process_time(), busy_seconds()
    async with asyncio.TaskGroup() as group:
        for _ in range(callers):
            group.create_task(call_on())
    return tally.result(
        callers=callers,
        seconds=time.perf_counter() - started,
        cpu_seconds=time.process_time() - cpu,
        busy_seconds=busy_seconds() - busy,
    )


def busy_seconds() -> float:
    """Return how long this process has worked, or waited for a core to work on.

    Where the system does not tell the waiting (``proc_pid_schedstat(5)``), it is the work alone.
    """
    try:
        worked, waited, _ = map(int, _SCHEDULED.read_text().split())
    except (OSError, ValueError):
        return time.process_time()
    return (worked + waited) / 1e9


def percentile(ordered: Sequence[float], share: float) -> float | None:
    """Return the least latency that so many of the calls do not exceed (nearest rank).

    Args:
        ordered: latencies in ms, ascending.
        share: above 0, to 1.
    """
    if not ordered:
        return None
    return round(ordered[math.ceil(share * len(ordered)) - 1], 3)


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 3) if values else None
