"""The kind of job that predicts many files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.batch_predictions.services.ingestion import complete_batch, ingest
from backend.batch_predictions.services.launching import prepare_batch
from backend.jobs.contracts import ClaimedJob, NewEvent
from workers.launchers.launcher import Order
from workers.runners.orders import order_of, work_folder


class PredictingBatch:
    """``engine predict-batch``; its lines are counted while it writes them."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Write the index of the inputs."""
        spec = prepare_batch(batch_id=job.subject_id, folder=folder)
        return order_of(job.id, "predict-batch", spec, threads="share")

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Count what was predicted, so that a cancelled job tells what it did."""
        ingest(batch_id=job.subject_id, work=work_folder(job.id))

    def complete(
        self, job: ClaimedJob, work: Path, finish: Callable[[Mapping[str, Any]], None]
    ) -> None:
        """Keep the files of predictions."""
        complete_batch(batch_id=job.subject_id, work=work, finish=finish)
