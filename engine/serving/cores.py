"""How many cores this process may really use."""

from __future__ import annotations

import os
from pathlib import Path

CGROUP_LIMIT = Path("/sys/fs/cgroup/cpu.max")


def available_cores(limit_file: Path = CGROUP_LIMIT) -> int:
    """Return the cores allowed by affinity and by the container's quota, at least 1."""
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    try:
        quota, period = limit_file.read_text(encoding="ascii").split()
    except OSError:
        return cores
    if quota == "max":
        return cores
    return max(1, min(cores, int(quota) // int(period)))
