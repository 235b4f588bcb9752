"""What one caller, or all callers of a deployment together, may still call."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache

from engine.gateway.counters.counters import Counters
from engine.gateway.counters.local import DAY
from engine.serving.errors import ServingError
from engine.specs.gateway import LimitsSpec

DAY_SECONDS = 24 * 3600
EPOCH = date(1970, 1, 1)


@dataclass
class Taken:
    """What a call took: the quotas that it counts in, and what is left of the tightest one."""

    names: list[str] = field(default_factory=list)
    limit: int | None = None
    remaining: int = 0
    reset_seconds: int = 0

    def note(self, limit: int, remaining: int, reset_seconds: int) -> None:
        """Keep the limit of which the smallest share is left."""
        if self.limit is None or remaining * self.limit < self.remaining * limit:
            self.limit, self.remaining, self.reset_seconds = limit, remaining, reset_seconds

    def headers(self) -> list[tuple[bytes, bytes]]:
        """Return what the caller is told (draft-ietf-httpapi-ratelimit-headers-06)."""
        if self.limit is None:
            return []
        return [
            (b"ratelimit-limit", b"%d" % self.limit),
            (b"ratelimit-remaining", b"%d" % self.remaining),
            (b"ratelimit-reset", b"%d" % self.reset_seconds),
        ]

    async def give_back(self, counters: Counters) -> None:
        """Take the call out of its quotas again."""
        for name in self.names:
            await counters.give_back(name)


class Limits:
    """The limits of one name; ``spec`` says which there are."""

    def __init__(self, name: str, spec: LimitsSpec) -> None:
        self._name = name
        self._rate = spec.requests_per_second
        self._burst = spec.burst or max(1, math.ceil(spec.requests_per_second or 1))
        self._daily = spec.daily_quota
        self._total = spec.total_quota

    async def take(self, counters: Counters, taken: Taken) -> None:
        """Count one call, adding what it counts in to ``taken``.

        Raises:
            ServingError: ``rate_limited``, ``daily_quota_used`` or ``total_quota_used``; the quotas
                in ``taken`` have to be given back then.
        """
        if self._rate is not None:
            wait = await counters.admit(self._name, self._rate, self._burst)
            if wait > 0:
                raise _refused("rate_limited", self._burst, math.ceil(wait), self._rate)
        if self._daily is not None:
            await self._spend(counters, taken, *_today(self._name), self._daily, "daily_quota_used")
        if self._total is not None:
            name = f"{self._name}/total"
            await self._spend(counters, taken, name, 0, self._total, "total_quota_used")

    async def _spend(
        self, counters: Counters, taken: Taken, name: str, reset: int, quota: int, code: str
    ) -> None:
        left = await counters.spend(name, quota)
        if left is None:
            raise _refused(code, quota, reset, quota)
        taken.names.append(name)
        taken.note(quota, left, reset)


def _today(name: str) -> tuple[str, int]:
    """Return the name of today's quota, and the seconds until tomorrow, by UTC."""
    day, seconds = divmod(time.time(), DAY_SECONDS)
    return f"{name}{DAY}{_date_of(int(day))}", math.ceil(DAY_SECONDS - seconds)


@lru_cache(maxsize=2)
def _date_of(day: int) -> str:
    """Return the date of a day since 1970."""
    return (EPOCH + timedelta(days=day)).isoformat()


_WORDS = {
    "rate_limited": "More than {allowed:g} calls a second came. Call again in {seconds} s.",
    "daily_quota_used": "All {allowed} calls of today (UTC) are made. Call again tomorrow, or ask "
    "whoever owns the endpoint for more.",
    "total_quota_used": "All {allowed} calls are made. Ask whoever owns the endpoint for more.",
}


def _refused(code: str, limit: int, reset_seconds: int, allowed: float) -> ServingError:
    headers = Taken(limit=limit, remaining=0, reset_seconds=reset_seconds).headers()
    if reset_seconds:
        headers.append((b"retry-after", b"%d" % reset_seconds))
    return ServingError(
        _WORDS[code].format(allowed=allowed, seconds=reset_seconds),
        code=code,
        headers=tuple(headers),
        limit=limit,
        retry_after_seconds=reset_seconds or None,
    )
