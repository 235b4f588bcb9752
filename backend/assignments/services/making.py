"""Make the work items of an assignment: a few at once, many as a job that goes on after a break."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid
from backend.assignments.models import Assignment, ItemState, WorkItem
from backend.assignments.selectors.access import Access, still_making
from backend.datasets.contracts.filters import filter_of
from backend.datasets.selectors.samples import samples_of
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job, request_cancellation

MAX_ITEMS = 200_000
# More than these are made by a worker, fewer while the person waits.
AT_ONCE = 2000
_BATCH = 1000

Report = Callable[[int, int], None]


def begin(assignment: Assignment, organisation_id: UUID, caller: Caller) -> None:
    """Make the items of an assignment whose known samples are set; a job does it for many.

    Raises:
        Invalid: ``no_samples``, ``assignment_too_large``, or when the filter does not fit.
    """
    most = MAX_ITEMS // assignment.num_annotators
    num = _samples(assignment).order_by()[: most + 1].count()
    if num > most:
        raise Invalid(
            f"One assignment hands out up to {MAX_ITEMS} answers. Choose fewer samples, or "
            "make several assignments.",
            code="assignment_too_large",
            maximum=MAX_ITEMS,
        )
    if num == 0:
        raise no_samples()
    assignment.state, assignment.job_id = Assignment.State.MAKING, None
    if num * assignment.num_annotators > AT_ONCE:
        assignment.job_id = create_job(
            kind=names.MAKE_ASSIGNMENT,
            organisation_id=organisation_id,
            project_id=assignment.dataset.project_id,
            subject_id=assignment.id,
            title=assignment.name,
            requested_by_id=caller.user_id,
        ).id
    assignment.save(update_fields=["state", "job"])
    if assignment.job_id is None:
        make_items(assignment.id, lambda done, total: None)


def make_items(assignment_id: UUID, report_progress: Report) -> dict[str, Any]:
    """Make all items of an assignment, a batch at a time, then open it; goes on after a break.

    Raises:
        Invalid: ``no_samples`` when all of them are gone meanwhile.
    """
    assignment = Assignment.objects.filter(id=assignment_id).first()
    if assignment is None:
        return {}
    done = assignment.num_samples
    total = done + _beyond(assignment).order_by().count()
    report_progress(done, total)
    while num := _make_some(assignment_id):
        done += num
        report_progress(done, max(done, total))
    making = Assignment.objects.filter(id=assignment_id, state=Assignment.State.MAKING)
    if done == 0 and making.exists():
        raise no_samples()
    making.update(state=Assignment.State.ACTIVE)
    return {"num_samples": done}


def give_up(assignment_id: UUID) -> None:
    """Take all items back that were made; who wants what stays, so that it can be tried again."""
    making = Assignment.objects.filter(id=assignment_id, state=Assignment.State.MAKING)
    if not making.exists():
        return
    items = WorkItem.objects.filter(assignment_id=assignment_id)
    # One batch after the other, since deleting loads what is deleted; a repetition after a break
    # finds the counters as they were.
    while batch := list(items.order_by("-position", "-slot").values_list("id", flat=True)[:_BATCH]):
        items.filter(id__in=batch).delete()
    making.update(num_samples=0, num_items=0)


@transaction.atomic
def make_again(*, access: Access, caller: Caller) -> None:
    """Begin anew after the job that made the items failed or was cancelled.

    Raises:
        Conflict: ``assignment_making`` while it is at work, or ``assignment_made``.
        Invalid: as ``begin``.
    """
    # Itself alone: PostgreSQL cannot lock a job that need not be there.
    locked = Assignment.objects.select_for_update(of=("self",)).select_related("job", "dataset")
    assignment = locked.get(id=access.assignment.id)
    if assignment.state != Assignment.State.MAKING:
        raise Conflict("All samples are in this assignment already.", code="assignment_made")
    if assignment.job is not None and assignment.job.finished_at is None:
        raise still_making()
    give_up(assignment.id)
    assignment.refresh_from_db()
    begin(assignment, access.organisation_id, caller)


def stop(assignment: Assignment, stopped_by: Caller) -> None:
    """Stop the job of an assignment that is about to be deleted."""
    if assignment.state == Assignment.State.MAKING and assignment.job_id is not None:
        request_cancellation(job_id=assignment.job_id, requested_by_id=stopped_by.user_id)


def no_samples() -> Invalid:
    """Return the refusal of an assignment of nothing."""
    return Invalid("No sample passes this filter. Choose other samples.", code="no_samples")


@transaction.atomic
def _make_some(assignment_id: UUID) -> int:
    """Make the items of some more samples; return how many samples."""
    locked = Assignment.objects.select_for_update().select_related("dataset")
    assignment = locked.filter(id=assignment_id, state=Assignment.State.MAKING).first()
    if assignment is None:
        return 0
    found = list(_beyond(assignment).values_list("id", flat=True)[:_BATCH])
    first = assignment.num_samples
    WorkItem.objects.bulk_create(
        [
            WorkItem(
                assignment_id=assignment_id,
                sample_id=sample_id,
                position=first + place,
                slot=slot,
                state=ItemState.OPEN,
            )
            for place, sample_id in enumerate(found)
            for slot in range(assignment.num_annotators)
        ]
    )
    Assignment.objects.filter(id=assignment_id).update(
        num_samples=F("num_samples") + len(found),
        num_items=F("num_items") + len(found) * assignment.num_annotators,
    )
    return len(found)


def _samples(assignment: Assignment) -> QuerySet[Any]:
    """Return what is handed out, in its order, without the samples whose answers are known."""
    rows = samples_of(assignment.dataset, filter_of(assignment.wanted))
    if assignment.sample_ids is not None:
        rows = rows.filter(id__in=assignment.sample_ids)
    known = assignment.honeypots.values_list("sample_id", flat=True)
    return rows.exclude(id__in=list(known)).order_by("created_at", "id")


def _beyond(assignment: Assignment) -> QuerySet[Any]:
    """Return the samples behind the last one that has its items."""
    rows = _samples(assignment)
    items = WorkItem.objects.filter(assignment=assignment)
    place = items.aggregate(last=Max("position"))["last"]
    if place is None:
        return rows
    last = items.select_related("sample").filter(position=place)[0].sample
    return rows.filter(
        # The first bound is redundant; it lets the database start in its index.
        Q(created_at__gte=last.created_at) & (Q(created_at__gt=last.created_at) | Q(id__gt=last.id))
    )
