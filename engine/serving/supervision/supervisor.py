"""The parent of a deployment's replicas: binds the address once, keeps them alive, rolls them.

It loads no model and computes nothing, so it stays small and does not die of either. Before several
replicas it relays requests, so that none is lost with one of them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import uvloop

from engine.errors import EngineError, SpecError
from engine.serving.deployment import read_spec
from engine.serving.files import write_json, write_text
from engine.serving.metrics import FOLDER_VARIABLE
from engine.serving.supervision.generation import Generation, LoadFailed
from engine.serving.supervision.listener import bound_patiently
from engine.serving.supervision.relay import Relay
from engine.specs.serving import AccessSpec, DeploymentSpec

logger = logging.getLogger(__name__)

OnReady = Callable[[str, int], None]


class Supervisor:
    """Runs one deployment until it is told to stop."""

    def __init__(
        self, spec_path: Path, work: Path, on_ready: OnReady, *, ends_on_hang_up: bool
    ) -> None:
        self._spec_path = spec_path
        self._work = work
        self._on_ready = on_ready
        self._ends_on_hang_up = ends_on_hang_up
        self._spec = read_spec(spec_path)
        self._listener = bound_patiently(self._spec.host, self._spec.port)
        self._generation: Generation | None = None
        self._relay: Relay | None = None
        self._number = 0
        self._error: dict[str, str] | None = None
        self._num_died = 0
        self._state = "starting"
        self._reload = asyncio.Event()
        self._stop = asyncio.Event()

    async def run(self) -> int:
        """Serve until SIGTERM or SIGINT; return the exit status."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop.set)
        hung_up = self._stop if self._ends_on_hang_up else self._reload
        loop.add_signal_handler(signal.SIGHUP, hung_up.set)
        self._write_address()
        try:
            self._generation = await self._started(self._spec)
        except LoadFailed as error:
            self._fail(error.code, error.message)
            self._set_state("failed")
            logger.error("deployment failed", extra={"code": error.code})
            return SpecError.exit_status
        await self._begin_relay()
        self._set_state("ready")
        host, port = self._listener.getsockname()[:2]
        self._on_ready(str(host), int(port))
        while not await self._next_signal():
            await self._apply_new_spec()
        self._set_state("draining")
        await self._end_relay()
        await _ended(self._generation)
        self._listener.close()
        self._set_state("stopped")
        return 0

    async def _next_signal(self) -> bool:
        """Wait for a signal; return whether it asks to stop."""
        waits = [asyncio.create_task(self._stop.wait()), asyncio.create_task(self._reload.wait())]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
        self._reload.clear()
        return self._stop.is_set()

    async def _apply_new_spec(self) -> None:
        """Take over a changed spec; when it cannot be served, what serves now goes on."""
        assert self._generation is not None
        try:
            spec = read_spec(self._spec_path)
            self._require_same_address(spec)
        except EngineError as error:
            self._fail(error.code, error.message)
            self._set_state(self._state)
            return
        if _without_access(spec) == _without_access(self._spec):
            self._spec, self._error = spec, None
            write_text(self._generation.spec_path, spec.model_dump_json())
            self._generation.reread()
            self._set_state("ready")
            return
        self._set_state("rolling")
        try:
            generation = await self._started(spec)
        except LoadFailed as error:
            self._fail(error.code, error.message)
        else:
            old, self._generation = self._generation, generation
            self._spec, self._error = spec, None
            # A relay asks the new replicas from now on; what the old ones hold they finish.
            earlier, self._relay = self._relay, None
            await self._begin_relay()
            if earlier is not None:
                await earlier.drain()
            await _ended(old)
        self._set_state("ready")

    async def _begin_relay(self) -> None:
        """Stand before the replicas where there are several."""
        assert self._generation is not None
        if self._generation.is_relayed:
            self._relay = Relay(
                self._generation.addresses,
                max_body_bytes=self._spec.max_body_bytes,
                max_bodies_bytes=self._spec.max_bodies_bytes,
                patience_seconds=self._spec.batching.timeout_ms / 1000,
            )
            await self._relay.start(self._listener)

    async def _end_relay(self) -> None:
        if self._relay is not None:
            await self._relay.drain()

    async def _started(self, spec: DeploymentSpec) -> Generation:
        """Start a generation and wait until all of it is ready.

        Raises:
            LoadFailed: when a replica cannot load the spec; the generation is gone then.
        """
        self._number += 1
        path = self._work / f"generation-{self._number}.json"
        write_text(path, spec.model_dump_json())
        generation = Generation(
            path,
            self._work,
            self._listener,
            program="engine.serving.replica.process",
            num_processes=spec.replicas,
            is_relayed=spec.replicas > 1,
            on_change=self._write_status,
            on_death=self._count_death,
        )
        started = asyncio.create_task(generation.start())
        stopped = asyncio.create_task(self._stop.wait())
        await asyncio.wait([started, stopped], return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if not started.done():
            started.cancel()
            await asyncio.wait([started])
            await _ended(generation)
            raise LoadFailed("stopped", "The deployment was stopped before it was ready.")
        try:
            await started
        except LoadFailed:
            await _ended(generation)
            raise
        return generation

    def _require_same_address(self, spec: DeploymentSpec) -> None:
        if (spec.host, spec.port) != (self._spec.host, self._spec.port):
            raise SpecError(
                f"The address cannot change from {self._spec.host}:{self._spec.port} to "
                f"{spec.host}:{spec.port} while serving. Stop the deployment and start it again.",
                code="address_changed",
            )

    def _fail(self, code: str, message: str) -> None:
        self._error = {"code": code, "message": message}

    def _set_state(self, state: str) -> None:
        self._state = state
        self._write_status()

    def _count_death(self) -> None:
        self._num_died += 1

    def _write_status(self) -> None:
        ready = 0 if self._generation is None else self._generation.num_ready()
        versions: dict[str, list[str]] = {}
        for model in self._spec.models if self._generation is not None else ():
            versions.setdefault(model.name, []).append(model.version)
        write_json(
            self._work / "status.json",
            {
                "pid": os.getpid(),
                "state": self._state,
                "replicas": self._spec.replicas,
                "replicas_ready": ready,
                "replicas_died": self._num_died,
                "models": versions,
                "error": self._error,
            },
        )

    def _write_address(self) -> None:
        host, port = self._listener.getsockname()[:2]
        write_json(self._work / "address.json", {"host": host, "port": port, "pid": os.getpid()})


def _say_nothing(host: str, port: int) -> None:
    """Leave it to ``status.json`` to say that the deployment is ready."""


def supervise(
    spec_path: Path,
    work: Path,
    on_ready: OnReady = _say_nothing,
    *,
    ends_on_hang_up: bool = False,
) -> int:
    """Serve a deployment until it is told to stop.

    Args:
        spec_path: the deployment's spec.
        work: folder for ``address.json``, ``status.json``, call logs and metrics.
        on_ready: told host and port once the first replicas answer.
        ends_on_hang_up: SIGHUP ends it, as the end of a terminal does, instead of reading the spec.

    Returns:
        The exit status: 0 after a drain, 64 when the spec could not be served.

    Raises:
        SpecError: when the spec cannot be read or its address cannot be bound.
    """
    work.mkdir(parents=True, exist_ok=True)
    metrics = work / "metrics"
    # Numbers of an earlier server would be added to those of this one.
    shutil.rmtree(metrics, ignore_errors=True)
    metrics.mkdir()

    async def run() -> int:
        supervisor = Supervisor(spec_path, work, on_ready, ends_on_hang_up=ends_on_hang_up)
        return await supervisor.run()

    # Its replicas find the folder in the environment that they are given.
    os.environ[FOLDER_VARIABLE] = str(metrics)
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(run())
    finally:
        del os.environ[FOLDER_VARIABLE]


async def _ended(generation: Generation) -> None:
    """Let a generation finish what it was asked, and delete its spec."""
    await generation.drain()
    generation.spec_path.unlink(missing_ok=True)


def _without_access(spec: DeploymentSpec) -> DeploymentSpec:
    nobody = AccessSpec(audience="")
    return spec.model_copy(update={name: getattr(nobody, name) for name in AccessSpec.model_fields})
