"""One serving process: loads the packages, says that it is ready, answers until told to drain."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType

import uvicorn

from engine.serving.access import AccessFile
from engine.serving.calls import FLUSH_SECONDS, CallLog
from engine.serving.cores import available_cores
from engine.serving.deployment import read_spec
from engine.serving.drift.log import DriftLog
from engine.serving.in_flight import InFlight
from engine.serving.metrics import Metrics
from engine.serving.packages.repository import load_repository
from engine.serving.replica.server import Application
from engine.serving.supervision.child import report, run_child
from engine.specs.request_timeouts import KEEP_ALIVE_SECONDS, HeaderWatch

DRAIN_SECONDS = 2.0
"""How long open connections may still bring requests, each answered with ``connection: close``.

Closing an idle connection at once would race with the next request on it.
"""


class ReplicaServer(uvicorn.Server):
    """uvicorn, which on SIGTERM stops accepting first and leaves when its clients have left."""

    def __init__(self, config: uvicorn.Config, application: Application, drift: DriftLog) -> None:
        super().__init__(config)
        self._application = application
        self._drift = drift
        self._drain_until = float("inf")
        self._next_flush = 0.0
        self._headers = HeaderWatch()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to drain; called by the signal."""
        self.drain()

    def drain(self) -> None:
        """Answer what is asked on open connections for a short while, then stop."""
        if not self._application.draining:
            self._application.draining = True
            self._drain_until = time.monotonic() + DRAIN_SECONDS

    async def on_tick(self, counter: int) -> bool:
        """Run ten times a second: flush the call log, give up callers, see a drain through."""
        # uvicorn waits for a header for ever; looking here costs requests nothing.
        self._headers.look(self.server_state.connections)
        now = time.monotonic()
        if now >= self._next_flush:
            self._application.take_note()
            self._next_flush = now + FLUSH_SECONDS
            self._drift.look()
        if self._application.draining:
            for server in self.servers:
                server.close()
            if not self.server_state.connections or now >= self._drain_until:
                self.should_exit = True
        return await super().on_tick(counter)


async def serve(
    spec_path: Path, work: Path, listener: socket.socket, ready: int, alive: int
) -> None:
    """Load, report on ``ready``, serve; leave when ``alive`` closes, for the parent is gone then.

    Raises:
        EngineError: when a package cannot be served.
    """
    spec = read_spec(spec_path)
    num_threads = (
        max(1, available_cores() // spec.replicas)
        if spec.num_threads == "auto"
        else spec.num_threads
    )
    metrics = Metrics()
    calls = CallLog(work, metrics)
    in_flight = InFlight()
    loop = asyncio.get_running_loop()
    with (
        ThreadPoolExecutor(num_threads, thread_name_prefix="work") as workers,
        ThreadPoolExecutor(1, thread_name_prefix="aside") as aside,
    ):
        repository = load_repository(
            spec, num_threads=num_threads, workers=workers, is_alone=in_flight.is_one, aside=aside
        )
        meters = [one.meter for one in repository.packages() if one.meter is not None]
        drift = DriftLog(work, meters, aside)
        access = AccessFile(spec_path)
        application = Application(
            spec, repository, metrics, calls, in_flight, newer_access=access.newer
        )
        config = uvicorn.Config(
            application,
            # With uvloop a quarter of the time that HTTP takes in pure Python.
            http="httptools",
            # Nothing speaks WebSocket: a handshake is answered as any other request.
            ws="none",
            lifespan="off",
            log_config=None,
            log_level=logging.WARNING,
            access_log=False,
            server_header=False,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=max(1, spec.batching.timeout_ms // 1000),
        )
        server = ReplicaServer(config, application, drift)

        def reread_access() -> None:
            spec = access.newer()
            if spec is not None:
                application.change_access(spec)

        loop.add_signal_handler(signal.SIGHUP, reread_access)
        # Who may call can have changed while the packages were loading.
        reread_access()
        loop.add_reader(alive, server.drain)
        # What is loaded stays; collections need not walk through it again and again.
        gc.collect()
        gc.freeze()
        report(ready, {"ready": True, "models": repository.versions()})
        await server.serve(sockets=[listener])
        loop.remove_reader(alive)
        application.take_note()
        for package in repository.packages():
            package.close()
        # Behind the last call that is measured there.
        aside.submit(drift.write).result()


if __name__ == "__main__":
    sys.exit(run_child("engine.serving.replica.process", serve))
