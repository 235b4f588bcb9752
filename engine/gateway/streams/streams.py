"""The streams of a process: who may open one, and what ends those that are open."""

from __future__ import annotations

import time
from dataclasses import dataclass

from engine.gateway.answers import overloaded
from engine.gateway.requests import peer_of
from engine.gateway.routes import Route, require_network
from engine.gateway.streams.audio import AudioStream, sample_rate_of
from engine.gateway.streams.calls import CallSender, GatewayAccess
from engine.gateway.streams.connection import Connection, Listener
from engine.gateway.streams.handshake import require_websocket, upgrade
from engine.gateway.streams.messages import CLOSE_CODES, MessageStream
from engine.gateway.streams.options import require_options
from engine.serving.bodies import Bodies
from engine.serving.errors import ServingError
from engine.serving.forwarding.caller import OpenConnection
from engine.serving.forwarding.upstream import Asked, Response
from engine.specs.gateway import Network

_CHECK_SECONDS = 1.0
"""Who may no longer call is disconnected within so long after the spec says so."""


@dataclass(frozen=True)
class _Stream:
    """An open stream, and what it was opened with."""

    suffix: str
    asked: Asked
    sender: CallSender


class Streams:
    """Opens streams, looks after them, and ends them."""

    def __init__(self, access: GatewayAccess, bodies: Bodies, callers: set[OpenConnection]) -> None:
        """Prepare to open.

        Args:
            access: through what calls go.
            bodies: what messages and bodies take together.
            callers: where open connections are noted.
        """
        self._access = access
        self._bodies = bodies
        self._callers = callers
        self._open: dict[Connection, _Stream] = {}
        self._next_check = 0.0
        self.proxies: tuple[Network, ...] = ()

    def open(self, route: Route, asked: Asked, request_id: str) -> Response:
        """Answer a caller that may call an endpoint, and wants to call it often.

        Raises:
            ServingError: when no stream is opened.
        """
        headers = dict(asked.headers)
        require_websocket(asked, headers)
        if route.spec.unavailable is not None:
            raise ServingError(route.spec.unavailable, code="unavailable")
        suffix = route.spec.suffix
        num_open = sum(1 for one in self._open.values() if one.suffix == suffix)
        if num_open >= route.spec.streaming.max_connections:
            raise overloaded(f"{num_open} streams of this endpoint are open")
        sender = CallSender(self._access, suffix, asked, request_id)
        require_options(route.spec.prediction_kind, sender.options)
        sample_rate = sample_rate_of(sender.query, route.spec.input_kind)
        return upgrade(headers, lambda: self._opened(route, asked, sender, sample_rate), request_id)

    def check_timeouts(self) -> None:
        """Do what time tells of every stream; to be called a few times a second."""
        now = time.monotonic()
        for connection in list(self._open):
            connection.check_timeouts(now)
        if now >= self._next_check:
            self._next_check = now + _CHECK_SECONDS
            for connection, stream in list(self._open.items()):
                self._check(connection, stream)

    def drain(self) -> None:
        """End all streams, each once the message in hand is answered."""
        for connection in list(self._open):
            connection.listener.drain()

    def require_caller(self, route: Route, asked: Asked, secret: str | None) -> None:
        """Require that a caller may call from where it does.

        Raises:
            ServingError: when it may not.
        """
        caller = route.guard.check(secret)
        peer = peer_of(asked, dict(asked.headers), self.proxies)
        require_network(route.rules_of(caller), peer)

    def _opened(
        self, route: Route, asked: Asked, sender: CallSender, sample_rate: int | None
    ) -> Connection:
        spec = route.spec.streaming

        def listening(connection: Connection) -> Listener:
            most, kind = spec.max_waiting_messages, route.spec.prediction_kind
            if sample_rate is None:
                return MessageStream(connection, sender, self._bodies, most, kind)
            return AudioStream(connection, sender, self._bodies, most, kind, sample_rate)

        limit = route.spec.max_body_bytes
        connection = Connection(spec, limit, self._bodies, listening, self._forget)
        self._open[connection] = _Stream(route.spec.suffix, asked, sender)
        self._callers.add(connection)
        return connection

    def _check(self, connection: Connection, stream: _Stream) -> None:
        """End a stream whose caller may not call any more."""
        try:
            route = self._access.routes.find(stream.suffix)
            self.require_caller(route, stream.asked, stream.sender.secret)
            if route.spec.unavailable is not None:
                raise ServingError(route.spec.unavailable, code="unavailable")
        except ServingError as error:
            connection.begin_close(CLOSE_CODES[error.code], error.message)

    def _forget(self, connection: Connection) -> None:
        self._open.pop(connection, None)
        self._callers.discard(connection)
