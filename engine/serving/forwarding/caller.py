"""A caller's connection: its requests are read whole, and answered one after the other."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from contextlib import aclosing, suppress
from typing import Protocol, cast

import httptools

from engine.serving.bodies import Bodies
from engine.serving.forwarding.refusals import failed, malformed
from engine.serving.forwarding.responses import StreamingResponse, UpgradeResponse
from engine.serving.forwarding.upstream import Asked, Headers, Refusal, Response
from engine.specs.request_timeouts import HEADER_SECONDS, KEEP_ALIVE_SECONDS, BodyTimeouts

logger = logging.getLogger(__name__)

TIMEOUTS = BodyTimeouts()
_MAX_HEAD_BYTES = 64 * 1024
_MAX_DROPPED_BYTES = 64 * 2**20
_MAX_WAITING_REQUESTS = 16
_MAX_UNREAD_SECONDS = 30.0
"""So long a caller may read nothing of what was written."""


class OpenConnection(Protocol):
    """A connection that a process has to see to its end."""

    @property
    def is_busy(self) -> bool:
        """Tell whether something of this caller is being answered."""

    def close(self) -> None:
        """End the connection once what was written is sent."""


class Forwarder(Protocol):
    """Has the requests of many connections answered.

    Attributes:
        bodies: what the bodies of all requests take together.
        callers: the open connections, whatever they speak.
        is_draining: whether connections end with their next answer.
    """

    bodies: Bodies
    callers: set[OpenConnection]
    is_draining: bool

    def max_body_of(self, url: bytes, headers: Headers) -> int:
        """Return how long a request's body may be to be kept.

        Of longer ones only the length is known to ``forward``, which refuses them.
        """

    async def forward(self, asked: Asked) -> Response:
        """Answer one request, refusing it where it is not whole; raises nothing."""


class Caller(asyncio.Protocol):
    """One connection: its requests in order, each read whole, answered by ``forward``."""

    def __init__(self, forwarder: Forwarder) -> None:
        self._forwarder = forwarder
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._parser = httptools.HttpRequestParser(self)
        # What is asked, or answered already, and whether it is the last.
        self._waiting: deque[tuple[Asked | Response, bool]] = deque()
        self._responding: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = self._rest_until = 0.0
        self._is_last = False
        self._peer = ""
        self._kept_bytes = 0
        self._has_asked = False
        self._began: float | None = None
        self._can_write = asyncio.Event()
        self._can_write.set()
        # What came behind a request to speak another protocol belongs to that one.
        self._upgraded: list[bytes] | None = None
        self._forget_request()

    @property
    def is_busy(self) -> bool:
        """Tell whether a request of this caller is being answered."""
        return self._responding is not None

    def close(self) -> None:
        """End the connection once what was written is sent."""
        if self._transport is not None:
            self._transport.close()

    # asyncio's side

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no subclass of it.
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self._peer = str(peer[0]) if peer else ""
        self._forwarder.callers.add(self)
        self._rest()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forwarder.callers.discard(self)
        self._forget_bytes(self._kept_bytes)
        if self._timer is not None:
            self._timer.cancel()
        if self._responding is not None:
            # Nothing is computed for nobody.
            self._responding.cancel()

    def pause_writing(self) -> None:
        self._can_write.clear()

    def resume_writing(self) -> None:
        self._can_write.set()

    def data_received(self, data: bytes) -> None:
        if self._is_last:
            return
        if self._upgraded is not None:
            self._keep_upgraded(data)
            return
        try:
            self._feed(data)
        except (httptools.HttpParserError, ValueError):
            # What follows the last request is not read; else those before are answered first.
            if not self._is_last:
                self._is_last = True
                self._put(malformed(), is_last=True)
        if self._is_last or self._upgraded is not None:
            return
        if self._is_late():
            self._give_up()
        elif self._began is not None or self.is_busy:
            # Empty lines are no request, and do not prolong the wait for one.
            self._rest()

    # httptools' side

    def on_message_begin(self) -> None:
        self._forget_request()
        self._began = time.monotonic()

    def _forget_request(self) -> None:
        self._began = None
        self._has_head = False
        self._url = b""
        self._headers: Headers = []
        self._body: list[bytes] = []
        self._num_head = self._num_body = self._max_body_bytes = 0
        self._headers_at = 0.0

    def on_url(self, url: bytes) -> None:
        self._url += url
        self._count_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        # With what stands around them, or empty ones would be free.
        self._count_head(len(name) + len(value) + len(b": \r\n"))
        # A trailer comes behind the body, where proxies check nothing: it is no header.
        if not self._has_head:
            self._headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        if self._is_offer():
            return
        self._has_head = True
        self._headers_at = time.perf_counter()
        self._max_body_bytes = self._forwarder.max_body_of(self._url, self._headers)
        if not self._expects_continue():
            return
        if self._fits(self._announced()):
            assert self._transport is not None
            self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        else:
            # Who waits to be asked for the body is told at once that it is not wanted.
            self._ask(is_whole=False)

    def on_body(self, body: bytes) -> None:
        self._num_body += len(body)
        if self._is_last:
            return
        if self._fits(self._num_body):
            if not self._forwarder.bodies.take(len(body), own=self._kept_bytes):
                self._refuse_body()
                return
            self._kept_bytes += len(body)
            self._body.append(body)
        elif self._fits(self._num_body - _MAX_DROPPED_BYTES):
            # Read on, so that the caller sees the refusal.
            self._forget_bytes(sum(map(len, self._body)))
            self._body.clear()
        else:
            self._ask(is_whole=False)

    def on_message_complete(self) -> None:
        if not self._is_last and not self._is_offer():
            self._ask(is_whole=True)

    # Our own

    def _ask(self, *, is_whole: bool, refusal: Refusal | None = None) -> None:
        """Have the request answered; one that is not whole is refused, and the last one."""
        self._began, self._has_asked = None, True
        length = self._num_body if is_whole else max(self._num_body, self._announced())
        asked = Asked(
            self._parser.get_method(),
            self._url,
            self._headers,
            b"".join(self._body),
            None if self._fits(length) else length,
            self._peer,
            self._headers_at,
            refusal,
        )
        self._is_last = not is_whole or not self._parser.should_keep_alive()
        self._put(asked, is_last=self._is_last)

    def _put(self, asked: Asked | Response, *, is_last: bool) -> None:
        """Have something answered after all that came before it."""
        self._waiting.append((asked, is_last))
        if self._responding is None:
            self._responding = self._loop.create_task(self._respond_to_all())
        if len(self._waiting) > _MAX_WAITING_REQUESTS and self._transport is not None:
            self._transport.pause_reading()

    async def _respond_to_all(self) -> None:
        with suppress(asyncio.CancelledError):
            while self._waiting and not self._is_gone():
                asked, is_last = self._waiting.popleft()
                response = await self._response_to(asked)
                if isinstance(response, UpgradeResponse):
                    self._hand_over(response)
                    break
                is_last = is_last or self._forwarder.is_draining or response.is_last
                # What follows cannot be read as HTTP any more.
                is_last = is_last or (self._upgraded is not None and not self._waiting)
                if isinstance(response, StreamingResponse):
                    await self._write_stream(response)
                    break
                with_body = isinstance(asked, Response) or asked.method != b"HEAD"
                self._write(response, is_last=is_last, with_body=with_body)
                if not self._can_write.is_set():
                    await self._drain()
                if is_last:
                    break
                if self._waiting:
                    # Others have their turn, however many requests came at once.
                    await asyncio.sleep(0)
        self._responding = None
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()
            self._rest()

    def _is_gone(self) -> bool:
        return self._transport is None or self._transport.is_closing()

    async def _response_to(self, asked: Asked | Response) -> Response:
        if isinstance(asked, Response):
            return asked
        try:
            return await self._forwarder.forward(asked)
        except Exception:
            logger.exception("request failed")
            return failed()
        finally:
            self._forget_bytes(len(asked.body))

    def _write(self, response: Response, *, is_last: bool, with_body: bool = True) -> None:
        if self._transport is None or self._is_gone():
            return
        head = response.head(is_last=is_last)
        # In one piece: each write is a call of the system.
        self._transport.write(head + response.body if with_body else head)
        if is_last:
            self._is_last = True
            self._transport.close()

    async def _write_stream(self, streaming: StreamingResponse) -> None:
        """Send a body bit by bit, as fast as its caller reads; the connection ends with it."""
        assert self._transport is not None
        self._is_last = True
        self._transport.write(streaming.head(is_last=True))
        try:
            async with aclosing(streaming.pieces()) as pieces:
                async for piece in pieces:
                    self._transport.write(piece)
                    await self._drain()
                    if self._is_gone():
                        break
        finally:
            self._transport.close()

    async def _drain(self) -> None:
        """Wait while much is written that the caller does not read; give up who reads nothing."""
        while not self._can_write.is_set():
            assert self._transport is not None
            unread = self._transport.get_write_buffer_size()
            with suppress(TimeoutError):
                async with asyncio.timeout(_MAX_UNREAD_SECONDS):
                    await self._can_write.wait()
            if self._transport.get_write_buffer_size() >= unread:
                self._transport.abort()
                return

    def _feed(self, data: bytes | memoryview) -> None:
        """Have the parser read on, and over offers of other protocols.

        Raises:
            httptools.HttpParserError: when this is not HTTP.
        """
        while True:
            try:
                self._parser.feed_data(data)
            except httptools.HttpParserUpgrade as upgrade:
                data = memoryview(data)[upgrade.args[0] :]
                if self._is_offer():
                    self._decline()
                    continue
                self._upgraded = []
                self._keep_upgraded(bytes(data))
            return

    def _is_offer(self) -> bool:
        """Tell whether a request offers a protocol that is not spoken here, such as HTTP/2."""
        if not self._parser.should_upgrade() or self._parser.get_method() == b"CONNECT":
            return False
        offered = b",".join(value for name, value in self._headers if name == b"upgrade")
        return b"websocket" not in offered.lower()

    def _decline(self) -> None:
        """Read a header again without its offer, with which the parser skips the body."""
        method, version = self._parser.get_method(), self._parser.get_http_version().encode()
        lines = [b"%s %s HTTP/%s" % (method, self._url, version)]
        lines += [b"%s: %s" % pair for pair in self._headers if pair[0] != b"upgrade"]
        self._parser = httptools.HttpRequestParser(self)
        self._parser.feed_data(b"\r\n".join(lines) + b"\r\n\r\n")

    def _expects_continue(self) -> bool:
        for name, value in self._headers:
            if name == b"expect" and value.lower() == b"100-continue":
                return self._parser.get_http_version() != "1.0"
        return False

    def _keep_upgraded(self, data: bytes) -> None:
        """Keep what is not HTTP any more until it is decided whose it is."""
        if data and self._upgraded is not None:
            self._upgraded.append(data)
            if sum(map(len, self._upgraded)) > _MAX_HEAD_BYTES:
                self.close()

    def _hand_over(self, upgrade: UpgradeResponse) -> None:
        """Answer for the last time, and leave the connection to another protocol."""
        transport, self._transport = self._transport, None
        if transport is None or transport.is_closing():
            return
        if self._timer is not None:
            self._timer.cancel()
        self._is_last = True
        self._forwarder.callers.discard(self)
        transport.write(upgrade.head(is_last=False))
        protocol = upgrade.protocol()
        transport.set_protocol(protocol)
        protocol.connection_made(transport)
        for rest in self._upgraded or ():
            protocol.data_received(rest)

    def _refuse_body(self) -> None:
        """Refuse a request because the bodies of others fill the memory that there is for them."""
        self._forget_bytes(sum(map(len, self._body)))
        self._body.clear()
        self._ask(is_whole=False, refusal="overloaded")

    def _forget_bytes(self, num_bytes: int) -> None:
        # Of a connection that is lost all is forgotten, before its requests end.
        num_bytes = min(num_bytes, self._kept_bytes)
        self._kept_bytes -= num_bytes
        self._forwarder.bodies.give_back(num_bytes)

    def _announced(self) -> int:
        lengths = [value for name, value in self._headers if name == b"content-length"]
        return int(lengths[-1]) if lengths else 0

    def _fits(self, num_bytes: int) -> bool:
        return num_bytes <= self._max_body_bytes

    def _count_head(self, num_bytes: int) -> None:
        self._num_head += num_bytes
        if self._num_head > _MAX_HEAD_BYTES:
            raise ValueError("The head of the request is too long.")

    def _rest(self) -> None:
        """Give the caller so long for what comes next; a request in progress may take long."""
        self._rest_until = self._loop.time() + self._patience()
        # A timer that comes too soon is set again then: most requests do without one of their own.
        if self._timer is None or self._timer_at > self._rest_until:
            self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer_at = self._rest_until
        self._timer = self._loop.call_at(self._rest_until, self._look)

    def _look(self) -> None:
        self._timer = None
        if self._loop.time() < self._rest_until:
            self._set_timer()
        else:
            self._give_up()

    def _patience(self) -> float:
        if self.is_busy:
            return KEEP_ALIVE_SECONDS
        if self._began is None:
            return KEEP_ALIVE_SECONDS if self._has_asked else HEADER_SECONDS
        if self._has_head:
            return TIMEOUTS.idle_seconds
        return max(0.0, self._began + HEADER_SECONDS - time.monotonic())

    def _is_late(self) -> bool:
        if self._began is None or not self._has_head:
            return False
        return TIMEOUTS.is_late(self._num_body, time.monotonic() - self._began)

    def _give_up(self) -> None:
        if self.is_busy:
            self._rest()
        elif self._began is not None and self._has_head:
            self._forget_bytes(sum(map(len, self._body)))
            self._body.clear()
            self._ask(is_whole=False, refusal="request_too_slow")
        else:
            self.close()
