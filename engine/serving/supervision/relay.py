"""Between callers and several replicas: a request that a dying replica held is put to another.

The parent holds the callers' connections, so that none dies with a replica. A request is read whole
and answered whole: until its answer is complete nothing of it has reached the caller, and it can be
asked again. A deployment with one replica has no relay and pays nothing for one.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import cast

import httptools

from engine.serving.bodies import Bodies
from engine.serving.supervision.upstream import Asked, ReplicaAddress, ReplicaLost, Response
from engine.specs.request_timeouts import HEADER_SECONDS, KEEP_ALIVE_SECONDS, BodyTimeouts

logger = logging.getLogger(__name__)

MAX_LOST = 3
"""So many replicas may die with one request; it may be what kills them."""
TIMEOUTS = BodyTimeouts()
DRAIN_SECONDS = 2.0
_MAX_HEAD_BYTES = 64 * 1024
_MAX_DROPPED_BYTES = 64 * 2**20
_MAX_WAITING_REQUESTS = 16
_POLL_SECONDS = 0.02
_LOST = b"The replicas were lost."
_FULL = b"The model server is at its limit."
_NO_RESPONSE = (
    b'{"type":"about:blank","title":"%s","status":%d,"code":"%s","detail":"%s","params":{}}'
)


class Relay:
    """Takes connections on a socket and has their requests answered by replicas.

    Args:
        targets: the replicas that answer now, asked for at every request.
        max_body_bytes: longer bodies are not kept; a replica refuses them by their length.
        max_bodies_bytes: what the bodies of all requests may take together.
        patience_seconds: how long a request waits while no replica answers.
    """

    def __init__(
        self,
        targets: Callable[[], Sequence[ReplicaAddress]],
        *,
        max_body_bytes: int,
        max_bodies_bytes: int,
        patience_seconds: float,
    ) -> None:
        self._targets = targets
        self.max_body_bytes = max_body_bytes
        self.bodies = Bodies(max_bodies_bytes)
        self._patience_seconds = patience_seconds
        self._server: asyncio.Server | None = None
        self.callers: set[_Caller] = set()
        self.is_draining = False

    async def start(self, listener: socket.socket) -> None:
        """Begin to take connections on a socket, which stays its owner's."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Caller(self), sock=listener.dup())

    async def drain(self) -> None:
        """Take no more connections, and let those that are open bring their last request."""
        if self._server is None:
            return
        self.is_draining = True
        self._server.close()
        deadline = time.monotonic() + DRAIN_SECONDS
        while self.callers and (
            time.monotonic() < deadline or any(caller.is_busy for caller in self.callers)
        ):
            await asyncio.sleep(0.05)
        for caller in list(self.callers):
            caller.close()

    async def forward(self, asked: Asked) -> Response:
        """Have a request answered, by another replica when one dies with it."""
        lost: set[ReplicaAddress] = set()
        deadline = time.monotonic() + self._patience_seconds
        while len(lost) < MAX_LOST:
            # One that died with the request stands among the targets until its end is noticed.
            left = (one for one in self._targets() if one not in lost)
            target = min(left, key=lambda one: one.num_asked, default=None)
            try:
                if target is not None:
                    return await target.ask(asked)
            except ReplicaLost as error:
                # One that was never reached has not held the request.
                if error.held and target is not None:
                    lost.add(target)
                logger.warning("replica lost", extra={"held": error.held})
            if time.monotonic() > deadline:
                detail = b"No replica of the model runs at the moment. Try again in a second."
                return _refusal(503, b"overloaded", _LOST, detail)
            if target is None or target not in lost:
                await asyncio.sleep(_POLL_SECONDS)
        detail = b"Each replica that was given this request ended."
        return _refusal(502, b"replica_lost", _LOST, detail)


def _refusal(status: int, code: bytes, title: bytes, detail: bytes) -> Response:
    body = _NO_RESPONSE % (title, status, code, detail)
    headers = [(b"content-type", b"application/problem+json"), (b"retry-after", b"1")]
    return Response(status, headers, body)


class _Caller(asyncio.Protocol):
    """One connection: its requests in order, each read whole, answered by whoever lives."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self._transport: asyncio.Transport | None = None
        self._parser = httptools.HttpRequestParser(self)
        self._waiting: deque[tuple[Asked, bool]] = deque()
        self._responding: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_last = False
        self._kept_bytes = 0
        self._has_asked = False
        self._began: float | None = None
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
        self._relay.callers.add(self)
        self._rest()

    def connection_lost(self, exc: Exception | None) -> None:
        self._relay.callers.discard(self)
        self._forget_bytes(self._kept_bytes)
        if self._timer is not None:
            self._timer.cancel()
        if self._responding is not None:
            # Nothing is computed for nobody.
            self._responding.cancel()

    def data_received(self, data: bytes) -> None:
        if self._is_last:
            return
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserUpgrade, httptools.HttpParserError, ValueError):
            self._is_last = True
            text = b"Invalid HTTP request received."
            self._write(Response(400, [(b"content-type", b"text/plain")], text), is_last=True)
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
        self._headers: list[tuple[bytes, bytes]] = []
        self._body: list[bytes] = []
        self._num_head = self._num_body = 0

    def on_url(self, url: bytes) -> None:
        self._url += url
        self._count_head(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers.append((name.lower(), value))
        self._count_head(name + value)

    def on_headers_complete(self) -> None:
        self._has_head = True
        if (b"expect", b"100-continue") in self._headers and self._fits(self._announced()):
            assert self._transport is not None
            self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def on_body(self, body: bytes) -> None:
        self._num_body += len(body)
        if self._is_last:
            return
        if self._fits(self._num_body):
            if not self._relay.bodies.take(len(body), own=self._kept_bytes):
                self._refuse_body()
                return
            self._kept_bytes += len(body)
            self._body.append(body)
        elif self._fits(self._num_body - _MAX_DROPPED_BYTES):
            # Read on, so that the caller sees the refusal.
            self._forget_bytes(sum(map(len, self._body)))
            self._body.clear()
        else:
            raise ValueError("The body is far too long.")

    def on_message_complete(self) -> None:
        if self._is_last:
            return
        self._began, self._has_asked = None, True
        length = max(self._num_body, self._announced())
        asked = Asked(
            self._parser.get_method(),
            self._url,
            self._headers,
            b"".join(self._body),
            None if self._fits(length) else length,
        )
        self._waiting.append((asked, not self._parser.should_keep_alive()))
        if self._responding is None:
            self._responding = asyncio.get_running_loop().create_task(self._respond_to_all())
        if len(self._waiting) > _MAX_WAITING_REQUESTS and self._transport is not None:
            self._transport.pause_reading()

    # Our own

    async def _respond_to_all(self) -> None:
        with suppress(asyncio.CancelledError):
            while self._waiting:
                asked, is_last = self._waiting.popleft()
                response = await self._relay.forward(asked)
                self._forget_bytes(len(asked.body))
                is_last = is_last or self._relay.is_draining or response.is_last
                self._write(response, is_last=is_last, with_body=asked.method != b"HEAD")
                if is_last:
                    break
        self._responding = None
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()
            self._rest()

    def _write(self, response: Response, *, is_last: bool, with_body: bool = True) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        self._transport.write(response.head(is_last=is_last))
        if with_body:
            self._transport.write(response.body)
        if is_last:
            self._is_last = True
            self._transport.close()

    def _refuse_body(self) -> None:
        """Say that the bodies of other requests fill the memory that there is for them."""
        self._forget_bytes(sum(map(len, self._body)))
        self._body.clear()
        detail = b"The bodies of all requests take too much memory. Try again in a second."
        self._write(_refusal(503, b"overloaded", _FULL, detail), is_last=True)

    def _forget_bytes(self, num_bytes: int) -> None:
        self._kept_bytes -= num_bytes
        self._relay.bodies.give_back(num_bytes)

    def _announced(self) -> int:
        lengths = [value for name, value in self._headers if name == b"content-length"]
        return int(lengths[-1]) if lengths else 0

    def _fits(self, num_bytes: int) -> bool:
        return num_bytes <= self._relay.max_body_bytes

    def _count_head(self, part: bytes) -> None:
        self._num_head += len(part)
        if self._num_head > _MAX_HEAD_BYTES:
            raise ValueError("The head of the request is too long.")

    def _rest(self) -> None:
        """Give the caller so long for what comes next; a request in progress may take long."""
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._patience(), self._give_up)

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
            self._is_last = True
            title = b"The request did not arrive in time."
            detail = b"The request did not arrive in time. Send it again, or a smaller one."
            self._write(_refusal(408, b"request_too_slow", title, detail), is_last=True)
        else:
            self.close()
