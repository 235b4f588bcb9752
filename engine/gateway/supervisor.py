"""The parent of a gateway's processes: binds the address once, keeps them alive, replaces them.

It answers nothing, so a new version of the program can take over from the old one without a call
that fails: the socket stays, new processes come first, and the old ones finish what they hold.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shutil
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import uvloop

from engine.errors import EngineError, SpecError
from engine.gateway.reports import RollBacks, merged, report_path
from engine.gateway.spec_file import read_spec
from engine.serving.files import write_json
from engine.serving.metrics import FOLDER_VARIABLE
from engine.serving.supervision.generation import Generation, LoadFailed
from engine.serving.supervision.listener import bound_patiently
from engine.specs.gateway import GatewaySpec

logger = logging.getLogger(__name__)

OnReady = Callable[[str, int], None]

REPORT_SECONDS = 0.25


class Supervisor:
    """Keeps a gateway until it is told to stop."""

    def __init__(self, spec_path: Path, work: Path, on_ready: OnReady) -> None:
        self._spec_path = spec_path
        self._work = work
        self._on_ready = on_ready
        self._spec = read_spec(spec_path)
        self._listener = bound_patiently(self._spec.host, self._spec.port)
        self._generation: Generation | None = None
        self._state = "starting"
        self._error: dict[str, str] | None = None
        self._written: dict[str, Any] = {}
        self._signals: asyncio.Queue[int] = asyncio.Queue()

    async def run(self) -> int:
        """Keep the gateway until SIGTERM or SIGINT; return the exit status."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR2):
            loop.add_signal_handler(number, self._signals.put_nowait, number)
        host, port = self._listener.getsockname()[:2]
        write_json(self._work / "address.json", {"host": host, "port": port, "pid": os.getpid()})
        try:
            self._generation = await self._started()
        except LoadFailed as error:
            self._set("failed", {"code": error.code, "message": str(error)})
            return SpecError.exit_status
        self._set("ready")
        self._on_ready(str(host), int(port))
        reporting = loop.create_task(self._report_for_ever())
        while True:
            sent = await self._signals.get()
            if sent == signal.SIGHUP:
                await self._renew()
            elif sent == signal.SIGUSR2:
                await self._replace()
            else:
                break
        reporting.cancel()
        self._set("draining")
        await self._generation.drain()
        self._listener.close()
        self._set("stopped")
        return 0

    async def _renew(self) -> None:
        """Hand a changed spec to the processes; one that is not valid changes nothing.

        The status is written in any case: whoever changed the spec waits for it.
        """
        assert self._generation is not None
        self._written = {}
        try:
            spec = read_spec(self._spec_path)
            self._require_same_process(spec)
        except EngineError as error:
            self._set("ready", {"code": error.code, "message": error.message})
            return
        self._spec = spec
        self._generation.reread()
        self._set("ready")

    async def _replace(self) -> None:
        """Start new processes, and let the old ones finish what they hold."""
        assert self._generation is not None
        self._set("rolling")
        try:
            generation = await self._started()
        except LoadFailed as error:
            self._set("ready", {"code": error.code, "message": str(error)})
            return
        old, self._generation = self._generation, generation
        await old.drain()
        self._set("ready")

    async def _started(self) -> Generation:
        """Start processes and wait until all of them are ready.

        Raises:
            LoadFailed: when one cannot go by the spec; none is left then.
        """
        generation = Generation(
            self._spec_path,
            self._work,
            self._listener,
            program="engine.gateway.process",
            num_processes=self._spec.processes,
            is_relayed=False,
            on_change=self._write_status,
        )
        try:
            await generation.start()
        except LoadFailed:
            await generation.drain()
            raise
        return generation

    async def _report_for_ever(self) -> None:
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            with suppress(OSError):
                self._write_status()

    def _require_same_process(self, spec: GatewaySpec) -> None:
        for name in ("host", "port", "processes", "counters_url", "max_bodies_bytes"):
            if getattr(spec, name) != getattr(self._spec, name):
                raise SpecError(
                    f"'{name}' cannot change while a gateway runs. Stop it and start it again.",
                    code="gateway_changed",
                    field=name,
                )

    def _set(self, state: str, error: dict[str, str] | None = None) -> None:
        self._state, self._error = state, error
        self._write_status()

    def _write_status(self) -> None:
        pids = [] if self._generation is None else self._generation.pids()
        reports = merged(filter(None, (_read(report_path(self._work, pid)) for pid in pids)))
        document = {
            **reports,
            "pid": os.getpid(),
            "state": self._state,
            "processes": self._spec.processes,
            "processes_ready": len(pids),
            "rolled_back": RollBacks(self._work).read(),
            "error": self._error or reports["error"],
        }
        if document != self._written:
            write_json(self._work / "status.json", document)
            self._written = document


def _read(path: Path) -> dict[str, Any] | None:
    try:
        document: dict[str, Any] = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    return document


def _say_nothing(host: str, port: int) -> None:
    """Leave it to ``status.json`` to say that the gateway is ready."""


def supervise(spec_path: Path, work: Path, on_ready: OnReady = _say_nothing) -> int:
    """Keep a gateway until it is told to stop.

    Args:
        spec_path: the gateway's spec.
        work: folder for ``address.json``, ``status.json``, logs, samples and counters.
        on_ready: told host and port once the gateway answers.

    Returns:
        The exit status: 0 after a drain, 64 when the spec could not be gone by.

    Raises:
        SpecError: when the spec cannot be read or its address cannot be bound.
    """
    work.mkdir(parents=True, exist_ok=True)
    for left in work.glob("process-*.json"):
        left.unlink(missing_ok=True)
    metrics = work / "metrics"
    shutil.rmtree(metrics, ignore_errors=True)
    metrics.mkdir()

    async def run() -> int:
        return await Supervisor(spec_path, work, on_ready).run()

    os.environ[FOLDER_VARIABLE] = str(metrics)
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(run())
    finally:
        del os.environ[FOLDER_VARIABLE]
