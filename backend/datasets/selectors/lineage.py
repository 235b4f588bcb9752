"""Where a version came from, and what was made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from backend.api.people import Person
from backend.datasets.contracts.uses import USES, RunUse
from backend.datasets.models import Dataset, DatasetVersion, Sample, VersionMerge
from backend.jobs.contracts import JobView
from backend.jobs.selectors import jobs_of


@dataclass(frozen=True)
class VersionLink:
    """A version, by what it is called."""

    id: UUID
    number: int
    dataset_id: UUID
    dataset_name: str


@dataclass(frozen=True)
class MergedVersion:
    """A version by what it was called, without ids once it is deleted for good."""

    id: UUID | None
    number: int
    dataset_id: UUID | None
    dataset_name: str


@dataclass(frozen=True)
class DatasetLink:
    """A dataset by name."""

    id: UUID
    name: str


@dataclass(frozen=True)
class MergeView:
    """Samples of a version brought into a dataset, and what became of them."""

    id: UUID
    version: MergedVersion
    dataset: DatasetLink
    counts: Mapping[str, int]
    is_fork: bool
    job: JobView | None
    created_by: Person | None
    created_at: datetime


@dataclass(frozen=True)
class Lineage:
    """Where a version came from, and what was made of it."""

    version: VersionLink
    forked_from: MergedVersion | None
    merged_from: list[MergeView]
    runs: list[RunUse]
    forks: list[DatasetLink]
    merged_into: list[MergeView]


@dataclass(frozen=True)
class LabelPreview:
    """A label of a version, how many samples show it there, and whether the dataset has it."""

    name: str
    num_samples: int
    is_known: bool


@dataclass(frozen=True)
class MergePreview:
    """What a merge would meet: contents that are new, here already, or in the trash here."""

    num_samples: int
    num_new: int
    num_known: int
    num_in_trash: int
    labels: list[LabelPreview]


def lineage_of(version: DatasetVersion) -> Lineage:
    """Return what is around a version that the caller may see."""
    merges = VersionMerge.objects.select_related("version__dataset", "dataset", "created_by")
    before = merges.filter(
        dataset_id=version.dataset_id, created_at__lt=version.created_at, is_fork=False
    )
    into = merges.filter(version=version, is_fork=False, dataset__trashed_at=None)
    fork = merges.filter(dataset_id=version.dataset_id, is_fork=True).first()
    forks = Dataset.objects.filter(forked_from=version, trashed_at=None).order_by("created_at")
    return Lineage(
        version=_link(version),
        forked_from=None if fork is None else _merged(fork),
        merged_from=_views(list(before.order_by("created_at"))),
        runs=[run for use in USES for run in use.runs_on(dataset_version_id=version.id)],
        forks=[DatasetLink(row.id, row.name) for row in forks],
        merged_into=_views(list(into.order_by("created_at"))),
    )


def describe_merge(merge_id: UUID) -> MergeView:
    """Return a merge that the caller may see."""
    rows = VersionMerge.objects.select_related("version__dataset", "dataset", "created_by")
    return _views([rows.get(id=merge_id)])[0]


def merges_into(dataset_id: UUID) -> list[MergeView]:
    """Return what was merged into a dataset, newest first."""
    rows = VersionMerge.objects.select_related("version__dataset", "dataset", "created_by")
    return _views(list(rows.filter(dataset_id=dataset_id).order_by("-created_at")[:100]))


def preview_merge(*, dataset: Dataset, version: DatasetVersion) -> MergePreview:
    """Return what merging a version into a dataset would meet; nothing is changed."""
    contents = version.version_samples.values("blob_id")
    here = Sample.objects.filter(dataset=dataset, blob_id__in=contents)
    num_known = here.filter(trashed_at=None).count()
    num_in_trash = here.filter(trashed_at__isnull=False).count()
    names = set(dataset.labels.values_list("name", flat=True))
    return MergePreview(
        num_samples=version.num_samples,
        num_new=version.num_samples - num_known - num_in_trash,
        num_known=num_known,
        num_in_trash=num_in_trash,
        labels=[
            LabelPreview(
                name=label["name"],
                num_samples=sum(
                    part["labels"].get(label["name"], 0) for part in version.counts.values()
                ),
                is_known=label["name"] in names,
            )
            for label in version.labels
        ],
    )


def _link(version: DatasetVersion) -> VersionLink:
    return VersionLink(version.id, version.number, version.dataset_id, version.dataset.name)


def _merged(merge: VersionMerge) -> MergedVersion:
    version = merge.version
    if version is None:
        return MergedVersion(None, merge.version_number, None, merge.version_dataset_name)
    return MergedVersion(version.id, version.number, version.dataset_id, version.dataset.name)


def _views(rows: list[VersionMerge]) -> list[MergeView]:
    jobs = jobs_of(rows)
    return [
        MergeView(
            id=row.id,
            version=_merged(row),
            dataset=DatasetLink(row.dataset_id, row.dataset.name),
            counts=row.counts,
            is_fork=row.is_fork,
            job=jobs.get(row.job_id) if row.job_id else None,
            created_by=Person(row.created_by.id, row.created_by.name) if row.created_by else None,
            created_at=row.created_at,
        )
        for row in rows
    ]


def feeds_merges(*, project_id: UUID) -> bool:
    """Tell whether a version of a project is being brought into a dataset of any project."""
    states = ("queued", "running")
    rows = VersionMerge.objects.filter(version__dataset__project_id=project_id)
    return rows.filter(job__state__in=states).exists()
