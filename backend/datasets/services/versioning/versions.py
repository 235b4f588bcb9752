"""Build frozen versions: which samples, with which labels, in which split.

However large the dataset, memory holds only a few words of each sample: ``drafts`` writes their
records to a file, and from there, once the splits are known, they go to the index.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any
from uuid import UUID

import orjson
from django.conf import settings
from django.db import transaction

from backend.annotation.contracts.states import says_nothing
from backend.api.errors import Conflict
from backend.datasets.contracts.uses import HISTORIES
from backend.datasets.models import DatasetVersion, Sample, VersionSample
from backend.datasets.services.drafts import PLACEHOLDER, Drafts, Names, draft
from backend.datasets.splits import complete_named, split_items
from backend.files.services.backends import naming_full_disk
from backend.files.services.blobs import put_path
from engine.catalog import TASKS, Media
from engine.specs.data import Split

INDEX_TYPE = "application/jsonl"
_DIGESTED = ("labels", "regions", "relations", "texts", "value", "is_annotated")
# Parts that regions did not always have.
_LATER = ("points", "attributes")
_BATCH = 2000

Report = Callable[[int, int], None]


def build_version(version_id: UUID, report_progress: Report) -> dict[str, Any]:
    """Build a version that was ordered; building a ready one again changes nothing.

    Raises:
        Conflict: when nothing is left to freeze, or a split would be without a sample to train on.
        Unavailable: ``disk_full``.
    """
    version = DatasetVersion.objects.select_related("dataset").get(id=version_id)
    if version.state == DatasetVersion.State.READY:
        return {"content_sha256": version.index_blob_id}
    with (
        naming_full_disk(),
        tempfile.TemporaryDirectory(dir=settings.ENVIRONMENT.data) as folder,
        (Path(folder) / "drafts.jsonl").open("w+b") as file,
    ):
        drafts = draft(version, file)
        report_progress(0, len(drafts.items))
        splits = _splits(version, drafts)
        if Split.TRAIN not in splits.values():
            raise Conflict(
                "No sample is left to train on. Take a smaller validation part or label more.",
                code="nothing_to_train_on",
            )
        file.seek(0)
        with transaction.atomic():
            _write(version, file, splits, drafts.names, Path(folder) / "index.jsonl")
    report_progress(version.num_samples, version.num_samples)
    return {"content_sha256": version.index_blob_id, "num_samples": version.num_samples}


def fail_version(version_id: UUID) -> None:
    """Note that building a version ended otherwise than well."""
    DatasetVersion.objects.filter(id=version_id, state=DatasetVersion.State.BUILDING).update(
        state=DatasetVersion.State.FAILED
    )


def digest_of(record: Mapping[str, Any]) -> str:
    """Return a digest of what a record says of its sample: equal when it says the same.

    Versions that were frozen before regions could have key points or attributes say the same as
    those after.
    """
    regions = [
        {
            name: sorted(value.items()) if name == "attributes" else value
            for name, value in region.items()
            if name not in _LATER or value
        }
        for region in record["regions"]
    ]
    annotation = orjson.dumps([{**record, "regions": regions}[name] for name in _DIGESTED])
    return hashlib.blake2b(annotation, digest_size=16).hexdigest()


def is_negative(record: Mapping[str, Any]) -> bool:
    """Tell whether a record says that its sample shows nothing."""
    return bool(record["is_annotated"]) and says_nothing(record)


def _write(
    version: DatasetVersion,
    drafts: IO[bytes],
    splits: Mapping[str, Split],
    names: Names,
    path: Path,
) -> None:
    """Write the index with the splits put in, the rows beside it, and the counts."""
    kind = TASKS[version.dataset.task].annotation_card
    counts = _Counts(names, has_negatives=kind.is_labelled)
    VersionSample.objects.filter(version=version).delete()
    rows: list[VersionSample] = []
    position = 0
    with path.open("wb") as index:
        for line, record in _records(drafts):
            split = splits[record["sha256"]]
            final = line.replace(PLACEHOLDER, b'"split":"%s"' % split.value.encode(), 1)
            index.write(final)
            counts.add(record, split)
            rows.append(
                VersionSample(
                    version=version,
                    sample_id=UUID(record["id"]),
                    blob_id=record["sha256"],
                    split=split.value,
                    annotation_digest=digest_of(record),
                    position=position,
                )
            )
            position += len(final)
            if len(rows) == _BATCH:
                VersionSample.objects.bulk_create(rows)
                rows = []
    VersionSample.objects.bulk_create(rows)
    version.index_blob_id = put_path(path=path, media_type=INDEX_TYPE)
    version.labels = [
        {"name": label.name, "color": label.color, "attributes": label.attributes}
        for label in names.labels
    ]
    version.attributes = names.attributes
    if TASKS[version.dataset.task].media is Media.TABLE:
        _count_rows(version, counts.by_split)
    version.counts = counts.by_split
    version.num_samples = len(splits)
    sample_ids = version.version_samples.values("sample_id")
    version.cleaning = [
        run
        for history in HISTORIES
        for run in history(dataset_id=version.dataset_id, sample_ids=sample_ids)
    ]
    version.state = DatasetVersion.State.READY
    version.save()


def _count_rows(version: DatasetVersion, by_split: dict[str, Any]) -> None:
    """Add the rows of the frozen tables to the counts of their splits."""
    splits = dict(version.version_samples.values_list("sample_id", "split"))
    for part in by_split.values():
        part["num_rows"] = 0
    for sample_id, num_rows in Sample.objects.filter(id__in=splits).values_list("id", "num_rows"):
        by_split[splits[sample_id]]["num_rows"] += num_rows or 0


def _records(drafts: IO[bytes]) -> Iterator[tuple[bytes, dict[str, Any]]]:
    for line in drafts:
        yield line, orjson.loads(line)


def _splits(version: DatasetVersion, drafts: Drafts) -> dict[str, Split]:
    """Return the split of each content as the recipe says.

    Samples are spread by their labels, or by those of their regions.
    """
    recipe, items = version.split_recipe, drafts.items
    if recipe["kind"] == "random":
        shares = {split: float(recipe[split.value]) for split in Split}
        return split_items(items, shares, seed=recipe["seed"])
    if recipe["kind"] == "named":
        shares = {split: float(recipe[split.value]) for split in (Split.VALIDATION, Split.TEST)}
        return complete_named(items, drafts.named, shares, seed=recipe["seed"])
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


class _Counts:
    """Per split how many samples there are, and how many samples and regions by label."""

    def __init__(self, names: Names, *, has_negatives: bool) -> None:
        self._has_negatives = has_negatives
        blank = {label.name: 0 for label in names.labels}
        self.by_split: dict[str, Any] = {
            split.value: {"total": 0, "negative": 0, "labels": dict(blank), "regions": dict(blank)}
            for split in Split
        }

    def add(self, record: Mapping[str, Any], split: Split) -> None:
        """Count one sample."""
        part = self.by_split[split.value]
        part["total"] += 1
        part["negative"] += self._has_negatives and is_negative(record)
        marked = [one["label"] for one in record["regions"] if one["label"] is not None]
        related = [one["label"] for one in record["relations"]]
        for name in {*record["labels"], *marked, *related}:
            part["labels"][name] += 1
        for name in marked:
            part["regions"][name] += 1
