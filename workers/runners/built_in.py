"""The kind of job that makes the model that comes with Easel a version of a project's models."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.model_registry.services.built_in import complete_built_in, prepare_built_in
from workers.launchers.launcher import Order
from workers.runners.orders import order_of


class PackagingBuiltIn:
    """``engine package_built_in``; its package becomes a model version."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Name the task."""
        spec = prepare_built_in(project_id=job.subject_id, task=job.request["task"])
        return order_of(job.id, "package_built_in", spec)

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Nothing is learned on the way."""

    def complete(
        self, job: ClaimedJob, work: Path, finish: Callable[[Mapping[str, Any]], None]
    ) -> None:
        """Register the package."""
        complete_built_in(job_id=job.id, package=work / "package", finish=finish)
