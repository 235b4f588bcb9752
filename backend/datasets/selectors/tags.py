"""Reads about tags."""

from __future__ import annotations

from uuid import UUID

from backend.api.errors import NotFound
from backend.datasets.models import Tag


def tags_of(*, dataset_id: UUID) -> list[Tag]:
    """Return all tags of a dataset by name."""
    return list(Tag.objects.filter(dataset_id=dataset_id).order_by("name"))


def tag_of(*, dataset_id: UUID, tag_id: UUID) -> Tag:
    """Return one tag of a dataset.

    Raises:
        NotFound: when it has no such tag.
    """
    tag = Tag.objects.filter(dataset_id=dataset_id, id=tag_id).first()
    if tag is None:
        raise NotFound("The dataset has no such tag.", code="tag_not_found")
    return tag
