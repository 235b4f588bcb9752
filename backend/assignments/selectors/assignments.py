"""Reads about assignments as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from backend.accounts.contracts import Caller
from backend.accounts.selectors import organisations_with
from backend.assignments.models import Assignment, ItemState, Part, Participant, WorkItem
from backend.assignments.selectors.access import Access
from backend.datasets.selectors.labels import labels_of
from backend.jobs.contracts import JobView
from backend.jobs.selectors import jobs_of

_DONE = (ItemState.SUBMITTED, ItemState.ACCEPTED, ItemState.DECLINED)


@dataclass(frozen=True)
class OwnWork:
    """An open assignment that the caller takes part in, and their own numbers in it."""

    assignment: Assignment
    dataset: Any
    parts: list[str]
    num_held: int
    num_returned: int
    num_done: int
    num_left: int


@dataclass(frozen=True)
class AssignmentDetail:
    """An assignment with its people, its labels, and what the caller may do in it.

    ``num_honeypots`` is 0 for everybody but its managers. ``job`` makes the items of a large one.
    """

    assignment: Assignment
    dataset: Any
    job: JobView | None
    labels: Any
    annotators: list[Any]
    reviewers: list[Any]
    num_held: int
    num_honeypots: int
    is_manager: bool
    may_review: bool
    may_work: bool
    may_look: bool


def assignments_of(*, project_id: UUID) -> QuerySet[Assignment]:
    """Return the assignments of a project's datasets."""
    rows = Assignment.objects.filter(dataset__project_id=project_id, dataset__trashed_at=None)
    return rows.select_related("owner", "dataset")


def describe(access: Access) -> AssignmentDetail:
    """Return everything that the pages of an assignment show of it as a whole."""
    rows = Assignment.objects.select_related("owner", "dataset")
    assignment = rows.get(id=access.assignment.id)
    jobs = jobs_of([assignment])
    people = assignment.participants.select_related("user").order_by("user__name")
    held = WorkItem.objects.filter(assignment=assignment, state=ItemState.HELD, is_honeypot=False)
    return AssignmentDetail(
        assignment=assignment,
        dataset=assignment.dataset,
        job=jobs.get(assignment.job_id) if assignment.job_id else None,
        labels=labels_of(dataset_id=assignment.dataset_id),
        annotators=[one.user for one in people if one.part == Part.ANNOTATOR],
        reviewers=[one.user for one in people if one.part == Part.REVIEWER],
        num_held=held.count(),
        num_honeypots=assignment.honeypots.count() if access.is_manager else 0,
        is_manager=access.is_manager,
        may_review=access.may_review,
        may_work=access.may_work,
        may_look=access.may_look,
    )


def work_of(caller: Caller) -> list[OwnWork]:
    """Return the open assignments that somebody takes part in, the most urgent first."""
    parts: dict[UUID, list[str]] = {}
    for assignment_id, part in Participant.objects.filter(
        user_id=caller.user_id,
        assignment__state=Assignment.State.ACTIVE,
        assignment__dataset__trashed_at=None,
        assignment__dataset__project__trashed_at=None,
        assignment__dataset__project__organisation_id__in=_organisations(caller),
    ).values_list("assignment_id", "part"):
        parts.setdefault(assignment_id, []).append(part)
    rows = Assignment.objects.filter(id__in=parts).select_related("dataset__project", "owner")
    mine = {
        row["assignment_id"]: row
        for row in WorkItem.objects.filter(assignment__in=parts, annotator_id=caller.user_id)
        .values("assignment_id")
        .annotate(
            held=Count("id", filter=Q(state=ItemState.HELD)),
            returned=Count("id", filter=Q(state=ItemState.RETURNED)),
            done=Count("id", filter=Q(state__in=_DONE)),
        )
    }
    none = {"held": 0, "returned": 0, "done": 0}
    found = []
    for row in rows:
        own = mine.get(row.id, none)
        found.append(
            OwnWork(
                assignment=row,
                dataset=row.dataset,
                parts=sorted(parts[row.id]),
                num_held=own["held"],
                num_returned=own["returned"],
                num_done=own["done"],
                num_left=num_left(row),
            )
        )
    return sorted(found, key=_urgency)


def num_left(assignment: Assignment) -> int:
    """Return how many items nobody has answered yet, held ones too."""
    counted = (
        assignment.num_submitted
        + assignment.num_returned
        + assignment.num_accepted
        + assignment.num_declined
        + assignment.num_skipped
    )
    return assignment.num_items - counted


def _urgency(work: OwnWork) -> tuple[bool, float, float]:
    due: datetime | None = work.assignment.due_at
    return (
        due is None,
        due.timestamp() if due else 0.0,
        -work.assignment.created_at.timestamp(),
    )


def _organisations(caller: Caller) -> list[UUID]:
    """Return where the caller is a member; an API key works in one organisation only."""
    mine = organisations_with(user_id=caller.user_id)
    return [one for one in mine if caller.organisation_id in (None, one)]
