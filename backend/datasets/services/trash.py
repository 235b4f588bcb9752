"""Move samples to the trash and back, and delete them for good."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.annotation.selectors.annotations import count_labels
from backend.datasets.models import Dataset, Sample
from backend.datasets.services import counters
from backend.datasets.services.datasets import record
from backend.datasets.services.tags import count_moved
from backend.files.services.blobs import delete_unused
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import organisation_of

PURGE_BATCH = 500


@transaction.atomic
def trash_batch(dataset: Dataset, sample_ids: Collection[UUID]) -> int:
    """Move samples to the trash; return how many were not there."""
    counters.lock_dataset(dataset.id)
    rows = Sample.objects.filter(dataset=dataset, id__in=sample_ids, trashed_at=None)
    moved = list(rows.values_list("id", flat=True))
    _move(dataset, moved, direction=-1)
    Sample.objects.filter(id__in=moved).update(trashed_at=timezone.now())
    return len(moved)


@transaction.atomic
def restore_batch(dataset: Dataset, sample_ids: Collection[UUID]) -> int:
    """Bring samples back from the trash; return how many were there."""
    counters.lock_dataset(dataset.id)
    rows = Sample.objects.filter(dataset=dataset, id__in=sample_ids, trashed_at__isnull=False)
    moved = list(rows.values_list("id", flat=True))
    restore_in_locked(dataset, moved)
    return len(moved)


def restore_in_locked(dataset: Dataset, sample_ids: list[UUID]) -> None:
    """Bring samples of a locked dataset back, with their labels."""
    Sample.objects.filter(id__in=sample_ids).update(trashed_at=None)
    _move(dataset, sample_ids, direction=1)


def start_purge(*, dataset: Dataset, requested_by: Caller) -> UUID:
    """Order that the trash of a dataset be emptied; return the job."""
    with transaction.atomic():
        job = create_job(
            kind=names.PURGE_TRASH,
            organisation_id=organisation_of(project_id=dataset.project_id),
            project_id=dataset.project_id,
            subject_id=dataset.id,
            title=dataset.name,
            requested_by_id=requested_by.user_id,
        )
        record(dataset, requested_by, "trash.purged", num=dataset.num_trashed)
    return job.id


def purge_trash(dataset_id: UUID, report_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Delete all samples in the trash of a dataset for good; safe to repeat after a break.

    A file is deleted only when nothing refers to it: what a frozen version or another dataset
    shows stays, and does not count as freed.
    """
    rows = Sample.objects.filter(dataset_id=dataset_id, trashed_at__isnull=False).order_by("id")
    total, done, freed = rows.count(), 0, 0
    report_progress(0, total)
    while True:
        with transaction.atomic():
            counters.lock_dataset(dataset_id)
            batch = list(rows[:PURGE_BATCH])
            Sample.objects.filter(id__in=[row.id for row in batch]).delete()
            counters.adjust(dataset_id, trashed=-len(batch))
        if not batch:
            return {"num_samples": done, "bytes_freed": freed}
        # After the commit: a rollback brings rows back, but no file. What a kill leaves behind here
        # is found by the check of the store.
        freed += delete_unused(
            key for row in batch for key in (row.blob_id, row.original_id) if key is not None
        )
        done += len(batch)
        report_progress(done, max(done, total))


def _move(dataset: Dataset, sample_ids: list[UUID], *, direction: int) -> None:
    count_moved(sample_ids, direction=direction)
    totals = _totals(Sample.objects.filter(id__in=sample_ids))
    labels = count_labels(sample_ids).times(direction)
    counters.adjust(
        dataset.id,
        samples=direction * totals["samples"],
        labelled=direction * totals["labelled"],
        negative=direction * totals["negative"],
        num_bytes=direction * (totals["bytes"] or 0),
        trashed=-direction * totals["samples"],
        labels=labels,
    )


def _totals(rows: QuerySet[Sample]) -> dict[str, Any]:
    return rows.aggregate(
        samples=Count("id"),
        labelled=Count("id", filter=Q(labelled_at__isnull=False)),
        negative=Count("id", filter=Q(is_negative=True)),
        bytes=Sum("bytes"),
    )
