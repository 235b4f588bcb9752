"""Locks that end with the process that holds them, however it ends."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


class FileLock:
    """A file that one holds at a time, of all processes of this machine; ``descriptor`` is open."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def release(self) -> None:
        """Let others hold it."""
        os.close(self._descriptor)


def try_lock(path: Path, *, creates: bool = False) -> FileLock | None:
    """Return a lock on a file, ``None`` when somebody holds it or it is not there.

    Args:
        path: the file.
        creates: whether it is made where it is missing.
    """
    flags = os.O_RDWR | (os.O_CREAT if creates else 0)
    try:
        descriptor = os.open(path, flags, 0o600)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return FileLock(descriptor)


def lock_any(folder: Path, num: int) -> FileLock | None:
    """Return one of so many places in a folder, ``None`` when all are taken."""
    for place in range(num):
        lock = try_lock(folder / f"{place}.lock", creates=True)
        if lock is not None:
            return lock
    return None
