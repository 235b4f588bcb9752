"""Counting by the database what deleting or merging a label would do."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from backend.annotation.models import Annotation, Relation


def num_with_only(*, label_id: UUID) -> int:
    """Return how many samples outside the trash say nothing but this label."""
    others = Annotation.objects.filter(sample=OuterRef("sample")).exclude(label_id=label_id)
    unlabelled = Annotation.objects.filter(sample=OuterRef("sample"), label=None)
    rows = Annotation.objects.filter(label_id=label_id, sample__trashed_at=None)
    alone = rows.exclude(Exists(others)).exclude(Exists(unlabelled))
    return alone.values("sample").distinct().count()


def num_relations_with(*, label_id: UUID, or_its_regions: bool) -> int:
    """Return how many relations have this label, or name a region that has it."""
    rows = Relation.objects.filter(sample__trashed_at=None)
    regions = Annotation.objects.filter(
        sample=OuterRef("sample"), geometry__isnull=False, label_id=label_id
    )
    concerned = Q(label_id=label_id)
    if or_its_regions:
        shown = Annotation.objects.filter(label_id=label_id).values("sample")
        touched = Exists(regions.filter(key=OuterRef("subject"))) | Exists(
            regions.filter(key=OuterRef("object"))
        )
        concerned |= Q(sample__in=shown) & Q(touched)
    return rows.filter(concerned).count()
