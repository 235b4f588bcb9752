"""What the batcher promises: everyone gets their own answer, in few runs, or a clear refusal."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from easel.runtime import Tensors
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.serving.errors import ServingError
from engine.serving.packages.batching import Batcher

SLOW = 0.02


class Network:
    """Doubles its input, records its batches, fails on negative numbers, and can be held."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.batches: list[int] = []
        self.threads: set[int] = set()
        self.gate = threading.Event()
        self.gate.set()
        self.running = 0
        self._seconds = seconds

    def __call__(self, tensors: Tensors) -> Tensors:
        rows = tensors["x"]
        self.running += 1
        assert self.running == 1, "one run at a time"
        self.batches.append(len(rows))
        self.threads.add(threading.get_ident())
        self.gate.wait(10)
        time.sleep(self._seconds)
        self.running -= 1
        if (rows < 0).any():
            raise ValueError("negative")
        return {"y": rows * 2}

    async def is_running(self) -> None:
        """Wait until it has begun a run."""
        while self.running == 0:
            await asyncio.sleep(0.001)


@contextmanager
def batching(
    network: Network,
    *,
    max_batch: int = 8,
    max_queue: int = 100,
    timeout_seconds: float = 10,
    alone: bool = False,
) -> Iterator[Batcher]:
    batcher = Batcher(
        network,
        max_batch=max_batch,
        max_queue=max_queue,
        timeout_seconds=timeout_seconds,
        is_alone=lambda: alone,
    )
    try:
        yield batcher
    finally:
        network.gate.set()
        batcher.close()


def rows(*values: float, width: int = 1) -> Tensors:
    return {"x": np.repeat(np.array(values, np.float32)[:, np.newaxis], width, axis=1)}


def doubled(*values: float) -> list[list[float]]:
    return [[2 * value] for value in values]


def run(main: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(20):
            await main()

    asyncio.run(bounded())


@settings(deadline=None, max_examples=40)
@given(
    items=st.lists(
        st.tuples(st.lists(st.integers(-1, 1000), min_size=1, max_size=4), st.booleans()),
        min_size=1,
        max_size=20,
    ),
    max_batch=st.integers(4, 9),
)
def test_everyone_gets_their_own_answer_whatever_the_neighbours_do(
    items: list[tuple[list[int], bool]], max_batch: int
) -> None:
    network = Network()

    async def main() -> None:
        with batching(network, max_batch=max_batch) as batcher:
            tasks = [asyncio.create_task(batcher.submit(rows(*values))) for values, _ in items]
            await asyncio.sleep(0)
            for task, (_, leaves) in zip(tasks, items, strict=True):
                if leaves:
                    task.cancel()
            responses = await asyncio.gather(*tasks, return_exceptions=True)
            for response, (values, leaves) in zip(responses, items, strict=True):
                if leaves:
                    assert isinstance(response, asyncio.CancelledError)
                elif min(values) < 0:
                    assert isinstance(response, ValueError)
                else:
                    assert not isinstance(response, BaseException)
                    assert response.outputs["y"].tolist() == doubled(*values)
            assert batcher.num_waiting == 0

    run(main)
    assert all(size <= max_batch for size in network.batches)


def test_what_waits_goes_together_and_a_busy_network_collects() -> None:
    network = Network()

    async def main() -> None:
        with batching(network, max_batch=8) as batcher:
            network.gate.clear()
            first = asyncio.create_task(batcher.submit(rows(1)))
            await network.is_running()
            others = [asyncio.create_task(batcher.submit(rows(i))) for i in range(12)]
            await asyncio.sleep(0)
            network.gate.set()
            assert (await first).batch_size == 1
            sizes = [ran.batch_size for ran in await asyncio.gather(*others)]
            assert sizes == [8] * 8 + [4] * 4

    run(main)
    assert network.batches == [1, 8, 4]


def test_how_long_rows_waited_for_their_run_is_told() -> None:
    network = Network()

    async def main() -> None:
        with batching(network) as batcher:
            network.gate.clear()
            first = asyncio.create_task(batcher.submit(rows(1)))
            await network.is_running()
            second = asyncio.create_task(batcher.submit(rows(2)))
            until = time.perf_counter() + SLOW
            while time.perf_counter() < until:
                await asyncio.sleep(0)
            network.gate.set()
            assert (await first).queue_ms < SLOW * 1e3 <= (await second).queue_ms

    run(main)


def test_only_rows_of_one_shape_go_together_and_nobody_is_forgotten() -> None:
    network = Network()

    async def main() -> None:
        with batching(network, max_batch=4) as batcher:
            widths = [1, 2, 1, 3, 2, 1, 1, 2]
            asked = [rows(value, width=width) for value, width in enumerate(widths)]
            responses = await asyncio.gather(*(batcher.submit(one) for one in asked))
            for response, one in zip(responses, asked, strict=True):
                assert np.array_equal(response.outputs["y"], one["x"] * 2)
                assert response.batch_size == widths.count(one["x"].shape[1])

    run(main)
    assert network.batches == [4, 3, 1]


def test_requests_of_one_turn_of_the_loop_share_a_run() -> None:
    network = Network()

    async def main() -> None:
        with batching(network) as batcher:
            await asyncio.gather(*(batcher.submit(rows(i)) for i in range(5)))

    run(main)
    assert network.batches == [5]


def test_a_lone_request_of_a_fast_network_does_not_change_threads() -> None:
    network = Network()

    async def main() -> None:
        with batching(network, alone=True) as batcher:
            batcher.measure(rows(0))
            assert (await batcher.submit(rows(3))).outputs["y"].tolist() == [[6]]

    run(main)
    assert network.threads == {threading.get_ident()}


def test_a_slow_network_never_runs_on_the_loop() -> None:
    network = Network(seconds=SLOW)

    async def main() -> None:
        with batching(network, alone=True) as batcher:
            batcher.measure(rows(0))
            network.threads.clear()
            await batcher.submit(rows(3))

    run(main)
    assert threading.get_ident() not in network.threads


def test_a_full_queue_refuses_at_once_and_recovers() -> None:
    network = Network()

    async def main() -> None:
        with batching(network, max_batch=2, max_queue=3) as batcher:
            network.gate.clear()
            first = asyncio.create_task(batcher.submit(rows(0)))
            await network.is_running()
            waiting = [asyncio.create_task(batcher.submit(rows(i))) for i in range(3)]
            await asyncio.sleep(0)
            with pytest.raises(ServingError) as caught:
                await batcher.submit(rows(9))
            assert caught.value.code == "overloaded"
            assert (b"retry-after", b"1") in caught.value.headers
            network.gate.set()
            await asyncio.gather(first, *waiting)
            assert (await batcher.submit(rows(9))).outputs["y"].tolist() == [[18]]

    run(main)


def test_a_caller_who_leaves_makes_room_and_is_never_run() -> None:
    network = Network()

    async def main() -> None:
        with batching(network, max_queue=1) as batcher:
            network.gate.clear()
            first = asyncio.create_task(batcher.submit(rows(0)))
            await network.is_running()
            leaver = asyncio.create_task(batcher.submit(rows(1)))
            await asyncio.sleep(0)
            leaver.cancel()
            await asyncio.gather(leaver, return_exceptions=True)
            assert batcher.num_waiting == 0
            stayer = asyncio.create_task(batcher.submit(rows(2)))
            await asyncio.sleep(0)
            network.gate.set()
            await asyncio.gather(first, stayer)

    run(main)
    assert network.batches == [1, 1]


def test_an_answer_that_comes_too_late_is_a_timeout() -> None:
    network = Network()

    async def main() -> None:
        with batching(network, timeout_seconds=SLOW) as batcher:
            network.gate.clear()
            with pytest.raises(ServingError) as caught:
                await batcher.submit(rows(1))
            assert caught.value.code == "timed_out"
            network.gate.set()

    run(main)
