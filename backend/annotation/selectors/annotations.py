"""Reads about annotations."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import CharField, Count, Exists, OuterRef, Q, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Substr

from backend.annotation.contracts import Source
from backend.annotation.contracts.attributes import Definitions
from backend.annotation.contracts.counting import count_by_label
from backend.annotation.contracts.drawing import MAX_DRAWN, DrawnLabel, drawn
from backend.annotation.contracts.states import OptionalState, State, restored
from backend.annotation.models import Annotation, AnnotationRevision, Relation
from backend.annotation.rows import state_of
from backend.datasets.services.counters import LabelCounts


@dataclass
class Summary:
    """What is said of one sample, its regions only counted and drawn by label."""

    labels: list[Annotation] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    value: float | None = None
    region_labels: list[dict[str, Any]] = field(default_factory=list)
    drawn: list[DrawnLabel] = field(default_factory=list)

    def add(self, row: Annotation) -> None:
        """Add what is said of the whole sample."""
        if row.label_id is not None:
            self.labels.append(row)
        elif row.text is not None:
            self.texts.append(row.text)
        else:
            self.value = row.value


def summaries_of(sample_ids: Collection[UUID]) -> dict[UUID, Summary]:
    """Return what is said of samples, each label with its author; two queries, three with tracks.

    Of each sample's regions the first are read, to be drawn, and all of them counted.
    """
    found = {sample_id: Summary() for sample_id in sample_ids}
    first: dict[UUID, list[Annotation]] = defaultdict(list)
    rows = Annotation.objects.filter(sample_id__in=list(sample_ids))
    read = rows.filter(Q(geometry__isnull=True) | Q(position__lt=MAX_DRAWN))
    for row in read.select_related("author").order_by("label_id", "position", "id"):
        if row.geometry is None:
            found[row.sample_id].add(row)
        else:
            first[row.sample_id].append(row)
    for sample_id, regions in first.items():
        regions.sort(key=_place)
        found[sample_id].drawn = drawn(regions)
    tracked = [sample_id for sample_id, regions in first.items() if _are_tracks(regions)]
    others = list(set(found) - set(tracked))
    for ids, num in ((others, Count("id")), (tracked, _NUM_TRACKS)):
        regions_of_all = Annotation.objects.filter(sample_id__in=ids, geometry__isnull=False)
        by_label = regions_of_all.values("sample_id", "label_id").annotate(num=num)
        for count in by_label.order_by("-num", "label_id"):
            found[count["sample_id"]].region_labels.append(
                {"id": count["label_id"], "num": count["num"]}
            )
    return found


_NUM_TRACKS = Count(KT("geometry__track"), distinct=True)


def _are_tracks(regions: Sequence[Annotation]) -> bool:
    """Whether they are objects followed through a video, which have no other regions."""
    geometry = regions[0].geometry or {}
    return bool(geometry.get("kind") == "frame_box")


def drawings_of(sample_ids: Iterable[UUID]) -> dict[UUID, list[DrawnLabel]]:
    """Return the first regions of samples as small images draw them; one query."""
    first: dict[UUID, list[Annotation]] = defaultdict(list)
    rows = Annotation.objects.filter(
        sample_id__in=list(sample_ids), geometry__isnull=False, position__lt=MAX_DRAWN
    )
    for row in rows.order_by("position", "id"):
        first[row.sample_id].append(row)
    return {sample_id: drawn(regions) for sample_id, regions in first.items()}


def whole_labels(sample_ids: Collection[UUID]) -> dict[UUID, list[UUID]]:
    """Return the labels of whole samples, for those that have any; one query."""
    found: dict[UUID, list[UUID]] = defaultdict(list)
    rows = Annotation.objects.filter(
        sample_id__in=list(sample_ids), geometry__isnull=True, label__isnull=False
    )
    for sample_id, label_id in rows.order_by("label_id").values_list("sample_id", "label_id"):
        found[sample_id].append(label_id)
    return found


def annotations_of(sample_id: UUID) -> tuple[Summary, list[Annotation]]:
    """Return what is said of a sample, and its regions in their order; one query."""
    summary = Summary()
    regions = []
    rows = Annotation.objects.filter(sample_id=sample_id).select_related("author")
    for row in rows.order_by("label_id", "position", "id"):
        if row.geometry is None:
            summary.add(row)
        else:
            regions.append(row)
    nums = count_by_label((row.label_id, row.geometry or {}) for row in regions)
    counted = sorted(nums.items(), key=lambda pair: (-pair[1], str(pair[0])))
    summary.region_labels = [{"id": label_id, "num": num} for label_id, num in counted]
    regions.sort(key=_place)
    summary.drawn = drawn(regions)
    return summary, regions


def _place(row: Annotation) -> tuple[int, UUID]:
    return row.position, row.id


def relations_of(sample_id: UUID) -> list[Relation]:
    """Return the relations between regions of a sample, each with its author."""
    rows = Relation.objects.filter(sample_id=sample_id).select_related("author")
    return list(rows.order_by("subject", "object", "label_id"))


def has_label(label_ids: Collection[UUID], *, in_relations: bool) -> Q:
    """Return the condition that a sample shows any of these labels, in whatever way.

    Args:
        label_ids: the labels; one of them is enough.
        in_relations: whether relations have any of them. Where none has, the database can join
            instead of asking of every sample whether one thing or the other is so.
    """
    annotated = Annotation.objects.filter(label_id__in=list(label_ids))
    if not in_relations:
        return Q(Exists(annotated.filter(sample=OuterRef("pk"))))
    related = Relation.objects.filter(label_id__in=list(label_ids))
    return Q(pk__in=annotated.values("sample_id").union(related.values("sample_id")))


def has_author(user_id: UUID) -> Exists:
    """Return the condition that somebody said something of a sample that still holds."""
    return Exists(Annotation.objects.filter(sample=OuterRef("pk"), author=user_id))


def has_value(low: float | None, high: float | None) -> Exists:
    """Return the condition that a sample was given a score between two, both included."""
    rows = Annotation.objects.filter(sample=OuterRef("pk"), value__isnull=False)
    rows = rows if low is None else rows.filter(value__gte=low)
    return Exists(rows if high is None else rows.filter(value__lte=high))


def has_source(source: str) -> Exists:
    """Return the condition that a sample has a label from this source."""
    return Exists(Annotation.objects.filter(sample=OuterRef("pk"), source=source))


def is_shown(*, sample: str, label: str) -> Q:
    """Return the condition that the sample of a row shows its label, in whatever way.

    Args:
        sample: the row's column with the id of the sample.
        label: its column with the id of the label.
    """
    chosen = {"sample": OuterRef(sample), "label": OuterRef(label)}
    annotated = Exists(Annotation.objects.filter(**chosen))
    return Q(annotated) | Q(Exists(Relation.objects.filter(**chosen)))


def states_before(
    revisions: Mapping[UUID, int],
    known: Collection[UUID],
    *,
    attributes: Definitions,
    regions_need_labels: bool,
) -> dict[UUID, OptionalState]:
    """Return what was said of samples before these revisions of theirs; one query.

    What used labels or attributes that are not known any more does not come back.
    """
    rows = AnnotationRevision.objects.filter(
        sample_id__in=list(revisions), number__in={number - 1 for number in revisions.values()}
    )
    documents = {
        row.sample_id: row.state for row in rows if row.number == revisions[row.sample_id] - 1
    }
    return {
        sample_id: restored(
            documents.get(sample_id),
            known,
            attributes=attributes,
            regions_need_labels=regions_need_labels,
        )
        for sample_id in revisions
    }


def history_of_sample(sample_id: UUID) -> list[AnnotationRevision]:
    """Return all revisions of a sample's labels, newest first."""
    rows = AnnotationRevision.objects.filter(sample_id=sample_id).select_related("author")
    return list(rows.order_by("-number"))


def history_of(*, dataset_id: UUID) -> QuerySet[AnnotationRevision]:
    """Return all revisions in a dataset."""
    rows = AnnotationRevision.objects.filter(sample__dataset_id=dataset_id)
    return rows.select_related("author", "sample")


def states_of(sample_ids: Collection[UUID]) -> dict[UUID, State]:
    """Return the states of those samples of which anything is said; two queries."""
    chosen = {"sample_id__in": list(sample_ids)}
    rows: dict[UUID, list[Annotation]] = defaultdict(list)
    for row in Annotation.objects.filter(**chosen).order_by("position", "id"):
        rows[row.sample_id].append(row)
    relations: dict[UUID, list[Relation]] = defaultdict(list)
    for relation in Relation.objects.filter(**chosen):
        relations[relation.sample_id].append(relation)
    return {
        sample_id: state_of(of_sample, relations[sample_id])
        for sample_id, of_sample in rows.items()
    }


def count_labels(sample_ids: Collection[UUID]) -> LabelCounts:
    """Return how often each label is shown by these samples, in each way."""
    counts = LabelCounts()
    rows = Annotation.objects.filter(sample_id__in=list(sample_ids), label__isnull=False)
    related = Relation.objects.filter(sample_id__in=list(sample_ids))
    shown = {*rows.values_list("sample_id", "label_id").distinct()}
    shown |= {*related.values_list("sample_id", "label_id").distinct()}
    counts.samples.update(label_id for _, label_id in shown)
    regions = rows.filter(geometry__isnull=False)
    counts.regions.update(_by_label(regions))
    counts.relations.update(_by_label(related))
    return counts


def _by_label(rows: QuerySet[Any]) -> dict[UUID, int]:
    return dict(rows.values_list("label_id").annotate(num=Count("id")).order_by())


class Act(NamedTuple):
    """Labels are alike when they came from the same source, author and day (UTC)."""

    source: str
    author_id: UUID | None
    day: date


def count_acts(dataset_id: UUID, *, has_trash: bool) -> Counter[Act]:
    """Count what was said of a dataset's samples outside the trash.

    Args:
        dataset_id: the dataset.
        has_trash: whether any of its samples lies in the trash.
    """
    labelled = Annotation.objects.filter(label__dataset_id=dataset_id)
    # Transcripts, captions, scores, and lines of text that need no label.
    others = Annotation.objects.filter(label=None, sample__dataset_id=dataset_id)
    nums = _count_acts(labelled) + _count_acts(others)
    if has_trash:
        # Looking up the few in the trash costs less than looking up every sample.
        for rows in (labelled, others):
            nums.subtract(_count_acts(rows.filter(sample__trashed_at__isnull=False)))
    return +nums


def num_by_source(acts: Counter[Act]) -> dict[str, int]:
    """Return how many labels came from each source."""
    found: Counter[str] = Counter()
    for act, num in acts.items():
        found[act.source] += num
    return {source: found[source] for source in Source.values}


def num_by_author(acts: Counter[Act]) -> list[dict[str, Any]]:
    """Return how many labels each person gave, the busiest first."""
    nums: Counter[UUID | None] = Counter()
    for act, num in acts.items():
        if act.source == Source.HUMAN:
            nums[act.author_id] += num
    people = get_user_model().objects.in_bulk([user_id for user_id in nums if user_id])
    ordered = sorted(nums.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return [
        {
            "author": {"id": user_id, "name": people[user_id].name} if user_id in people else None,
            "num": num,
        }
        for user_id, num in ordered
    ]


def num_by_day(acts: Counter[Act]) -> list[dict[str, Any]]:
    """Return how many labels were given on each day."""
    nums: Counter[date] = Counter()
    for act, num in acts.items():
        nums[act.day] += num
    return [{"day": day, "num": num} for day, num in sorted(nums.items())]


def _count_acts(rows: QuerySet[Annotation]) -> Counter[Act]:
    # SQLite would call Python to cut a time to its day, for every row.
    day = Substr(Cast("created_at", CharField()), 1, 10)
    counted = rows.values_list("source", "author_id", day).annotate(num=Count("id")).order_by()
    return Counter(
        {
            Act(source, author_id, date.fromisoformat(at)): num
            for source, author_id, at, num in counted
        }
    )
