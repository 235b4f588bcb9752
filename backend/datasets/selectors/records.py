"""The live samples of a dataset as the engine reads them, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from backend.annotation.contracts.imported import Given, given_of
from backend.annotation.selectors.annotations import states_of
from backend.datasets.models import Label, Sample
from backend.files.contracts.keys import key_of
from engine.specs.data import SampleRecord, Split

_BATCH = 2000


def label_names(dataset_id: UUID) -> tuple[str, ...]:
    """Return the names of the labels of a dataset, in their order."""
    rows = Label.objects.filter(dataset_id=dataset_id).order_by("position", "created_at")
    return tuple(rows.values_list("name", flat=True))


def live_records(
    dataset_id: UUID, rows: QuerySet[Sample] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the records of samples outside the trash, oldest first: all, or those of some rows.

    Samples that change meanwhile are as they are when their turn comes. A sample whose data names
    no split is in the training split, which means nothing where the data names none at all.
    """
    names = dict(Label.objects.filter(dataset_id=dataset_id).values_list("id", "name"))
    if rows is None:
        rows = Sample.objects.filter(dataset_id=dataset_id, trashed_at=None)
    rows = rows.order_by("created_at", "id")
    after: tuple[datetime, UUID] | None = None
    while True:
        batch = list(rows.filter(_later_than(*after))[:_BATCH] if after else rows[:_BATCH])
        if not batch:
            return
        states = states_of([row.id for row in batch])
        for row in batch:
            state = states.get(row.id)
            # A label that was made meanwhile is not known yet.
            known = state is not None and state.used_labels <= names.keys()
            given = given_of(state, names) if state is not None and known else Given()
            yield _record(row, given).model_dump(mode="json")
        after = (batch[-1].created_at, batch[-1].id)


def _record(row: Sample, given: Given) -> SampleRecord:
    return SampleRecord(
        id=str(row.id),
        file=key_of(row.blob_id),
        name=row.name,
        sha256=row.blob_id,
        split=Split(row.named_split) if row.named_split else Split.TRAIN,
        width=row.width,
        height=row.height,
        duration_ms=row.duration_ms,
        labels=given.labels,
        regions=given.regions,
        relations=given.relations,
        texts=given.texts,
        value=given.value,
        is_annotated=row.labelled_at is not None,
    )


def _later_than(created_at: datetime, sample_id: UUID) -> Q:
    return Q(created_at__gte=created_at) & (Q(created_at__gt=created_at) | Q(id__gt=sample_id))
