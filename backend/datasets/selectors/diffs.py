"""What differs between two frozen versions, by content: they may be of different datasets.

The databases compare short digests of what is said; the indexes are opened only for the few samples
that a page shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any
from uuid import UUID

import orjson
from django.db.models import Exists, OuterRef, QuerySet

from backend.annotation.contracts.counting import count_by_label
from backend.api.errors import Conflict
from backend.datasets.models import DatasetVersion, Sample, VersionSample
from backend.files.contracts.keys import key_of
from backend.files.services.store import store


class Difference(StrEnum):
    """How a sample differs; one may be relabelled and in another split at once."""

    ADDED = "added"
    REMOVED = "removed"
    RELABELLED = "relabelled"
    MOVED = "moved"


@dataclass(frozen=True)
class LabelDifference:
    """How many samples show a label; ``null`` where there is no such label."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Diff:
    """How many samples differ, by content; ``num_moved`` are in another split."""

    base_id: UUID
    version_id: UUID
    num_added: int
    num_removed: int
    num_relabelled: int
    num_moved: int
    num_common: int
    labels: list[LabelDifference]


@dataclass(frozen=True)
class Frozen:
    """What a version says of a sample."""

    split: str
    is_annotated: bool
    labels: list[str]
    region_labels: list[dict[str, Any]]
    texts: list[str]
    value: float | None


@dataclass(frozen=True)
class DifferentSample:
    """A sample that differs; ``sample_id`` is ``null`` when it was deleted for good since."""

    sample_id: UUID | None
    name: str
    before: Frozen | None
    after: Frozen | None


def diff_of(*, base: DatasetVersion, version: DatasetVersion) -> Diff:
    """Return how a version differs from another.

    Raises:
        Conflict: when one of them is not ready.
    """
    _require_ready(base, version)
    added, removed, relabelled, moved = _count(base.id, version.id)
    return Diff(
        base_id=base.id,
        version_id=version.id,
        num_added=added,
        num_removed=removed,
        num_relabelled=relabelled,
        num_moved=moved,
        num_common=version.num_samples - added,
        labels=_label_differences(base, version),
    )


def different(
    *, base: DatasetVersion, version: DatasetVersion, kind: Difference
) -> QuerySet[VersionSample]:
    """Return the rows of samples that differ in a way; of the base those that were removed.

    Raises:
        Conflict: when one of the versions is not ready.
    """
    _require_ready(base, version)
    return _different(base.id, version.id, kind)


def complete(
    rows: Sequence[VersionSample], *, base: DatasetVersion, version: DatasetVersion
) -> list[DifferentSample]:
    """Say what both versions say of samples; one query for each, and one for what still exists."""
    blobs = [row.blob_id for row in rows]
    before, after = _records(base, blobs), _records(version, blobs)
    alive = {str(id) for id in _existing(rows)}
    found = []
    for row in rows:
        record = after.get(row.blob_id) or before[row.blob_id]
        found.append(
            DifferentSample(
                sample_id=row.sample_id if str(row.sample_id) in alive else None,
                name=record["name"],
                before=_frozen(before.get(row.blob_id)),
                after=_frozen(after.get(row.blob_id)),
            )
        )
    return found


# Frozen versions never change, so neither do their differences.
@lru_cache(maxsize=256)
def _count(base_id: UUID, version_id: UUID) -> tuple[int, ...]:
    return tuple(_different(base_id, version_id, kind).count() for kind in Difference)


def _different(base_id: UUID, version_id: UUID, kind: Difference) -> QuerySet[VersionSample]:
    own, other = version_id, base_id
    if kind is Difference.REMOVED:
        own, other = other, own
    rows = VersionSample.objects.filter(version_id=own)
    same = VersionSample.objects.filter(version_id=other, blob=OuterRef("blob"))
    match kind:
        case Difference.ADDED | Difference.REMOVED:
            return rows.filter(~Exists(same))
        case Difference.RELABELLED:
            return rows.filter(
                Exists(same.exclude(annotation_digest=OuterRef("annotation_digest")))
            )
        case Difference.MOVED:
            return rows.filter(Exists(same.exclude(split=OuterRef("split"))))


def _require_ready(*versions: DatasetVersion) -> None:
    for version in versions:
        if version.state != DatasetVersion.State.READY:
            raise Conflict(
                f"Version {version.number} is not ready. Wait until it is frozen.",
                code="version_not_ready",
                number=version.number,
            )


def _label_differences(base: DatasetVersion, version: DatasetVersion) -> list[LabelDifference]:
    before, after = _num_by_label(base), _num_by_label(version)
    return [
        LabelDifference(name=name, before=before.get(name), after=after.get(name))
        for name in {**before, **after}
        if before.get(name) != after.get(name)
    ]


def _num_by_label(version: DatasetVersion) -> dict[str, int]:
    nums = Counter({label["name"]: 0 for label in version.labels})
    for part in version.counts.values():
        nums.update(part["labels"])
    return dict(nums)


def _records(version: DatasetVersion, blobs: Iterable[str]) -> dict[str, Mapping[str, Any]]:
    """Return the records of contents, each read at its place in the index."""
    rows = VersionSample.objects.filter(version=version, blob_id__in=list(blobs))
    places = dict(rows.values_list("blob_id", "position").order_by("position"))
    if not places or version.index_blob_id is None:
        return {}
    found = {}
    with store().open(key_of(version.index_blob_id)) as index:
        for blob, position in places.items():
            index.seek(position)
            found[blob] = orjson.loads(index.readline())
    return found


def _existing(rows: Sequence[VersionSample]) -> list[UUID]:
    ids = [row.sample_id for row in rows]
    return list(Sample.objects.filter(id__in=ids).values_list("id", flat=True))


def _frozen(record: Mapping[str, Any] | None) -> Frozen | None:
    if record is None:
        return None
    marked = count_by_label((region["label"], region["geometry"]) for region in record["regions"])
    return Frozen(
        split=record["split"],
        is_annotated=record["is_annotated"],
        labels=list(record["labels"]),
        region_labels=[{"name": name, "num": num} for name, num in marked.most_common()],
        texts=list(record["texts"]),
        value=record["value"],
    )
