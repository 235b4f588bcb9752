"""Child processes in sessions of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import psutil
from django.conf import settings

from engine.specs.spec import Spec
from workers.launchers.launcher import Address, Ended, Handle, LaunchFailed, Limits, Order, Usage
from workers.launchers.local.environment import python_environment
from workers.launchers.local.output import last_lines, open_output
from workers.launchers.local.ports import Ports, address_of
from workers.processes import Process

if sys.platform == "linux":
    import resource

_INSTALLATION = "EASEL_INSTALLATION"


class LocalLauncher:
    """Starts processes on this machine, which read and write where the worker does.

    A child lives on when the worker dies; the next worker finds it by its handle. Children of this
    very worker are also reaped here, which tells their exit status.

    Args:
        installation: whose processes these are; those of others are not seen from here.
        engine: the command that the engine's commands are given to.
    """

    def __init__(self, installation: str, engine: Sequence[str]) -> None:
        self._installation = installation
        self._engine = tuple(engine)
        self._ports = Ports()
        self._children: dict[int, subprocess.Popen[bytes]] = {}
        self._updated_at: dict[Handle, float] = {}
        self._lock = threading.Lock()

    def launch(self, order: Order) -> Handle:
        """Start a command.

        Raises:
            LaunchFailed: when it cannot be started, or its address is held by somebody else.
            LaunchDelayed: while its address may become free.
        """
        folder, spec = order.spec_file.parent, order.spec
        address = None
        if order.listens is not None:
            host, port = self._ports.choose(order.spec_file, order.listens)
            spec = spec.model_copy(update={"host": host, "port": port})
            address = address_of(host, port)
        order.work.mkdir(parents=True, exist_ok=True)
        # Pids are given out again: what an earlier process wrote must not pass for this one's.
        _status_file(folder).unlink(missing_ok=True)
        _write(order.spec_file, spec)
        child = self._start(order)
        with self._lock:
            self._children[child.pid] = child
        with suppress(ProcessLookupError):
            _limit(child.pid, order.limits)
        return _handle(Process.of_pid(child.pid, self._installation), address)

    def find(self, spec_file: Path) -> Handle | None:
        """Return the living process that has a spec's file among the words of its command."""
        for process in psutil.process_iter(["pid", "cmdline", "create_time", "status"]):
            found = process.info
            words = found["cmdline"] or ()
            if str(spec_file) not in words or found["status"] == psutil.STATUS_ZOMBIE:
                continue
            with suppress(psutil.Error):
                if process.environ().get(_INSTALLATION) == self._installation:
                    return _handle(Process.of_pid(found["pid"], self._installation), None)
        return None

    def ended(self, handle: Handle) -> Ended | None:
        """Return how a process ended, ``None`` while it lives.

        A process of another host or installation cannot be seen from here and counts as ended:
        whoever asks has waited until its worker was silent for long.
        """
        process = _process(handle)
        if process is None or not process.is_of(self._installation):
            return Ended(None)
        with self._lock:
            child = self._children.get(process.pid)
        if child is None:
            return None if process.is_alive() else Ended(None)
        status = child.poll()
        if status is None:
            return None
        with self._lock:
            self._children.pop(process.pid, None)
        self._updated_at.pop(handle, None)
        return Ended(status)

    def collect(self, handle: Handle, folder: Path) -> None:
        """Do nothing: the processes write to the folders themselves."""

    def log_tail(self, handle: Handle, folder: Path, *, num_lines: int = 20) -> str:
        """Return the last lines that a process printed; nothing of earlier ones of its folder."""
        return last_lines(folder, num_lines)

    def address(self, handle: Handle) -> Address | None:
        """Return where a server is reached; ``None`` of one that was found without its handle."""
        try:
            return Address(**json.loads(handle)["address"])
        except (ValueError, KeyError, TypeError):
            return None

    def status(self, handle: Handle, folder: Path) -> Mapping[str, Any]:
        """Return what a server says of itself, not what an earlier one of the folder still says."""
        process, path = _process(handle), _status_file(folder)
        try:
            if path.stat().st_mtime < self._updated_at.get(handle, 0.0):
                return {}
            document: Mapping[str, Any] = json.loads(path.read_bytes())
        except FileNotFoundError:
            return {}
        return document if process is not None and document["pid"] == process.pid else {}

    def usage(self, handle: Handle) -> Usage | None:
        """Return what a process and its children use; those that ended count with their parent."""
        if (process := self._living(handle)) is None:
            return None
        cpu_seconds, memory_bytes = 0.0, 0
        with suppress(psutil.Error):
            parent = psutil.Process(process.pid)
            for one in (parent, *parent.children(recursive=True)):
                with suppress(psutil.NoSuchProcess):
                    cpu_seconds += sum(one.cpu_times()[:4])
                    memory_bytes += one.memory_info().rss
        return Usage(cpu_seconds, memory_bytes)

    def update(self, handle: Handle, order: Order) -> bool:
        """Write a server's spec and have it read, unless it is the same."""
        if not order.spec_file.is_file():
            # An earlier version started it for other files: whoever finds it ended starts another.
            self.stop(handle)
            return True
        text = order.spec_file.read_text()
        bound = {name: json.loads(text)[name] for name in ("host", "port")}
        spec = order.spec.model_copy(update=bound)
        is_same = spec.model_dump_json() == text
        if is_same and not self._may_not_know(handle, order.spec_file):
            return False
        if not is_same:
            _write(order.spec_file, spec)
        # The file's own time: the clock of files goes in steps and may lag behind ours.
        self._updated_at[handle] = order.spec_file.stat().st_mtime
        self._signal(handle, signal.SIGHUP)
        return True

    def _may_not_know(self, handle: Handle, spec_file: Path) -> bool:
        """Tell whether a worker may have written a spec and died before it told the server."""
        if handle in self._updated_at:
            return False
        try:
            reported_at = _status_file(spec_file.parent).stat().st_mtime
        except FileNotFoundError:
            return False
        return reported_at < spec_file.stat().st_mtime

    def stop(self, handle: Handle) -> None:
        """Ask a process to end well; nothing happens when it is gone."""
        self._signal(handle, signal.SIGTERM)

    def kill(self, handle: Handle) -> None:
        """End a process and all that it started, at once."""
        if (process := self._living(handle)) is not None:
            with suppress(ProcessLookupError):
                # It leads a session of its own, so its pid is the number of its group.
                os.killpg(process.pid, signal.SIGKILL)

    def _signal(self, handle: Handle, number: int) -> None:
        if (process := self._living(handle)) is not None:
            with suppress(ProcessLookupError):
                os.kill(process.pid, number)

    def _living(self, handle: Handle) -> Process | None:
        process = _process(handle)
        if process is None or not process.is_of(self._installation) or not process.is_alive():
            return None
        return process

    def _start(self, order: Order) -> subprocess.Popen[bytes]:
        files = ("--spec", str(order.spec_file), "--work", str(order.work))
        environment = python_environment(threads=_threads(order))
        try:
            with open_output(order.spec_file.parent) as output:
                return subprocess.Popen(
                    [*self._engine, order.command, *files, *map(str, order.options)],
                    cwd=order.spec_file.parent,
                    env={**environment, _INSTALLATION: self._installation},
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    # Ctrl-C in the worker's terminal must not reach it, and ``kill`` ends all of
                    # its group.
                    start_new_session=True,
                )
        except OSError as error:
            raise LaunchFailed(
                "launch_failed", f"The process could not be started: {error.strerror}."
            ) from error


def _handle(process: Process, address: Address | None) -> Handle:
    document = asdict(process)
    if address is not None:
        document["address"] = asdict(address)
    return Handle(json.dumps(document))


def _process(handle: Handle) -> Process | None:
    """Read a handle; ``None`` of one that another launcher made."""
    try:
        document = json.loads(handle)
        return Process(
            str(document["host"]),
            int(document["pid"]),
            float(document["started"]),
            str(document.get("installation", "")),
        )
    except (ValueError, KeyError, TypeError):
        return None


def _status_file(folder: Path) -> Path:
    return folder / "status.json"


def _write(path: Path, spec: Spec) -> None:
    """Write a spec whole, for its process alone: it may name who calls."""
    draft = path.with_suffix(".new")
    draft.write_text(spec.model_dump_json())
    draft.chmod(0o600)
    # A server may read it at any moment, and has to find it whole.
    draft.replace(path)


def _threads(order: Order) -> int | None:
    """Share the cores between the jobs that may go on at once."""
    if order.threads != "share":
        return order.threads
    slots: int = settings.ENVIRONMENT.compute_slots
    return max(1, (os.cpu_count() or 1) // slots)


def _limit(pid: int, limits: Limits) -> None:
    """Set the limits from outside: running code between fork and exec is unsafe with threads."""
    if sys.platform != "linux":
        return
    resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
    hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)[1]
    files = limits.open_files if hard == resource.RLIM_INFINITY else min(limits.open_files, hard)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (files, hard))
    if limits.memory_bytes is not None:
        resource.prlimit(pid, resource.RLIMIT_DATA, (limits.memory_bytes, limits.memory_bytes))
