"""Build frozen versions: which samples, with which labels, in which split."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.annotation.selectors import label_ids_by_sample
from backend.api.errors import Conflict
from backend.datasets.models import Dataset, DatasetVersion, Label, Sample, VersionSample
from backend.datasets.services.counters import lock_dataset
from backend.datasets.splits import Item, split_items
from backend.files.services import put_bytes
from backend.files.store import key_of
from engine.specs.data import SampleRecord, Split

INDEX_TYPE = "application/jsonl"
_BATCH = 5000


@dataclass(frozen=True)
class _Row:
    """A sample as it is frozen."""

    id: UUID
    sha256: str
    name: str
    width: int
    height: int
    labels: tuple[str, ...]


def build_version(version_id: UUID, report_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Build a version that was ordered; building a ready one again changes nothing.

    Raises:
        Conflict: when nothing is left to freeze, or a split would be without a sample to train on.
    """
    version = DatasetVersion.objects.select_related("dataset").get(id=version_id)
    if version.state == DatasetVersion.State.READY:
        return {"content_sha256": version.index_blob_id}
    rows, labels = _snapshot(version)
    report_progress(0, len(rows))
    splits = _splits(version, rows)
    if Split.TRAIN not in splits.values():
        raise Conflict(
            "No sample is left to train on. Take a smaller validation part or label more.",
            code="nothing_to_train_on",
        )
    index = b"".join(
        SampleRecord(
            id=str(row.id),
            file=key_of(row.sha256),
            name=row.name,
            sha256=row.sha256,
            width=row.width,
            height=row.height,
            split=splits[row.sha256],
            labels=row.labels,
        )
        .model_dump_json()
        .encode()
        + b"\n"
        for row in rows
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
        version.labels = [{"name": label.name, "color": label.color} for label in labels]
        version.counts = _counts(rows, splits, [label.name for label in labels])
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
def _snapshot(version: DatasetVersion) -> tuple[list[_Row], list[Label]]:
    """Return samples and labels as they are at one moment."""
    dataset: Dataset = lock_dataset(version.dataset_id)
    labels = list(Label.objects.filter(dataset=dataset).order_by("position", "created_at"))
    names = {label.id: label.name for label in labels}
    order = {label.name: position for position, label in enumerate(labels)}
    found = label_ids_by_sample(dataset.id)
    samples = Sample.objects.filter(dataset=dataset, trashed_at=None).order_by("created_at", "id")
    if not version.include_unlabelled:
        samples = samples.exclude(labelled_at=None)
    fields = ("id", "blob_id", "name", "width", "height")
    rows = [
        _Row(
            id=sample_id,
            sha256=sha256,
            name=name,
            width=width,
            height=height,
            labels=tuple(
                sorted((names[label] for label in found.get(sample_id, ())), key=order.__getitem__)
            ),
        )
        for sample_id, sha256, name, width, height in samples.values_list(*fields).iterator(_BATCH)
    ]
    return rows, labels


def _splits(version: DatasetVersion, rows: list[_Row]) -> dict[str, Split]:
    """Return the split of each content as the recipe says."""
    recipe = version.split_recipe
    items = [Item(sha256=row.sha256, labels=row.labels) for row in rows]
    if recipe["kind"] == "random":
        shares = {split: float(recipe[split.value]) for split in Split}
        return split_items(items, shares, seed=recipe["seed"])
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


def _counts(rows: list[_Row], splits: dict[str, Split], names: list[str]) -> dict[str, Any]:
    counts: dict[str, Any] = {
        split.value: {"total": 0, "labels": dict.fromkeys(names, 0)} for split in Split
    }
    for row in rows:
        part = counts[splits[row.sha256].value]
        part["total"] += 1
        for name in row.labels:
            part["labels"][name] += 1
    return counts
