"""How slowly a request may come before the site, an endpoint or its relay gives it up."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

HEADER_SECONDS = 30.0
"""From the opening of a connection, or the first byte of a further request, to its whole header."""
KEEP_ALIVE_SECONDS = 75
"""So long a connection is kept without a request: longer than proxies (60 s) keep theirs."""


@dataclass(frozen=True)
class BodyTimeouts:
    """How slowly the body of a request may come.

    Attributes:
        idle_seconds: the longest silence.
        grace_seconds: how long a body of any size may take.
        bytes_per_second: what has to come on average after that.
    """

    idle_seconds: float = 30.0
    grace_seconds: float = 60.0
    bytes_per_second: float = 4096.0

    def is_late(self, num_bytes: int, seconds: float) -> bool:
        """Tell whether a body that is not complete after so long should have brought more."""
        return (seconds - self.grace_seconds) * self.bytes_per_second > num_bytes


class HeaderWatch:
    """Closes connections whose next request does not get as far as the end of its header.

    uvicorn waits for it for ever, before the first request and once the first byte of another has
    come. To look at the connections now and then costs a request nothing.
    """

    def __init__(self, seconds: float = HEADER_SECONDS) -> None:
        self._seconds = seconds
        self._check_every = min(1.0, seconds / 4)
        self._next_check = 0.0
        self._waiting: WeakKeyDictionary[Any, tuple[int, float]] = WeakKeyDictionary()

    def look(self, connections: Iterable[Any]) -> None:
        """Close uvicorn's connections (with httptools) that are overdue; to be called often."""
        now = time.monotonic()
        if now < self._next_check:
            return
        self._next_check = now + self._check_every
        for one in list(connections):
            if not _is_waited_for(one):
                self._waiting.pop(one, None)
                continue
            # Another answer since the last look is another request that is waited for.
            last, since = self._waiting.get(one, (0, now))
            if last != id(one.cycle):
                since = now
            self._waiting[one] = (id(one.cycle), since)
            if now - since >= self._seconds:
                one.transport.close()


def _is_waited_for(connection: Any) -> bool:
    """Tell whether no request is in progress; after an answer uvicorn's own clock runs first."""
    cycle = connection.cycle
    if cycle is None:
        return True
    return bool(cycle.response_complete) and connection.timeout_keep_alive_task is None
