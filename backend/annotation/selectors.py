"""Reads about annotations."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.db.models.functions import TruncDate

from backend.annotation.models import Annotation, AnnotationRevision, Source


def labels_of_samples(sample_ids: Collection[UUID]) -> dict[UUID, list[Annotation]]:
    """Return the labels of samples, each with its author; one query."""
    found: dict[UUID, list[Annotation]] = {sample_id: [] for sample_id in sample_ids}
    rows = Annotation.objects.filter(sample_id__in=list(sample_ids), geometry__isnull=True)
    for row in rows.select_related("author").order_by("label_id"):
        found[row.sample_id].append(row)
    return found


def has_label(label_ids: Collection[UUID]) -> Exists:
    """Return the condition that a sample has any of these labels."""
    return Exists(Annotation.objects.filter(sample=OuterRef("pk"), label_id__in=list(label_ids)))


def has_source(source: str) -> Exists:
    """Return the condition that a sample has a label from this source."""
    return Exists(Annotation.objects.filter(sample=OuterRef("pk"), source=source))


def history_of_sample(sample_id: UUID) -> list[AnnotationRevision]:
    """Return all revisions of a sample's labels, newest first."""
    rows = AnnotationRevision.objects.filter(sample_id=sample_id).select_related("author")
    return list(rows.order_by("-number"))


def history_of(*, dataset_id: UUID) -> QuerySet[AnnotationRevision]:
    """Return all revisions in a dataset."""
    rows = AnnotationRevision.objects.filter(sample__dataset_id=dataset_id)
    return rows.select_related("author", "sample")


def label_ids_by_sample(dataset_id: UUID) -> dict[UUID, list[UUID]]:
    """Return the label ids of every sample of a dataset that has any."""
    found: dict[UUID, list[UUID]] = {}
    rows = Annotation.objects.filter(
        sample__dataset_id=dataset_id, sample__trashed_at=None, geometry__isnull=True
    )
    for sample_id, label_id in rows.values_list("sample_id", "label_id").iterator(10_000):
        found.setdefault(sample_id, []).append(label_id)
    return found


def annotations_in(dataset_id: UUID) -> QuerySet[Annotation, Any]:
    """Return the annotations of a dataset's samples outside the trash, for counting."""
    return Annotation.objects.filter(sample__dataset_id=dataset_id, sample__trashed_at=None)


def num_by_label(sample_ids: Collection[UUID]) -> dict[UUID, int]:
    """Return how many of these samples have each label."""
    rows = Annotation.objects.filter(sample_id__in=list(sample_ids), geometry__isnull=True)
    counted = rows.values("label_id").annotate(num=Count("id")).order_by()
    return {row["label_id"]: row["num"] for row in counted}


def num_by_source(dataset_id: UUID) -> dict[str, int]:
    """Return how many labels of a dataset came from each source."""
    counted = annotations_in(dataset_id).values("source").annotate(num=Count("id")).order_by()
    found = {row["source"]: row["num"] for row in counted}
    return {source: found.get(source, 0) for source in Source.values}


def num_by_author(dataset_id: UUID) -> list[dict[str, Any]]:
    """Return how many labels of a dataset each person gave, the busiest first."""
    rows = annotations_in(dataset_id).filter(source=Source.HUMAN)
    counted = rows.values("author_id", "author__name").annotate(num=Count("id"))
    return [
        {
            "author": {"id": row["author_id"], "name": row["author__name"]}
            if row["author_id"]
            else None,
            "num": row["num"],
        }
        for row in counted.order_by("-num", "author_id")
    ]


def num_by_day(dataset_id: UUID) -> list[dict[str, Any]]:
    """Return how many labels of a dataset were given on each day."""
    rows = annotations_in(dataset_id).annotate(day=TruncDate("created_at"))
    return list(rows.values("day").annotate(num=Count("id")).order_by("day"))  # type: ignore[arg-type]
