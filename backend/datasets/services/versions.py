"""Build frozen versions: which samples, with which labels, in which split."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from backend.annotation.selectors import all_said
from backend.annotation.states import State
from backend.api.errors import Conflict
from backend.datasets.models import Dataset, DatasetVersion, Label, Sample, VersionSample
from backend.datasets.services.counters import lock_dataset
from backend.datasets.splits import Item, complete_named, split_items
from backend.files.services import put_bytes
from backend.files.store import key_of
from engine.specs.data import Region, Relation, SampleRecord, Split

INDEX_TYPE = "application/jsonl"
_BATCH = 5000


@dataclass(frozen=True)
class _Row:
    """A sample as it is frozen; ``said`` is ``None`` when nobody annotated it."""

    id: UUID
    sha256: str
    name: str
    width: int | None
    height: int | None
    duration_ms: int | None
    named_split: str
    said: State | None


@dataclass(frozen=True)
class _Names:
    """The labels of a dataset at one moment, in their order."""

    labels: tuple[Label, ...]

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


def build_version(version_id: UUID, report_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Build a version that was ordered; building a ready one again changes nothing.

    Raises:
        Conflict: when nothing is left to freeze, or a split would be without a sample to train on.
    """
    version = DatasetVersion.objects.select_related("dataset").get(id=version_id)
    if version.state == DatasetVersion.State.READY:
        return {"content_sha256": version.index_blob_id}
    rows, names = _snapshot(version)
    report_progress(0, len(rows))
    splits = _splits(version, rows, names)
    if Split.TRAIN not in splits.values():
        raise Conflict(
            "No sample is left to train on. Take a smaller validation part or label more.",
            code="nothing_to_train_on",
        )
    index = b"".join(
        _record(row, splits[row.sha256], names).model_dump_json().encode() + b"\n" for row in rows
    )
    with transaction.atomic():
        version.index_blob_id = put_bytes(content=index, media_type=INDEX_TYPE)
        VersionSample.objects.filter(version=version).delete()
        VersionSample.objects.bulk_create(
            [
                VersionSample(
                    version=version,
                    sample_id=row.id,
                    blob_id=row.sha256,
                    split=splits[row.sha256].value,
                )
                for row in rows
            ],
            batch_size=_BATCH,
        )
        version.labels = [{"name": label.name, "color": label.color} for label in names.labels]
        version.counts = _counts(rows, splits, names)
        version.num_samples = len(rows)
        version.state = DatasetVersion.State.READY
        version.save()
    report_progress(len(rows), len(rows))
    return {"content_sha256": version.index_blob_id, "num_samples": len(rows)}


def fail_version(version_id: UUID) -> None:
    """Note that building a version ended otherwise than well."""
    DatasetVersion.objects.filter(id=version_id, state=DatasetVersion.State.BUILDING).update(
        state=DatasetVersion.State.FAILED
    )


@transaction.atomic
def _snapshot(version: DatasetVersion) -> tuple[list[_Row], _Names]:
    """Return samples and labels as they are at one moment."""
    dataset: Dataset = lock_dataset(version.dataset_id)
    labels = Label.objects.filter(dataset=dataset).order_by("position", "created_at")
    found = all_said(dataset.id)
    samples = Sample.objects.filter(dataset=dataset, trashed_at=None).order_by("created_at", "id")
    if not version.include_unlabelled:
        samples = samples.exclude(labelled_at=None)
    fields = ("id", "name", "width", "height", "duration_ms", "named_split")
    rows = [
        # An annotated sample without rows is one with nothing to mark.
        _Row(**facts, said=found.get(facts["id"], State()) if labelled_at else None)
        for labelled_at, facts in (
            (values.pop("labelled_at"), values)
            for values in samples.values(*fields, "labelled_at", sha256=F("blob_id")).iterator(
                _BATCH
            )
        )
    ]
    return rows, _Names(tuple(labels))


def _record(row: _Row, split: Split, names: _Names) -> SampleRecord:
    state = row.said or State()
    return SampleRecord(
        id=str(row.id),
        file=key_of(row.sha256),
        name=row.name,
        sha256=row.sha256,
        split=split,
        width=row.width,
        height=row.height,
        duration_ms=row.duration_ms,
        labels=names.ordered(state.labels),
        regions=tuple(
            Region.model_validate(
                {
                    "id": region.key,
                    "label": None if region.label_id is None else names.of(region.label_id),
                    "geometry": region.geometry,
                    "text": region.text,
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
        is_annotated=row.said is not None,
    )


def _splits(version: DatasetVersion, rows: list[_Row], names: _Names) -> dict[str, Split]:
    """Return the split of each content as the recipe says.

    Samples are spread by their labels, or by those of their regions.
    """
    recipe = version.split_recipe
    items = [
        Item(
            sha256=row.sha256,
            labels=()
            if row.said is None
            else names.ordered(row.said.labels) or names.of_regions(row.said),
        )
        for row in rows
    ]
    if recipe["kind"] == "random":
        shares = {split: float(recipe[split.value]) for split in Split}
        return split_items(items, shares, seed=recipe["seed"])
    if recipe["kind"] == "named":
        named = {row.sha256: Split(row.named_split) for row in rows if row.named_split}
        shares = {split: float(recipe[split.value]) for split in (Split.VALIDATION, Split.TEST)}
        return complete_named(items, named, shares, seed=recipe["seed"])
    validation = set(
        VersionSample.objects.filter(
            version_id=recipe["validation_version_id"],
            blob_id__in=Sample.objects.filter(dataset_id=version.dataset_id).values("blob_id"),
        ).values_list("blob_id", flat=True)
    )
    rest = [item for item in items if item.sha256 not in validation]
    shares = {Split.TRAIN: 1 - float(recipe["test"]), Split.TEST: float(recipe["test"])}
    splits = split_items(rest, shares, seed=recipe["seed"])
    return splits | {item.sha256: Split.VALIDATION for item in items if item.sha256 in validation}


def _counts(rows: list[_Row], splits: dict[str, Split], names: _Names) -> dict[str, Any]:
    """Return per split how many samples there are, and how many samples and regions by label."""
    blank = {label.name: 0 for label in names.labels}
    counts: dict[str, Any] = {
        split.value: {"total": 0, "labels": dict(blank), "regions": dict(blank)} for split in Split
    }
    for row in rows:
        part = counts[splits[row.sha256].value]
        part["total"] += 1
        if row.said is None:
            continue
        for name in names.ordered(row.said.used_labels):
            part["labels"][name] += 1
        for region in row.said.regions:
            if region.label_id is not None:
                part["regions"][names.of(region.label_id)] += 1
    return counts
