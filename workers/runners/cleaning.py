"""The kinds of job that are engine processes about cleaning."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.cleaning.services.previews import prepare_preview
from backend.cleaning.services.runs import complete_cleaning, prepare_cleaning
from backend.jobs.contracts import ClaimedJob, NewEvent
from engine.specs.cleaning import CLEANED_FILE
from workers.launchers.launcher import Order
from workers.runners.orders import order_of

Finish = Callable[[Mapping[str, Any]], None]


class Cleaning:
    """``engine clean``; what it makes is put into force by a job of its own."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Write the sample index."""
        return order_of(job.id, "clean", prepare_cleaning(run_id=job.subject_id, folder=folder))

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Nothing is learned on the way."""

    def complete(self, job: ClaimedJob, work: Path, finish: Finish) -> None:
        """Queue what is left to do."""
        complete_cleaning(
            run_id=job.subject_id, job_id=job.id, num_samples=_num_lines(work), finish=finish
        )


class CleaningPreview:
    """``engine clean`` for a few samples; what it makes stays in the job's folder."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Write the index of the samples that were drawn."""
        spec = prepare_preview(dataset_id=job.subject_id, request=job.request, folder=folder)
        return order_of(job.id, "clean", spec)

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Nothing is learned on the way."""

    def complete(self, job: ClaimedJob, work: Path, finish: Finish) -> None:
        """Say of how many samples it tells."""
        finish({"num_samples": _num_lines(work)})


def _num_lines(work: Path) -> int:
    with (work / CLEANED_FILE).open("rb") as lines:
        return sum(1 for _ in lines)
