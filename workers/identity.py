"""Whose a process is, and the names of workers, from which others can tell whether they live."""

from __future__ import annotations

import os
import secrets
from hashlib import sha256
from pathlib import Path

import psutil

from workers.processes import HOST, Process

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_NAMESPACE = Path("/proc/self/ns/pid")


def installation_of(data: Path) -> str:
    """Return what this installation is called among all that may see the same processes.

    Made of a random name in the data folder, of the folder itself as the file system knows it, and
    of the system that runs since its start. A copy of the folder, here or elsewhere, is another
    installation; so is this one after a restart of the machine, which no process outlives.
    """
    data.mkdir(parents=True, exist_ok=True)
    folder = data.stat()
    parts = (_random_name(data), folder.st_dev, folder.st_ino, _system())
    return sha256(repr(parts).encode()).hexdigest()[:16]


def make_name(installation: str) -> str:
    """Return ``host:pid:start time:installation:random`` of this process."""
    own = Process.of_pid(os.getpid(), installation)
    return f"{HOST}:{own.pid}:{own.started:.2f}:{installation}:{secrets.token_hex(4)}"


def may_live(
    name: str, installation: str, *, silent_seconds: float, patience_seconds: float = 120.0
) -> bool:
    """Tell whether a worker may still be at work.

    One of this installation on this host is looked at; any other is given ``patience_seconds`` of
    silence. No launcher started it: workers are begun by ``backend.up`` or a container's runtime.
    """
    try:
        host, pid, started, owner, _ = name.rsplit(":", 4)
        process = Process(host, int(pid), float(started), owner)
    except ValueError:
        return silent_seconds < patience_seconds
    if not process.is_of(installation):
        return silent_seconds < patience_seconds
    return process.is_alive()


def _random_name(data: Path) -> str:
    """Read the random name in a data folder; of several that make one, all read the same."""
    path = data / "installation"
    if not path.is_file():
        draft = data / f"installation.{secrets.token_hex(8)}"
        draft.write_text(secrets.token_hex(16))
        try:
            # Whole or not there, and never over one that another process made meanwhile.
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()


def _system() -> tuple[str, int]:
    """Return what tells systems apart that count processes each for themselves."""
    try:
        return _BOOT.read_text().strip(), _NAMESPACE.stat().st_ino
    except OSError:
        return f"{HOST} {psutil.boot_time():.0f}", 0
