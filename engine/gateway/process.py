"""One process of a gateway: takes connections on a socket that its parent holds."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

from engine.gateway.counters.counters import Counters
from engine.gateway.counters.local import LocalCounters
from engine.gateway.reports import RollBacks, report_path
from engine.gateway.server import Gateway
from engine.gateway.spec_file import SpecFile
from engine.serving.files import write_json
from engine.serving.forwarding.caller import Caller
from engine.serving.metrics import Metrics
from engine.serving.supervision.child import report, run_child
from engine.specs.gateway import GatewaySpec

TICK_SECONDS = 0.25
DRAIN_SECONDS = 2.0
"""How long open connections may still bring requests, each answered with ``connection: close``.

Closing an idle connection at once would race with the next request on it.
"""

logger = logging.getLogger(__name__)


class Process:
    """Answers on a socket until it is told to drain."""

    def __init__(self, gateway: Gateway, work: Path) -> None:
        self._gateway = gateway
        self._work = work
        self._roll_backs = RollBacks(work)
        self._stop = asyncio.Event()
        self._reported: dict[str, Any] = {}

    def stop(self) -> None:
        """Begin to drain."""
        self._stop.set()

    async def run(self, listener: socket.socket) -> None:
        """Answer, see a drain through, and leave everything written."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Caller(self._gateway), sock=listener)
        while not self._stop.is_set():
            self._gateway.check_streams()
            await self._tick()
            try:
                await asyncio.wait_for(self._stop.wait(), TICK_SECONDS)
            except TimeoutError:
                continue
        self._gateway.begin_drain()
        server.close()
        callers = self._gateway.callers
        deadline = time.monotonic() + DRAIN_SECONDS
        while callers and (time.monotonic() < deadline or any(one.is_busy for one in callers)):
            self._gateway.check_streams()
            await asyncio.sleep(0.05)
        for caller in list(callers):
            caller.close()
        await self._gateway.close()
        report_path(self._work, os.getpid()).unlink(missing_ok=True)

    async def _tick(self) -> None:
        try:
            await self._gateway.tick()
            self._roll_backs.exchange(self._gateway.routes)
            self._report()
        except OSError:
            # A full disk: calls are answered, and what could not be written is written later.
            logger.exception("logs not written")

    def _report(self) -> None:
        document = {
            "wanted": sorted(self._gateway.servers.wanted),
            "last_called": {
                route.spec.deployment_id: {
                    # To ten seconds: what changes with every call would be written all the time.
                    str(one.number): round(one.last_called, -1)
                    for one in route.revisions
                    if one.last_called is not None
                }
                for route in self._gateway.routes.all()
            },
            "asynchronous": self._gateway.queues.report(),
            "is_degraded": self._gateway.is_degraded,
            "error": self._gateway.error,
        }
        if document != self._reported:
            write_json(report_path(self._work, os.getpid()), document)
            self._reported = document


async def serve(
    spec_path: Path, work: Path, listener: socket.socket, ready: int, alive: int
) -> None:
    """Report on ``ready``, answer; leave when ``alive`` closes, for the parent is gone then.

    Raises:
        EngineError: when the spec cannot be gone by.
    """
    spec_file = SpecFile(spec_path)
    spec = spec_file.newer()
    assert spec is not None
    gateway = Gateway(spec, work, Metrics(), _counters(spec, work), spec_file.newer)
    # What was rolled back stays so from the first call on.
    RollBacks(work).exchange(gateway.routes)
    process = Process(gateway, work)
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGHUP, gateway.renew)
    loop.add_signal_handler(signal.SIGTERM, process.stop)
    loop.add_reader(alive, process.stop)
    gc.collect()
    gc.freeze()
    report(ready, {"ready": True})
    await process.run(listener)
    loop.remove_reader(alive)


def _counters(spec: GatewaySpec, work: Path) -> Counters:
    if spec.counters_url is None:
        return LocalCounters(work / "counters.json")
    # Only where it is used: most gateways never need the client.
    from engine.gateway.counters.shared import SharedCounters

    return SharedCounters(spec.counters_url)


if __name__ == "__main__":
    sys.exit(run_child("engine.gateway.process", serve))
