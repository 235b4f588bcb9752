"""The files of many samples, streamed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from uuid import UUID

from django.db.models import Q

from backend.annotation.selectors.annotations import whole_labels
from backend.datasets.contracts import SampleFilter
from backend.datasets.models import Dataset, Sample
from backend.datasets.selectors.samples import samples_of

_BATCH = 2000
_FILES_AT_ONCE = 500


@dataclass(frozen=True)
class SampleFile:
    """One sample's file, and the labels of the whole sample."""

    id: UUID
    name: str
    sha256: str
    label_ids: Sequence[UUID]


def files_of(*, dataset: Dataset, wanted: SampleFilter) -> Iterator[SampleFile]:
    """Yield the files of the samples that pass a filter, oldest first."""
    rows = samples_of(dataset, wanted).order_by("created_at", "id")
    found = rows.values_list("id", "name", "blob_id").iterator(_BATCH)
    while batch := list(islice(found, _BATCH)):
        labels = whole_labels([row[0] for row in batch])
        for sample_id, name, sha256 in batch:
            yield SampleFile(sample_id, name, sha256, labels.get(sample_id, ()))


def samples_of_files(sha256s: Sequence[str]) -> Iterator[str]:
    """Yield which samples have these files, as an administrator looks for them."""
    for start in range(0, len(sha256s), _FILES_AT_ONCE):
        batch = sha256s[start : start + _FILES_AT_ONCE]
        rows = Sample.objects.filter(Q(blob_id__in=batch) | Q(original_id__in=batch))
        rows = rows.select_related("dataset").order_by("dataset_id", "name", "id")
        for sample in rows.only("id", "name", "dataset__name", "dataset__project_id"):
            yield (
                f"{sample.name} ({sample.id}) of dataset {sample.dataset.name} "
                f"({sample.dataset_id})"
            )
