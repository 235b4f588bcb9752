"""Counting annotations by the database."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef

from backend.annotation.models import Annotation


def num_with_only(*, label_id: UUID) -> int:
    """Return how many samples outside the trash have this label and no other."""
    others = Annotation.objects.filter(sample=OuterRef("sample")).exclude(label_id=label_id)
    rows = Annotation.objects.filter(label_id=label_id, sample__trashed_at=None)
    return rows.exclude(Exists(others)).values("sample").distinct().count()
