"""The kind of job that asks a model to suggest annotations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.files.services.readable import unreadable_of
from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.jobs.services.jobs import job_folder
from backend.suggestions.services.ingestion import ingest, ingest_priorities
from backend.suggestions.services.launching import prepare_suggesting
from engine.specs.suggestions import PRIORITIES_FILE, SUGGESTIONS_FILE
from workers.launchers.launcher import Order
from workers.runners.orders import order_of, work_folder


class Suggesting:
    """``engine suggest``; its lines become rows while it writes them."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Write the index of the samples."""
        spec = prepare_suggesting(run_id=job.subject_id, folder=folder)
        return order_of(job.id, "suggest", spec, threads="share")

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Make rows of what was written, so that a cancelled job leaves what it did."""
        ingest(run_id=job.subject_id, path=work_folder(job.id) / SUGGESTIONS_FILE)

    def complete(
        self, job: ClaimedJob, work: Path, finish: Callable[[Mapping[str, Any]], None]
    ) -> None:
        """Make rows of the rest, and keep how useful each sample would be."""
        ingest(run_id=job.subject_id, path=work / SUGGESTIONS_FILE)
        ingest_priorities(run_id=job.subject_id, path=work / PRIORITIES_FILE)
        finish(unreadable_of(job_folder(job.id)))
