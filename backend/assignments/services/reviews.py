"""What a reviewer does with answers: take one, send one back, put a skipped item back."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from backend.api.errors import Conflict, NotAllowed, NotFound
from backend.assignments.models import Act, Comment, ItemAnnotation, ItemState
from backend.assignments.services.decisions import require_reviewable, take
from backend.assignments.services.items import lock_item, move


@transaction.atomic
def accept(
    *, item_id: UUID, author_id: UUID | None, version: int, sample_revision: int, reviewer_id: UUID
) -> None:
    """Take an answer to an item: that of its annotator, or one that came late.

    Args:
        item_id: the item.
        author_id: whose answer; its annotator's when ``None``.
        version: of the answer, as the reviewer saw it.
        sample_revision: of the sample, as the reviewer saw it; what is said there is replaced.
        reviewer_id: who decides.

    Raises:
        NotAllowed: ``own_answer``.
        NotFound: ``answer_not_found``.
        Conflict: ``not_submitted``, or ``revision_stale`` when answer or sample changed meanwhile.
    """
    item, assignment = lock_item(item_id)
    require_reviewable(item)
    author_id = author_id or item.annotator_id
    answer = ItemAnnotation.objects.filter(item=item, author_id=author_id, version__gt=0).first()
    if answer is None:
        raise NotFound("This person submitted no annotation here.", code="answer_not_found")
    _require_other(answer.author_id, reviewer_id)
    if answer.version != version:
        raise Conflict(
            "The annotator changed this answer meanwhile. Look at it again.",
            code="revision_stale",
            revision=answer.version,
        )
    take(item, assignment, answer, sample_revision=sample_revision, actor_id=reviewer_id)


@transaction.atomic
def send_back(*, item_id: UUID, reviewer_id: UUID, comments: Sequence[dict[str, str]]) -> None:
    """Return an answer to its annotator, with comments on regions or on the whole sample.

    Raises:
        NotAllowed: ``own_answer``.
        Conflict: ``not_submitted``.
    """
    item, _ = lock_item(item_id)
    require_reviewable(item)
    _require_other(item.annotator_id, reviewer_id)
    Comment.objects.bulk_create(
        [
            Comment(
                item=item,
                region=comment.get("region", ""),
                text=comment["text"],
                author_id=reviewer_id,
            )
            for comment in comments
        ]
    )
    move(
        item,
        ItemState.RETURNED,
        Act.RETURNED,
        actor_id=reviewer_id,
        annotator_id=item.annotator_id,
        note=comments[0]["text"][:500],
    )


@transaction.atomic
def put_back(*, item_id: UUID, reviewer_id: UUID) -> None:
    """Give a skipped or returned item to the pool again.

    Raises:
        Conflict: ``not_skipped``.
    """
    item, _ = lock_item(item_id)
    if item.state not in (ItemState.SKIPPED, ItemState.RETURNED, ItemState.HELD):
        raise Conflict(
            "Only what somebody holds, skipped or has to fix can go back to the pool.",
            code="not_skipped",
            state=item.state,
        )
    move(item, ItemState.OPEN, Act.RELEASED, actor_id=reviewer_id, annotator_id=None)


def _require_other(annotator_id: UUID | None, reviewer_id: UUID) -> None:
    if annotator_id == reviewer_id:
        raise NotAllowed(
            "This is your own annotation. Somebody else has to review it.", code="own_answer"
        )
