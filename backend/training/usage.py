"""How often frozen data is used by training runs."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models import Count

from backend.training.models import TrainingRun


def num_runs_by_version(*, dataset_version_ids: Collection[UUID]) -> dict[UUID, int]:
    """Return how many runs used each version; versions without runs are left out."""
    rows = TrainingRun.objects.filter(dataset_versions__in=dataset_version_ids)
    counted = rows.values("dataset_versions").annotate(num=Count("id")).order_by()
    return {row["dataset_versions"]: row["num"] for row in counted}


def num_running_on(*, dataset_version_ids: Collection[UUID]) -> int:
    """Return how many unfinished runs use any of these versions."""
    rows = TrainingRun.objects.filter(
        dataset_versions__in=dataset_version_ids, job__state__in=("queued", "running")
    )
    return rows.values("id").distinct().count()
