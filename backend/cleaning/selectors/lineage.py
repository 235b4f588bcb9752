"""Which cleaning the samples of a version went through."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet

from backend.cleaning.models import CleanedSample, CleaningRun


def cleaning_behind(*, dataset_id: UUID, sample_ids: QuerySet[Any, Any]) -> list[dict[str, Any]]:
    """Return the runs in force that samples went through, oldest first, as JSON values.

    Args:
        dataset_id: the dataset of the samples.
        sample_ids: a query of their ids.
    """
    runs = CleaningRun.objects.filter(dataset_id=dataset_id).exclude(state=CleaningRun.State.UNDONE)
    held = runs.exclude(num_changed=0, num_dropped=0).order_by("created_at", "id")
    changed: Counter[UUID] = Counter()
    places: QuerySet[Any, Any] = sample_ids
    # What took a sample's place may have been cleaned again; each run adds a round at most.
    for _ in range(held.count()):
        rows = CleanedSample.objects.filter(run__dataset_id=dataset_id, replacement_id__in=places)
        counts = dict(rows.values_list("run_id").annotate(num=Count("id")).order_by())
        if not counts:
            break
        changed.update(counts)
        places = rows.values("sample_id")
    return [
        {
            "run_id": str(run.id),
            "name": run.name,
            "steps": run.steps,
            "num_changed": changed[run.id],
            "num_dropped": run.num_dropped,
            "cleaned_at": run.created_at.isoformat(),
        }
        for run in held
        if changed[run.id] or run.num_dropped
    ]
