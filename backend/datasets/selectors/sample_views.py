"""Samples as the API shows them: rows joined with what is said of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from backend.annotation.contracts.drawing import DrawnLabel
from backend.annotation.selectors import annotations as labelling
from backend.datasets.models import Sample, SampleTag, VersionSample


@dataclass(frozen=True)
class SampleLabel:
    """A label that a sample has."""

    id: UUID
    source: str
    author: Any


@dataclass(frozen=True)
class SampleRegion:
    """A region of a sample."""

    id: str
    label_id: UUID | None
    geometry: Any
    text: str | None
    source: str
    author: Any
    points: tuple[Any, ...] = ()
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SampleView:
    """One file of a dataset; properties that its medium does not have are ``null``.

    ``labels`` are those of the whole sample, ``region_labels`` count its regions, and an object in
    many frames of a video once; ``drawn`` has the first regions, for small images. One that
    ``is_negative`` was said to show nothing: no object, or none of the labels.
    """

    id: UUID
    dataset_id: UUID
    name: str
    width: int | None
    height: int | None
    duration_ms: int | None
    num_frames: int | None
    num_characters: int | None
    num_rows: int | None
    excerpt: str
    bytes: int
    created_at: datetime
    revision: int
    labelled_at: datetime | None
    is_negative: bool
    trashed_at: datetime | None
    labels: tuple[SampleLabel, ...]
    region_labels: Sequence[dict[str, Any]]
    drawn: Sequence[DrawnLabel]
    texts: Sequence[str]
    value: float | None
    split: str | None
    tags: tuple[UUID, ...]


@dataclass(frozen=True)
class AnnotatedSampleView(SampleView):
    """One file with everything that is said of it now."""

    regions: tuple[SampleRegion, ...]
    relations: Sequence[Any]


@dataclass(frozen=True)
class SampleDetailView(AnnotatedSampleView):
    """One file with all that is known of it."""

    blob_sha256: str
    media_type: str
    created_by: Any
    history: Sequence[Any]


_FIELDS = (
    "id",
    "dataset_id",
    "name",
    "width",
    "height",
    "duration_ms",
    "num_frames",
    "num_characters",
    "num_rows",
    "excerpt",
    "bytes",
    "created_at",
    "revision",
    "labelled_at",
    "is_negative",
    "trashed_at",
)


def complete(rows: Sequence[Sample], *, version_id: UUID | None = None) -> list[SampleView]:
    """Describe samples; one query each for what is said, for tags and for splits."""
    ids = [row.id for row in rows]
    summaries = labelling.summaries_of(ids)
    splits: dict[UUID, str] = {}
    if version_id is not None:
        in_version = VersionSample.objects.filter(version_id=version_id, sample_id__in=ids)
        splits = dict(in_version.values_list("sample_id", "split"))
    tags = _tags_of(ids)
    return [_view(row, summaries[row.id], splits.get(row.id), tuple(tags[row.id])) for row in rows]


def complete_one(sample_id: UUID) -> SampleView:
    """Describe a sample that the caller may see."""
    return complete([Sample.objects.get(id=sample_id)])[0]


def complete_many(sample_ids: Collection[UUID]) -> list[SampleView]:
    """Describe samples that the caller may see."""
    return complete(list(Sample.objects.filter(id__in=list(sample_ids)).order_by("id")))


def bare_many(sample_ids: Collection[UUID]) -> list[SampleView]:
    """Describe the files of samples alone, for whoever says something else of them; one query."""
    rows = Sample.objects.filter(id__in=list(sample_ids))
    return [_view(row, labelling.Summary(), None, ()) for row in rows]


def annotated(sample_id: UUID) -> AnnotatedSampleView:
    """Describe a sample that the caller may see, with everything that is said of it."""
    return AnnotatedSampleView(**_annotated(Sample.objects.get(id=sample_id)))


def detail(sample_id: UUID) -> SampleDetailView:
    """Describe a sample that the caller may see, who brought it, and its history."""
    row = Sample.objects.select_related("created_by", "blob").get(id=sample_id)
    return SampleDetailView(
        **_annotated(row),
        blob_sha256=row.blob_id,
        media_type=row.blob.media_type,
        created_by=row.created_by,
        history=labelling.history_of_sample(sample_id),
    )


def _view(
    row: Sample, summary: labelling.Summary, split: str | None, tags: tuple[UUID, ...]
) -> SampleView:
    return SampleView(
        **{name: getattr(row, name) for name in _FIELDS},
        labels=tuple(
            SampleLabel(id=label.label_id, source=label.source, author=label.author)
            for label in summary.labels
            if label.label_id is not None
        ),
        region_labels=summary.region_labels,
        drawn=summary.drawn,
        texts=summary.texts,
        value=summary.value,
        split=split,
        tags=tags,
    )


def _tags_of(sample_ids: Collection[UUID]) -> dict[UUID, list[UUID]]:
    tags: dict[UUID, list[UUID]] = defaultdict(list)
    tagged = SampleTag.objects.filter(sample_id__in=sample_ids).order_by("tag_id")
    for sample_id, tag_id in tagged.values_list("sample_id", "tag_id"):
        tags[sample_id].append(tag_id)
    return tags


def _annotated(row: Sample) -> dict[str, Any]:
    """Return what an ``AnnotatedSampleView`` shows of a sample."""
    summary, found = labelling.annotations_of(row.id)
    view = _view(row, summary, None, tuple(_tags_of([row.id])[row.id]))
    regions = tuple(
        SampleRegion(
            id=region.key,
            label_id=region.label_id,
            geometry=region.geometry,
            text=region.text,
            points=tuple(region.points),
            attributes=region.attributes,
            source=region.source,
            author=region.author,
        )
        for region in found
    )
    return {**vars(view), "regions": regions, "relations": labelling.relations_of(row.id)}
