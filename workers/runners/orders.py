"""Where the process of a job finds what it is given, and leaves what it makes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal
from uuid import UUID

from backend.jobs.services.jobs import job_folder
from engine.specs.spec import Spec
from workers.launchers.launcher import Order


def spec_file(job_id: UUID) -> Path:
    """Return where the spec of a job's process is written."""
    return job_folder(job_id) / "spec.json"


def work_folder(job_id: UUID) -> Path:
    """Return where the process of a job writes."""
    return job_folder(job_id) / "work"


def order_of(
    job_id: UUID,
    command: str,
    spec: Spec,
    *,
    options: Sequence[str | Path] = (),
    threads: int | Literal["share"] = 1,
) -> Order:
    """Return the order for a job's process: a command of the engine and its spec."""
    return Order(
        command, spec, spec_file(job_id), work_folder(job_id), options=options, threads=threads
    )
