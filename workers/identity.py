"""The name of a worker process, from which others on the host can tell whether it lives."""

from __future__ import annotations

import os
import secrets

import psutil

from workers.launchers.launcher import Handle
from workers.launchers.local import HOST, LocalLauncher


def make_name() -> str:
    """Return ``host:pid:start time:random`` of this process."""
    started = psutil.Process().create_time()
    return f"{HOST}:{os.getpid()}:{started:.2f}:{secrets.token_hex(4)}"


def may_live(name: str, *, silent_seconds: float, patience_seconds: float = 120.0) -> bool:
    """Tell whether a worker may still be at work.

    On this host its process is looked at; elsewhere it is given ``patience_seconds`` of silence.
    """
    host, pid, started, _ = name.rsplit(":", 3)
    if host != HOST:
        return silent_seconds < patience_seconds
    return LocalLauncher().ended(Handle(host, int(pid), float(started))) is None
