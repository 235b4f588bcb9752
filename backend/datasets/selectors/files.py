"""The files of many samples, streamed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from uuid import UUID

from backend.annotation.selectors import whole_labels
from backend.datasets.contracts import SampleFilter
from backend.datasets.models import Dataset
from backend.datasets.selectors.samples import samples_of

_BATCH = 2000


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
