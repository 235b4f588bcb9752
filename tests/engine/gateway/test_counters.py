"""What is counted against limits: by one process, and by several together."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.gateway.counters.counters import Counters
from engine.gateway.counters.local import DAY, LocalCounters
from engine.gateway.counters.shared import SharedCounters
from tests import servers


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_holds_a_burst_and_fills_at_its_rate() -> None:
    async def ask() -> None:
        clock = Clock()
        counters = LocalCounters(None, clock)
        assert [await counters.admit("a", 10, 3) for _ in range(4)] == pytest.approx([0, 0, 0, 0.1])
        clock.now += 0.05
        assert await counters.admit("a", 10, 3) == pytest.approx(0.05)
        clock.now += 0.05
        assert await counters.admit("a", 10, 3) == 0
        clock.now += 3600
        assert [await counters.admit("a", 10, 3) > 0 for _ in range(4)] == [False] * 3 + [True]
        assert await counters.admit("b", 10, 3) == 0

    asyncio.run(ask())


def test_quotas_end_are_given_back_and_kept_without_the_days_that_are_over(tmp_path: Path) -> None:
    path = tmp_path / "counters.json"
    today = datetime.now(UTC).date()
    old, new = f"a{DAY}{today - timedelta(days=2)}", f"a{DAY}{today}"

    async def ask() -> None:
        counters = LocalCounters(path)
        assert [await counters.spend(new, 2) for _ in range(3)] == [1, 0, None]
        await counters.give_back(new)
        assert await counters.spend(new, 2) == 0
        await counters.spend(old, 9)
        await counters.spend("a/total", 9)
        await counters.close()
        assert json.loads(path.read_text()) == {new: 2, "a/total": 1}
        assert await LocalCounters(path).spend(new, 2) is None

    asyncio.run(ask())


def test_a_file_of_quotas_that_is_damaged_stops_nobody(tmp_path: Path) -> None:
    path = tmp_path / "counters.json"
    path.write_text("{")
    assert asyncio.run(LocalCounters(path).spend("a", 5)) == 4


def _together(url: str, num: int, ask: Callable[[Counters], Awaitable[int]]) -> int:
    """Return what several gateways were given in all, each asking at the same time."""

    async def run() -> int:
        counters = [SharedCounters(url) for _ in range(num)]
        given = await asyncio.gather(*(ask(one) for one in counters))
        for one in counters:
            await one.close()
        return sum(given)

    return asyncio.run(run())


@pytest.mark.parametrize("quota", [7, 2000])
def test_gateways_never_give_more_than_a_quota_and_less_by_a_hundredth_at_most(
    redis_url: str, quota: int
) -> None:
    name = f"quota-{quota}/total"

    async def ask(counters: Counters) -> int:
        return sum([await counters.spend(name, quota) is not None for _ in range(quota)])

    given = _together(redis_url, 3, ask)
    assert 0.99 * quota <= given <= quota
    # What a gateway held and did not use is there for others once it is gone.
    assert given + _together(redis_url, 1, ask) == quota


def test_gateways_share_one_burst_to_the_last_call(redis_url: str) -> None:
    # Nothing comes back within the test, so that no clock has a part in it.
    burst = 60

    async def ask(counters: Counters) -> int:
        waits = [await counters.admit("burst", 0.001, burst) for _ in range(burst)]
        return waits.count(0)

    assert _together(redis_url, 3, ask) == burst


def test_gateways_never_exceed_one_rate(redis_url: str) -> None:
    rate, burst, seconds = 400.0, 40, 1.5

    async def ask(counters: Counters) -> int:
        loop = asyncio.get_running_loop()
        end, admitted = loop.time() + seconds, 0
        while loop.time() < end:
            admitted += await counters.admit("rate", rate, burst) == 0
            await asyncio.sleep(0.001)
        return admitted

    given = _together(redis_url, 3, ask)
    # A hundredth and what three gateways may hold back; the clock of a busy machine adds a little.
    assert given <= 1.01 * (rate * (seconds + 0.2) + burst)
    assert given >= burst


def test_without_redis_calls_are_counted_by_each_gateway_and_it_is_said() -> None:
    async def ask() -> None:
        with servers.redis() as url:
            counters = SharedCounters(url)
            assert await counters.spend("a/total", 2) == 1
            assert not counters.is_degraded
        assert await counters.spend("a/total", 2) == 1
        assert counters.is_degraded
        assert [await counters.spend("a/total", 2) for _ in range(2)] == [0, None]
        assert await counters.admit("a", 1, 1) == 0
        assert await counters.admit("a", 1, 1) > 0
        await counters.close()

    asyncio.run(ask())
