"""The web processes: ``python -m backend.web --listener 3 --processes 2``, on a parent's socket.

One process loads the application once and forks those that answer. They share the memory of what
was loaded, and one that dies has a successor within a tenth of a second.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import uvicorn

from engine.specs.request_timeouts import KEEP_ALIVE_SECONDS, HeaderWatch

GRACEFUL_SECONDS = 5
STOP_SECONDS = 10.0
DRAIN_SECONDS = 1.0
"""How long a connection without a request yet may still bring it to a process that ends."""
ORPHAN_SECONDS = 15.0
"""So long a process goes on without the one that forked it: a new one has forked others by then."""
_YOUNG_SECONDS = 1.0
_WATCHED = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)


@dataclass(frozen=True)
class Inherited:
    """Descriptors from the supervisor: ``lifeline`` closes with it, ``ready`` is written to."""

    listener: int
    lifeline: int | None
    ready: int | None


class WebServer(uvicorn.Server):
    """uvicorn, which says that it takes requests, and leaves when nobody looks after it."""

    def __init__(self, config: uvicorn.Config, inherited: Inherited, parent: int) -> None:
        super().__init__(config)
        self._inherited = inherited
        self._parent = parent
        self._alone_since: float | None = None
        self._headers = HeaderWatch()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        if self._inherited.ready is not None:
            os.write(self._inherited.ready, b".")
            os.close(self._inherited.ready)

    async def on_tick(self, counter: int) -> bool:
        """Run ten times a second: see whether callers, the parent and the supervisor are there."""
        self._headers.look(self.server_state.connections)
        lifeline = self._inherited.lifeline
        if lifeline is not None and select.select([lifeline], [], [], 0)[0]:
            self.should_exit = True
        if os.getppid() != self._parent:
            self._alone_since = self._alone_since or time.monotonic()
            if time.monotonic() - self._alone_since > ORPHAN_SECONDS:
                self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no connection any more; answer what those that are open have asked or are asking.

        uvicorn closes a connection that has brought nothing yet, while its request is on the way.
        """
        for server in self.servers:
            server.close()
        deadline = time.monotonic() + DRAIN_SECONDS
        while time.monotonic() < deadline and self._has_new_connections():
            await asyncio.sleep(0.02)
        await super().shutdown(sockets)

    def _has_new_connections(self) -> bool:
        connections: set[Any] = {*self.server_state.connections}
        return any(connection.cycle is None for connection in connections)


class Forks:
    """Forks processes that answer, and another for each that dies."""

    def __init__(self, config: uvicorn.Config, inherited: Inherited) -> None:
        self._config = config
        self._inherited = inherited
        self._born: dict[int, float] = {}

    def run(self, num_processes: int) -> None:
        """Keep so many processes until SIGTERM."""
        # Signals wait here until they are asked for: none comes between a look and a sleep.
        signal.pthread_sigmask(signal.SIG_BLOCK, _WATCHED)
        for _ in range(num_processes):
            self._fork()
        if self._inherited.ready is not None:
            # The supervisor reads to the end of it: all of the first processes have to have said
            # that they are ready. Those that are forked later have nobody to tell.
            os.close(self._inherited.ready)
        self._inherited = Inherited(self._inherited.listener, self._inherited.lifeline, None)
        while signal.sigwait(_WATCHED) == signal.SIGCHLD:
            for pid in self._ended():
                # One that dies at once would be forked again and again without a pause.
                if time.monotonic() - self._born.pop(pid) < _YOUNG_SECONDS:
                    time.sleep(_YOUNG_SECONDS)
                self._fork()
        self._stop()

    def _fork(self) -> None:
        parent, pid = os.getpid(), os.fork()
        if pid != 0:
            self._born[pid] = time.monotonic()
            return
        status = 1
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _WATCHED)
            listener = socket.socket(fileno=self._inherited.listener)
            WebServer(self._config, self._inherited, parent).run(sockets=[listener])
            status = 0
        finally:
            # What the parent would do at its end is not this process's to do.
            os._exit(status)

    def _ended(self) -> list[int]:
        """Return the processes that have ended since the last look."""
        ended = []
        for pid in list(self._born):
            if os.waitpid(pid, os.WNOHANG)[0] == pid:
                ended.append(pid)
        return ended

    def _stop(self) -> None:
        """Let every process finish what it was asked; end those that take too long."""
        for pid in self._born:
            os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + STOP_SECONDS
        while self._born and time.monotonic() < deadline:
            for pid in self._ended():
                del self._born[pid]
            time.sleep(0.02)
        for pid in self._born:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def server_config(application: str | Callable[..., Any]) -> uvicorn.Config:
    """Return how each process answers."""
    return uvicorn.Config(
        application,
        http="httptools",
        # Nothing here speaks WebSocket: who asks for one is answered as anybody else.
        ws="none",
        access_log=False,
        # `backend.config.proxies` sees through those that the administrator names.
        proxy_headers=False,
        log_level="warning",
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Answer requests until SIGTERM; then finish those in progress."""
    parser = argparse.ArgumentParser(prog="python -m backend.web", description=__doc__)
    parser.add_argument("--listener", type=int, required=True, help="descriptor of the socket")
    parser.add_argument("--processes", type=int, default=1, help="how many answer")
    parser.add_argument("--ready", type=int, help="descriptor that each writes to once")
    parser.add_argument("--lifeline", type=int, help="descriptor that closes with the supervisor")
    options = parser.parse_args(argv)
    config = server_config("backend.config.asgi:application")
    config.load()
    inherited = Inherited(options.listener, options.lifeline, options.ready)
    Forks(config, inherited).run(options.processes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
