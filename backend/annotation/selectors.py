"""Reads about annotations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import CharField, Count, Exists, OuterRef, QuerySet
from django.db.models.functions import Cast, Substr

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


def num_by_label(sample_ids: Collection[UUID]) -> dict[UUID, int]:
    """Return how many of these samples have each label."""
    rows = Annotation.objects.filter(sample_id__in=list(sample_ids), geometry__isnull=True)
    counted = rows.values("label_id").annotate(num=Count("id")).order_by()
    return {row["label_id"]: row["num"] for row in counted}


class Act(NamedTuple):
    """Labels are alike when they came from the same source, author and day (UTC)."""

    source: str
    author_id: UUID | None
    day: date


def count_acts(dataset_id: UUID, *, has_trash: bool) -> Counter[Act]:
    """Count the labels of a dataset's samples outside the trash.

    Args:
        dataset_id: the dataset.
        has_trash: whether any of its samples lies in the trash.
    """
    rows = Annotation.objects.filter(label__dataset_id=dataset_id)
    nums = _count_acts(rows)
    if has_trash:
        # Looking up the few in the trash costs less than looking up every sample.
        nums.subtract(_count_acts(rows.filter(sample__trashed_at__isnull=False)))
    return +nums


def num_by_source(acts: Counter[Act]) -> dict[str, int]:
    """Return how many labels came from each source."""
    found: Counter[str] = Counter()
    for act, num in acts.items():
        found[act.source] += num
    return {source: found[source] for source in Source.values}


def num_by_author(acts: Counter[Act]) -> list[dict[str, Any]]:
    """Return how many labels each person gave, the busiest first."""
    nums: Counter[UUID | None] = Counter()
    for act, num in acts.items():
        if act.source == Source.HUMAN:
            nums[act.author_id] += num
    people = get_user_model().objects.in_bulk([user_id for user_id in nums if user_id])
    ordered = sorted(nums.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return [
        {
            "author": {"id": user_id, "name": people[user_id].name} if user_id in people else None,
            "num": num,
        }
        for user_id, num in ordered
    ]


def num_by_day(acts: Counter[Act]) -> list[dict[str, Any]]:
    """Return how many labels were given on each day."""
    nums: Counter[date] = Counter()
    for act, num in acts.items():
        nums[act.day] += num
    return [{"day": day, "num": num} for day, num in sorted(nums.items())]


def _count_acts(rows: QuerySet[Annotation]) -> Counter[Act]:
    # SQLite would call Python to cut a time to its day, for every row.
    day = Substr(Cast("created_at", CharField()), 1, 10)
    counted = rows.values_list("source", "author_id", day).annotate(num=Count("id")).order_by()
    return Counter(
        {
            Act(source, author_id, date.fromisoformat(at)): num
            for source, author_id, at, num in counted
        }
    )
