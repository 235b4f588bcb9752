"""The kind of job that is an engine process about the quality of data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.quality.services.inspections import complete_inspection, prepare_inspection
from workers.launchers.launcher import Order
from workers.runners.orders import order_of

# Decoding keeps two cores busy; more would starve whatever else runs here.
_THREADS = 2

Finish = Callable[[Mapping[str, Any]], None]


class Inspection:
    """``engine inspect``; what it finds becomes rows."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Write the sample index."""
        spec = prepare_inspection(inspection_id=job.subject_id, folder=folder)
        return order_of(job.id, "inspect", spec, options=("--threads", str(_THREADS)))

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Nothing is learned on the way."""

    def complete(self, job: ClaimedJob, work: Path, finish: Finish) -> None:
        """Keep what was found."""
        complete_inspection(inspection_id=job.subject_id, work=work, finish=finish)
