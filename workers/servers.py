"""Keeps model servers in line with the rows: starts, rolls, stops, watches, counts their calls."""

from __future__ import annotations

import fcntl
import json
import logging
import signal
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from uuid import UUID

from django.conf import settings

from backend.api.errors import ApiError
from backend.config.env import ROOT
from backend.deployments.contracts.servers import Server
from backend.deployments.services import serving
from workers.calls import count_new_calls
from workers.launchers.launcher import Handle, Launcher, LaunchFailed, Limits
from workers.launchers.local import log_tail, python_environment
from workers.ports import PATIENCE_SECONDS, TAKEN, any_port, choose_port, is_free, taken

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
# Playgrounds are asked by the web process alone.
_LOOPBACK = "127.0.0.1"


@dataclass
class _Memory:
    """What this controller remembers of a server between two looks."""

    num_deaths: int = 0
    not_before: float = 0.0
    port_taken_since: float | None = None
    stopping_since: float | None = None
    signalled_at: float = 0.0
    counted_at: float = 0.0


class DeploymentController:
    """Looks after all model servers of this machine; of several workers only one does."""

    def __init__(self, *, launcher: Launcher) -> None:
        self._launcher = launcher
        self._memory: dict[UUID, _Memory] = {}
        self._lock: IO[str] | None = None
        self._is_busy = False
        self._living: list[Handle] = []

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
            memory = self._memory.setdefault(server.id, _Memory())
            try:
                self._check(server, memory)
            except ApiError as error:
                self._note_failure(server, error.code, error.message)
            except LaunchFailed as error:
                self._note_failure(server, error.code, error.message)

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
        handle = Handle.from_json(server.handle) if server.handle else None
        alive = handle is not None and self._launcher.ended(handle) is None
        if server.kind == "deployment" and time.monotonic() - memory.counted_at > (
            COUNT_EVERY_SECONDS
        ):
            count_new_calls(deployment_id=server.id, folder=folder)
            memory.counted_at = time.monotonic()
        if server.should_run and alive and handle is not None:
            memory.stopping_since = None
            self._living.append(handle)
            self._tend(server, memory, folder, handle)
        elif server.should_run:
            self._revive(server, memory, folder)
        elif alive and handle is not None:
            self._stop(memory, handle)
        else:
            self._note_stopped(server, folder)

    def _revive(self, server: Server, memory: _Memory, folder: Path) -> None:
        """Start a server that should run and does not, unless it failed as it is asked to run."""
        if (
            server.error_code not in ("", TAKEN)
            and server.state == "failed"
            and _is_observed(server)
        ):
            return
        if server.handle is not None and self._died(server, memory, folder, server.handle["pid"]):
            return
        if time.monotonic() < memory.not_before:
            return
        path = folder / "deployment.json"
        orphan = self._launcher.find(str(path))
        if orphan is not None:
            self._launcher.signal(orphan, signal.SIGTERM)
            return
        host = settings.ENVIRONMENT.serving_host if server.kind == "deployment" else _LOOPBACK
        port = self._port(server, memory, host)
        if port is None:
            return
        serving.note_server(
            server, state="starting", host=host, port=port, error_code="", error_message=""
        )
        spec = serving.server_spec(server, host=host, port=port)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "status.json").unlink(missing_ok=True)
        path.write_text(spec.model_dump_json())
        path.chmod(0o600)
        handle = self._launcher.launch(
            (
                *settings.ENVIRONMENT.engine_command,
                "serve",
                "--spec",
                str(path),
                "--work",
                str(folder),
            ),
            folder=folder,
            environment=python_environment(root=ROOT),
            limits=Limits(open_files=65_536),
        )
        serving.note_server(server, handle=handle.to_json())
        logger.info("model server started", extra={"server": server.name, "port": port})

    def _port(self, server: Server, memory: _Memory, host: str) -> int | None:
        """Return the port to start on; ``None`` while the one it had may still become free.

        Raises:
            Unavailable: ``no_port_left``, or ``address_in_use`` when a published port is taken.
        """
        is_public = server.kind == "deployment"
        if server.port is None:
            return choose_port(host) if is_public else any_port(host)
        if is_free(host, server.port):
            memory.port_taken_since = None
            return server.port
        now = time.monotonic()
        memory.port_taken_since = memory.port_taken_since or now
        if now - memory.port_taken_since < PATIENCE_SECONDS:
            return None
        if is_public and server.port in settings.ENVIRONMENT.serving_ports:
            raise taken(server.port)
        memory.port_taken_since = None
        port = choose_port(host) if is_public else any_port(host)
        logger.warning(
            "port taken, another chosen",
            extra={"server": server.name, "port": port, "before": server.port},
        )
        if is_public:
            serving.record_new_port(server, port)
        return port

    def _died(self, server: Server, memory: _Memory, folder: Path, pid: int) -> bool:
        """Take note of a death; return whether the server is not to be started again.

        What it said itself of its package stands. One that was ended is started again, each time
        later, and given up only when it never comes to answer.
        """
        status = _status(folder, pid)
        serving.note_server(server, handle=None)
        if status.get("state") == "stopped":
            return False
        is_early = server.state == "starting"
        reported = (status.get("error") or {}) if status.get("state") == "failed" else {}
        if is_early and reported and reported["code"] not in _ENDED_FROM_OUTSIDE:
            self._note_failure(server, reported["code"], reported["message"])
            return True
        memory.num_deaths += 1
        if is_early and memory.num_deaths >= MAX_EARLY_DEATHS:
            memory.num_deaths = 0
            self._note_failure(server, "server_died", _last_words(folder))
            return True
        wait = min(MAX_BACK_OFF_SECONDS, 2.0 ** (memory.num_deaths - 1) - 1)
        memory.not_before = time.monotonic() + wait
        logger.warning(
            "model server died", extra={"server": server.name, "deaths": memory.num_deaths}
        )
        return False

    def _tend(self, server: Server, memory: _Memory, folder: Path, handle: Handle) -> None:
        """Tell a living server what changed, and write down how it is."""
        assert server.port is not None
        spec = serving.server_spec(server, host=server.host, port=server.port)
        text, path = spec.model_dump_json(), folder / "deployment.json"
        if text != path.read_text():
            temporary = path.with_suffix(".new")
            temporary.write_text(text)
            temporary.chmod(0o600)
            temporary.replace(path)
            # The file's own time: the clock of files goes in steps and may lag behind ours.
            memory.signalled_at = path.stat().st_mtime
            self._launcher.signal(handle, signal.SIGHUP)
            return
        status = _status(folder, handle.pid)
        if status.get("state") != "ready" or _written_at(folder) < memory.signalled_at:
            return
        wanted = {model.name: [model.version] for model in spec.models}
        error = status["error"]
        if error is not None:
            changes: dict[str, Any] = {
                "error_code": error["code"][:60],
                "error_message": error["message"][:2000],
            }
        else:
            changes = {"error_code": "", "error_message": ""}
        if status["models"] == wanted and status["replicas"] == spec.replicas:
            changes |= {"observed_generation": server.generation}
        if error is None:
            changes |= {"observed_callers_revision": server.callers_revision}
        if status["replicas_ready"] > 0:
            memory.num_deaths = 0
            serving.note_server(server, state="running", **changes)

    def _stop(self, memory: _Memory, handle: Handle) -> None:
        """Let a server drain; end it when it takes too long."""
        now = time.monotonic()
        if memory.stopping_since is None:
            memory.stopping_since = now
            self._launcher.signal(handle, signal.SIGTERM)
        elif now - memory.stopping_since > STOP_GRACE_SECONDS:
            self._launcher.kill(handle)

    def _note_stopped(self, server: Server, folder: Path) -> None:
        if server.kind == "deployment":
            count_new_calls(deployment_id=server.id, folder=folder)
        serving.note_server(
            server, state="stopped", handle=None, observed_generation=server.generation
        )
        serving.forget_server(server)
        self._memory.pop(server.id, None)

    def _note_failure(self, server: Server, code: str, message: str) -> None:
        if server.state == "failed" and server.error_code == code and _is_observed(server):
            return
        serving.note_server(
            server,
            state="failed",
            error_code=code[:60],
            error_message=message[:2000],
            observed_generation=server.generation,
        )
        logger.warning("model server failed", extra={"server": server.name, "code": code})


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
        return server.state != "running" or not _is_observed(server) or not _knows_callers(server)
    return server.handle is not None


def _is_observed(server: Server) -> bool:
    return server.observed_generation == server.generation


def _knows_callers(server: Server) -> bool:
    return server.observed_callers_revision == server.callers_revision


def _status(folder: Path, pid: int) -> Mapping[str, Any]:
    """Return what a process last wrote about itself; empty before it wrote anything.

    An earlier process of the folder may still write while it ends.
    """
    try:
        document: Mapping[str, Any] = json.loads((folder / "status.json").read_bytes())
    except FileNotFoundError:
        return {}
    return document if document["pid"] == pid else {}


def _written_at(folder: Path) -> float:
    return (folder / "status.json").stat().st_mtime


def _last_words(folder: Path) -> str:
    words = log_tail(folder, num_lines=5)
    return f"The model server ended before it was ready. Its last words: {words}"
