"""Processes of this machine, told from others that were given the same id."""

from __future__ import annotations

import socket
from dataclasses import dataclass

import psutil

HOST = socket.gethostname()
# The kernel counts start times in ticks of 10 ms from boot, and the boot time may be corrected.
_START_TOLERANCE_SECONDS = 2.0


@dataclass(frozen=True)
class Process:
    """A process that anybody of the same installation on the same host finds again.

    ``started`` is its start time as the system gives it, so that another process that was given
    the same pid later is not taken for it. ``installation`` is whose process it is: the rows of a
    copied data folder name processes of the original.
    """

    host: str
    pid: int
    started: float
    installation: str

    @staticmethod
    def of_pid(pid: int, installation: str) -> Process:
        """Describe a process of this machine that runs now, or has just ended."""
        try:
            started = float(psutil.Process(pid).create_time())
        except psutil.NoSuchProcess:
            started = 0.0
        return Process(HOST, pid, started, installation)

    def is_of(self, installation: str) -> bool:
        """Tell whether the process can be seen from here and belongs to an installation."""
        return (self.host, self.installation) == (HOST, installation)

    def is_alive(self) -> bool:
        """Tell whether this very process still runs on this machine."""
        try:
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.started) < _START_TOLERANCE_SECONDS
            return same and process.status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return False
