"""How many threads keep the process' share of the CPU busy."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal


def num_threads(wanted: int | Literal["auto"]) -> int:
    """Return the number of threads of a spec, all that the process may use for ``auto``."""
    return available_threads() if wanted == "auto" else wanted


def available_threads() -> int:
    """Return how many threads keep the process' share of the CPU busy.

    That is the smallest of the cores it may run on, its control group's quota, and what
    ``OMP_NUM_THREADS`` says: a container with half a core on a large machine must not start a
    hundred threads, and two processes that share two cores must not start two each. Threads wait
    for each other at the end of every operation, and for a core before that.
    """
    limits = [len(os.sched_getaffinity(0)), _quota(), _environment()]
    return max(1, round(min(limit for limit in limits if limit is not None)))


def _environment() -> int | None:
    """Return the first number of ``OMP_NUM_THREADS``, which may be a list for nested regions."""
    first = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0].strip()
    return int(first) if first.isdigit() and int(first) > 0 else None


def _quota() -> float | None:
    """Return the CPU quota in cores of the process' control group, versions 2 and 1."""
    try:
        limit, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        return None if limit == "max" else int(limit) / int(period)
    except (OSError, ValueError):
        pass
    try:
        folder = Path("/sys/fs/cgroup/cpu")
        limit_us = int((folder / "cpu.cfs_quota_us").read_text())
        return None if limit_us < 0 else limit_us / int((folder / "cpu.cfs_period_us").read_text())
    except (OSError, ValueError):
        return None
