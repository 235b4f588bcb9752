"""Reads about samples."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from backend.accounts.contracts import Caller, Role
from backend.annotation import selectors as labelling
from backend.api.errors import Invalid, NotFound
from backend.datasets.models import Dataset, DatasetVersion, Sample, VersionSample
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.selectors.sample_views import SampleView, complete


def require_sample(*, caller: Caller, sample_id: UUID, minimum: Role = Role.VIEWER) -> Sample:
    """Return a sample in whose project the caller has at least the role ``minimum``.

    Raises:
        NotFound: when there is no such sample, or the caller may not know of it.
        NotAllowed: when role or key scope are not enough.
    """
    missing = NotFound("There is no such sample.", code="sample_not_found")
    sample = Sample.objects.filter(id=sample_id).first()
    if sample is None:
        raise missing
    try:
        require_dataset(caller=caller, dataset_id=sample.dataset_id, minimum=minimum)
    except NotFound:
        raise missing from None
    return sample


def samples_of(
    *,
    dataset: Dataset,
    label: Collection[UUID] = (),
    unlabelled: bool = False,
    labelled: bool = False,
    split: str | None = None,
    version: UUID | None = None,
    search: str = "",
    trashed: bool = False,
    source: str | None = None,
) -> QuerySet[Sample]:
    """Return the samples of a dataset that pass all filters.

    Raises:
        Invalid: when a split is given without its version, or another dataset's version.
    """
    rows = Sample.objects.filter(dataset=dataset, trashed_at__isnull=not trashed)
    if unlabelled:
        rows = rows.filter(labelled_at=None)
    if labelled:
        rows = rows.exclude(labelled_at=None)
    if label:
        rows = rows.filter(labelling.has_label(label))
    if source is not None:
        rows = rows.filter(labelling.has_source(source))
    if search:
        rows = rows.filter(Q(name__icontains=search) | Q(excerpt__icontains=search))
    if version is not None:
        rows = rows.filter(_in_version(dataset, version, split))
    elif split is not None:
        raise Invalid("A split belongs to a version. Add version=.", code="version_missing")
    return rows


def count(*, dataset: Dataset, **filters: Any) -> int:
    """Return how many samples pass the filters; the kept counter when there are none."""
    if not any(filters.values()):
        return dataset.num_samples
    return samples_of(dataset=dataset, **filters).count()


def next_unlabelled(*, dataset: Dataset, after: UUID | None) -> SampleView | None:
    """Return the next sample to label, oldest first, going round at the end."""
    rows = samples_of(dataset=dataset, unlabelled=True).order_by("created_at", "id")
    here = Sample.objects.filter(dataset=dataset, id=after).first() if after else None
    if here is not None:
        later = rows.filter(_later_than(here.created_at, here.id))
        found = later.first() or rows.exclude(id=here.id).first() or rows.first()
    else:
        found = rows.first()
    return complete([found])[0] if found is not None else None


def _later_than(created_at: datetime, sample_id: UUID) -> Q:
    return Q(created_at__gte=created_at) & (Q(created_at__gt=created_at) | Q(id__gt=sample_id))


def _in_version(dataset: Dataset, version_id: UUID, split: str | None) -> Exists:
    if not DatasetVersion.objects.filter(id=version_id, dataset=dataset).exists():
        raise Invalid("The dataset has no such version.", code="version_unknown")
    rows = VersionSample.objects.filter(version_id=version_id, sample_id=OuterRef("id"))
    return Exists(rows.filter(split=split) if split is not None else rows)
