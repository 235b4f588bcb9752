"""The two kinds of job that are engine processes about training."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.training.services.completion import complete_run, note_metrics
from backend.training.services.launching import prepare_launch, prepare_preview
from engine.specs.training import TrainingSpec
from workers.launchers.launcher import Order
from workers.runners.orders import order_of

VARIANTS = 4

Finish = Callable[[Mapping[str, Any]], None]


class Training:
    """``engine train``; what it makes becomes a model version."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Write the sample index."""
        return order_of(job.id, "train", self.spec(job, folder), threads="share")

    def spec(self, job: ClaimedJob, folder: Path) -> TrainingSpec:
        """Return the spec of the run, whose sample index is written into a folder."""
        return prepare_launch(run_id=job.subject_id, folder=folder)

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Keep the best metric up to date."""
        note_metrics(run_id=job.subject_id, events=events)

    def complete(self, job: ClaimedJob, work: Path, finish: Finish) -> None:
        """Register the package."""
        complete_run(run_id=job.subject_id, package=work / "package", finish=finish)


class Preview:
    """``engine preview``; its images stay in the job's folder."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Fetch the images."""
        spec, images = prepare_preview(
            version_id=job.subject_id, request=job.request, folder=folder
        )
        return order_of(job.id, "preview", spec, options=("--count", str(VARIANTS), *images))

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Nothing is learned on the way."""

    def complete(self, job: ClaimedJob, work: Path, finish: Finish) -> None:
        """Say how many images there are; ``images.jsonl`` of the folder names them."""
        finish({"num_images": len(job.request["sample_ids"])})
