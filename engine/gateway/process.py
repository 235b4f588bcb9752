"""One process of a gateway: takes connections on a socket that its parent holds."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import logging
import os
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

import uvloop

from engine.errors import EngineError
from engine.gateway.counters.counters import Counters
from engine.gateway.counters.local import LocalCounters
from engine.gateway.reports import RollBacks, report_path
from engine.gateway.server import Gateway
from engine.gateway.spec_file import SpecFile
from engine.serving.files import write_json
from engine.serving.forwarding.caller import Caller
from engine.serving.metrics import Metrics
from engine.specs.gateway import GatewaySpec

TICK_SECONDS = 0.25
DRAIN_SECONDS = 2.0
"""How long open connections may still bring requests, each answered with ``connection: close``.

Closing an idle connection at once would race with the next request on it.
"""
EXIT_LOAD_FAILED = 70

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
            await self._tick()
            try:
                await asyncio.wait_for(self._stop.wait(), TICK_SECONDS)
            except TimeoutError:
                continue
        self._gateway.is_draining = True
        server.close()
        callers = self._gateway.callers
        deadline = time.monotonic() + DRAIN_SECONDS
        while callers and (time.monotonic() < deadline or any(one.is_busy for one in callers)):
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
            "wanted": sorted(self._gateway.wanted),
            "last_called": {
                route.spec.deployment_id: {
                    # To ten seconds: what changes with every call would be written all the time.
                    str(one.number): round(one.last_called, -1)
                    for one in route.revisions
                    if one.last_called is not None
                }
                for route in self._gateway.routes.all()
            },
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
    with os.fdopen(ready, "w", encoding="utf-8") as stream:
        stream.write(json.dumps({"ready": True}))
    await process.run(listener)
    loop.remove_reader(alive)


def _counters(spec: GatewaySpec, work: Path) -> Counters:
    if spec.counters_url is None:
        return LocalCounters(work / "counters.json")
    # Only where it is used: half of this process's memory otherwise.
    from engine.gateway.counters.shared import SharedCounters

    return SharedCounters(spec.counters_url)


def main() -> int:
    """Run one process; started by the parent only."""
    parser = argparse.ArgumentParser(prog="engine.gateway.process")
    parser.add_argument("--spec", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--listener", type=int, required=True)
    parser.add_argument("--ready", type=int, required=True)
    parser.add_argument("--alive", type=int, required=True)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    # A keyboard's interrupt reaches the whole group; the parent alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    listener = socket.socket(fileno=options.listener)
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve(options.spec, options.work, listener, options.ready, options.alive))
    except EngineError as error:
        with os.fdopen(options.ready, "w", encoding="utf-8") as stream:
            stream.write(json.dumps({"ready": False, "code": error.code, "message": error.message}))
        return EXIT_LOAD_FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
