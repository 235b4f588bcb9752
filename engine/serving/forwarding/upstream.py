"""The side towards one replica: kept connections, one request on each at a time."""

from __future__ import annotations

import asyncio
import http
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.utils import formatdate
from functools import lru_cache
from typing import Literal, cast

import httptools

logger = logging.getLogger(__name__)

# Shorter than the replica keeps an idle connection, so that it never closes one just taken.
_IDLE_SECONDS = 60.0
_BETWEEN_HOPS = frozenset(
    {
        b"connection", b"content-length", b"expect", b"keep-alive", b"proxy-connection", b"te",
        b"trailer", b"transfer-encoding", b"upgrade",
    }
)  # fmt: skip

# Whoever passes an answer on writes the date himself.
_NOT_PASSED_ON = _BETWEEN_HOPS | {b"date"}

Headers = list[tuple[bytes, bytes]]
Refusal = Literal["overloaded", "request_too_slow"]


MAX_LOST = 3
"""So many replicas may die with one request; it may be what kills them."""
_POLL_SECONDS = 0.02


class NoReplica(Exception):
    """No replica came to answer in time."""


class AllLost(Exception):
    """Each replica that was given the request ended."""


class ReplicaLost(Exception):
    """The replica is gone; ``held`` when it had been given the request."""

    def __init__(self, *, held: bool) -> None:
        super().__init__()
        self.held = held


# Not frozen, here and below: that takes four times as long to make.
@dataclass(slots=True)
class Asked:
    """A request, whole.

    ``refused_length`` is that of a body too long to be kept, ``peer`` the address that its
    connection comes from, ``headers_at`` when its last header came, by ``time.perf_counter``, and
    ``refusal`` why its body was not read to its end.
    """

    method: bytes
    url: bytes
    headers: Headers
    body: bytes
    refused_length: int | None
    peer: str = ""
    headers_at: float = 0.0
    refusal: Refusal | None = None

    def head(self) -> bytes:
        """Return the request as it goes to a replica, without its body."""
        # An answer to HEAD announces a body, for which the parser of answers would wait.
        method = b"GET" if self.method == b"HEAD" else self.method
        lines = [b"%s %s HTTP/1.1" % (method, self.url)]
        kept = [pair for pair in self.headers if pair[0] not in _BETWEEN_HOPS]
        lines += [b"%s: %s" % pair for pair in kept]
        if self.refused_length is not None:
            # The replica refuses by the length, and does not wait for a body that is announced so.
            lines.append(b"content-length: %d\r\nexpect: 100-continue" % self.refused_length)
        elif self.body or method != b"GET":
            lines.append(b"content-length: %d" % len(self.body))
        return b"\r\n".join(lines) + b"\r\n\r\n"


@dataclass(slots=True)
class Response:
    """A replica's answer, whole; ``is_last`` when the connection ends with it."""

    status: int
    headers: Headers
    body: bytes
    is_last: bool = False

    def head(self, *, is_last: bool) -> bytes:
        """Return status line and headers as they go to the caller."""
        lines = [_status_line(self.status), _date_line(int(time.time()))]
        lines += [b"%s: %s" % pair for pair in self.headers]
        if self.status >= 200 and self.status not in (204, 304):
            lines.append(b"content-length: %d" % len(self.body))
        if is_last:
            lines.append(b"connection: close")
        return b"\r\n".join(lines) + b"\r\n\r\n"


@lru_cache(maxsize=600)
def _status_line(status: int) -> bytes:
    try:
        phrase = http.HTTPStatus(status).phrase.encode()
    except ValueError:
        phrase = b""
    return b"HTTP/1.1 %d %s" % (status, phrase)


@lru_cache(maxsize=1)
def _date_line(now: int) -> bytes:
    return b"date: " + formatdate(now, usegmt=True).encode()


class ReplicaAddress:
    """Where one replica listens, for what stands before it alone."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._idle: list[_Connection] = []
        self.num_asked = 0

    def __str__(self) -> str:
        return f"{self._host}:{self._port}"

    async def ask(self, asked: Asked, seconds: float | None = None) -> Response:
        """Have a request answered, within so many seconds if any are given.

        Raises:
            ReplicaLost: when the replica dies before its answer is complete.
            TimeoutError: when that took too long.
        """
        self.num_asked += 1
        connection: _Connection | None = None
        try:
            connection = self._kept() or await self._connected(seconds)
            response = await connection.ask(asked, seconds)
        except BaseException:
            # What is left of its answer would be read as that of the next request.
            if connection is not None:
                connection.abort()
            raise
        finally:
            self.num_asked -= 1
        # The body that was announced never comes.
        if response.is_last or asked.refused_length is not None:
            connection.abort()
        else:
            connection.since = time.monotonic()
            self._idle.append(connection)
        return response

    def close(self) -> None:
        """Close what is kept."""
        while self._idle:
            self._idle.pop().abort()

    def _kept(self) -> _Connection | None:
        while self._idle:
            kept = self._idle.pop()
            if kept.is_usable() and time.monotonic() - kept.since < _IDLE_SECONDS:
                return kept
            kept.abort()
        return None

    async def _connected(self, seconds: float | None) -> _Connection:
        loop = asyncio.get_running_loop()
        in_time = asyncio.timeout(seconds)
        try:
            async with in_time:
                _, made = await loop.create_connection(_Connection, self._host, self._port)
        except OSError as error:
            if in_time.expired():
                raise
            raise ReplicaLost(held=False) from error
        return made


async def ask_any(
    targets: Callable[[], Sequence[ReplicaAddress]],
    asked: Asked,
    *,
    patience_seconds: float,
    timeout_seconds: float | None = None,
    are_replaced: bool = False,
) -> Response:
    """Have a request answered by the least busy replica, by another when one dies with it.

    Args:
        targets: the replicas that answer now, asked for at every try.
        asked: the request.
        patience_seconds: how long it waits while no replica answers.
        timeout_seconds: how long a replica that has it may take, ``None`` for ever.
        are_replaced: whether another replica comes to the address of one that died.

    Raises:
        NoReplica: when none came in time.
        AllLost: when so many ended with it that it may be what ends them.
        TimeoutError: when it was not answered in time.
    """
    lost: set[ReplicaAddress] = set()
    num_lost = 0
    is_unreachable = False
    began = time.monotonic()
    while num_lost < MAX_LOST:
        # One that died with the request stands among the targets until its end is noticed.
        left = [one for one in targets() if one not in lost]
        target = min(left, key=lambda one: one.num_asked, default=None)
        if target is None and are_replaced:
            lost.clear()
        try:
            if target is not None:
                left_seconds = (
                    None if timeout_seconds is None else began + timeout_seconds - time.monotonic()
                )
                return await target.ask(asked, left_seconds)
        except ReplicaLost as error:
            # One that was never reached has not held the request.
            if error.held and target is not None:
                lost.add(target)
                num_lost += 1
            # It is tried many times a second, and one line tells as much as all.
            if error.held or not is_unreachable:
                logger.warning("replica lost", extra={"replica": str(target), "held": error.held})
            is_unreachable = is_unreachable or not error.held
        if time.monotonic() > began + patience_seconds:
            raise NoReplica
        if target is None or target not in lost:
            await asyncio.sleep(_POLL_SECONDS)
    raise AllLost


class _Connection(asyncio.Protocol):
    """One connection to a replica."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._response: asyncio.Future[Response] | None = None
        self.since = 0.0

    def is_usable(self) -> bool:
        """Tell whether nobody has closed it."""
        return self._transport is not None and not self._transport.is_closing()

    def abort(self) -> None:
        """Close it at once."""
        if self._transport is not None:
            self._transport.abort()

    async def ask(self, asked: Asked, seconds: float | None) -> Response:
        """Send a request and wait for its answer.

        Raises:
            ReplicaLost: when the connection ends before.
            TimeoutError: when the answer does not come in time.
        """
        if not self.is_usable():
            raise ReplicaLost(held=False)
        assert self._transport is not None
        self._parser = httptools.HttpResponseParser(self)
        self._headers: Headers = []
        self._body: list[bytes] = []
        loop = asyncio.get_running_loop()
        self._response = loop.create_future()
        # Not put together: bodies are long, and would be copied.
        self._transport.writelines((asked.head(), asked.body))
        if seconds is None:
            return await self._response
        # A fifth of what asyncio.timeout costs.
        timer = loop.call_later(seconds, self._expire)
        try:
            return await self._response
        finally:
            timer.cancel()

    def _expire(self) -> None:
        if self._response is not None and not self._response.done():
            self._response.set_exception(TimeoutError())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no subclass of it.
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._response is not None and not self._response.done():
            self._response.set_exception(ReplicaLost(held=True))

    def data_received(self, data: bytes) -> None:
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserError:
            self.abort()

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() not in _NOT_PASSED_ON:
            self._headers.append((name, value))

    def on_body(self, body: bytes) -> None:
        self._body.append(body)

    def on_message_complete(self) -> None:
        status = self._parser.get_status_code()
        if status < 200:
            # Another response follows, whose headers these are not.
            self._headers.clear()
            return
        if self._response is None or self._response.done():
            return
        is_last = not self._parser.should_keep_alive()
        body = b"".join(self._body)
        self._response.set_result(Response(status, self._headers, body, is_last))
