"""The kind of job that is an engine process about the quality of data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.quality.services.inspections import complete_inspection, prepare_inspection
from workers.runners.processes import Plan

# Decoding keeps two cores busy; more would starve whatever else runs here.
_THREADS = 2

Finish = Callable[[Mapping[str, Any]], None]


class Inspection:
    """``engine inspect``; what it finds becomes rows."""

    def prepare(self, job: ClaimedJob, spec: Path, work: Path) -> Plan:
        """Write the spec and the sample index."""
        document = prepare_inspection(inspection_id=job.subject_id, folder=spec.parent)
        spec.write_text(document.model_dump_json())
        options = ("--spec", str(spec), "--work", str(work), "--threads", str(_THREADS))
        return Plan(("inspect", *options), threads=1)

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Nothing is learned on the way."""

    def complete(self, job: ClaimedJob, work: Path, finish: Finish) -> None:
        """Keep what was found."""
        complete_inspection(inspection_id=job.subject_id, work=work, finish=finish)
