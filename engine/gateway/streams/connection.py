"""A WebSocket: messages come whole and within bounds, and whoever hangs is dropped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol, cast

from wsproto.connection import Connection as Frames
from wsproto.connection import ConnectionState, ConnectionType
from wsproto.events import BytesMessage, CloseConnection, Event, Ping, TextMessage
from wsproto.utilities import RemoteProtocolError

from engine.serving.bodies import Bodies
from engine.serving.forwarding.caller import TIMEOUTS
from engine.specs.streaming import StreamingSpec

# Codes of closing frames, RFC 6455, section 7.4.1, and the registry of IANA.
GOING_AWAY = 1001
PROTOCOL_ERROR = 1002
POLICY = 1008
TOO_BIG = 1009
FAILED = 1011
RESTARTING = 1012
TRY_AGAIN = 1013
_MAX_REASON_BYTES = 123

Content = str | bytes


class Listener(Protocol):
    """Gets what comes on a connection."""

    @property
    def is_full(self) -> bool:
        """Tell whether no more messages are to be read for now."""

    @property
    def is_busy(self) -> bool:
        """Tell whether a message is being answered."""

    def take(self, content: Content, num_bytes: int) -> None:
        """Take a whole message, whose bytes are the listener's to give back."""

    def drain(self) -> None:
        """End the connection once the message in hand is answered."""

    def leave(self) -> None:
        """Know that the connection is gone."""


class Connection(asyncio.Protocol):
    """One WebSocket, from its opening on."""

    def __init__(
        self,
        spec: StreamingSpec,
        max_message_bytes: int,
        bodies: Bodies,
        listening: Callable[[Connection], Listener],
        on_gone: Callable[[Connection], None],
    ) -> None:
        self._spec = spec
        self._max_message_bytes = max_message_bytes
        self._bodies = bodies
        self._on_gone = on_gone
        self._frames = Frames(ConnectionType.SERVER)
        self._transport: asyncio.Transport | None = None
        self._parts: list[Content] = []
        self._num_bytes = 0
        self._began: float | None = None
        self._received = self._last_message = time.monotonic()
        self._pinged: float | None = None
        self._closing: float | None = None
        self._clogged: float | None = None
        self._can_write = asyncio.Event()
        self._can_write.set()
        self._is_read = True
        self.listener = listening(self)

    @property
    def is_busy(self) -> bool:
        """Tell whether a message is being answered."""
        return self._closing is None and self.listener.is_busy

    @property
    def is_closing(self) -> bool:
        """Tell whether nothing is sent any more but the closing frame."""
        return self._closing is not None or self._transport is None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no subclass of it.
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        self._closing = self._closing or time.monotonic()
        self._can_write.set()
        self._forget()
        self.listener.leave()
        self._on_gone(self)

    def data_received(self, data: bytes) -> None:
        self._received, self._pinged = time.monotonic(), None
        if self._frames.state is ConnectionState.CLOSED:
            return
        try:
            self._frames.receive_data(data)
            for event in self._frames.events():
                self._see(event)
        except RemoteProtocolError as error:
            hint = error.event_hint
            code = hint.code if isinstance(hint, CloseConnection) else PROTOCOL_ERROR
            self.begin_close(code, str(error))
            self._end()
        self.update_reading()

    def pause_writing(self) -> None:
        self._clogged = time.monotonic()
        self._can_write.clear()
        self.update_reading()

    def resume_writing(self) -> None:
        self._clogged = None
        self._can_write.set()
        self.update_reading()

    def send(self, document: bytes) -> None:
        """Send a JSON document, unless the connection ends already."""
        if not self.is_closing:
            self._write(TextMessage(data=document.decode()))

    async def drained(self) -> None:
        """Wait until the caller has read so much that more can be sent."""
        await self._can_write.wait()

    def begin_close(self, code: int, reason: str) -> None:
        """Say why the connection ends, and wait a little for the caller to agree."""
        if self.is_closing:
            return
        self._write(CloseConnection(code=code, reason=_short(reason)))
        self._closing = time.monotonic()
        self._forget()
        self.update_reading()

    def close(self) -> None:
        """End the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    def check_timeouts(self, now: float) -> None:
        """Do what time tells: ping, give up, drop; to be called a few times a second."""
        spec = self._spec
        if _is_over(self._clogged, spec.send_seconds, now) or _is_over(
            self._closing, spec.close_seconds, now
        ):
            self.close()
        elif self._closing is not None or not self._is_read:
            # Nothing can arrive meanwhile.
            self._received, self._pinged = now, None
        elif self._began is not None and TIMEOUTS.is_late(self._num_bytes, now - self._began):
            self.begin_close(POLICY, "The message did not arrive in time.")
        elif not self.is_busy and now - self._last_message > spec.idle_seconds:
            self.begin_close(GOING_AWAY, f"No message came for {spec.idle_seconds:g} seconds.")
        elif self._pinged is None and now - self._received > spec.ping_seconds:
            self._pinged = now
            self._write(Ping())
        elif _is_over(self._pinged, spec.pong_seconds, now):
            self.close()

    def update_reading(self) -> None:
        """Read on or not, as there is room for messages and for what they are answered."""
        if self._transport is None or self._transport.is_closing():
            return
        is_held = self._clogged is not None or self.listener.is_full
        is_read = self._closing is not None or not is_held
        if is_read != self._is_read:
            self._is_read = is_read
            if is_read:
                self._transport.resume_reading()
            else:
                self._transport.pause_reading()

    def _see(self, event: Event) -> None:
        if isinstance(event, Ping):
            if self._closing is None:
                self._write(event.response())
        elif isinstance(event, CloseConnection):
            if self._closing is None:
                self._write(event.response())
                self._closing = time.monotonic()
            self._end()
        elif isinstance(event, (TextMessage, BytesMessage)) and self._closing is None:
            self._gather(event)

    def _gather(self, event: TextMessage | BytesMessage) -> None:
        """Put the pieces of a message together, within bounds."""
        data: Content = event.data if isinstance(event.data, str) else bytes(event.data)
        num_bytes = len(data.encode()) if isinstance(data, str) else len(data)
        if self._num_bytes + num_bytes > self._max_message_bytes:
            limit = self._max_message_bytes
            self.begin_close(TOO_BIG, f"A message has {limit} bytes at most.")
            return
        if not self._bodies.take(num_bytes, own=self._num_bytes):
            self.begin_close(TRY_AGAIN, "All messages together take too much memory.")
            return
        self._num_bytes += num_bytes
        self._began = self._began or self._received
        if num_bytes:
            self._parts.append(data)
        if event.message_finished:
            self._finish(is_text=isinstance(event, TextMessage))

    def _finish(self, *, is_text: bool) -> None:
        parts, num_bytes = self._parts, self._num_bytes
        self._parts, self._num_bytes, self._began = [], 0, None
        self._last_message = self._received
        content: Content = (
            "".join(cast(list[str], parts)) if is_text else b"".join(cast(list[bytes], parts))
        )
        self.listener.take(content, num_bytes)

    def _forget(self) -> None:
        """Drop a message that is not whole."""
        self._bodies.give_back(self._num_bytes)
        self._parts, self._num_bytes, self._began = [], 0, None

    def _write(self, event: Event) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(self._frames.send(event))

    def _end(self) -> None:
        """Close once all is sent that was written."""
        if self._transport is not None:
            self._transport.close()


def _is_over(since: float | None, seconds: float, now: float) -> bool:
    return since is not None and now - since > seconds


def _short(reason: str) -> str:
    """Return as much of a reason as a closing frame holds."""
    return reason.encode()[:_MAX_REASON_BYTES].decode(errors="ignore")
