"""Reads about samples."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from math import ceil, floor
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from backend.accounts.contracts import Caller, Role
from backend.annotation.selectors import annotations as labelling
from backend.annotation.selectors.attribute_counts import has_attribute
from backend.api.errors import Invalid, NotAllowed, NotFound
from backend.datasets.contracts import DatasetRef, Measure, Range, SampleFilter, Selection
from backend.datasets.contracts.conditions import CONDITIONS, CONTENT_READERS, ELSEWHERE
from backend.datasets.models import (
    Dataset,
    DatasetVersion,
    Label,
    Sample,
    SampleTag,
    Tag,
    VersionSample,
)
from backend.datasets.selectors.datasets import require_dataset_row
from backend.datasets.selectors.sample_views import SampleView, complete
from engine.catalog import TASKS

ALL = SampleFilter()


def require_sample(*, caller: Caller, sample_id: UUID, minimum: Role = Role.VIEWER) -> Sample:
    """Return a sample in whose project the caller has at least the role ``minimum``.

    Raises:
        NotFound: when there is no such sample, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_dataset_row(
        Sample.objects.filter(id=sample_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such sample.", code="sample_not_found"),
    )


def require_content(*, caller: Caller, sample_id: UUID) -> Sample:
    """Return a sample whose file the caller may read: a member, or whom it was handed to.

    Raises:
        NotFound: when there is no such sample, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    try:
        return require_sample(caller=caller, sample_id=sample_id)
    except NotAllowed:
        if any(may_read(caller.user_id, sample_id) for may_read in CONTENT_READERS):
            return Sample.objects.get(id=sample_id)
        raise


def require_recording(*, caller: Caller, sample_id: UUID) -> Sample:
    """Return a recording that the caller may read.

    Raises:
        Invalid: ``not_a_recording`` when the sample is none.
        NotFound: when there is no such sample, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    sample = require_content(caller=caller, sample_id=sample_id)
    if not sample.blob.media_type.startswith("audio/"):
        raise Invalid(f"'{sample.name}' is no recording.", code="not_a_recording")
    return sample


def require_video(*, caller: Caller, sample_id: UUID) -> Sample:
    """Return a video that the caller may read.

    Raises:
        Invalid: ``sample_not_a_video`` when the sample is none.
        NotFound: when there is no such sample, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    sample = require_content(caller=caller, sample_id=sample_id)
    if sample.num_frames is None:
        raise Invalid(f"'{sample.name}' is no video.", code="sample_not_a_video")
    return sample


def samples_of(
    dataset: DatasetRef, wanted: SampleFilter = ALL, *, frozen: bool = False
) -> QuerySet[Sample]:
    """Return the samples of a dataset that pass a filter.

    Args:
        dataset: whose samples.
        wanted: the filter.
        frozen: to look at them: those of a version are the ones that it was frozen with, also when
            they lie in the trash of the dataset now. Whoever changes samples leaves that out.

    Raises:
        Invalid: when a split is given without its version, or another dataset's version.
    """
    rows = Sample.objects.filter(dataset_id=dataset.id)
    if wanted.trashed or not frozen or wanted.version is None:
        rows = rows.filter(trashed_at__isnull=not wanted.trashed)
    if wanted.unlabelled:
        rows = rows.filter(labelled_at=None)
    if wanted.labelled:
        rows = rows.exclude(labelled_at=None)
    if wanted.negative:
        rows = rows.filter(is_negative=True)
    for one in wanted.attribute:
        rows = rows.filter(has_attribute(one.label, one.name, one.value))
    if wanted.label:
        rows = rows.filter(_has_label(dataset, wanted.label))
    if wanted.tag:
        tagged = SampleTag.objects.filter(sample=OuterRef("pk"), tag__in=wanted.tag)
        rows = rows.filter(Exists(tagged))
    if wanted.author is not None:
        rows = rows.filter(labelling.has_author(wanted.author))
    if wanted.labelled_from is not None:
        rows = rows.filter(labelled_at__gte=_midnight(wanted.labelled_from))
    if wanted.labelled_until is not None:
        rows = rows.filter(labelled_at__lt=_midnight(wanted.labelled_until) + timedelta(days=1))
    for measured in wanted.range:
        rows = rows.filter(_within(measured))
    if wanted.source is not None:
        rows = rows.filter(labelling.has_source(wanted.source))
    for name in ELSEWHERE:
        asked = getattr(wanted, name)
        if asked is not None:
            rows = rows.filter(CONDITIONS[name].of(dataset, asked))
    if wanted.search:
        rows = rows.filter(Q(name__icontains=wanted.search) | Q(excerpt__icontains=wanted.search))
    if wanted.version is not None:
        rows = rows.filter(_in_version(dataset, wanted.version, wanted.split))
    elif wanted.split is not None:
        raise Invalid("A split belongs to a version. Add version=.", code="version_missing")
    return rows


def ordered_by(rows: QuerySet[Sample], column: str, wanted: SampleFilter) -> QuerySet[Sample]:
    """Return filtered samples with the column to order them by, where it is not their own.

    Raises:
        Invalid: ``ordering_needs_disagreement``.
    """
    if column.lstrip("-") != "disagreement":
        return rows
    if wanted.disagreement is None:
        raise Invalid(
            "Only samples that a model disagrees with have such an order. Add disagreement=.",
            code="ordering_needs_disagreement",
        )
    return rows.annotate(disagreement=CONDITIONS["disagreement"].strength)


def selected(dataset: Dataset, selection: Selection, *, trashed: bool = False) -> QuerySet[Sample]:
    """Return the samples of a selection that lie in the trash, or those that do not.

    Raises:
        Invalid: as ``samples_of``.
    """
    if selection.filter is not None:
        return samples_of(dataset, replace(selection.filter, trashed=trashed))
    rows = Sample.objects.filter(dataset=dataset, trashed_at__isnull=not trashed)
    return rows.filter(id__in=selection.ids or ())


def rows_of_selection(dataset_id: UUID, selection: Selection) -> QuerySet[Sample]:
    """Return the samples of a selection, for whoever knows the dataset by its id alone.

    Raises:
        Invalid: as ``samples_of``.
    """
    return selected(Dataset.objects.get(id=dataset_id), selection)


def count(dataset: Dataset, wanted: SampleFilter = ALL) -> int:
    """Return how many samples pass a filter; a kept counter where there is one."""
    kept = known_count(dataset, wanted)
    return samples_of(dataset, wanted, frozen=True).count() if kept is None else kept


def known_count(dataset: Dataset, wanted: SampleFilter) -> int | None:
    """Return how many samples pass a filter when a counter is kept of it, else ``None``."""
    if wanted == ALL:
        return dataset.num_samples
    if wanted == SampleFilter(labelled=True):
        return dataset.num_labelled
    if wanted == SampleFilter(unlabelled=True):
        return dataset.num_samples - dataset.num_labelled
    if wanted == SampleFilter(negative=True):
        return dataset.num_negative
    if len(wanted.label) == 1 and wanted == SampleFilter(label=wanted.label):
        kept = Label.objects.filter(dataset=dataset, id=wanted.label[0])
        return kept.values_list("num_samples", flat=True).first() or 0
    if len(wanted.tag) == 1 and wanted == SampleFilter(tag=wanted.tag):
        tags = Tag.objects.filter(dataset=dataset, id=wanted.tag[0])
        return tags.values_list("num_samples", flat=True).first() or 0
    return None


def next_unlabelled(*, dataset: Dataset, after: UUID | None) -> SampleView | None:
    """Return the next sample to label, oldest first, going round at the end."""
    rows = samples_of(dataset, SampleFilter(unlabelled=True)).order_by("created_at", "id")
    here = Sample.objects.filter(dataset=dataset, id=after).first() if after else None
    if here is not None:
        later = rows.filter(_later_than(here.created_at, here.id))
        found = later.first() or rows.exclude(id=here.id).first() or rows.first()
    else:
        found = rows.first()
    return complete([found])[0] if found is not None else None


def _later_than(created_at: datetime, sample_id: UUID) -> Q:
    # The first bound is redundant; it lets the database start in its index.
    return Q(created_at__gte=created_at) & (Q(created_at__gt=created_at) | Q(id__gt=sample_id))


def _has_label(dataset: DatasetRef, label_ids: tuple[UUID, ...]) -> Q:
    """Return the condition of showing a label; the kept counters say whether relations have it."""
    related = Label.objects.filter(dataset_id=dataset.id, id__in=label_ids, num_relations__gt=0)
    has_relations = TASKS[dataset.task].annotation_card.relations
    # The counters leave out what lies in the trash, where relations may still have the label.
    in_relations = has_relations and (dataset.num_trashed > 0 or related.exists())
    return labelling.has_label(label_ids, in_relations=in_relations)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


_COLUMNS = {
    Measure.WIDTH: "width",
    Measure.HEIGHT: "height",
    Measure.BYTES: "bytes",
    Measure.SECONDS: "duration_ms",
    Measure.FRAMES: "num_frames",
    Measure.CHARACTERS: "num_characters",
    Measure.ROWS: "num_rows",
}


def _within(wanted: Range) -> Q:
    if wanted.measure is Measure.VALUE:
        return Q(labelling.has_value(wanted.low, wanted.high))
    column = _COLUMNS[wanted.measure]
    unit = 1000 if wanted.measure is Measure.SECONDS else 1
    found = Q(**{f"{column}__isnull": False})
    if wanted.low is not None:
        found &= Q(**{f"{column}__gte": ceil(wanted.low * unit)})
    if wanted.high is not None:
        found &= Q(**{f"{column}__lte": floor(wanted.high * unit)})
    return found


def _in_version(dataset: DatasetRef, version_id: UUID, split: str | None) -> Exists:
    if not DatasetVersion.objects.filter(id=version_id, dataset_id=dataset.id).exists():
        raise Invalid("The dataset has no such version.", code="version_unknown")
    rows = VersionSample.objects.filter(version_id=version_id, sample_id=OuterRef("id"))
    return Exists(rows.filter(split=split) if split is not None else rows)
