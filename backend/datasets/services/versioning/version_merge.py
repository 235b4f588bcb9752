"""Records of a version on their way into a locked dataset, and what becomes of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.utils import timezone

from backend.annotation.contracts import Source
from backend.annotation.contracts.attributes import Plan, definitions_of
from backend.annotation.contracts.imported import Given, annotation_from, fit, with_attributes
from backend.annotation.contracts.states import OptionalState
from backend.annotation.services.annotations import extent_of
from backend.annotation.services.changes import Author, current_states, write_states
from backend.datasets.media.inspection import examine
from backend.datasets.media.properties import MediaProperties
from backend.datasets.models import DatasetVersion, Label, Sample, VersionMerge
from backend.datasets.services import counters
from backend.datasets.services.attributes import label_plan, save_plan
from backend.datasets.services.counters import SampleState
from backend.datasets.services.labels import add_labels
from backend.files.contracts.keys import key_of
from backend.files.services.store import store
from engine.catalog import ANNOTATIONS, TASKS
from engine.specs.data import Region, Relation, SampleRecord
from engine.specs.samples.table_reading import STORED_READING

# What can become of a sample: it is new here; the same is said here; it got its labels here, where
# it had none; both label it differently, and one of them was kept; it lies in the trash here. The
# last two count parts of statements that were left behind: with a label that was, or not fitting.
COUNTS = (
    "added",
    "duplicate",
    "labelled",
    "conflict_kept",
    "conflict_replaced",
    "in_trash",
    "labels_left_out",
    "parts_changed",
)
_FIELDS = (
    "width",
    "height",
    "duration_ms",
    "num_frames",
    "num_characters",
    "num_rows",
    "excerpt",
    "bytes",
)
# Of a table, the file that it was made of and how that is read go with it, and its odd rows.
_KEPT = ("original_id", "reading", "uneven")


class VersionMerger:
    """One batch of a merge; the caller holds the lock of the dataset."""

    def __init__(self, merge: VersionMerge, version: DatasetVersion) -> None:
        self._merge = merge
        self._version = version
        self._dataset = merge.dataset
        self._kind = TASKS[merge.dataset.task].annotation
        self._counts: Counter[str] = Counter()
        self._new: frozenset[UUID] = frozenset()

    def merge(self, records: Sequence[SampleRecord]) -> Counter[str]:
        """Bring samples and what is said of them in; return what became of them."""
        rows = Sample.objects.filter(
            dataset=self._dataset, blob_id__in=[record.sha256 for record in records]
        ).only("id", "blob_id", "trashed_at")
        known = {row.blob_id: row for row in rows}
        new = [record for record in records if record.sha256 not in known]
        ids = {row.blob_id: row.id for row in known.values() if row.trashed_at is None}
        added = self._add(new)
        self._new = frozenset(added.values())
        ids |= added
        self._counts["in_trash"] += len(records) - len(ids)
        self._annotate([record for record in records if record.sha256 in ids], ids)
        self._counts["added"] += len(new)
        return self._counts

    def _add(self, records: Sequence[SampleRecord]) -> dict[str, UUID]:
        """Make samples of contents that the store has; return their ids by content."""
        properties = self._properties([record.sha256 for record in records])
        now = timezone.now()
        samples = [
            Sample(
                id=uuid4(),
                dataset=self._dataset,
                blob_id=record.sha256,
                name=record.name,
                named_split=record.split.value if self._merge.is_fork else "",
                labelled_at=None if ANNOTATIONS[self._kind].is_labelled else now,
                created_by_id=self._merge.created_by_id,
                # A moment apart each, so that they keep their order.
                created_at=now + timedelta(microseconds=place),
                **properties[record.sha256],
            )
            for place, record in enumerate(records)
        ]
        Sample.objects.bulk_create(samples)
        counters.adjust(
            self._dataset.id,
            samples=len(samples),
            labelled=sum(sample.labelled_at is not None for sample in samples),
            num_bytes=sum(sample.bytes for sample in samples),
        )
        return {sample.blob_id: sample.id for sample in samples}

    def _properties(self, blobs: Iterable[str]) -> dict[str, dict[str, Any]]:
        """Return what is known of contents, from samples that have them or else from the files."""
        wanted = set(blobs)
        source = Sample.objects.filter(dataset_id=self._version.dataset_id, blob_id__in=wanted)
        found = {row.pop("blob_id"): row for row in source.values("blob_id", *_FIELDS, *_KEPT)}
        media = TASKS[self._dataset.task].media
        for sha256 in wanted - set(found):
            with store().open(key_of(sha256)) as file:
                looked = examine(
                    media,
                    file.read(),
                    max_pixels=settings.ENVIRONMENT.max_image_pixels,
                    reading=STORED_READING,
                )
            # It was looked at before it was let in.
            assert isinstance(looked, MediaProperties), sha256
            found[sha256] = {
                name: looked.num_bytes if name == "bytes" else getattr(looked, name)
                for name in _FIELDS
            }
        return found

    def _annotate(self, records: Sequence[SampleRecord], ids: Mapping[str, UUID]) -> None:
        samples = counters.states_of(self._dataset.id, list(ids.values()))
        before = current_states(samples)
        plan = self._plan()
        given = {
            ids[record.sha256]: self._given(record) for record in records if record.is_annotated
        }
        fitted = {
            sample_id: self._fitted(one, samples[sample_id], plan)
            for sample_id, one in given.items()
        }
        labels = self._labels({name for one in fitted.values() for name in one.label_names})
        save_plan(self._dataset, plan)
        label_ids = {name: label.id for name, label in labels.items()}
        after: dict[UUID, OptionalState] = {}
        for record in records:
            sample_id = ids[record.sha256]
            state = None
            if sample_id in given:
                state = annotation_from(
                    given[sample_id],
                    fitted[sample_id],
                    label_ids,
                    self._kind,
                    multi_label=self._dataset.multi_label,
                )
            if self._settle(sample_id, before[sample_id], state):
                after[sample_id] = state
        known = Label.objects.filter(dataset=self._dataset).values_list("id", "name")
        write_states(
            self._dataset.id,
            samples=samples,
            before=before,
            after=after,
            names=dict(known),
            author=Author(self._merge.created_by_id, Source.IMPORT),
        )

    def _plan(self) -> Plan:
        """Return the attributes of the dataset with those of the version."""
        plan = label_plan(self._dataset)
        version = self._version
        plan.adopt(None, definitions_of(version.attributes))
        for label in version.labels:
            name = self._merge.labels[label["name"]]
            if name is not None:
                plan.adopt(name, definitions_of(label.get("attributes", ())))
        return plan

    def _settle(self, sample_id: UUID, old: OptionalState, new: OptionalState) -> bool:
        """Count what becomes of a sample; tell whether it takes what the version says."""
        if sample_id in self._new:
            return new is not None
        if new is None or new == old:
            self._counts["duplicate"] += 1
            return False
        if old is None:
            self._counts["labelled"] += 1
            return True
        self._counts["conflict_replaced" if self._merge.replace else "conflict_kept"] += 1
        return self._merge.replace

    def _labels(self, wanted: set[str]) -> dict[str, Label]:
        rows = Label.objects.filter(dataset=self._dataset, name__in=wanted)
        labels = {label.name: label for label in rows}
        return labels | add_labels(self._dataset.id, sorted(wanted - set(labels)))

    def _given(self, record: SampleRecord) -> Given:
        """Return what a version says of a sample."""
        return Given(
            labels=record.labels,
            regions=record.regions,
            relations=record.relations,
            texts=record.texts,
            value=record.value,
        )

    def _fitted(self, given: Given, sample: SampleState, plan: Plan) -> Given:
        """Return what a version says of a sample, in the labels of the dataset."""
        kept, changes = fit(
            self._renamed(given),
            self._kind,
            extent_of(sample),
            multi_label=self._dataset.multi_label,
        )
        kept, further = with_attributes(kept, plan, extend=True)
        self._counts["parts_changed"] += sum(
            int(str(one.params["num"])) for one in (*changes, *further)
        )
        return kept

    def _renamed(self, record: Given) -> Given:
        names: Mapping[str, str | None] = self._merge.labels
        regions, relations = [], []
        for region in record.regions:
            name = None if region.label is None else names[region.label]
            if region.label is not None and name is None:
                self._counts["labels_left_out"] += 1
                continue
            regions.append(Region.model_validate({**dict(region), "label": name}, strict=False))
        keys = {region.id for region in regions}
        for one in record.relations:
            name = names[one.label]
            if name is None or one.subject not in keys or one.object not in keys:
                self._counts["labels_left_out"] += 1
                continue
            relations.append(Relation(label=name, subject=one.subject, object=one.object))
        labels = [name for label in record.labels if (name := names[label]) is not None]
        self._counts["labels_left_out"] += len(record.labels) - len(labels)
        return Given(
            labels=tuple(dict.fromkeys(labels)),
            regions=tuple(regions),
            relations=tuple(relations),
            texts=record.texts,
            value=record.value,
        )
