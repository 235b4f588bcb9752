"""The kept counters of a dataset, and the lock that keeps them true.

Every write to a dataset's samples, labels or annotations takes the dataset's lock first. Writers
would meet at its counters anyway; meeting at the beginning means that none waits for another while
holding what the other needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import F, QuerySet
from django.utils import timezone

from backend.annotation.contracts.attributes import Definition, definitions_of
from backend.datasets.models import Dataset, Label, Sample

_STATE_FIELDS = (
    "id",
    "revision",
    "import_id",
    "width",
    "height",
    "duration_ms",
    "num_frames",
    "num_characters",
)


@dataclass(frozen=True)
class SampleState:
    """What changing a sample's annotations depends on; the rest is how large it is.

    ``import_id`` is the import that annotated it last, if one did.
    """

    id: UUID
    revision: int
    is_labelled: bool
    is_trashed: bool
    import_id: UUID | None = None
    width: int | None = None
    height: int | None = None
    duration_ms: int | None = None
    num_frames: int | None = None
    num_characters: int | None = None


@dataclass
class LabelCounts:
    """Differences to the counters of labels."""

    samples: Counter[UUID] = field(default_factory=Counter)
    regions: Counter[UUID] = field(default_factory=Counter)
    relations: Counter[UUID] = field(default_factory=Counter)

    def add(
        self,
        sign: int,
        *,
        used: Iterable[UUID],
        regions: Iterable[UUID] = (),
        relations: Iterable[UUID] = (),
    ) -> None:
        """Count what one sample shows, or with -1 no longer shows."""
        for counter, label_ids in (
            (self.samples, used),
            (self.regions, regions),
            (self.relations, relations),
        ):
            for label_id in label_ids:
                counter[label_id] += sign

    def times(self, factor: int) -> LabelCounts:
        """Return all differences multiplied."""
        counters = (self.samples, self.regions, self.relations)
        return LabelCounts(
            *(Counter({key: factor * num for key, num in counter.items()}) for counter in counters)
        )


def lock_dataset(dataset_id: UUID) -> Dataset:
    """Return the dataset as it is now; others wait until the transaction ends."""
    return Dataset.objects.select_for_update().get(id=dataset_id)


def adjust(
    dataset_id: UUID,
    *,
    samples: int = 0,
    labelled: int = 0,
    negative: int = 0,
    num_bytes: int = 0,
    trashed: int = 0,
    labels: LabelCounts | None = None,
) -> None:
    """Add differences to the counters of a locked dataset and its labels."""
    if labels is not None:
        _adjust_labels(labels)
    Dataset.objects.filter(id=dataset_id).update(
        num_samples=F("num_samples") + samples,
        num_labelled=F("num_labelled") + labelled,
        num_negative=F("num_negative") + negative,
        num_bytes=F("num_bytes") + num_bytes,
        num_trashed=F("num_trashed") + trashed,
        updated_at=timezone.now(),
    )


def _adjust_labels(counts: LabelCounts) -> None:
    for label_id in counts.samples.keys() | counts.regions.keys() | counts.relations.keys():
        changes = {
            "num_samples": counts.samples[label_id],
            "num_regions": counts.regions[label_id],
            "num_relations": counts.relations[label_id],
        }
        changes = {name: difference for name, difference in changes.items() if difference}
        if changes:
            Label.objects.filter(id=label_id).update(
                **{name: F(name) + difference for name, difference in changes.items()}
            )


def label_names(dataset_id: UUID) -> dict[UUID, str]:
    """Return the names of all labels of a dataset."""
    return dict(labels_of(dataset_id).values_list("id", "name"))


def labels_of(dataset_id: UUID) -> QuerySet[Label]:
    """Return the rows of all labels of a dataset, for others to count by."""
    return Label.objects.filter(dataset_id=dataset_id)


def definitions(dataset_id: UUID) -> dict[UUID | None, tuple[Definition, ...]]:
    """Return the attributes of each label that has any, and those of regions without one."""
    rows = Label.objects.filter(dataset_id=dataset_id).exclude(attributes=[])
    found: dict[UUID | None, tuple[Definition, ...]] = {
        label_id: definitions_of(documents)
        for label_id, documents in rows.values_list("id", "attributes")
    }
    own = Dataset.objects.values_list("attributes", flat=True).get(id=dataset_id)
    if own:
        found[None] = definitions_of(own)
    return found


def states_of(
    dataset_id: UUID, sample_ids: list[UUID], *, with_trashed: bool = False
) -> dict[UUID, SampleState]:
    """Return the states of those samples that are in a locked dataset."""
    rows = Sample.objects.filter(dataset_id=dataset_id, id__in=sample_ids)
    if not with_trashed:
        rows = rows.filter(trashed_at=None)
    return {
        row.id: SampleState(
            is_labelled=row.labelled_at is not None,
            is_trashed=row.trashed_at is not None,
            **{name: getattr(row, name) for name in _STATE_FIELDS},
        )
        for row in rows.only(*_STATE_FIELDS, "labelled_at", "trashed_at")
    }


def advance(
    *,
    labelled: list[UUID],
    unlabelled: list[UUID],
    negative: list[UUID],
    import_id: UUID | None,
    at: datetime,
) -> None:
    """Count a new revision of samples of a locked dataset; negatives are among the labelled."""
    for sample_ids, labelled_at in ((labelled, at), (unlabelled, None)):
        if sample_ids:
            Sample.objects.filter(id__in=sample_ids).update(
                revision=F("revision") + 1,
                labelled_at=labelled_at,
                is_negative=False,
                import_id=None if labelled_at is None else import_id,
            )
    if negative:
        Sample.objects.filter(id__in=negative).update(is_negative=True)
