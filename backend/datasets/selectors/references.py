"""Frozen versions and samples as other apps refer to them; who may see them is checked there."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from backend.accounts.contracts import Caller, Role
from backend.datasets.contracts import DatasetRef, SampleRef, VersionRef
from backend.datasets.models import Dataset, DatasetVersion, Sample
from backend.datasets.selectors.versions import require_version
from engine.catalog import TASKS


def version_refs(
    version_ids: Iterable[UUID], *, with_trashed: bool = False
) -> dict[UUID, VersionRef]:
    """Return frozen versions of datasets by id; one query.

    Args:
        version_ids: which.
        with_trashed: whether those of datasets in the trash are among them.
    """
    rows = DatasetVersion.objects.select_related("dataset").filter(id__in=list(version_ids))
    if not with_trashed:
        rows = rows.filter(dataset__trashed_at=None)
    return {row.id: _version_ref(row) for row in rows}


def require_version_ref(
    *, caller: Caller, version_id: UUID, minimum: Role = Role.VIEWER
) -> VersionRef:
    """Return a frozen version as other apps refer to it, as ``require_version`` does.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return _version_ref(require_version(caller=caller, version_id=version_id, minimum=minimum))


def dataset_ref(dataset_id: UUID) -> DatasetRef:
    """Return a dataset that the caller may see."""
    return Dataset.objects.get(id=dataset_id)


def sample_ref(sample_id: UUID) -> SampleRef | None:
    """Return a sample, or ``None`` when there is none."""
    row = Sample.objects.select_related("dataset").filter(id=sample_id).first()
    if row is None:
        return None
    media = TASKS[row.dataset.task].media
    return SampleRef(row.id, row.dataset.project_id, media, row.name, row.blob_id)


def _version_ref(row: DatasetVersion) -> VersionRef:
    return VersionRef(
        id=row.id,
        number=row.number,
        dataset_id=row.dataset_id,
        dataset_name=row.dataset.name,
        project_id=row.dataset.project_id,
        state=row.state,
        multi_label=row.multi_label,
        labels=tuple(label["name"] for label in row.labels),
        counts=row.counts,
        num_samples=row.num_samples,
        index_sha256=row.index_blob_id,
    )
