"""The two kinds of job that are engine processes about training."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings

from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.training.services.completion import complete_run, note_metrics
from backend.training.services.launching import prepare_launch, prepare_preview
from engine.specs.training import TrainingSpec
from workers.runners.processes import Plan

VARIANTS = 4

Finish = Callable[[Mapping[str, Any]], None]


class Training:
    """``engine train``; what it makes becomes a model version."""

    def prepare(self, job: ClaimedJob, spec: Path, work: Path) -> Plan:
        """Write the spec and the sample index."""
        spec.write_text(self.document(job, spec.parent).model_dump_json())
        arguments = ("train", "--spec", str(spec), "--work", str(work))
        return Plan(arguments, threads=_threads())

    def document(self, job: ClaimedJob, folder: Path) -> TrainingSpec:
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

    def prepare(self, job: ClaimedJob, spec: Path, work: Path) -> Plan:
        """Write the spec and fetch the images."""
        document, images = prepare_preview(
            version_id=job.subject_id, request=job.request, folder=spec.parent
        )
        spec.write_text(document.model_dump_json())
        options = ("--spec", str(spec), "--work", str(work), "--count", str(VARIANTS))
        return Plan(("preview", *options, *(str(image) for image in images)), threads=1)

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Nothing is learned on the way."""

    def complete(self, job: ClaimedJob, work: Path, finish: Finish) -> None:
        """Say how many images there are; ``images.jsonl`` of the folder names them."""
        finish({"num_images": len(job.request["sample_ids"])})


def _threads() -> int:
    """Share the cores between the runs that may go on at once."""
    slots: int = settings.ENVIRONMENT.compute_slots
    return max(1, (os.cpu_count() or 1) // slots)
