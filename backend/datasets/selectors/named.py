"""Datasets and samples of an organisation by a part of their names."""

from __future__ import annotations

from uuid import UUID

from backend.datasets.models import Dataset, Sample
from backend.projects.contracts import Named


def datasets_named(organisation_id: UUID, text: str, most: int) -> list[Named]:
    """Return datasets outside the trash, last changed first; one query."""
    rows = Dataset.objects.filter(
        project__organisation_id=organisation_id,
        project__trashed_at=None,
        trashed_at=None,
        name__icontains=text,
    )
    found = rows.select_related("project").order_by("-updated_at")[:most]
    return [Named(row.id, row.name, row.project_id, row.project.name) for row in found]


def samples_named(organisation_id: UUID, text: str, most: int) -> list[Named]:
    """Return the first samples outside the trash whose file names hold the text; one query.

    In no order: the database can stop as soon as it has so many.
    """
    rows = Sample.objects.filter(
        dataset__project__organisation_id=organisation_id,
        dataset__project__trashed_at=None,
        dataset__trashed_at=None,
        trashed_at=None,
        name__icontains=text,
    )
    found = rows.values_list(
        "id", "name", "dataset__project_id", "dataset__project__name", "dataset_id"
    )
    return [Named(*row) for row in found[:most]]
