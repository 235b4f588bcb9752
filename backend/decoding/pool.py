"""A few decoding children that many threads share; who waits too long is told to come again."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.conf import settings

from backend.api.errors import Unavailable
from backend.decoding.helper import Decoded, Helper
from backend.decoding.works import ReportProgress

IDLE_SECONDS = 60.0
# Small images that are decoded in this process at the same time.
_NUM_SMALL = 4


class Pool:
    """Children for short works, started when they are needed and ended when nobody needs them.

    Args:
        num: of children at the same time.
        memory_bytes: that each of them may take.
        patience_seconds: how long a thread waits for its turn.
    """

    def __init__(self, *, num: int, memory_bytes: int, patience_seconds: float) -> None:
        self._num = num
        self._memory_bytes = memory_bytes
        self.patience_seconds = patience_seconds
        self._free = threading.Condition()
        self._idle: list[Helper] = []
        self._num_busy = 0
        self._timer: threading.Timer | None = None

    def run(
        self, work: str, descriptor: int, options: dict[str, Any], report_progress: ReportProgress
    ) -> Decoded:
        """Have a file decoded when it is its turn.

        Raises:
            Refused: when the file cannot be decoded within the limits.
            Unavailable: ``decoding_busy`` when too many files wait before it.
        """
        with self._helper() as helper:
            return helper.run(work, descriptor, options, report_progress)

    def run_alone(
        self, work: str, descriptor: int, options: dict[str, Any], report_progress: ReportProgress
    ) -> Decoded:
        """Have a file decoded by a child of its own: for jobs, which have slots of their own.

        Raises:
            Refused: when the file cannot be decoded within the limits.
        """
        helper = Helper(self._memory_bytes)
        try:
            return helper.run(work, descriptor, options, report_progress)
        finally:
            helper.end()

    def close(self) -> None:
        """End the children that have nothing to do."""
        with self._free:
            ended, self._idle = self._idle, []
        for helper in ended:
            helper.end()

    @contextmanager
    def _helper(self) -> Iterator[Helper]:
        helper = self._taken()
        try:
            # Started outside of the lock: others take and give back meanwhile.
            helper = Helper(self._memory_bytes) if helper is None else helper
            yield helper
        finally:
            self._give_back(helper)

    def _taken(self) -> Helper | None:
        """Return an idle child, ``None`` when one may be started."""
        with self._free:
            if not self._free.wait_for(lambda: self._num_busy < self._num, self.patience_seconds):
                raise Unavailable(
                    "Too many files are being decoded now. Try again in a moment.",
                    code="decoding_busy",
                )
            self._num_busy += 1
            return self._idle.pop() if self._idle else None

    def _give_back(self, helper: Helper | None) -> None:
        is_worn = helper is None or helper.is_worn
        with self._free:
            self._num_busy -= 1
            if helper is not None and not is_worn:
                helper.idle_since = time.monotonic()
                self._idle.append(helper)
                self._watch()
            self._free.notify()
        if helper is not None and is_worn:
            helper.end()

    def _watch(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(IDLE_SECONDS, self._end_idle)
            self._timer.daemon = True
            self._timer.start()

    def _end_idle(self) -> None:
        limit = time.monotonic() - IDLE_SECONDS / 2
        with self._free:
            ended = [helper for helper in self._idle if helper.idle_since <= limit]
            self._idle = [helper for helper in self._idle if helper.idle_since > limit]
            self._timer = None
            if self._idle:
                self._watch()
        for helper in ended:
            helper.end()


@cache
def pool() -> Pool:
    """Return the children of this process."""
    environment = settings.ENVIRONMENT
    return Pool(
        num=environment.decoder_processes,
        memory_bytes=environment.decoder_memory_bytes,
        patience_seconds=environment.decoder_patience_seconds,
    )


_small = threading.BoundedSemaphore(_NUM_SMALL)


@contextmanager
def decoding_here() -> Iterator[None]:
    """Decode something small in this process, together with few others."""
    with _small:
        yield
