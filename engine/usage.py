"""What this process and its children use of the machine."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import psutil

_GROUP_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


class ProcessFamily:
    """This process and all that it started, directly or not."""

    def __init__(self) -> None:
        self._own = psutil.Process()
        self._known: dict[int, psutil.Process] = {self._own.pid: self._own}

    def use(self) -> tuple[float, int]:
        """Return the CPU in percent of one core since the last call, and the memory in bytes.

        What a process shares with its parent counts for each of them.
        """
        members = {one.pid: one for one in (self._own, *self._own.children(recursive=True))}
        # The same objects as before: each remembers what it is compared with.
        self._known = {pid: self._known.get(pid, one) for pid, one in members.items()}
        percent, memory = 0.0, 0
        for one in self._known.values():
            with suppress(psutil.NoSuchProcess):
                percent += one.cpu_percent()
                memory += one.memory_info().rss
        return percent, memory


def memory_limit_bytes() -> int:
    """Return how much memory this process may use: its control group's limit, or the machine's."""
    total: int = psutil.virtual_memory().total
    for path in _GROUP_LIMITS:
        # Without a limit there is a word, or a number larger than any machine.
        with suppress(OSError, ValueError):
            return min(total, int(path.read_text()))
    return total
