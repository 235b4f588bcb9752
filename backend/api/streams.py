"""Live streams of server-sent events: one reader for each thing, however many watch it.

The rows are polled once for all who watch the same thing in this process, and what was read is
written down once. A watcher holds neither a thread nor a database connection; one who comes in the
middle reads for themselves what the others have seen, and joins them. Whether each may still watch
is asked for all of them together, every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol, TypeVar
from weakref import WeakKeyDictionary

from django.db import close_old_connections
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from rest_framework.request import Request

from backend.api.callers import Watcher
from backend.config.memory import return_memory
from backend.config.streams import STREAM

POLL_SECONDS = 0.5
ADMISSION_SECONDS = 2.0
HEARTBEAT_SECONDS = 15.0
# Who is this much behind has a connection that takes nothing; they may come again.
MAX_BEHIND = 1000
_WOKEN_AT_ONCE = 50
# What fewer than so many held is not worth looking for.
_MANY = 100
_POLLERS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="streams")
# nginx would hold events back until they fill its buffer.
_HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
Given = TypeVar("Given")
Read = TypeVar("Read")

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class News:
    """What was read: messages up to the number ``after``, and the state of the whole.

    ``has_more`` when more was there than is read at once, ``is_over`` when nothing will come.
    """

    messages: bytes
    after: int
    state: bytes = b""
    has_more: bool = False
    is_over: bool = False


class Source(Protocol):
    """Something that can be watched; equal ``key`` means the same thing."""

    key: Hashable

    def read(self, after: int) -> News:
        """Read what came after a number; called in a thread."""
        ...

    def admitted(self, watchers: set[Watcher]) -> set[Watcher]:
        """Return those who may still watch it; called in a thread."""
        ...


@dataclass(eq=False)
class _Seat:
    """The place of one watcher in a feed."""

    watcher: Watcher | None
    waiting: deque[tuple[int, News]] = field(default_factory=deque)
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    is_closed: bool = False

    def close(self) -> None:
        """End the stream of this watcher."""
        self.is_closed = True
        self.woken.set()


class _Feed:
    """Reads one source for all who watch it, while anybody does."""

    def __init__(self, source: Source, feeds: dict[Hashable, _Feed]) -> None:
        self._source, self._feeds = source, feeds
        self._seats: set[_Seat] = set()
        self._task: asyncio.Task[None] | None = None
        self._after = 0
        self._most = 0
        self._state = b""

    def join(self, seat: _Seat, news: News) -> bool:
        """Tell a watcher what comes from now on.

        Args:
            seat: of the watcher.
            news: what they have read for themselves.

        Returns:
            Whether they know all that others do; else they read once more.
        """
        if self._task is None:
            self._after, self._state = news.after, news.state
            self._task = asyncio.create_task(self._run())
        self._seats.add(seat)
        return self._after < news.after or (self._after, self._state) == (news.after, news.state)

    def leave(self, seat: _Seat) -> None:
        """Forget a watcher; without any the feed ends."""
        self._seats.discard(seat)
        self._most = max(self._most, len(self._seats) + 1)
        if not self._seats and self._task is not None:
            self._task.cancel()
            self._end()
            if self._most >= _MANY:
                _POLLERS.submit(return_memory)

    def _end(self) -> None:
        if self._feeds.get(self._source.key) is self:
            del self._feeds[self._source.key]

    async def _run(self) -> None:
        try:
            await self._follow()
        except Exception:
            # The watchers' browsers come again, and read for themselves what went wrong here.
            logger.exception("stream broke off", extra={"source": str(self._source.key)})
        finally:
            self._end()
            for seat in list(self._seats):
                seat.close()

    async def _follow(self) -> None:
        admitted_at = time.monotonic()
        has_more = False
        while True:
            if not has_more:
                await asyncio.sleep(POLL_SECONDS)
            before = self._after
            news = await _in_thread(self._source.read, before)
            has_more = news.has_more
            if news.messages or news.state != self._state or news.is_over:
                self._after, self._state = news.after, news.state
                await self._tell(before, news)
            if news.is_over:
                return
            if time.monotonic() - admitted_at >= ADMISSION_SECONDS:
                await self._show_out()
                admitted_at = time.monotonic()

    async def _tell(self, before: int, news: News) -> None:
        for number, seat in enumerate(list(self._seats), start=1):
            if len(seat.waiting) >= MAX_BEHIND:
                seat.close()
            seat.waiting.append((before, news))
            seat.woken.set()
            if number % _WOKEN_AT_ONCE == 0:
                # Other requests have their turn between so many who watch.
                await asyncio.sleep(0.001)

    async def _show_out(self) -> None:
        watchers = {seat.watcher for seat in self._seats if seat.watcher is not None}
        admitted = await _in_thread(self._admitted, watchers)
        for seat in list(self._seats):
            if seat.watcher is not None and seat.watcher in watchers - admitted:
                seat.close()

    def _admitted(self, watchers: set[Watcher]) -> set[Watcher]:
        try:
            return self._source.admitted(watchers)
        finally:
            close_old_connections()


_feeds: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Hashable, _Feed]] = WeakKeyDictionary()


async def watch(
    source: Source, *, after: int, watcher: Watcher | None
) -> AsyncGenerator[bytes, None]:
    """Yield what a source says after a number, until it has ended or one may not watch it.

    ``retry`` and comment lines are ours: they keep proxies from closing a quiet connection.
    """
    yield b"retry: 2000\n\n"
    seat, shown = _Seat(watcher), b""
    feeds = _feeds.setdefault(asyncio.get_running_loop(), {})
    feed: _Feed | None = None
    try:
        while True:
            news = await _in_thread(source.read, after)
            piece = news.messages if news.state == shown else news.messages + news.state
            after, shown = news.after, news.state or shown
            if piece:
                yield piece
            if news.has_more:
                continue
            if news.is_over:
                return
            if feed is None:
                feed = feeds.get(source.key)
                if feed is None:
                    feed = feeds[source.key] = _Feed(source, feeds)
                if not feed.join(seat, news):
                    continue
            async for before, update in _news_for(seat):
                if update is None:
                    yield b": still here\n\n"
                elif update.after > after and before != after:
                    # Others were told something else meanwhile: what is new is read once more.
                    break
                else:
                    piece = update.messages if update.after > after else b""
                    if update.state != shown:
                        piece += update.state
                    after, shown = max(after, update.after), update.state or shown
                    if piece:
                        yield piece
                    if update.is_over:
                        return
            else:
                return
    finally:
        if feed is not None:
            feed.leave(seat)


async def _news_for(seat: _Seat) -> AsyncIterator[tuple[int, News | None]]:
    """Yield what a watcher is told, ``None`` when all was quiet; ends when they are shown out."""
    while True:
        while seat.waiting:
            yield seat.waiting.popleft()
        if seat.is_closed:
            return
        seat.woken.clear()
        try:
            # Not `wait_for`: in Python 3.11 it loses a cancellation that comes with the wake-up.
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                await seat.woken.wait()
        except TimeoutError:
            yield 0, None


async def _in_thread(read: Callable[[Given], Read], given: Given) -> Read:
    return await asyncio.get_running_loop().run_in_executor(_POLLERS, read, given)


def stream_response(request: Request, stream: AsyncGenerator[bytes, None]) -> HttpResponseBase:
    """Answer with a stream; under ASGI it goes on without the request's thread."""
    handed = getattr(request._request, "scope", {}).get(STREAM)
    if handed is None:
        return StreamingHttpResponse(stream, content_type="text/event-stream", headers=_HEADERS)
    handed.append(stream)
    return HttpResponse(content_type="text/event-stream", headers=_HEADERS)
