"""Hand items out in batches, keep them while somebody works, and take them back.

A hold lasts half an hour from the last sign of life. Whatever ends it, what the person had saved
stays theirs: they find it again when they claim the item again, and reviewers can see it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from backend.annotation.services.answers import standing_of
from backend.api.errors import Conflict
from backend.assignments.models import (
    Act,
    Assignment,
    Honeypot,
    ItemAnnotation,
    ItemState,
    Part,
    Participant,
    WorkItem,
)
from backend.assignments.selectors.access import require_open
from backend.assignments.services.items import lock_item, move, record

HOLD = timedelta(minutes=30)
# No seed: nobody shall foresee which samples are the known ones.
_chance = random.SystemRandom()


@transaction.atomic
def claim_batch(*, assignment: Assignment, user_id: UUID) -> None:
    """Fill somebody's batch up from the pool: first what they had begun, then by position.

    Raises:
        Conflict: ``assignment_closed``.
    """
    require_open(assignment)
    # Two tabs of one person take turns; different people do not wait for each other.
    list(
        Participant.objects.select_for_update().filter(
            assignment=assignment, user_id=user_id, part=Part.ANNOTATOR
        )
    )
    expire(assignment_id=assignment.id)
    held = WorkItem.objects.filter(
        assignment=assignment, annotator_id=user_id, state=ItemState.HELD
    ).count()
    wanted = assignment.batch_size - held
    begun = Exists(
        ItemAnnotation.objects.filter(item=OuterRef("id"), author_id=user_id, version__gt=0)
    )
    pool = _pool(assignment, user_id)
    taken: list[UUID] = []
    if wanted > 0:
        taken = _take(pool.filter(begun), wanted, user_id)
    while len(taken) < wanted:
        more = _take(pool, wanted - len(taken), user_id)
        if not more:
            break
        taken += more
    if taken:
        _start(assignment, taken, user_id)
        _mix_honeypots(assignment, num=len(taken), user_id=user_id)


@transaction.atomic
def claim_again(*, item_id: UUID, user_id: UUID) -> None:
    """Take back an item whose hold ended, if nobody else has it now.

    Raises:
        Conflict: ``hold_lost`` when somebody else has it, ``assignment_closed``.
    """
    item, assignment = lock_item(item_id)
    require_open(assignment)
    if item.annotator_id == user_id:
        return
    other = WorkItem.objects.filter(
        assignment=assignment, sample_id=item.sample_id, annotator_id=user_id
    )
    if item.state != ItemState.OPEN or other.exists():
        raise hold_lost(item)
    if _take(WorkItem.objects.filter(id=item.id), 1, user_id):
        _start(assignment, [item.id], user_id)


def hold_lost(item: WorkItem) -> Conflict:
    """Return the refusal of work on an item that is no longer the caller's."""
    holder = item.annotator.name if item.annotator is not None else ""
    return Conflict(
        "Your hold on this sample ended and it went to somebody else. Your work is still here: "
        "hand it in beside theirs, or leave the sample to them.",
        code="hold_lost",
        holder=holder,
        state=item.state,
    )


def keep_alive(*, assignment_id: UUID, user_id: UUID) -> list[UUID]:
    """Prolong somebody's holds; return the items that are theirs to work on."""
    mine = WorkItem.objects.filter(assignment_id=assignment_id, annotator_id=user_id)
    mine.filter(state=ItemState.HELD).update(hold_until=timezone.now() + HOLD)
    working = mine.filter(state__in=(ItemState.HELD, ItemState.RETURNED))
    return list(working.values_list("id", flat=True))


@transaction.atomic
def release(*, assignment_id: UUID, user_id: UUID) -> int:
    """Give somebody's held items back to the pool; return how many."""
    rows = WorkItem.objects.filter(
        assignment_id=assignment_id, annotator_id=user_id, state=ItemState.HELD
    )
    return _give_back(rows, Act.RELEASED, actor_id=user_id)


@transaction.atomic
def expire(*, assignment_id: UUID) -> int:
    """Give items back to the pool whose holders gave no sign of life; return how many."""
    rows = WorkItem.objects.filter(
        assignment_id=assignment_id, state=ItemState.HELD, hold_until__lt=timezone.now()
    )
    return _give_back(rows, Act.EXPIRED, actor_id=None)


@transaction.atomic
def leave(*, assignment_id: UUID, user_id: UUID, actor_id: UUID) -> None:
    """Take somebody out of the annotators of an assignment, as ``leave_all`` does of all."""
    _leave(WorkItem.objects.filter(assignment_id=assignment_id, annotator_id=user_id), actor_id)


@transaction.atomic
def leave_all(*, organisation_id: UUID, user_id: UUID, actor_id: UUID) -> None:
    """Take somebody out of all assignments of an organisation.

    What they held or had to fix goes back to the pool; what they handed in stays for review, and
    what they had saved stays with their name.
    """
    theirs = WorkItem.objects.filter(
        assignment__dataset__project__organisation_id=organisation_id, annotator_id=user_id
    )
    _leave(theirs, actor_id)
    Participant.objects.filter(
        assignment__dataset__project__organisation_id=organisation_id, user_id=user_id
    ).delete()


def _leave(theirs: QuerySet[WorkItem], actor_id: UUID) -> None:
    _give_back(theirs.filter(state=ItemState.HELD), Act.RELEASED, actor_id=actor_id)
    for item_id in theirs.filter(state=ItemState.RETURNED).values_list("id", flat=True):
        item, _ = lock_item(item_id)
        move(item, ItemState.OPEN, Act.RELEASED, actor_id=actor_id, annotator_id=None)


def _pool(assignment: Assignment, user_id: UUID) -> QuerySet[WorkItem]:
    """Return what somebody may claim; of several items of one sample only the first."""
    rows = WorkItem.objects.filter(
        assignment=assignment, state=ItemState.OPEN, sample__trashed_at=None
    )
    if assignment.num_annotators > 1:
        same = WorkItem.objects.filter(assignment=assignment, sample=OuterRef("sample"))
        earlier = same.filter(state=ItemState.OPEN, slot__lt=OuterRef("slot"))
        rows = rows.exclude(Exists(same.filter(annotator_id=user_id))).exclude(Exists(earlier))
    return rows.order_by("position", "slot")


def _take(pool: QuerySet[WorkItem], num: int, user_id: UUID) -> list[UUID]:
    """Claim up to ``num`` items by one conditional update; what others are claiming is passed."""
    # The items alone: the pool is joined with samples, which others go on annotating.
    rows = pool.select_for_update(skip_locked=True, of=("self",))
    found = list(rows.values_list("id", flat=True)[:num])
    if not found:
        return []
    now = timezone.now()
    WorkItem.objects.filter(id__in=found, state=ItemState.OPEN).update(
        state=ItemState.HELD, annotator_id=user_id, hold_until=now + HOLD, changed_at=now
    )
    mine = WorkItem.objects.filter(id__in=found, state=ItemState.HELD, annotator_id=user_id)
    return list(mine.values_list("id", flat=True))


def _start(assignment: Assignment, item_ids: Collection[UUID], user_id: UUID) -> None:
    """Lay an empty answer, or what is said already, before somebody who claimed items."""
    items = list(WorkItem.objects.filter(id__in=item_ids))
    record(items, Act.CLAIMED, actor_id=user_id)
    begun = set(
        ItemAnnotation.objects.filter(item__in=items, author_id=user_id).values_list(
            "item_id", flat=True
        )
    )
    fresh = [item for item in items if item.id not in begun]
    standing = standing_of(assignment.dataset_id, [item.sample_id for item in fresh])
    ItemAnnotation.objects.bulk_create(
        [
            ItemAnnotation(
                item=item,
                author_id=user_id,
                state=standing[item.sample_id].document if assignment.starts_from_labels else None,
                base_revision=standing[item.sample_id].revision,
            )
            for item in fresh
            if item.sample_id in standing
        ]
    )


def _mix_honeypots(assignment: Assignment, *, num: int, user_id: UUID) -> None:
    """Put samples whose answer is known between those that were claimed, by chance."""
    if not assignment.honeypot_every:
        return
    wanted = sum(_chance.randrange(assignment.honeypot_every) == 0 for _ in range(num))
    seen = WorkItem.objects.filter(
        assignment=assignment, annotator_id=user_id, is_honeypot=True
    ).values("sample")
    unseen = list(
        Honeypot.objects.filter(assignment=assignment, sample__trashed_at=None)
        .exclude(sample__in=seen)
        .values_list("sample_id", flat=True)
    )
    chosen = _chance.sample(unseen, min(wanted, len(unseen)))
    positions = list(
        WorkItem.objects.filter(
            assignment=assignment, annotator_id=user_id, state=ItemState.HELD
        ).values_list("position", flat=True)
    )
    items = WorkItem.objects.bulk_create(
        [
            WorkItem(
                assignment=assignment,
                sample_id=sample_id,
                position=_chance.choice(positions),
                slot=0,
                state=ItemState.HELD,
                annotator_id=user_id,
                hold_until=timezone.now() + HOLD,
                is_honeypot=True,
            )
            for sample_id in chosen
        ]
    )
    _start(assignment, [item.id for item in items], user_id)


def _give_back(rows: QuerySet[WorkItem], act: Act, *, actor_id: UUID | None) -> int:
    """Open held items again; a saved answer stays, an untouched one goes."""
    # What somebody is saving at this moment stays theirs.
    found: Sequence[WorkItem] = list(rows.select_for_update(skip_locked=True, of=("self",)))
    if not found:
        return 0
    ids = [item.id for item in found]
    ItemAnnotation.objects.filter(item__in=ids, version=0).delete()
    # A honeypot is made for one person only.
    WorkItem.objects.filter(id__in=ids, is_honeypot=True).delete()
    kept = [item for item in found if not item.is_honeypot]
    now: datetime = timezone.now()
    WorkItem.objects.filter(id__in=[item.id for item in kept], state=ItemState.HELD).update(
        state=ItemState.OPEN, annotator=None, hold_until=None, changed_at=now
    )
    record(kept, act, actor_id=actor_id)
    return len(kept)
