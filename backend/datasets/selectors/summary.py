"""The data of a project in a few numbers."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Count, Sum, Window

from backend.datasets.contracts import ProjectData, ProjectVersions, VersionView
from backend.datasets.models import Dataset, DatasetVersion, Sample
from backend.datasets.selectors.table_rows import num_rows
from backend.datasets.selectors.versions import complete, versions_of_project


def data_of(*, project_id: UUID) -> ProjectData:
    """Return how much data a project has."""
    rows = Dataset.objects.filter(project_id=project_id, trashed_at=None)
    totals = rows.annotate(num_rows=num_rows()).aggregate(
        datasets=Count("id"),
        samples=Sum("num_samples"),
        rows=Sum("num_rows"),
        labelled=Sum("num_labelled"),
        bytes=Sum("num_bytes"),
    )
    return ProjectData(
        num_datasets=totals["datasets"],
        num_samples=totals["samples"] or 0,
        num_rows=totals["rows"],
        num_labelled=totals["labelled"] or 0,
        num_bytes=totals["bytes"] or 0,
    )


def num_samples_of(*, project_id: UUID) -> int:
    """Return how many samples a project has, those in the trash too."""
    return Sample.objects.filter(dataset__project_id=project_id).count()


def num_versions_of(*, project_id: UUID) -> int:
    """Return how many versions a project has, those of datasets in the trash too."""
    return DatasetVersion.objects.filter(dataset__project_id=project_id).count()


def versions_of(*, project_id: UUID) -> ProjectVersions:
    """Return how many versions a project has, and the latest."""
    rows = versions_of_project(project_id=project_id).annotate(num=Window(Count("id")))
    latest = rows.order_by("-created_at", "-id").first()
    if latest is None:
        return ProjectVersions(num=0, latest=None)
    return ProjectVersions(num=latest.num, latest=complete([latest])[0])


def first_version_of(*, project_id: UUID) -> VersionView | None:
    """Return the oldest version of a project."""
    first = versions_of_project(project_id=project_id).order_by("created_at", "id").first()
    return None if first is None else complete([first])[0]
