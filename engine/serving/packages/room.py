"""How much memory the inputs of one replica may take together while they are decoded."""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from engine.serving.errors import ServingError
from engine.serving.packages.batching import RETRY_AFTER

SMALL_BYTES = 24 << 20
"""What an input may take without waiting for large ones: three megapixels of any format."""
MAX_WAITING = 64
"""Large inputs that wait: each of them is kept as it was sent."""


class Lane:
    """So many bytes that are handed out in the order in which they are asked for.

    Who asks for more than there is in all has everything, alone.
    """

    def __init__(self, num_bytes: int, *, max_waiting: int) -> None:
        self._num_bytes = num_bytes
        self._max_waiting = max_waiting
        self._free = num_bytes
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()

    async def take(self, wanted: int) -> int:
        """Wait until there is room; return how many bytes were taken.

        Raises:
            ServingError: ``overloaded`` when too many wait.
        """
        wanted = min(wanted, self._num_bytes)
        if not self._waiting and wanted <= self._free:
            self._free -= wanted
            return wanted
        if len(self._waiting) >= self._max_waiting:
            raise _no_room()
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append((wanted, turn))
        try:
            await turn
        except asyncio.CancelledError:
            # It got its room in the turn of the loop in which its caller gave up.
            if turn.done() and not turn.cancelled():
                self.give_back(wanted)
            else:
                self._waiting.remove((wanted, turn))
                self._serve()
            raise
        return wanted

    def give_back(self, num_bytes: int) -> None:
        """Make room again for those who wait."""
        self._free += num_bytes
        self._serve()

    def _serve(self) -> None:
        # In turn, though a later one might fit: else a large one could wait for ever.
        while self._waiting and self._waiting[0][0] <= self._free:
            wanted, turn = self._waiting.popleft()
            if not turn.cancelled():
                self._free -= wanted
                turn.set_result(None)


class Room:
    """What all inputs of a replica may take: a lane for small ones, another one for large ones."""

    def __init__(self, *, small_bytes: int, large_bytes: int, max_small: int) -> None:
        """Make room.

        Args:
            small_bytes: for all inputs up to ``SMALL_BYTES`` together.
            large_bytes: for all others together.
            max_small: how many small ones may wait.
        """
        self.small = Lane(small_bytes, max_waiting=max_small)
        self.large = Lane(large_bytes, max_waiting=MAX_WAITING)


class Claim:
    """The room that one request takes; it is given back when the request and its threads end."""

    def __init__(self, room: Room, seconds: float) -> None:
        self._room = room
        self._seconds = seconds
        self._lane = room.small
        self._num_bytes = 0
        self._num_running = 0
        self._is_over = False

    def __enter__(self) -> Claim:
        return self

    def __exit__(self, *error: object) -> None:
        self._is_over = True
        self._settle()

    async def take_small(self) -> None:
        """Wait for room for an input whose size is not known yet.

        Raises:
            ServingError: ``overloaded``.
        """
        await self._take(self._room.small, SMALL_BYTES)

    async def take_large(self, num_bytes: int) -> None:
        """Wait for room for a large input instead of the small one.

        Raises:
            ServingError: ``overloaded``.
        """
        self.shrink(0)
        await self._take(self._room.large, num_bytes)

    def shrink(self, num_bytes: int) -> None:
        """Give back what is not needed."""
        more = self._num_bytes - num_bytes
        if more > 0:
            self._num_bytes = num_bytes
            self._lane.give_back(more)

    def watch(self, work: Future[Any]) -> None:
        """Keep the room until a thread has ended, though nobody may wait for it any more."""
        loop = asyncio.get_running_loop()
        self._num_running += 1

        def ended(_: Future[Any]) -> None:
            # The loop of a replica that ends is closed.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._thread_ended)

        work.add_done_callback(ended)

    def _thread_ended(self) -> None:
        self._num_running -= 1
        self._settle()

    def _settle(self) -> None:
        if self._is_over and not self._num_running:
            self.shrink(0)

    async def _take(self, lane: Lane, num_bytes: int) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                taken = await lane.take(num_bytes)
        except TimeoutError as error:
            raise _no_room() from error
        self._lane, self._num_bytes = lane, taken


def _no_room() -> ServingError:
    return ServingError(
        "Inputs that are being decoded fill the memory meant for them. Try again in a second, or "
        "send a smaller input.",
        code="overloaded",
        headers=RETRY_AFTER,
    )
