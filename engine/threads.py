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

    That is no more than ``OMP_NUM_THREADS`` says: two processes that share two cores must not
    start two each. Threads wait for each other at the end of every operation, and for a core
    before that.
    """
    cores, most = available_cores(), _omp_num_threads()
    return cores if most is None else min(cores, most)


def available_cores() -> int:
    """Return how many cores the process may keep busy.

    That is the smaller of the cores it may run on and its control group's quota: a container
    with half a core on a large machine must not start a hundred threads.
    """
    cores = len(os.sched_getaffinity(0))
    quota = _quota()
    return max(1, cores if quota is None else min(cores, round(quota)))


def _omp_num_threads() -> int | None:
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
