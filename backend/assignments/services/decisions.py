"""Which answer becomes what is said of a sample."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from backend.annotation.services.answers import adopt, standing_of
from backend.api.errors import Conflict
from backend.assignments.agreement.documents import agreement, majority
from backend.assignments.models import Act, Assignment, ItemAnnotation, ItemState, WorkItem
from backend.assignments.services.items import move

_FINAL = (ItemState.ACCEPTED, ItemState.DECLINED)


def settle_if_clear(item: WorkItem, assignment: Assignment) -> None:
    """Decide on the answer that was just handed in, where nobody has to look at it first.

    An answer to a known sample is only compared. Of several answers, that of the majority is taken
    once all are there. What somebody else said of the sample meanwhile is not overwritten: then
    it waits for review.
    """
    standing = standing_of(assignment.dataset_id, [item.sample_id]).get(item.sample_id)
    if standing is None:
        return
    if item.is_honeypot:
        answer = ItemAnnotation.objects.get(item=item, author_id=item.annotator_id)
        _score(item, agreement(answer.state, standing.document))
        return
    if assignment.needs_review:
        return
    found = _agreed(item, assignment)
    if found is None:
        return
    winner, answer = found
    if standing.revision == answer.base_revision:
        take(winner, assignment, answer, sample_revision=standing.revision, actor_id=None)


def _agreed(item: WorkItem, assignment: Assignment) -> tuple[WorkItem, ItemAnnotation] | None:
    """Return the answer that the majority stands behind, once everybody has answered."""
    items = list(
        WorkItem.objects.filter(
            assignment=assignment, sample_id=item.sample_id, is_honeypot=False
        ).order_by("slot")
    )
    if any(one.state != ItemState.SUBMITTED for one in items):
        return None
    by_item = {
        (answer.item_id, answer.author_id): answer
        for answer in ItemAnnotation.objects.filter(item__in=items, version__gt=0)
    }
    given = [
        (one, by_item[one.id, one.annotator_id]) for one in items if one.annotator_id is not None
    ]
    place = majority([answer.state for _, answer in given], at_least=assignment.min_agreement)
    return None if place is None else given[place]


def _score(item: WorkItem, score: float) -> None:
    item.score = score
    item.save(update_fields=["score"])


@transaction.atomic
def take(
    item: WorkItem,
    assignment: Assignment,
    answer: ItemAnnotation,
    *,
    sample_revision: int,
    actor_id: UUID | None,
) -> None:
    """Make an answer what is said of its sample, and close all items of that sample.

    Raises:
        Conflict: ``revision_stale`` when the sample was annotated meanwhile.
    """
    adopt(
        dataset_id=assignment.dataset_id,
        sample_id=item.sample_id,
        revision=sample_revision,
        document=answer.state,
        author_id=answer.author_id,
    )
    same = WorkItem.objects.select_for_update().filter(
        assignment=assignment, sample_id=item.sample_id, is_honeypot=False
    )
    for other in same.exclude(state__in=_FINAL):
        is_taken = other.id == item.id and answer.author_id == item.annotator_id
        score = 1.0 if is_taken else _alike(other, answer)
        if score is not None:
            _score(other, score)
        is_alike = score is not None and score >= assignment.min_agreement
        state = ItemState.ACCEPTED if is_alike else ItemState.DECLINED
        act = Act.ACCEPTED if state == ItemState.ACCEPTED else Act.DECLINED
        move(other, state, act, actor_id=actor_id, annotator_id=other.annotator_id)


def _alike(item: WorkItem, answer: ItemAnnotation) -> float | None:
    """Return how well another answer that was handed in agrees with the one that is taken."""
    if item.state != ItemState.SUBMITTED:
        return None
    theirs = ItemAnnotation.objects.filter(item=item, author_id=item.annotator_id).first()
    return None if theirs is None else agreement(theirs.state, answer.state)


def require_reviewable(item: WorkItem) -> None:
    """Refuse to decide on what was not handed in, or was decided already.

    Raises:
        Conflict: ``not_submitted``.
    """
    if item.state != ItemState.SUBMITTED or item.is_honeypot:
        raise Conflict(
            "This annotation is not waiting for review. Load the page again.",
            code="not_submitted",
            state=item.state,
        )
