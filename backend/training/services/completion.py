"""What a run's process says, and what it made, brought into the rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from backend.jobs.contracts import NewEvent
from backend.model_registry.services.versions import register_version, store_package
from backend.training.models import TrainingRun
from backend.training.services.verdicts import verdict_of
from engine.catalog import TASKS


def note_metrics(*, run_id: UUID, events: Sequence[NewEvent]) -> None:
    """Keep the best validation value of the primary metric up to date."""
    measured = [
        event.data["values"]
        for event in events
        if event.kind == "metric" and event.data["split"] == "validation"
    ]
    if not measured:
        return
    run = TrainingRun.objects.get(id=run_id)
    values = [one[run.primary_metric] for one in measured if run.primary_metric in one]
    # Compared by the database, so that events which are noted twice change nothing.
    if not values:
        return
    if TASKS[run.task].metric(run.primary_metric).higher_is_better:
        better = Q(best_metric=None) | Q(best_metric__lt=max(values))
        TrainingRun.objects.filter(better, id=run_id).update(best_metric=max(values))
    else:
        better = Q(best_metric=None) | Q(best_metric__gt=min(values))
        TrainingRun.objects.filter(better, id=run_id).update(best_metric=min(values))


def complete_run(
    *, run_id: UUID, package: Path, finish: Callable[[Mapping[str, Any]], None]
) -> None:
    """Store the package of a run as a model version and end its job, both or neither.

    Raises:
        OSError: when the package cannot be read.
        Unavailable: ``disk_full``.
    """
    run = TrainingRun.objects.select_related("project").get(id=run_id)
    # Outside of the transaction, because packing takes seconds; done again, it stores the same
    # file.
    sha256 = store_package(package)
    verdict = verdict_of(run, package)
    with transaction.atomic():
        version_id, primary_metric, metric = register_version(
            project_id=run.project_id,
            model_name=run.project.name,
            training_run_id=run.id,
            package=package,
            package_sha256=sha256,
            created_by_id=run.created_by_id,
        )
        # What a model is evaluated by may follow from its data, which is known only now.
        TrainingRun.objects.filter(id=run_id).update(
            best_metric=metric, primary_metric=primary_metric, verdict=verdict
        )
        finish({"model_version_id": str(version_id)})
