"""Move work items from state to state: the row, the kept counters and the trail together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from backend.api.errors import NotFound
from backend.assignments.models import Act, Assignment, ItemAct, ItemState, WorkItem

# States that an assignment counts; what is open or held is the rest.
_COUNTERS = {
    ItemState.SUBMITTED: "num_submitted",
    ItemState.RETURNED: "num_returned",
    ItemState.ACCEPTED: "num_accepted",
    ItemState.DECLINED: "num_declined",
    ItemState.SKIPPED: "num_skipped",
}


def lock_item(item_id: UUID) -> tuple[WorkItem, Assignment]:
    """Return an item and its assignment as they are now; others wait for the transaction's end.

    Everything that decides about answers takes the assignment's lock first, so that two people who
    hand in the last two answers to a sample see each other.
    """
    assignment_id = WorkItem.objects.filter(id=item_id).values_list("assignment_id", flat=True)
    found = assignment_id.first()
    if found is None:
        raise NotFound("There is no such work item.", code="work_item_not_found")
    assignment = Assignment.objects.select_for_update().get(id=found)
    item = WorkItem.objects.select_for_update().get(id=item_id)
    return item, assignment


def move(
    item: WorkItem,
    state: ItemState,
    act: Act,
    *,
    actor_id: UUID | None,
    annotator_id: UUID | None,
    hold_until: datetime | None = None,
    note: str = "",
    annotation: Any = None,
) -> None:
    """Give a locked item another state, count it, and write down who did it."""
    before = ItemState(item.state)
    item.state, item.annotator_id, item.hold_until = state, annotator_id, hold_until
    item.changed_at = timezone.now()
    item.save(update_fields=["state", "annotator", "hold_until", "changed_at"])
    if not item.is_honeypot and before != state:
        changes = {
            _COUNTERS[one]: sign for one, sign in ((before, -1), (state, 1)) if one in _COUNTERS
        }
        if changes:
            Assignment.objects.filter(id=item.assignment_id).update(
                **{name: F(name) + sign for name, sign in changes.items()}
            )
    record([item], act, actor_id=actor_id, note=note, annotation=annotation)


def record(
    items: Sequence[WorkItem],
    act: Act,
    *,
    actor_id: UUID | None,
    note: str = "",
    annotation: Any = None,
) -> None:
    """Write down what happened to items."""
    ItemAct.objects.bulk_create(
        [
            ItemAct(
                item_id=item.id,
                sample_id=item.sample_id,
                act=act,
                actor_id=actor_id,
                note=note,
                state=annotation,
            )
            for item in items
        ]
    )
