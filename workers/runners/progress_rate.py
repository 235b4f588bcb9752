"""How long work of known length still takes, from how fast it went lately."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

# What was done longer ago says little of the rate now.
_WINDOW_SECONDS = 60.0
# From a shorter stretch no rate can be read.
_LEAST_SECONDS = 1.0


class ProgressRate:
    """Measures how fast something goes, from how far it says to be.

    Args:
        clock: returns seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._total = 0
        self._places: deque[tuple[float, int]] = deque()

    def seconds_left(self, done: int, total: int) -> float | None:
        """Return the seconds that the rest takes, ``None`` while no rate is known.

        A total that changes begins another part of the work, which has its own rate.
        """
        now = self._clock()
        if total != self._total or (self._places and done < self._places[-1][1]):
            self._places.clear()
            self._total = total
        if not self._places or done > self._places[-1][1]:
            self._places.append((now, done))
        while len(self._places) > 2 and self._places[1][0] < now - _WINDOW_SECONDS:
            self._places.popleft()
        (began, before), (_, latest) = self._places[0], self._places[-1]
        if now - began < _LEAST_SECONDS or latest == before:
            return None
        # Up to now, not up to the last report: a step that takes long slows the rate.
        return (now - began) / (latest - before) * max(0, total - done)
