"""Greedy dynamic batching: an idle network takes all that waits, so one caller never waits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import NamedTuple

from easel.runtime import Tensors
from easel.runtime.example import count_rows
from easel.runtime.rows import divided, joined

from engine.serving.errors import ServingError

Run = Callable[[Tensors], Tensors]

INLINE_SECONDS = 0.005
"""A lone request of a network faster than this is run at once, without changing threads.

Longer runs would keep the event loop from reading what could join the next batch.
"""

RETRY_AFTER = ((b"retry-after", b"1"),)


class Ran(NamedTuple):
    """What came of some rows: outputs (n, …) by name.

    ``batch_size`` counts the rows of the run they were part of, ``queue_ms`` is how long they
    waited for it.
    """

    outputs: Tensors
    batch_size: int
    queue_ms: float


class _Item:
    """One caller's rows, waiting for their outputs. Only rows of one ``shape`` go together."""

    __slots__ = ("asked", "count", "future", "queue_ms", "rows", "shape", "timer")

    def __init__(self, rows: Tensors, count: int, future: asyncio.Future[Ran]) -> None:
        self.rows = rows
        self.count = count
        self.shape = tuple((name, array.shape[1:], array.dtype) for name, array in rows.items())
        self.future = future
        self.timer: asyncio.TimerHandle | None = None
        self.asked = time.perf_counter()
        self.queue_ms = 0.0


Outcome = Tensors | Exception


class Batcher:
    """Runs one network for many callers of one event loop.

    Args:
        run: the network, tensors (B, …) → (B, …) by name; called by one thread at a time.
        max_batch: most rows of one run.
        max_queue: most rows that wait; more are refused at once.
        timeout_seconds: longest time from submission to answer.
        is_alone: whether no other request is on its way, so that waiting for one is in vain.
    """

    def __init__(
        self,
        run: Run,
        *,
        max_batch: int,
        max_queue: int,
        timeout_seconds: float,
        is_alone: Callable[[], bool],
    ) -> None:
        self._run = run
        self._max_batch = max_batch
        self._max_queue = max_queue
        self._timeout_seconds = timeout_seconds
        self._is_alone = is_alone
        self._waiting: deque[_Item] = deque()
        self._num_waiting = 0
        self._busy = False
        # Not below the limit: nothing is run on the loop before it was measured.
        self._seconds_per_run = INLINE_SECONDS
        self._loop = asyncio.get_running_loop()
        self._work: SimpleQueue[list[_Item] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work_off, name="inference", daemon=True)
        self._thread.start()

    @property
    def num_waiting(self) -> int:
        """Rows that wait for a run."""
        return self._num_waiting

    async def submit(self, rows: Tensors, timeout_seconds: float | None = None) -> Ran:
        """Run the network on some rows, together with whatever else waits.

        Args:
            rows: tensors (n, …) by name, n at most ``max_batch``.
            timeout_seconds: how long that may take, if another time than usual.

        Raises:
            ServingError: ``overloaded``, ``timed_out``.
            Exception: what the network raises on these rows alone.
        """
        count = count_rows(rows)
        assert count <= self._max_batch, "the caller divides what is larger"
        if not self._busy and self._seconds_per_run < INLINE_SECONDS and self._is_alone():
            return Ran(self._run_alone(rows), count, 0.0)
        if self._num_waiting + count > self._max_queue:
            raise ServingError(
                f"{self._num_waiting} inputs wait already, of at most {self._max_queue}. "
                "Try again in a second, or add replicas.",
                code="overloaded",
                headers=RETRY_AFTER,
            )
        item = _Item(rows, count, self._loop.create_future())
        seconds = timeout_seconds or self._timeout_seconds
        item.timer = self._loop.call_later(seconds, self._expire, item, seconds)
        self._waiting.append(item)
        self._num_waiting += count
        if not self._busy:
            # Deferred by one turn, so that all requests read in this turn of the loop join.
            self._busy = True
            self._loop.call_soon(self._start)
        try:
            return await item.future
        finally:
            item.timer.cancel()
            self._leave(item)

    def measure(self, rows: Tensors) -> None:
        """Run rows outside of any request, to learn how long a lone run takes.

        Raises:
            Exception: what the network raises on them.
        """
        started = time.perf_counter()
        self._run(rows)
        self._seconds_per_run = time.perf_counter() - started

    def close(self) -> None:
        """Stop the thread once its work is done."""
        self._work.put(None)
        self._thread.join()

    def _expire(self, item: _Item, timeout_seconds: float) -> None:
        if not item.future.done():
            item.future.set_exception(
                ServingError(
                    f"The model did not answer within {timeout_seconds:g} seconds. "
                    "Try again later, or add replicas.",
                    code="timed_out",
                    headers=RETRY_AFTER,
                )
            )

    def _leave(self, item: _Item) -> None:
        """Take an item out of the queue when its caller is gone before its turn."""
        try:
            self._waiting.remove(item)
        except ValueError:
            return
        self._num_waiting -= item.count

    def _start(self) -> None:
        batch = self._take()
        if not batch:
            self._busy = False
        else:
            self._work.put(batch)

    def _take(self) -> list[_Item]:
        """Take the one who waits longest, and in order whoever else's rows have the same shape."""
        batch: list[_Item] = []
        others: list[_Item] = []
        total, now = 0, time.perf_counter()
        while self._waiting and total < self._max_batch:
            item = self._waiting[0]
            if batch and item.shape != batch[0].shape:
                others.append(self._waiting.popleft())
                continue
            if total + item.count > self._max_batch:
                break
            self._waiting.popleft()
            self._num_waiting -= item.count
            if not item.future.done():
                item.queue_ms = (now - item.asked) * 1e3
                batch.append(item)
                total += item.count
        # In their old order, so that the one who waits longest is taken next.
        self._waiting.extendleft(reversed(others))
        return batch

    def _work_off(self) -> None:
        while (batch := self._work.get()) is not None:
            self._loop.call_soon_threadsafe(self._finish, batch, self._outcomes(batch))

    def _outcomes(self, batch: Sequence[_Item]) -> list[Outcome]:
        """Run a batch; when it fails, run each item alone, so that only the bad ones fail."""
        try:
            if len(batch) == 1:
                return [self._run_alone(batch[0].rows)]
            outputs = self._run(joined([item.rows for item in batch]))
            return [*divided(outputs, [item.count for item in batch])]
        except Exception as error:
            if len(batch) == 1:
                return [error]
            return [self._outcomes([item])[0] for item in batch]

    def _run_alone(self, rows: Tensors) -> Tensors:
        started = time.perf_counter()
        outputs = self._run(rows)
        elapsed = time.perf_counter() - started
        # A moving mean: one slow run does not keep all later ones off the loop.
        self._seconds_per_run += 0.2 * (elapsed - self._seconds_per_run)
        return outputs

    def _finish(self, batch: Sequence[_Item], outcomes: Sequence[Outcome]) -> None:
        total = sum(item.count for item in batch)
        for item, outcome in zip(batch, outcomes, strict=True):
            if item.future.done():
                continue
            if isinstance(outcome, Exception):
                item.future.set_exception(outcome)
            else:
                item.future.set_result(Ran(outcome, total, item.queue_ms))
        if self._waiting:
            self._loop.call_soon(self._start)
        else:
            self._busy = False
