"""Reads about the trash."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Sum

from backend.datasets.models import Sample, VersionSample


@dataclass(frozen=True)
class Trash:
    """What lies in the trash; ``num_bytes_freeable`` leaves out what something else still needs."""

    num_samples: int
    num_bytes: int
    num_bytes_freeable: int


def trash_of(*, dataset_id: UUID) -> Trash:
    """Return what lies in the trash of a dataset."""
    rows = Sample.objects.filter(dataset_id=dataset_id, trashed_at__isnull=False)
    totals = rows.aggregate(num=Count("id"), bytes=Sum("bytes"))
    elsewhere = Sample.objects.filter(blob=OuterRef("blob")).exclude(id=OuterRef("id"))
    frozen = VersionSample.objects.filter(blob=OuterRef("blob"))
    freeable = rows.exclude(Exists(elsewhere)).exclude(Exists(frozen))
    return Trash(
        num_samples=totals["num"],
        num_bytes=totals["bytes"] or 0,
        num_bytes_freeable=freeable.aggregate(bytes=Sum("bytes"))["bytes"] or 0,
    )
