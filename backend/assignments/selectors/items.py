"""Reads about work items: what somebody holds, what waits for review, and one with all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from backend.annotation.contracts import Source
from backend.annotation.contracts.counting import count_by_label
from backend.annotation.contracts.drawing import drawn
from backend.annotation.contracts.states import says_nothing
from backend.annotation.services.answers import Document
from backend.assignments.models import (
    Assignment,
    Comment,
    ItemAct,
    ItemAnnotation,
    ItemState,
    WorkItem,
)
from backend.assignments.selectors.access import Access
from backend.datasets.selectors.sample_views import (
    SampleDetailView,
    SampleLabel,
    SampleRegion,
    SampleView,
    bare_many,
    detail,
)

_TO_DO = (ItemState.RETURNED, ItemState.HELD)


@dataclass(frozen=True)
class ItemView:
    """One sample for one annotator; the sample says what they said.

    ``num_comments`` counts those that nobody has resolved yet.
    """

    id: UUID
    state: str
    annotator: Any
    hold_until: datetime | None
    changed_at: datetime
    num_comments: int
    score: float | None
    sample: SampleView


@dataclass(frozen=True)
class RegionRelation:
    """A relation between two regions of an answer."""

    label_id: UUID
    subject: str
    object: str
    source: str
    author: Any


@dataclass(frozen=True)
class GivenAnswer:
    """One person's answer; the sample says what they said."""

    item_id: UUID
    author: Any
    version: int
    seconds: float
    is_late: bool
    updated_at: datetime
    sample: SampleDetailView


@dataclass(frozen=True)
class ItemDetail:
    """An item with what its annotator said, and what was said about that.

    ``answers`` are those of everybody who answered for the sample, and ``standing`` is what the
    dataset says of it now; both only for reviewers.
    """

    id: UUID
    assignment_id: UUID
    state: str
    annotator: Any
    hold_until: datetime | None
    sample: SampleDetailView
    comments: Sequence[Comment]
    acts: Sequence[ItemAct]
    answers: Sequence[GivenAnswer]
    standing: SampleDetailView | None


def own_items(assignment: Assignment, *, user_id: UUID) -> list[ItemView]:
    """Return what somebody has to do now: what came back first, then by position."""
    rows = WorkItem.objects.filter(
        assignment=assignment, annotator_id=user_id, state__in=_TO_DO
    ).order_by("position", "slot", "id")
    found = complete_items(list(_listed(rows)))
    return sorted(found, key=lambda item: item.state != ItemState.RETURNED)


def items_of(
    assignment: Assignment, *, state: str | None = None, annotator_id: UUID | None = None
) -> QuerySet[WorkItem]:
    """Return the items of an assignment, without known samples."""
    rows = WorkItem.objects.filter(assignment=assignment, is_honeypot=False)
    if state is not None:
        rows = rows.filter(state=state)
    if annotator_id is not None:
        rows = rows.filter(annotator_id=annotator_id)
    return _listed(rows)


def complete_items(rows: Sequence[Any]) -> list[ItemView]:
    """Describe items with their samples and answers; a fixed number of queries."""
    samples = {view.id: view for view in bare_many([row.sample_id for row in rows])}
    answers: dict[tuple[UUID, UUID | None], ItemAnnotation] = {
        (answer.item_id, answer.author_id): answer
        for answer in ItemAnnotation.objects.filter(item__in=rows)
    }
    return [
        ItemView(
            id=row.id,
            state=row.state,
            annotator=row.annotator,
            hold_until=row.hold_until,
            changed_at=row.changed_at,
            num_comments=row.num_comments,
            score=row.score,
            sample=_summary(
                samples[row.sample_id], answers.get((row.id, row.annotator_id)), row.annotator
            ),
        )
        for row in rows
        if row.sample_id in samples
    ]


def describe_item(item: WorkItem, access: Access, *, user_id: UUID) -> ItemDetail:
    """Return an item as its annotator, or with ``access`` a reviewer, sees it."""
    standing = detail(item.sample_id)
    sample = replace(standing, history=())
    may_review = access.may_review
    author_id = item.annotator_id if may_review else user_id
    answers = _answers_to(item)
    own = (row for row in answers if row.item_id == item.id and row.author_id == author_id)
    answer = next(own, None)
    shown = overlaid(sample, answer.state if answer else None, answer)
    others = _given(answers, sample) if may_review and not item.is_honeypot else []
    acts = item.acts.select_related("actor").order_by("-created_at", "-id")
    return ItemDetail(
        id=item.id,
        assignment_id=item.assignment_id,
        state=state_shown(item, access, user_id=user_id),
        annotator=item.annotator,
        hold_until=item.hold_until,
        sample=shown,
        comments=list(item.comments.select_related("author").order_by("created_at", "id")),
        acts=list(acts if may_review else acts.filter(actor_id=user_id)),
        answers=others,
        standing=standing if may_review and not item.is_honeypot else None,
    )


def state_shown(item: WorkItem, access: Access, *, user_id: UUID) -> str:
    """Return the state that somebody is told; a known sample does not give itself away."""
    if not item.is_honeypot or item.state != ItemState.SUBMITTED:
        return item.state
    waits = access.assignment.needs_review or access.assignment.num_annotators > 1
    return ItemState.SUBMITTED if waits else ItemState.ACCEPTED


def trail_of(*, sample_id: UUID) -> QuerySet[ItemAct]:
    """Return what was done with a sample in all assignments."""
    rows = ItemAct.objects.filter(sample_id=sample_id, item__is_honeypot=False)
    return rows.select_related("actor", "item__assignment", "item__annotator")


def overlaid(
    sample: SampleDetailView, document: Mapping[str, Any] | None, answer: ItemAnnotation | None
) -> SampleDetailView:
    """Return a sample that says what an answer says, and has its version for a revision."""
    author = answer.author if answer else None
    annotation: Document = dict(document or {})
    regions = tuple(
        SampleRegion(
            id=region["id"],
            label_id=UUID(region["label"]["id"]) if region["label"] else None,
            geometry=region["geometry"],
            text=region["text"],
            points=tuple(region.get("points", ())),
            attributes=region.get("attributes", {}),
            source=Source.HUMAN.value,
            author=author,
        )
        for region in annotation.get("regions", ())
    )
    return replace(
        sample,
        revision=answer.version if answer else 0,
        labelled_at=answer.updated_at if answer and document is not None else None,
        is_negative=document is not None and says_nothing(document),
        labels=tuple(
            SampleLabel(UUID(label["id"]), Source.HUMAN.value, author)
            for label in annotation.get("labels", ())
        ),
        region_labels=region_counts(annotation),
        drawn=drawn(regions),
        regions=regions,
        relations=[
            RegionRelation(
                UUID(relation["label"]["id"]),
                relation["subject"],
                relation["object"],
                Source.HUMAN.value,
                author,
            )
            for relation in annotation.get("relations", ())
        ],
        texts=annotation.get("texts", ()),
        value=annotation.get("value"),
    )


def region_counts(annotation: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return how many regions have each label."""
    counts = count_by_label(
        (region["label"]["id"] if region["label"] else None, region["geometry"])
        for region in annotation.get("regions", ())
    )
    return [{"id": UUID(one) if one else None, "num": num} for one, num in counts.items()]


def _listed(rows: QuerySet[WorkItem]) -> QuerySet[WorkItem]:
    """Return items with their annotators, and how many comments nobody has resolved yet."""
    comments = Comment.objects.filter(item=OuterRef("pk"), resolved_at=None).order_by()
    num = comments.values("item").annotate(num=Count("id")).values("num")
    return rows.select_related("annotator").annotate(num_comments=Coalesce(Subquery(num), 0))


def _summary(sample: SampleView, answer: ItemAnnotation | None, author: Any) -> SampleView:
    annotation = answer.state if answer is not None else None
    return replace(
        sample,
        revision=answer.version if answer else 0,
        labelled_at=answer.updated_at if answer and annotation is not None else None,
        is_negative=annotation is not None and says_nothing(annotation),
        labels=tuple(
            SampleLabel(UUID(label["id"]), Source.HUMAN.value, author)
            for label in (annotation or {}).get("labels", ())
        ),
        region_labels=region_counts(annotation or {}),
        texts=(annotation or {}).get("texts", ()),
        value=(annotation or {}).get("value"),
    )


def _answers_to(item: WorkItem) -> list[ItemAnnotation]:
    """Return what everybody said of the sample of an item, the latest last."""
    rows = ItemAnnotation.objects.filter(
        item__assignment_id=item.assignment_id, item__sample_id=item.sample_id
    )
    return list(rows.select_related("author", "item").order_by("updated_at", "id"))


def _given(answers: Sequence[ItemAnnotation], sample: SampleDetailView) -> list[GivenAnswer]:
    """Return those answers that were handed in."""
    return [
        GivenAnswer(
            item_id=row.item_id,
            author=row.author,
            version=row.version,
            seconds=row.seconds,
            is_late=row.is_late,
            updated_at=row.updated_at,
            sample=overlaid(sample, row.state, row),
        )
        for row in answers
        # Whoever gave an item back leaves what they had saved, which nobody handed in.
        if row.version > 0 and (row.is_late or row.author_id == row.item.annotator_id)
    ]
