"""Counters in Redis, on which several gateways agree.

A gateway takes calls from Redis by the dozen and hands them out itself, so that most calls cost no
round trip: never more than allowed are made in all, and a gateway holds back at most a thousandth
of a quota, or a twentieth of a second of a rate, that others could have used.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from datetime import UTC, datetime

from redis.asyncio import Redis
from redis.exceptions import RedisError

from engine.gateway.counters.local import DAY, LocalCounters

logger = logging.getLogger(__name__)

PREFIX = "easel:gateway:"
LEASE_SECONDS = 0.05
RETRY_SECONDS = 5.0
TIMEOUT_SECONDS = 0.5
LARGEST_LEASE = 100
# Two days: a day's quota has to outlast the clocks of gateways in their differences.
_QUOTA_SECONDS = 2 * 24 * 3600

# Generic cell rate algorithm (ITU-T I.371), for several calls at once, by the clock of Redis.
_RATE = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1e6
local rate, burst, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local arrival = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now)
local free = math.floor((now - arrival) * rate + burst + 1e-6)
local granted = math.min(wanted, free)
if granted > 0 then
  redis.call('SET', KEYS[1], string.format('%.6f', arrival + granted / rate),
             'EX', math.ceil(burst / rate) + 60)
  return {granted, '0'}
end
return {0, string.format('%.6f', (1 - ((now - arrival) * rate + burst)) / rate)}
"""
_QUOTA = """
local quota, wanted = tonumber(ARGV[1]), tonumber(ARGV[2])
local used = tonumber(redis.call('GET', KEYS[1]) or 0)
local granted = math.max(0, math.min(wanted, quota - used))
if granted > 0 then
  redis.call('INCRBY', KEYS[1], granted)
  if ARGV[3] ~= '0' then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
end
return {granted, math.max(0, quota - used - granted)}
"""


@dataclass
class _Lease:
    """Calls that were taken and not yet handed out; ``left`` are those beyond them, when asked."""

    num_calls: int = 0
    left: int = 0
    until: float = 0.0


class SharedCounters:
    """Counts in Redis; while that is gone, in this process alone, and says so.

    Args:
        url: address of the Redis.
    """

    def __init__(self, url: str) -> None:
        self.is_degraded = False
        self._redis: Redis = Redis.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS
        )
        self._rate = self._redis.register_script(_RATE)
        self._quota = self._redis.register_script(_QUOTA)
        self._alone = LocalCounters(None)
        self._leases: dict[str, _Lease] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._retry_at = 0.0

    async def admit(self, name: str, rate: float, burst: int) -> float:
        """Take one call from a token bucket that all gateways share."""
        lease = self._leases.setdefault(name, _Lease())
        if lease.num_calls > 0 and time.monotonic() < lease.until:
            lease.num_calls -= 1
            return 0.0
        if self._is_alone():
            return await self._alone.admit(name, rate, burst)
        wanted = max(1, min(LARGEST_LEASE, int(rate * LEASE_SECONDS)))
        async with self._locks.setdefault(name, asyncio.Lock()):
            if lease.num_calls > 0 and time.monotonic() < lease.until:
                lease.num_calls -= 1
                return 0.0
            try:
                granted, wait = await self._rate(keys=[PREFIX + name], args=[rate, burst, wanted])
            except (RedisError, OSError) as error:
                self._note_gone(error)
                return await self._alone.admit(name, rate, burst)
            self.is_degraded = False
            lease.num_calls = int(granted)
            # What is not called soon was not called at this rate.
            lease.until = time.monotonic() + 4 * LEASE_SECONDS
            if lease.num_calls == 0:
                return max(0.001, float(wait))
            lease.num_calls -= 1
            return 0.0

    async def spend(self, name: str, quota: int) -> int | None:
        """Count one call of a quota that all gateways share."""
        lease = self._leases.setdefault(name, _Lease())
        if lease.num_calls > 0:
            lease.num_calls -= 1
            return lease.left + lease.num_calls
        if self._is_alone():
            return await self._alone.spend(name, quota)
        wanted = max(1, min(LARGEST_LEASE, quota // 1000))
        expires = _QUOTA_SECONDS if DAY in name else 0
        async with self._locks.setdefault(name, asyncio.Lock()):
            if lease.num_calls == 0:
                try:
                    granted, left = await self._quota(
                        keys=[PREFIX + name], args=[quota, wanted, expires]
                    )
                except (RedisError, OSError) as error:
                    self._note_gone(error)
                    return await self._alone.spend(name, quota)
                self.is_degraded = False
                lease.num_calls, lease.left = int(granted), int(left)
                if lease.num_calls == 0:
                    return None
            lease.num_calls -= 1
            return lease.left + lease.num_calls

    async def give_back(self, name: str) -> None:
        """Hand one call out again that was counted."""
        lease = self._leases.get(name)
        if lease is not None and not self._is_alone():
            lease.num_calls += 1
        else:
            await self._alone.give_back(name)

    async def flush(self) -> None:
        """Forget leases of rates that nobody calls by, and of days that are over."""
        now, today = time.monotonic(), datetime.now(UTC).date().isoformat()
        for name, lease in list(self._leases.items()):
            is_unused = bool(lease.until) and lease.until < now - 60
            if is_unused or (DAY in name and name.rpartition(DAY)[2] < today):
                self._leases.pop(name, None)
                self._locks.pop(name, None)

    async def close(self) -> None:
        """Give back what was taken and not handed out, and close the connection."""
        try:
            for name, lease in self._leases.items():
                # Those of rates have an end; what is left of them fills up again by itself.
                if lease.num_calls > 0 and not lease.until:
                    await self._redis.decrby(PREFIX + name, lease.num_calls)
            await self._redis.aclose()
        except (RedisError, OSError):
            logger.warning("quotas not given back: redis is gone")

    def _is_alone(self) -> bool:
        return self.is_degraded and time.monotonic() < self._retry_at

    def _note_gone(self, error: Exception) -> None:
        """Go on without Redis for a while: calls are served, within limits of this process."""
        if not self.is_degraded:
            logger.error(
                "redis is gone: limits are counted by each gateway", extra={"error": str(error)}
            )
        self.is_degraded = True
        self._retry_at = time.monotonic() + RETRY_SECONDS
