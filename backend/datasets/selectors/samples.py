"""Reads about samples."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from backend.accounts.contracts import Caller, Role
from backend.annotation import selectors as labelling
from backend.api.errors import Invalid, NotFound
from backend.datasets.contracts import SampleFilter
from backend.datasets.models import Dataset, DatasetVersion, Sample, VersionSample
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.selectors.sample_views import SampleView, complete
from backend.suggestions.selectors.conditions import contradicts, has_suggestion

ALL = SampleFilter()
_SUGGESTED = {"any": has_suggestion, "contradicts": contradicts}


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


def samples_of(dataset: Dataset, wanted: SampleFilter = ALL) -> QuerySet[Sample]:
    """Return the samples of a dataset that pass a filter.

    Raises:
        Invalid: when a split is given without its version, or another dataset's version.
    """
    rows = Sample.objects.filter(dataset=dataset, trashed_at__isnull=not wanted.trashed)
    if wanted.unlabelled:
        rows = rows.filter(labelled_at=None)
    if wanted.labelled:
        rows = rows.exclude(labelled_at=None)
    if wanted.label:
        rows = rows.filter(labelling.has_label(wanted.label))
    if wanted.source is not None:
        rows = rows.filter(labelling.has_source(wanted.source))
    if wanted.suggested is not None:
        rows = rows.filter(_SUGGESTED[wanted.suggested]())
    if wanted.search:
        rows = rows.filter(Q(name__icontains=wanted.search) | Q(excerpt__icontains=wanted.search))
    if wanted.version is not None:
        rows = rows.filter(_in_version(dataset, wanted.version, wanted.split))
    elif wanted.split is not None:
        raise Invalid("A split belongs to a version. Add version=.", code="version_missing")
    return rows


def count(dataset: Dataset, wanted: SampleFilter = ALL) -> int:
    """Return how many samples pass a filter; the kept counter when it asks for nothing."""
    if wanted == ALL:
        return dataset.num_samples
    return samples_of(dataset, wanted).count()


def next_unlabelled(*, dataset: Dataset, after: UUID | None) -> SampleView | None:
    """Return the next sample to label, oldest first, going round at the end."""
    rows = samples_of(dataset, SampleFilter(unlabelled=True)).order_by("created_at", "id")
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
