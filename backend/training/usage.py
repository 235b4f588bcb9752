"""How often frozen data is used by training runs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from backend.datasets.contracts.uses import RunUse
from backend.training.models import TrainingRun

# Of the trials of a search, those that became a model.
_IS_SHOWN = Q(study_id=None) | Q(model_version__isnull=False)


def num_runs_by_version(*, dataset_version_ids: Collection[UUID]) -> dict[UUID, int]:
    """Return how many runs used each version; versions without runs are left out."""
    rows = TrainingRun.objects.filter(_IS_SHOWN, dataset_versions__in=dataset_version_ids)
    counted = rows.values("dataset_versions").annotate(num=Count("id")).order_by()
    return {row["dataset_versions"]: row["num"] for row in counted}


def runs_on(*, dataset_version_id: UUID) -> list[RunUse]:
    """Return the runs that used a version, newest first, with the models they made."""
    rows = TrainingRun.objects.filter(_IS_SHOWN, dataset_versions=dataset_version_id)
    found = rows.select_related("job").annotate(
        made_id=Subquery(_made("id")),
        made_name=Subquery(_made("model__name")),
        made_number=Subquery(_made("number")),
    )
    return [
        RunUse(
            id=run.id,
            number=run.number,
            name=run.name,
            state=run.job.state,
            primary_metric=run.primary_metric,
            best_metric=run.best_metric,
            model_version_id=run.made_id,
            model_name=run.made_name,
            model_number=run.made_number,
        )
        for run in found.order_by("-created_at")[:100]
    ]


def _made(field: str) -> QuerySet[Any]:
    """Return one field of the model version that a run made and nobody deleted."""
    made = TrainingRun._meta.get_field("model_version").related_model._default_manager
    return made.filter(training_run=OuterRef("pk"), trashed_at=None).values(field)[:1]


def num_running_on(*, dataset_version_ids: Collection[UUID]) -> int:
    """Return how many unfinished runs use any of these versions."""
    rows = TrainingRun.objects.filter(
        dataset_versions__in=dataset_version_ids, job__state__in=("queued", "running")
    )
    return rows.values("id").distinct().count()
