"""The kind of job that evaluates models on the same samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.evaluations.services.ingestion import complete_evaluation
from backend.evaluations.services.launching import prepare_evaluation
from backend.jobs.contracts import ClaimedJob, NewEvent
from workers.launchers.launcher import Order
from workers.runners.orders import order_of


class EvaluatingModels:
    """``engine compare``."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Write the index of the samples."""
        spec = prepare_evaluation(evaluation_id=job.subject_id, folder=folder)
        return order_of(job.id, "compare", spec, threads="share")

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Nothing is kept of it before its end."""

    def complete(
        self, job: ClaimedJob, work: Path, finish: Callable[[Mapping[str, Any]], None]
    ) -> None:
        """Keep what was found."""
        complete_evaluation(evaluation_id=job.subject_id, work=work, finish=finish)
