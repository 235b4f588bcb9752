"""How a revision answered lately: failures and latencies of the last seconds."""

from __future__ import annotations

import math
from bisect import bisect_left

# Upper bounds in milliseconds, each a quarter above the last: a percentile read from them is off by
# a quarter at most.
BOUNDS = tuple(0.5 * 1.25**step for step in range(56))


class _Second:
    __slots__ = ("latencies", "num_calls", "num_failures", "second")

    def __init__(self, second: int) -> None:
        self.second = second
        self.num_calls = 0
        self.num_failures = 0
        self.latencies = [0] * len(BOUNDS)


class Window:
    """Counts the calls of the last ``num_seconds``, a second at a time."""

    def __init__(self, num_seconds: int) -> None:
        self._num_seconds = num_seconds
        self._seconds: list[_Second] = []

    def add(self, now: float, latency_ms: float, *, failed: bool) -> None:
        """Count one answer; ``now`` is monotonic."""
        if not self._seconds or self._seconds[-1].second != int(now):
            self._forget(now)
            self._seconds.append(_Second(int(now)))
        last = self._seconds[-1]
        last.num_calls += 1
        last.num_failures += failed
        last.latencies[min(bisect_left(BOUNDS, latency_ms), len(BOUNDS) - 1)] += 1

    def num_calls(self, now: float) -> int:
        """Return how many calls were answered."""
        self._forget(now)
        return sum(one.num_calls for one in self._seconds)

    def failure_share(self, now: float) -> float:
        """Return the share of calls that failed, 0 without calls."""
        num_calls = self.num_calls(now)
        return sum(one.num_failures for one in self._seconds) / num_calls if num_calls else 0.0

    def percentile_ms(self, now: float, share: float) -> float | None:
        """Return the latency that a share of the calls did not exceed, ``None`` without calls."""
        wanted = math.ceil(share * self.num_calls(now))
        if wanted == 0:
            return None
        seen = 0
        for place, bound in enumerate(BOUNDS):
            seen += sum(one.latencies[place] for one in self._seconds)
            if seen >= wanted:
                return bound
        return BOUNDS[-1]

    def _forget(self, now: float) -> None:
        while self._seconds and self._seconds[0].second <= now - self._num_seconds:
            self._seconds.pop(0)
