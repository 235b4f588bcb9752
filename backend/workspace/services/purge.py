"""Delete a project in the trash for good: rows, files, and what its processes wrote."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Unavailable
from backend.datasets.selectors.summary import num_samples_of
from backend.files.services.descent import delete_dependents
from backend.jobs.contracts import names
from backend.jobs.selectors import unfinished_job
from backend.jobs.services import jobs
from backend.model_registry.services.packages import delete_unpacked
from backend.projects.contracts import ACTIVITIES, FOLDERS
from backend.projects.selectors import find_project
from backend.projects.services.purging import (
    PurgeCount,
    delete_project,
    lock_trashed,
    note_purge,
    result_of,
)
from backend.projects.services.trash import stop_all

WAIT_SECONDS = 120.0
_POLL_SECONDS = 0.2

_SETTLED_AFTER = timedelta(seconds=5)

Report = Callable[[int, int], None]


@transaction.atomic
def start_purge(*, project_id: UUID, name: str, requested_by: Caller) -> UUID:
    """Order that a project in the trash be deleted for good; return the job.

    Asking again while it is being done is asking once; after a failure it goes on.

    Raises:
        NotFound: when it was taken out of the trash meanwhile.
        Invalid: ``name_differs`` when ``name`` is not the project's.
    """
    project = lock_trashed(project_id=project_id, name=name)
    working = unfinished_job(kind=names.PURGE_PROJECT, subject_id=project.id)
    if working is not None:
        return working
    # The job belongs to no project: it outlives this one.
    job = jobs.create_job(
        kind=names.PURGE_PROJECT,
        organisation_id=project.organisation_id,
        project_id=None,
        subject_id=project.id,
        title=project.name,
        requested_by_id=requested_by.user_id,
    )
    note_purge(project, job_id=job.id, requested_by=requested_by)
    return job.id


def purge_project(project_id: UUID, report_progress: Report) -> dict[str, Any]:
    """Delete a project for good; safe to repeat after a break, and goes on where it stopped.

    A file is deleted only when nothing refers to it: what other projects show stays, and does not
    count as freed.

    Raises:
        Conflict: ``project_not_purged`` when nobody ordered it.
        Unavailable: ``project_busy`` when something of it does not come to an end.
    """
    project = find_project(project_id)
    if project is None:
        # A worker died between the last row and the end of its job.
        delete_unpacked()
        return result_of(project_id)
    if project.purge_started_at is None:
        raise Conflict(
            "Nobody asked for this project to be deleted for good.", code="project_not_purged"
        )
    assert project.trashed_at is not None
    _be_still(project_id, project.trashed_at, report_progress)
    for delete_folders in FOLDERS:
        delete_folders(project_id=project.id)
    count = PurgeCount(project.id, num_samples=num_samples_of(project_id=project_id))
    for _ in delete_dependents(project, count):
        # One more than there are samples, as the rest goes after them.
        report_progress(count.done, count.total + 1)
    delete_unpacked()
    return delete_project(project)


def _be_still(project_id: UUID, trashed_at: datetime, report_progress: Report) -> None:
    """Wait until nothing of a project runs: model servers drain, jobs end where they are.

    Raises:
        Unavailable: ``project_busy``.
    """
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        stop_all(project_id=project_id, stopped_by_id=None)
        working = [name for name, is_on in ACTIVITIES.items() if is_on(project_id=project_id)]
        # Who read the rows before may be starting a model server still.
        is_fresh = timezone.now() - trashed_at < _SETTLED_AFTER
        if not (working or is_fresh):
            return
        if time.monotonic() > deadline:
            raise Unavailable(
                f"{working[-1] if working else 'Something'} of the project has not ended for "
                f"{WAIT_SECONDS:.0f} seconds. Look whether a worker runs, then delete the project "
                "again.",
                code="project_busy",
            )
        # Whoever reports is known to live, and hears that the job was cancelled.
        report_progress(0, 1)
        time.sleep(_POLL_SECONDS)
