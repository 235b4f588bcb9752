"""Keeps model servers and the gateway in line with the rows, and counts their calls."""

from __future__ import annotations

import fcntl
import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from uuid import UUID

from django.conf import settings

from backend.api.errors import ApiError
from backend.deployments.contracts.servers import GATEWAY, Server
from backend.deployments.services import gateways, routing, serving
from backend.deployments.services.async_predictions import note_predictions
from workers.calls import count_new_calls
from workers.drift import DriftCollector
from workers.launchers.launcher import (
    ADDRESS_IN_USE,
    Handle,
    LaunchDelayed,
    Launcher,
    LaunchFailed,
    Limits,
    Listening,
    Order,
)
from workers.predictions import NoticeCollector
from workers.stored_calls import CallCollector
from workers.usage import UsageMeter

logger = logging.getLogger(__name__)

STOP_GRACE_SECONDS = 40.0
MAX_BACK_OFF_SECONDS = 60.0
# About a minute of trying, with the waits between: what ended it may be over by then.
MAX_EARLY_DEATHS = 6
# Ends that say nothing about the package: somebody, or the system, ended a process.
_ENDED_FROM_OUTSIDE = frozenset({"replica_died", "stopped"})
COUNT_EVERY_SECONDS = 5.0
CALM_SECONDS = 3.0
BUSY_SECONDS = 0.2


@dataclass
class _Memory:
    """What this controller remembers of a server between two looks."""

    num_deaths: int = 0
    num_replica_deaths: int | None = None
    not_before: float = 0.0
    stopping_since: float | None = None


class DeploymentController:
    """Looks after what answers callers; of several workers on one data folder only one does."""

    def __init__(self, *, launcher: Launcher) -> None:
        self._launcher = launcher
        self._memory: dict[UUID, _Memory] = {}
        self._lock: IO[str] | None = None
        self._is_busy = False
        self._living: list[Handle] = []
        self._counted_at = 0.0
        self._collector = CallCollector()
        self._drift = DriftCollector()
        self._usage = UsageMeter(launcher)
        self._notices = NoticeCollector()

    def pause(self, wake: threading.Event) -> None:
        """Wait until the next look: not long while somebody waits for it or a server ended."""
        seconds = BUSY_SECONDS if self._is_busy else CALM_SECONDS
        wait_for_an_end(self._launcher, self._living, wake=wake, seconds=seconds)

    def keep(self) -> None:
        """Look at every server once and do the next thing that brings it closer to its row."""
        if not self._is_in_charge():
            return
        servers = serving.list_servers()
        self._living.clear()
        self._is_busy = any(_is_changing(server) for server in servers)
        for server in servers:
            if server.kind != GATEWAY:
                self._keep(server)
        # Where calls go depends on how the model servers are, so the gateway comes last.
        routing.settle()
        for server in servers:
            if server.kind == GATEWAY:
                self._keep(server)
        self._count_calls()
        self._usage.look(servers)
        self._collector.begin()
        self._drift.begin()
        self._notices.begin()

    def _keep(self, server: Server) -> None:
        memory = self._memory.setdefault(server.id, _Memory())
        try:
            self._check(server, memory)
        except ApiError as error:
            self._note_failure(server, error.code, error.message)
        except LaunchDelayed:
            return
        except LaunchFailed as error:
            self._note_failure(server, error.code, error.message)
        except Exception:
            # One server that cannot be looked after must not leave the others alone.
            logger.exception("server not kept", extra={"server": server.name})

    def _is_in_charge(self) -> bool:
        """Hold a lock that dies with this process."""
        if self._lock is not None:
            return True
        data: Path = settings.ENVIRONMENT.data
        data.mkdir(parents=True, exist_ok=True)
        file = (data / "servers.lock").open("w")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return False
        self._lock = file
        return True

    def _check(self, server: Server, memory: _Memory) -> None:
        folder = serving.server_folder(server)
        handle = Handle(server.handle) if server.handle else None
        alive = handle is not None and self._launcher.ended(handle) is None
        if handle is not None:
            self._launcher.collect(handle, folder)
        if server.should_run and alive and handle is not None:
            memory.stopping_since = None
            self._living.append(handle)
            self._tend(server, memory, handle)
        elif server.should_run:
            self._revive(server, memory)
        elif alive and handle is not None:
            self._stop(memory, handle)
        else:
            self._note_stopped(server)

    def _count_calls(self) -> None:
        if time.monotonic() - self._counted_at < COUNT_EVERY_SECONDS:
            return
        for deployment_id in serving.counted_deployments():
            for folder in serving.call_folders(deployment_id):
                count_new_calls(deployment_id=deployment_id, folder=folder)
        self._counted_at = time.monotonic()

    def _revive(self, server: Server, memory: _Memory) -> None:
        """Start a server that should run and does not, unless it failed."""
        # What failed fails again until somebody asks for it; an address may become free.
        if server.error_code not in ("", ADDRESS_IN_USE) and server.state == "failed":
            return
        if server.handle is not None and self._died(server, memory, Handle(server.handle)):
            return
        if time.monotonic() < memory.not_before:
            return
        # Started by a worker that died before it could store the handle; it may hold the address.
        orphan = self._launcher.find(spec_file(server))
        if orphan is not None:
            self._launcher.stop(orphan)
            return
        handle = self._launcher.launch(order_of(server))
        address = self._launcher.address(handle)
        assert address is not None
        if server.kind == GATEWAY and server.address not in ("", address.inside):
            serving.record_new_address(address.outside)
        serving.note_server(
            server,
            state="starting",
            handle=handle,
            address=address.inside,
            public_address=address.outside,
            num_ready=None,
            error_code="",
            error_message="",
        )
        logger.info(
            "model server started", extra={"server": server.name, "address": address.inside}
        )

    def _died(self, server: Server, memory: _Memory, handle: Handle) -> bool:
        """Take note of a death; return whether the server is not to be started again.

        What it said itself of its package stands. One that was ended is started again, each time
        later, and given up only when it never comes to answer.
        """
        folder = serving.server_folder(server)
        status = self._launcher.status(handle, folder)
        serving.note_server(server, handle=None)
        # It ended as it was told to, such as by a stop of the whole installation: that is no death.
        if status.get("state") == "stopped":
            return False
        is_early = server.state == "starting"
        reported = (status.get("error") or {}) if status.get("state") == "failed" else {}
        if is_early and reported and reported["code"] not in _ENDED_FROM_OUTSIDE:
            self._note_failure(server, reported["code"], reported["message"])
            return True
        serving.note_death(server)
        memory.num_deaths += 1
        memory.num_replica_deaths = 0
        if is_early and memory.num_deaths >= MAX_EARLY_DEATHS:
            memory.num_deaths = 0
            self._note_failure(server, "server_died", self._last_words(handle, folder))
            return True
        wait = min(MAX_BACK_OFF_SECONDS, 2.0 ** (memory.num_deaths - 1) - 1)
        memory.not_before = time.monotonic() + wait
        logger.warning(
            "model server died", extra={"server": server.name, "deaths": memory.num_deaths}
        )
        return False

    def _tend(self, server: Server, memory: _Memory, handle: Handle) -> None:
        """Tell a living server what changed, and write down how it is."""
        table = gateways.routing_table() if server.kind == GATEWAY else None
        order = order_of(server, table)
        # What it says of itself now is about the spec before; the next look reads on.
        if self._launcher.update(handle, order):
            return
        status = self._launcher.status(handle, order.work)
        if status.get("state") != "ready":
            return
        error = status["error"] or {"code": "", "message": ""}
        num_ready = status["replicas_ready" if table is None else "processes_ready"]
        self._count_replica_deaths(server, memory, status.get("replicas_died", 0))
        if num_ready > 0:
            memory.num_deaths = 0
            serving.note_server(
                server,
                state="running",
                error_code=error["code"][:60],
                error_message=error["message"][:2000],
                num_ready=num_ready,
            )
        else:
            serving.note_server(server, num_ready=0)
        if table is not None and status["error"] is None:
            gateways.note_observed(table)
            routing.note_calls(status["last_called"])
            routing.wake_up(deployment_id for deployment_id, _ in status["wanted"])
            routing.withdraw(status["rolled_back"])
            note_predictions(status.get("asynchronous", {}))

    @staticmethod
    def _count_replica_deaths(server: Server, memory: _Memory, num_died: int) -> None:
        """Write down the replicas that ended by themselves since the last look.

        What was before the first look of this worker, another one has written down.
        """
        known = num_died if memory.num_replica_deaths is None else memory.num_replica_deaths
        for _ in range(num_died - known):
            serving.note_death(server)
        memory.num_replica_deaths = num_died

    def _stop(self, memory: _Memory, handle: Handle) -> None:
        """Let a server drain; end it when it takes too long."""
        now = time.monotonic()
        if memory.stopping_since is None:
            memory.stopping_since = now
            self._launcher.stop(handle)
        elif now - memory.stopping_since > STOP_GRACE_SECONDS:
            self._launcher.kill(handle)

    def _note_stopped(self, server: Server) -> None:
        serving.note_server(server, state="stopped", handle=None)
        self._memory.pop(server.id, None)

    def _last_words(self, handle: Handle, folder: Path) -> str:
        words = self._launcher.log_tail(handle, folder, num_lines=5)
        return f"The model server ended before it was ready. Its last words: {words}"

    def _note_failure(self, server: Server, code: str, message: str) -> None:
        if server.state == "failed" and server.error_code == code:
            return
        serving.note_server(
            server,
            state="failed",
            error_code=code[:60],
            error_message=message[:2000],
        )
        logger.warning("model server failed", extra={"server": server.name, "code": code})


def spec_file(server: Server) -> Path:
    """Return where the spec of a server is written."""
    name = "gateway.json" if server.kind == GATEWAY else "deployment.json"
    return serving.server_folder(server) / name


def order_of(server: Server, table: gateways.RoutingTable | None = None) -> Order:
    """Return the order for a server; a gateway's may have been put together already.

    Raises:
        ApiError: when its package cannot be unpacked.
    """
    path = spec_file(server)
    is_gateway = server.kind == GATEWAY
    spec = (table or gateways.routing_table()).spec if is_gateway else serving.server_spec(server)
    return Order(
        "gateway" if is_gateway else "serve",
        spec,
        path,
        path.parent,
        limits=Limits(open_files=65_536),
        listens=Listening(
            is_public=is_gateway, before=server.address, taken=serving.addresses_in_use
        ),
    )


def wait_for_an_end(
    launcher: Launcher, handles: Sequence[Handle], *, wake: threading.Event, seconds: float
) -> None:
    """Wait so long, until woken, or until one of the processes has ended."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if wake.wait(min(left, BUSY_SECONDS)):
            return
        if any(launcher.ended(handle) is not None for handle in handles):
            return


def _is_changing(server: Server) -> bool:
    """Tell whether a server is on its way to what was asked for."""
    if server.error_code:
        return False
    if server.should_run:
        return server.state != "running" or not server.is_settled
    return server.handle is not None
