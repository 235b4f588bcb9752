"""Which answer becomes what is said of a sample."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from backend.annotation.answers import adopt, standing_of
from backend.api.errors import Conflict
from backend.assignments.models import Act, Answer, Assignment, ItemState, WorkItem
from backend.assignments.services.items import move

_FINAL = (ItemState.ACCEPTED, ItemState.DECLINED)


def settle_if_clear(item: WorkItem, assignment: Assignment) -> None:
    """Take the answer that was just handed in, where nobody has to look at it first.

    What somebody else said of the sample meanwhile is not overwritten: then it waits for review.
    """
    if item.is_honeypot or assignment.needs_review or assignment.num_annotators > 1:
        return
    answer = Answer.objects.get(item=item, author_id=item.annotator_id)
    standing = standing_of(assignment.dataset_id, [item.sample_id]).get(item.sample_id)
    if standing is not None and standing.revision == answer.base_revision:
        take(item, assignment, answer, sample_revision=standing.revision, actor_id=None)


@transaction.atomic
def take(
    item: WorkItem,
    assignment: Assignment,
    answer: Answer,
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
        is_alike = other.annotator_id is not None and _says_the_same(other, answer)
        state = ItemState.ACCEPTED if is_taken or is_alike else ItemState.DECLINED
        act = Act.ACCEPTED if state == ItemState.ACCEPTED else Act.DECLINED
        move(other, state, act, actor_id=actor_id, annotator_id=other.annotator_id)


def _says_the_same(item: WorkItem, answer: Answer) -> bool:
    if item.state != ItemState.SUBMITTED:
        return False
    theirs = Answer.objects.filter(item=item, author_id=item.annotator_id).first()
    return theirs is not None and theirs.state == answer.state


def require_reviewable(item: WorkItem) -> None:
    """Refuse to judge what was not handed in, or was judged already.

    Raises:
        Conflict: ``not_submitted``.
    """
    if item.state != ItemState.SUBMITTED or item.is_honeypot:
        raise Conflict(
            "This answer is not waiting for review. Load the page again.",
            code="not_submitted",
            state=item.state,
        )
