"""One serving process: loads the packages, says that it is ready, answers until told to drain."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from engine.serving.access import AccessFile
from engine.serving.calls import FLUSH_SECONDS, CallLog
from engine.serving.cores import available_cores
from engine.serving.deployment import read_spec
from engine.serving.drift.log import DriftLog
from engine.serving.forwarding.caller import Caller
from engine.serving.in_flight import InFlight
from engine.serving.metrics import Metrics
from engine.serving.packages.repository import load_repository
from engine.serving.replica.server import Application
from engine.serving.supervision.child import report, run_child
from engine.serving.supervision.listener import BACKLOG

DRAIN_SECONDS = 2.0
"""How long open connections may still bring requests, each answered with ``connection: close``.

Closing an idle connection at once would race with the next request on it.
"""


class ReplicaServer:
    """Answers on a socket until it is told to drain, and leaves when its callers have left."""

    def __init__(self, application: Application, drift: DriftLog, patience_seconds: float) -> None:
        """Prepare to answer.

        Args:
            application: answers the requests.
            drift: written now and then.
            patience_seconds: how long requests that are being answered are waited for at the end.
        """
        self._application = application
        self._drift = drift
        self._patience_seconds = patience_seconds
        self._stop = asyncio.Event()

    def drain(self) -> None:
        """Answer what is asked on open connections for a short while, then stop."""
        self._stop.set()

    async def run(self, listener: socket.socket) -> None:
        """Answer, and see a drain through."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: Caller(self._application), sock=listener, backlog=BACKLOG
        )
        while not self._stop.is_set():
            self._application.take_note()
            self._drift.look()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), FLUSH_SECONDS)
        self._application.is_draining = True
        server.close()
        callers = self._application.callers
        deadline = time.monotonic() + DRAIN_SECONDS
        while callers and (
            (now := time.monotonic()) < deadline
            or (now < deadline + self._patience_seconds and any(one.is_busy for one in callers))
        ):
            await asyncio.sleep(0.05)
        for caller in list(callers):
            caller.close()


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
        server = ReplicaServer(application, drift, spec.batching.timeout_ms / 1000)

        def reread_access() -> None:
            spec = access.newer()
            if spec is not None:
                application.change_access(spec)

        loop.add_signal_handler(signal.SIGHUP, reread_access)
        loop.add_signal_handler(signal.SIGTERM, server.drain)
        # Who may call can have changed while the packages were loading.
        reread_access()
        loop.add_reader(alive, server.drain)
        # What is loaded stays; collections need not walk through it again and again.
        gc.collect()
        gc.freeze()
        report(ready, {"ready": True, "models": repository.versions()})
        await server.run(listener)
        loop.remove_reader(alive)
        application.take_note()
        for package in repository.packages():
            package.close()
        # Behind the last call that is measured there.
        aside.submit(drift.write).result()


if __name__ == "__main__":
    sys.exit(run_child("engine.serving.replica.process", serve))
