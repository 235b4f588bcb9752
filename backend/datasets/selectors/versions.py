"""Reads about frozen versions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.datasets.contracts import VersionView
from backend.datasets.contracts.filters import asked
from backend.datasets.contracts.uses import USES
from backend.datasets.models import DatasetVersion, VersionSample
from backend.jobs.selectors import jobs_of
from backend.projects.selectors import require_row
from engine.specs.data import Split

NO_COUNTS: dict[str, dict[str, Any]] = {
    split.value: {"total": 0, "labels": {}, "regions": {}} for split in Split
}


def require_version(
    *, caller: Caller, version_id: UUID, minimum: Role = Role.VIEWER
) -> DatasetVersion:
    """Return a version in whose project the caller has at least the role ``minimum``.

    A version outlives its dataset: it stays readable when the dataset is in the trash.

    Raises:
        NotFound: when there is no such version, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_row(
        DatasetVersion.objects.select_related("dataset").filter(id=version_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such dataset version.", code="dataset_version_not_found"),
        project="dataset__project__",
    )


def versions_of(*, dataset_id: UUID) -> QuerySet[DatasetVersion]:
    """Return the versions of a dataset."""
    rows = DatasetVersion.objects.filter(dataset_id=dataset_id)
    return rows.select_related("dataset", "created_by")


def versions_of_project(*, project_id: UUID) -> QuerySet[DatasetVersion]:
    """Return the versions of all datasets of a project."""
    rows = DatasetVersion.objects.filter(dataset__project_id=project_id)
    return rows.select_related("dataset", "created_by")


def splits_of_newest(
    *, dataset_id: UUID, sample_ids: QuerySet[Any, Any]
) -> tuple[int | None, dict[UUID, str]]:
    """Return the number of the newest ready version, and the splits of some samples there."""
    rows = DatasetVersion.objects.filter(dataset_id=dataset_id, state=DatasetVersion.State.READY)
    newest = rows.order_by("-number").first()
    if newest is None:
        return None, {}
    splits = VersionSample.objects.filter(version=newest, sample_id__in=sample_ids)
    return newest.number, dict(splits.values_list("sample_id", "split"))


def describe(version_id: UUID) -> VersionView:
    """Return a version that the caller may see."""
    rows = DatasetVersion.objects.select_related("dataset", "created_by")
    return complete([rows.get(id=version_id)])[0]


def num_rows_of(counts: Mapping[str, Any], split: str | None = None) -> int | None:
    """Return how many rows the tables of a version have, or those of one split; null without any.

    Args:
        counts: of the version.
        split: the only one that is asked for.
    """
    parts = [part for name, part in counts.items() if split in (None, name)]
    counted = [part["num_rows"] for part in parts if part.get("num_rows") is not None]
    return sum(counted) if counted else None


def complete(rows: Sequence[DatasetVersion]) -> list[VersionView]:
    """Add to versions their jobs and how many runs used them."""
    jobs = jobs_of(rows)
    runs: Counter[UUID] = Counter()
    for use in USES:
        runs.update(use.num_runs_by_version(dataset_version_ids=[row.id for row in rows]))
    return [
        VersionView(
            id=row.id,
            dataset_id=row.dataset_id,
            dataset_name=row.dataset.name,
            project_id=row.dataset.project_id,
            number=row.number,
            note=row.note,
            state=row.state,
            multi_label=row.multi_label,
            split_recipe=row.split_recipe,
            labels=row.labels,
            # Versions of before negatives were said do not count them.
            counts={
                split: {"negative": None, "num_rows": None, **part}
                for split, part in (row.counts or NO_COUNTS).items()
            },
            num_samples=row.num_samples,
            num_rows=num_rows_of(row.counts),
            query=asked(row.query),
            cleaning=row.cleaning,
            content_sha256=row.index_blob_id,
            job=jobs.get(row.job_id) if row.job_id else None,
            created_by=Person(row.created_by.id, row.created_by.name) if row.created_by else None,
            created_at=row.created_at,
            num_runs=runs[row.id],
        )
        for row in rows
    ]
