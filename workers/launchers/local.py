"""Processes on this machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import psutil

from engine.specs.environment import OFF_LINE
from workers.launchers.launcher import Ended, Handle, LaunchFailed, Limits

if sys.platform == "linux":
    import resource

# The kernel counts start times in ticks of 10 ms from boot, and the boot time may be corrected.
_START_TOLERANCE_SECONDS = 2.0
HOST = socket.gethostname()
OUTPUT = "output.log"
_OUTPUT_START = "output.start"
_INSTALLATION = "EASEL_INSTALLATION"


class LocalLauncher:
    """Child processes in sessions of their own.

    A child lives on when the worker dies; the next worker finds it by its handle. Children of this
    very worker are also reaped here, which tells their exit status.

    Args:
        installation: whose processes these are; those of others are not seen from here.
    """

    def __init__(self, installation: str) -> None:
        self.installation = installation
        self._children: dict[int, subprocess.Popen[bytes]] = {}
        self._lock = threading.Lock()

    def launch(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        limits: Limits,
    ) -> Handle:
        """Start a command; its output is appended to ``folder/output.log``.

        Raises:
            LaunchFailed: when it cannot be started.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with (folder / OUTPUT).open("ab") as output:
                _write_whole(folder / _OUTPUT_START, str(output.tell()))
                child = subprocess.Popen(
                    list(command),
                    cwd=folder,
                    env={**environment, _INSTALLATION: self.installation},
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
        except OSError as error:
            raise LaunchFailed(
                "launch_failed", f"The process could not be started: {error.strerror}."
            ) from error
        with self._lock:
            self._children[child.pid] = child
        with suppress(ProcessLookupError):
            _limit(child.pid, limits)
        return Handle(HOST, child.pid, _started(child.pid), self.installation)

    def find(self, marker: str) -> Handle | None:
        """Return a living process whose command line has ``marker`` as one argument."""
        for process in psutil.process_iter(["pid", "cmdline", "create_time", "status"]):
            found = process.info
            if marker not in (found["cmdline"] or ()) or found["status"] == psutil.STATUS_ZOMBIE:
                continue
            with suppress(psutil.Error):
                if process.environ().get(_INSTALLATION) == self.installation:
                    return Handle(HOST, found["pid"], found["create_time"], self.installation)
        return None

    def ended(self, handle: Handle) -> Ended | None:
        """Return how a process ended, ``None`` while it lives.

        A process of another host or installation cannot be seen from here and counts as ended:
        whoever asks has waited until its worker was silent for long.
        """
        with self._lock:
            child = self._children.get(handle.pid)
        if child is not None and self._is_own(handle):
            status = child.poll()
            if status is None:
                return None
            with self._lock:
                self._children.pop(handle.pid, None)
            return Ended(status)
        return None if self._is_alive(handle) else Ended(None)

    def signal(self, handle: Handle, number: int) -> None:
        """Send a signal to the process; nothing happens when it is gone."""
        if self._is_alive(handle):
            with suppress(ProcessLookupError):
                os.kill(handle.pid, number)

    def kill(self, handle: Handle) -> None:
        """End the process and all that it started, at once."""
        if self._is_alive(handle):
            with suppress(ProcessLookupError):
                os.killpg(handle.pid, signal.SIGKILL)

    def _is_own(self, handle: Handle) -> bool:
        return handle.host == HOST and handle.installation == self.installation

    def _is_alive(self, handle: Handle) -> bool:
        if not self._is_own(handle):
            return False
        try:
            process = psutil.Process(handle.pid)
            same = abs(process.create_time() - handle.started) < _START_TOLERANCE_SECONDS
            return same and process.status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return False


def python_environment(*, root: Path, threads: int | None = None) -> dict[str, str]:
    """Return a clean environment in which ``python -m engine`` works and little else is known.

    Secrets of this installation (database, broker, keys) are not passed on.
    """
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    environment["PYTHONPATH"] = os.pathsep.join(
        (str(root), str(root / "deploy" / "sdk" / "python" / "src"))
    )
    environment |= {"PYTHONSAFEPATH": "1", "PYTHONUNBUFFERED": "1", **OFF_LINE}
    if threads is not None:
        environment |= {"OMP_NUM_THREADS": str(threads), "MKL_NUM_THREADS": str(threads)}
    return environment


def log_tail(folder: Path, *, num_lines: int = 20) -> str:
    """Return the last lines that the newest process of a folder wrote; nothing of earlier ones."""
    path, mark = folder / OUTPUT, folder / _OUTPUT_START
    if not path.is_file():
        return ""
    start = int(mark.read_text()) if mark.is_file() else 0
    with path.open("rb") as file:
        file.seek(max(start, path.stat().st_size - 16_384))
        text = file.read().decode("utf-8", "replace")
    return "\n".join(text.splitlines()[-num_lines:])


def _write_whole(path: Path, text: str) -> None:
    """Write a small file so that a reader sees all of it or none."""
    temporary = path.with_suffix(".new")
    temporary.write_text(text)
    temporary.replace(path)


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


def _started(pid: int) -> float:
    try:
        return float(psutil.Process(pid).create_time())
    except psutil.NoSuchProcess:
        return 0.0
