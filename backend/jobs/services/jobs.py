"""Make jobs and tell the workers; the broker may lose a message, the row stays."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from backend.api.errors import Conflict
from backend.api.room import require_room
from backend.config.messages import enqueue_on_commit
from backend.jobs.contracts import names
from backend.jobs.models import Job

logger = logging.getLogger(__name__)


def create_job(
    *,
    kind: str,
    organisation_id: UUID,
    project_id: UUID | None,
    subject_id: UUID,
    title: str,
    requested_by_id: UUID | None,
    resource: str = Job.Resource.IO,
    request: Mapping[str, Any] | None = None,
    max_attempts: int = 3,
    yields: bool = False,
) -> Job:
    """Record work to do and wake a worker once the transaction commits.

    Work that ``yields`` begins only when nothing else waits for the same resource.

    Raises:
        Unavailable: ``disk_full`` when there is no room for what the work would make.
    """
    if kind not in names.FREEING:
        require_room()
    job = Job.objects.create(
        kind=kind,
        organisation_id=organisation_id,
        project_id=project_id,
        subject_id=subject_id,
        title=title,
        requested_by_id=requested_by_id,
        resource=resource,
        request=dict(request or {}),
        max_attempts=max_attempts,
        yields=yields,
    )
    enqueue_on_commit(names.RUN_JOB, job_id=job.id)
    return job


@transaction.atomic
def request_cancellation(*, job_id: UUID, requested_by_id: UUID | None) -> None:
    """Ask a job to end: a queued one ends at once, a running one is told by its worker.

    Asking twice is asking once; a job that has ended stays as it ended.
    """
    now = timezone.now()
    # Both are conditional: a worker may claim the job between a look at it and the change.
    ended = Job.objects.filter(id=job_id, state=Job.State.QUEUED).update(
        state=Job.State.CANCELLED, cancel_requested_at=now, finished_at=now
    )
    if not ended:
        Job.objects.filter(id=job_id, state=Job.State.RUNNING, cancel_requested_at=None).update(
            cancel_requested_at=now
        )
    logger.info(
        "job cancellation requested", extra={"job": str(job_id), "by": str(requested_by_id)}
    )


def cancel_jobs_of(*, project_id: UUID, stopped_by_id: UUID | None) -> None:
    """Ask every unfinished job of a project to end."""
    unfinished = Job.objects.filter(
        project_id=project_id, state__in=(Job.State.QUEUED, Job.State.RUNNING)
    )
    for job_id in list(unfinished.values_list("id", flat=True)):
        request_cancellation(job_id=job_id, requested_by_id=stopped_by_id)


def delete_folders_of(*, project_id: UUID) -> None:
    """Delete what the processes of a project's jobs wrote; none of them may run any more."""
    for job_id in Job.objects.filter(project_id=project_id).values_list("id", flat=True):
        shutil.rmtree(job_folder(job_id), ignore_errors=True)


@transaction.atomic
def requeue_job(*, job_id: UUID) -> None:
    """Queue a cancelled or failed job again with all its attempts; its events go on counting.

    Raises:
        Conflict: when the job has not ended, or has succeeded.
    """
    queued = Job.objects.filter(
        id=job_id, state__in=(Job.State.CANCELLED, Job.State.FAILED)
    ).update(
        state=Job.State.QUEUED,
        attempt=0,
        worker_deaths=0,
        most_done=0,
        cancel_requested_at=None,
        finished_at=None,
        error_code="",
        error_params={},
        error_message="",
        eta_seconds=None,
        eta_at=None,
        phase_at=None,
        worker="",
        handle=None,
        not_before=None,
    )
    if not queued:
        raise Conflict(
            "Only a job that was cancelled or has failed can be resumed.", code="job_not_resumable"
        )
    enqueue_on_commit(names.RUN_JOB, job_id=job_id)


def job_folder(job_id: UUID) -> Path:
    """Return where the process of a job keeps its files (spec, events, log, checkpoints)."""
    data: Path = settings.ENVIRONMENT.data
    return data / "jobs" / str(job_id)
