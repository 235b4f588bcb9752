"""Between callers and several replicas: a request that a dying replica held is put to another.

The parent holds the callers' connections, so that none dies with a replica. A request is read whole
and answered whole: until its answer is complete nothing of it has reached the caller, and it can be
asked again. A deployment with one replica has no relay and pays nothing for one.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Sequence

from engine.serving.bodies import Bodies
from engine.serving.forwarding.caller import Caller, OpenConnection
from engine.serving.forwarding.refusals import plain_refusal, refused
from engine.serving.forwarding.upstream import (
    AllLost,
    Asked,
    Headers,
    NoReplica,
    ReplicaAddress,
    Response,
    ask_any,
)

DRAIN_SECONDS = 2.0
_LOST = b"The replicas were lost."


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
        self._max_body_bytes = max_body_bytes
        self.bodies = Bodies(max_bodies_bytes)
        self._patience_seconds = patience_seconds
        self._server: asyncio.Server | None = None
        self.callers: set[OpenConnection] = set()
        self.is_draining = False

    async def start(self, listener: socket.socket) -> None:
        """Begin to take connections on a socket, which stays its owner's."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Caller(self), sock=listener.dup())

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

    def max_body_of(self, url: bytes, headers: Headers) -> int:
        """Return how long a body may be to be kept, the same for all."""
        return self._max_body_bytes

    async def forward(self, asked: Asked) -> Response:
        """Have a request answered, by another replica when one dies with it."""
        if asked.refusal is not None:
            return refused(asked.refusal)
        try:
            return await ask_any(self._targets, asked, patience_seconds=self._patience_seconds)
        except NoReplica:
            detail = b"No replica of the model runs at the moment. Try again in a second."
            return plain_refusal(503, b"overloaded", _LOST, detail)
        except AllLost:
            detail = b"Each replica that was given this request ended."
            return plain_refusal(502, b"replica_lost", _LOST, detail)
