"""Counters of a single process; quotas are kept in a file, a second late at most."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from engine.serving.files import write_json

logger = logging.getLogger(__name__)

MAX_BUCKETS = 100_000
_ROUNDING = 1e-9
DAY = "/day/"
"""Part of the names of quotas that end with their day."""


class _Bucket:
    """Calls that may be made at once: so many, and more as time goes by."""

    __slots__ = ("num_calls", "since")

    def __init__(self, num_calls: float, since: float) -> None:
        self.num_calls = num_calls
        self.since = since

    def take(self, rate: float, burst: int, now: float) -> float:
        """Take one call; return 0, or the seconds until there is one."""
        self.num_calls = min(burst, self.num_calls + (now - self.since) * rate)
        self.since = now
        if self.num_calls > 1 - _ROUNDING:
            self.num_calls -= 1
            return 0.0
        return (1 - self.num_calls) / rate


class LocalCounters:
    """Counts in memory; rates start anew with the process, quotas go on.

    Args:
        path: the file of the quotas, ``None`` to keep nothing.
        clock: monotonic seconds, by which buckets fill: a wall clock that is set changes nothing.
    """

    def __init__(self, path: Path | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.is_degraded = False
        self._path = path
        self._clock = clock
        self._buckets: dict[str, _Bucket] = {}
        self._counts: dict[str, int] = {} if path is None else _read(path)
        self._is_changed = False

    async def admit(self, name: str, rate: float, burst: int) -> float:
        """Take one call from a token bucket, which is full at first."""
        now = self._clock()
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= MAX_BUCKETS:
                # Those that are full again would be made the same.
                self._buckets.clear()
            bucket = self._buckets[name] = _Bucket(burst, now)
        return bucket.take(rate, burst, now)

    async def spend(self, name: str, quota: int) -> int | None:
        """Count one call; return how many are left, ``None`` when there was none."""
        used = self._counts.get(name, 0)
        if used >= quota:
            return None
        self._counts[name] = used + 1
        self._is_changed = True
        return quota - used - 1

    async def give_back(self, name: str) -> None:
        """Take one call back that was counted."""
        if self._counts.get(name, 0) > 0:
            self._counts[name] -= 1
            self._is_changed = True

    async def flush(self) -> None:
        """Write the quotas to their file when they changed, without those of days that are over."""
        if self._path is None or not self._is_changed:
            return
        today = datetime.now(UTC).date().isoformat()
        # Dates as text follow each other as days do; a clock that is set back loses nothing.
        self._counts = {
            name: count
            for name, count in self._counts.items()
            if DAY not in name or name.rpartition(DAY)[2] >= today
        }
        write_json(self._path, self._counts)
        self._is_changed = False

    async def close(self) -> None:
        """Write the quotas to their file."""
        await self.flush()


def _read(path: Path) -> dict[str, int]:
    try:
        document = json.loads(path.read_bytes())
        return {str(name): int(count) for name, count in document.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, AttributeError):
        # The file is written whole or not at all, so somebody changed it.
        logger.exception("quotas start anew: their file cannot be read")
        return {}
