"""Make jobs and tell the workers; the broker may lose a message, the row stays."""

from __future__ import annotations

import logging
from uuid import UUID

from django.db import transaction
from kombu.exceptions import OperationalError

from backend.config.celery import app
from backend.jobs import names
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
) -> Job:
    """Record work to do and wake a worker once the transaction commits."""
    job = Job.objects.create(
        kind=kind,
        organisation_id=organisation_id,
        project_id=project_id,
        subject_id=subject_id,
        title=title,
        requested_by_id=requested_by_id,
        resource=resource,
    )
    enqueue_on_commit(names.RUN_JOB, job_id=job.id)
    return job


def enqueue_on_commit(name: str, **ids: UUID) -> None:
    """Queue a task by name after the transaction commits.

    A broker that cannot be reached is logged, not raised: the workers look for waiting rows on
    their own every few seconds.
    """
    arguments = {key: str(value) for key, value in ids.items()}

    def send() -> None:
        try:
            app.send_task(name, kwargs=arguments)
        except (OperationalError, OSError) as error:
            logger.warning("queue unreachable", extra={"task": name, "reason": str(error)})

    transaction.on_commit(send)
