"""What an annotator does with an item: save, hand in, skip, and hand in late."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.annotation.services.answers import check_answer
from backend.api.errors import Conflict, NotAllowed
from backend.assignments.models import Act, Assignment, Comment, ItemAnnotation, ItemState, WorkItem
from backend.assignments.selectors.access import require_open
from backend.assignments.services.claims import HOLD, hold_lost
from backend.assignments.services.decisions import settle_if_clear
from backend.assignments.services.items import lock_item, move

# Longer pauses at one sample are breaks, not work.
LONGEST_SECONDS = 600.0


@transaction.atomic
def save_answer(
    *,
    item_id: UUID,
    author_id: UUID,
    version: int,
    submit: bool,
    seconds: float,
    annotation: Mapping[str, Any] | None,
) -> ItemAnnotation:
    """Save what the holder of an item says, and hand it in if they are done.

    An answer that was handed in and not yet reviewed can be changed; without ``submit`` it is then
    taken back to work on.

    Raises:
        Conflict: ``hold_lost`` when the item is somebody else's now, ``item_decided`` when it was
            reviewed, ``revision_stale`` when another tab saved meanwhile, ``assignment_closed``.
        Invalid: when the answer does not fit the task or the sample.
    """
    item, assignment = lock_item(item_id)
    require_open(assignment)
    if item.annotator_id != author_id:
        raise hold_lost(item)
    _require_undecided(item)
    answer = _write(item, assignment, author_id, version, seconds, annotation)
    if submit:
        _hand_in(item, assignment, answer)
    elif item.state == ItemState.SUBMITTED:
        hold = timezone.now() + HOLD
        move(
            item,
            ItemState.HELD,
            Act.REOPENED,
            actor_id=author_id,
            annotator_id=author_id,
            hold_until=hold,
        )
    elif item.state == ItemState.HELD:
        WorkItem.objects.filter(id=item.id).update(hold_until=timezone.now() + HOLD)
    return answer


@transaction.atomic
def skip(*, item_id: UUID, author_id: UUID, reason: str) -> None:
    """Pass an item by, with the reason; a reviewer puts it back or leaves it.

    Raises:
        Conflict: ``hold_lost``, ``item_decided``, ``assignment_closed``.
    """
    item, assignment = lock_item(item_id)
    require_open(assignment)
    if item.annotator_id != author_id:
        raise hold_lost(item)
    _require_undecided(item)
    move(
        item,
        ItemState.SKIPPED,
        Act.SKIPPED,
        actor_id=author_id,
        annotator_id=author_id,
        note=reason,
    )


@transaction.atomic
def hand_in_late(
    *, item_id: UUID, author_id: UUID, seconds: float, annotation: Mapping[str, Any] | None
) -> ItemAnnotation:
    """Keep the work of somebody who lost an item, beside that of whoever has it now.

    Reviewers see both and choose; nothing of the other person's is touched.

    Raises:
        NotAllowed: ``never_yours`` when they never held it.
    """
    item, assignment = lock_item(item_id)
    mine = item.acts.filter(actor_id=author_id, act=Act.CLAIMED)
    if not mine.exists():
        raise NotAllowed(
            "You never worked on this sample, so there is no late annotation to keep.",
            code="never_yours",
        )
    answer, _ = ItemAnnotation.objects.get_or_create(item=item, author_id=author_id)
    answer = _write(item, assignment, author_id, answer.version, seconds, annotation)
    answer.is_late = True
    answer.save(update_fields=["is_late"])
    item.acts.create(
        sample_id=item.sample_id, act=Act.HANDED_IN, actor_id=author_id, state=answer.state
    )
    return answer


def _write(
    item: WorkItem,
    assignment: Assignment,
    author_id: UUID,
    version: int,
    seconds: float,
    annotation: Mapping[str, Any] | None,
) -> ItemAnnotation:
    document = (
        check_answer(assignment.dataset, item.sample_id, **annotation)
        if annotation is not None
        else None
    )
    answer = ItemAnnotation.objects.select_for_update().get(item=item, author_id=author_id)
    if answer.version != version:
        raise Conflict(
            "You changed this answer in another window meanwhile. Look at it again.",
            code="revision_stale",
            revision=answer.version,
        )
    answer.state = document
    answer.version += 1
    answer.seconds += min(max(seconds, 0.0), LONGEST_SECONDS)
    answer.save(update_fields=["state", "version", "seconds", "updated_at"])
    return answer


def _hand_in(item: WorkItem, assignment: Assignment, answer: ItemAnnotation) -> None:
    move(
        item,
        ItemState.SUBMITTED,
        Act.SUBMITTED,
        actor_id=answer.author_id,
        annotator_id=answer.author_id,
        annotation=answer.state,
    )
    Comment.objects.filter(item=item, resolved_at=None).update(resolved_at=timezone.now())
    settle_if_clear(item, assignment)


def _require_undecided(item: WorkItem) -> None:
    if item.state not in (ItemState.HELD, ItemState.RETURNED, ItemState.SUBMITTED):
        raise Conflict(
            "This annotation was reviewed meanwhile and can no longer be changed.",
            code="item_decided",
            state=item.state,
        )
