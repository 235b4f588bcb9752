"""Reads about runs."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.cleaning.contracts import RunView
from backend.cleaning.models import CleaningRun
from backend.datasets.contracts import Selection
from backend.datasets.contracts.filters import asked, filter_of
from backend.datasets.selectors.datasets import require_dataset_row
from backend.jobs.selectors import get_views

_BUSY = (CleaningRun.State.CLEANING, CleaningRun.State.APPLYING, CleaningRun.State.UNDOING)
_ENDED = ("succeeded", "failed", "cancelled")


def selection_of(run: CleaningRun) -> Selection:
    """Return which samples a run was asked to clean."""
    if run.sample_ids is not None:
        return Selection(ids=tuple(UUID(one) for one in run.sample_ids))
    return Selection(filter=filter_of(run.query))


def under_way(dataset_id: UUID) -> bool:
    """Tell whether a run is changing a dataset now, or about to."""
    rows = CleaningRun.objects.filter(dataset_id=dataset_id, state__in=_BUSY, job__isnull=False)
    return rows.exclude(job__state__in=_ENDED).exists()


def runs_of(*, dataset_id: UUID) -> QuerySet[CleaningRun]:
    """Return the runs of a dataset."""
    return CleaningRun.objects.filter(dataset_id=dataset_id).select_related("created_by")


def require_run(*, caller: Caller, run_id: UUID, minimum: Role = Role.VIEWER) -> CleaningRun:
    """Return a run of a dataset in whose project the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_dataset_row(
        CleaningRun.objects.select_related("dataset", "created_by").filter(id=run_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such cleaning run.", code="cleaning_run_not_found"),
    )


def complete(rows: Sequence[CleaningRun]) -> list[RunView]:
    """Add to runs their jobs."""
    jobs = get_views(job_ids=[row.job_id for row in rows if row.job_id])
    return [
        RunView(
            id=row.id,
            dataset_id=row.dataset_id,
            name=row.name,
            steps=row.steps,
            query=asked(row.query),
            num_named=None if row.sample_ids is None else len(row.sample_ids),
            state=row.state,
            num_samples=row.num_samples,
            num_done=row.num_done,
            num_changed=row.num_changed,
            num_dropped=row.num_dropped,
            num_skipped=row.num_skipped,
            num_lost=row.num_lost,
            num_left=row.num_left,
            dropped=row.dropped,
            can_be_undone=row.state == CleaningRun.State.APPLIED
            and row.num_changed + row.num_dropped > 0,
            job=jobs.get(row.job_id) if row.job_id else None,
            created_by=Person(row.created_by.id, row.created_by.name) if row.created_by else None,
            created_at=row.created_at,
        )
        for row in rows
    ]


def describe(run_id: UUID) -> RunView:
    """Describe a run that the caller may see."""
    return complete([CleaningRun.objects.select_related("created_by").get(id=run_id)])[0]
