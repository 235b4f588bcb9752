"""The samples of a version as they are at one moment, written down before their splits are known.

A file takes the records, so that memory holds only what dividing them needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import IO, Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, QuerySet

from backend.annotation.contracts.states import State
from backend.annotation.selectors.annotations import states_of
from backend.datasets.contracts.filters import filter_of
from backend.datasets.models import Dataset, DatasetVersion, Label, Sample
from backend.datasets.selectors.samples import samples_of
from backend.datasets.services.counters import lock_dataset
from backend.datasets.splits import Item
from backend.files.contracts.keys import key_of
from engine.specs.data import Region, Relation, SampleRecord, Split

_BATCH = 2000
_FIELDS = ("id", "name", "width", "height", "duration_ms", "named_split", "labelled_at")
# Every draft says so; the right split is put in its place later. Quotes within names are escaped,
# so this stands in a record for nothing else, or only behind.
PLACEHOLDER = b'"split":"train"'


@dataclass(frozen=True)
class Names:
    """The labels of a dataset at one moment, in their order, and its attributes beside them."""

    labels: tuple[Label, ...]
    attributes: list[dict[str, Any]] = field(default_factory=list)

    @cached_property
    def _by_id(self) -> dict[UUID, tuple[int, str]]:
        return {label.id: (place, label.name) for place, label in enumerate(self.labels)}

    def of(self, label_id: UUID) -> str:
        """Return the name of a label."""
        return self._by_id[label_id][1]

    def ordered(self, label_ids: Iterable[UUID]) -> tuple[str, ...]:
        """Return the names of labels in the order of the label set."""
        return tuple(name for _, name in sorted(self._by_id[one] for one in label_ids))

    def of_regions(self, state: State) -> tuple[str, ...]:
        """Return the names that regions have, each once, in the order of the label set."""
        return self.ordered({one.label_id for one in state.regions if one.label_id is not None})


@dataclass
class Drafts:
    """What dividing needs to know of each sample, in the order of their records in the file."""

    names: Names
    items: list[Item] = field(default_factory=list)
    named: dict[str, Split] = field(default_factory=dict)


def draft(version: DatasetVersion, file: IO[bytes]) -> Drafts:
    """Write the records of a version's samples to a file, one a line."""
    with _one_moment(version.dataset_id):
        labels = Label.objects.filter(dataset_id=version.dataset_id)
        own = Dataset.objects.values_list("attributes", flat=True).get(id=version.dataset_id)
        drafts = Drafts(Names(tuple(labels.order_by("position", "created_at")), own))
        # Samples that are labelled alike share the names of their labels.
        known: dict[tuple[str, ...], tuple[str, ...]] = {}
        for row, annotations in _samples(version):
            record = _record(row, annotations, drafts.names)
            file.write(record.model_dump_json().encode() + b"\n")
            shown = (
                () if annotations is None else record.labels or drafts.names.of_regions(annotations)
            )
            drafts.items.append(Item(sha256=record.sha256, labels=known.setdefault(shown, shown)))
            if row["named_split"]:
                drafts.named[record.sha256] = Split(row["named_split"])
    return drafts


def rows_of(version: DatasetVersion) -> QuerySet[Sample]:
    """Return the samples that a version is to hold."""
    rows = samples_of(version.dataset, filter_of(version.query))
    return rows if version.include_unlabelled else rows.exclude(labelled_at=None)


@contextmanager
def _one_moment(dataset_id: UUID) -> Iterator[None]:
    """Let all that is read within be of one moment; PostgreSQL needs no lock for that."""
    # A level can be chosen only before the first statement of a transaction.
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    with transaction.atomic():
        lock_dataset(dataset_id)
        yield


def _samples(version: DatasetVersion) -> Iterator[tuple[dict[str, Any], State | None]]:
    """Yield what is known of each sample, oldest first, and what is said of it."""
    rows = rows_of(version).order_by("created_at", "id").values(*_FIELDS, sha256=F("blob_id"))
    batch: list[dict[str, Any]] = []
    for row in rows.iterator(_BATCH):
        batch.append(row)
        if len(batch) == _BATCH:
            yield from _with_states(batch)
            batch = []
    yield from _with_states(batch)


def _with_states(batch: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], State | None]]:
    annotations = states_of([row["id"] for row in batch])
    for row in batch:
        # An annotated sample without rows is one with nothing to mark.
        state = annotations.get(row["id"], State()) if row["labelled_at"] else None
        yield row, state


def _record(row: Mapping[str, Any], annotations: State | None, names: Names) -> SampleRecord:
    state = annotations or State()
    return SampleRecord(
        id=str(row["id"]),
        file=key_of(row["sha256"]),
        name=row["name"],
        sha256=row["sha256"],
        split=Split.TRAIN,
        width=row["width"],
        height=row["height"],
        duration_ms=row["duration_ms"],
        labels=names.ordered(state.labels),
        regions=tuple(
            Region.model_validate(
                {
                    "id": region.key,
                    "label": None if region.label_id is None else names.of(region.label_id),
                    "geometry": region.geometry,
                    "text": region.text,
                    "points": list(region.points),
                    "attributes": dict(region.attributes),
                }
            )
            for region in state.regions
        ),
        relations=tuple(
            Relation(label=names.of(one.label_id), subject=one.subject, object=one.object)
            for one in sorted(state.relations)
        ),
        texts=state.texts,
        value=state.value,
        is_annotated=annotations is not None,
    )
