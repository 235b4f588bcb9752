"""The kept counters of a dataset, and the lock that keeps them true.

Every write to a dataset's samples, labels or annotations takes the dataset's lock first. Writers
would meet at its counters anyway; meeting at the beginning means that none waits for another while
holding what the other needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from backend.datasets.models import Dataset, Label, Sample


@dataclass(frozen=True)
class SampleState:
    """What changing a sample's labels depends on."""

    id: UUID
    revision: int
    is_labelled: bool
    is_trashed: bool


def lock_dataset(dataset_id: UUID) -> Dataset:
    """Return the dataset as it is now; others wait until the transaction ends."""
    return Dataset.objects.select_for_update().get(id=dataset_id)


def adjust(
    dataset_id: UUID,
    *,
    samples: int = 0,
    labelled: int = 0,
    num_bytes: int = 0,
    trashed: int = 0,
    labels: Mapping[UUID, int] | None = None,
) -> None:
    """Add differences to the counters of a locked dataset and its labels."""
    for label_id, difference in (labels or {}).items():
        if difference:
            Label.objects.filter(id=label_id).update(num_samples=F("num_samples") + difference)
    Dataset.objects.filter(id=dataset_id).update(
        num_samples=F("num_samples") + samples,
        num_labelled=F("num_labelled") + labelled,
        num_bytes=F("num_bytes") + num_bytes,
        num_trashed=F("num_trashed") + trashed,
        updated_at=timezone.now(),
    )


def label_names(dataset_id: UUID) -> dict[UUID, str]:
    """Return the names of all labels of a dataset."""
    return dict(Label.objects.filter(dataset_id=dataset_id).values_list("id", "name"))


def states_of(
    dataset_id: UUID, sample_ids: list[UUID], *, with_trashed: bool = False
) -> dict[UUID, SampleState]:
    """Return the states of those samples that are in a locked dataset."""
    rows = Sample.objects.filter(dataset_id=dataset_id, id__in=sample_ids)
    if not with_trashed:
        rows = rows.filter(trashed_at=None)
    return {
        row.id: SampleState(
            id=row.id,
            revision=row.revision,
            is_labelled=row.labelled_at is not None,
            is_trashed=row.trashed_at is not None,
        )
        for row in rows.only("id", "revision", "labelled_at", "trashed_at")
    }


def advance(*, labelled: list[UUID], unlabelled: list[UUID], at: datetime) -> None:
    """Count a new revision of samples of a locked dataset."""
    for sample_ids, labelled_at in ((labelled, at), (unlabelled, None)):
        if sample_ids:
            Sample.objects.filter(id__in=sample_ids).update(
                revision=F("revision") + 1, labelled_at=labelled_at
            )
