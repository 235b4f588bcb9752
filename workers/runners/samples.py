"""The kind of job that fills a sample project."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.jobs.services import lifecycle
from backend.workspace.services.sample import complete_sample, prepare_sample
from engine.specs.example import DATA
from workers.launchers.launcher import Order
from workers.runners.orders import order_of


class FillingSample:
    """``engine example-data``; what it writes is taken into a dataset."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Say which data, in which language."""
        spec = prepare_sample(project_id=job.subject_id, request=job.request)
        return order_of(job.id, "example-data", spec)

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Nothing is learned on the way."""

    def complete(
        self, job: ClaimedJob, work: Path, finish: Callable[[Mapping[str, Any]], None]
    ) -> None:
        """Take the data in, and say how far that is."""

        def report(done: int, total: int) -> None:
            # A wish to cancel comes too late here: what is written is taken in.
            lifecycle.set_progress(job_id=job.id, worker=job.worker, done=done, total=total)

        complete_sample(project_id=job.subject_id, data=work / DATA, report=report, finish=finish)
