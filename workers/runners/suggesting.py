"""The kind of job that asks a model to suggest annotations."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings

from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.jobs.services.jobs import job_folder
from backend.suggestions.services.ingestion import ingest, ingest_priorities
from backend.suggestions.services.launching import prepare_suggesting
from engine.specs.suggestions import PRIORITIES_FILE, SUGGESTIONS_FILE
from workers.runners.processes import Plan


class Suggesting:
    """``engine suggest``; its lines become rows while it writes them."""

    def prepare(self, job: ClaimedJob, spec: Path, work: Path) -> Plan:
        """Write the index of the samples and the spec."""
        document = prepare_suggesting(run_id=job.subject_id, folder=spec.parent)
        spec.write_text(document.model_dump_json())
        slots: int = settings.ENVIRONMENT.compute_slots
        threads = max(1, (os.cpu_count() or 1) // slots)
        return Plan(("suggest", "--spec", str(spec), "--work", str(work)), threads=threads)

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Make rows of what was written, so that a cancelled job leaves what it did."""
        ingest(run_id=job.subject_id, path=job_folder(job.id) / "work" / SUGGESTIONS_FILE)

    def complete(
        self, job: ClaimedJob, work: Path, finish: Callable[[Mapping[str, Any]], None]
    ) -> None:
        """Make rows of the rest, and keep how useful each sample would be."""
        ingest(run_id=job.subject_id, path=work / SUGGESTIONS_FILE)
        ingest_priorities(run_id=job.subject_id, path=work / PRIORITIES_FILE)
        finish({})
