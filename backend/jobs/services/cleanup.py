"""What jobs leave behind: folders of those that ended or are gone, and work that nobody does."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from backend.config.messages import enqueue_on_commit
from backend.jobs.contracts import names
from backend.jobs.models import Job
from backend.jobs.selectors import has_live_worker
from backend.jobs.services.jobs import job_folder

# What is younger may belong to somebody who is just beginning.
GRACE = timedelta(days=1)
# So long a job that failed or was cancelled goes on from its checkpoint; its log stays.
KEPT = timedelta(days=30)
# A job says that it lives every few seconds; workers take over what is silent.
SILENT = timedelta(minutes=10)
_WORK = "work"


def old_job_folders(*, grace: timedelta = GRACE, kept: timedelta = KEPT) -> Iterator[Path]:
    """Yield folders of jobs that are gone, and the work of those that ended long ago.

    Trials keep theirs: the best of them may be made a model at any time.
    """
    root: Path = settings.ENVIRONMENT.data / "jobs"
    young = time.time() - grace.total_seconds()
    for path in sorted(root.iterdir()) if root.is_dir() else ():
        job_id = _uuid(path.name)
        if job_id is None or not path.is_dir():
            continue
        job = Job.objects.filter(id=job_id).only("kind", "state", "finished_at").first()
        if job is None:
            if path.stat().st_mtime < young:
                yield path
        elif _is_old(job, kept) and (path / _WORK).is_dir():
            yield path / _WORK


def _is_old(job: Job, kept: timedelta) -> bool:
    is_over = job.finished_at is not None and job.finished_at < timezone.now() - kept
    return is_over and job.kind != names.RUN_TRIAL


def delete_job_folder(path: Path) -> bool:
    """Delete what ``old_job_folders`` named, unless the job was taken up again meanwhile."""
    job_id = _uuid((path.parent if path.name == _WORK else path).name)
    if job_id is None:
        return False
    with transaction.atomic():
        if path == job_folder(job_id):
            is_free = not Job.objects.filter(id=job_id).exists()
        else:
            # Locked, so that nobody begins it again while its work is deleted.
            job = Job.objects.select_for_update().filter(id=job_id).first()
            is_free = job is None or job.finished_at is not None
        if is_free:
            shutil.rmtree(path, ignore_errors=True)
    return is_free


def stuck_jobs() -> list[UUID]:
    """Return jobs that run without a worker that says so, and those that nobody takes up."""
    now = timezone.now()
    silent = Q(state=Job.State.RUNNING) & (Q(heartbeat_at=None) | Q(heartbeat_at__lt=now - SILENT))
    due = Q(not_before=None) | Q(not_before__lt=now - SILENT)
    waiting = Q(state=Job.State.QUEUED, created_at__lt=now - SILENT) & due
    # While a worker lives, what waits has its turn: workers look for rows, not for messages.
    wanted = silent if has_live_worker() else silent | waiting
    return list(Job.objects.filter(wanted).order_by("created_at").values_list("id", flat=True))


@transaction.atomic
def free_job(job_id: UUID) -> bool:
    """Put a stuck job back into the queue and call for a worker; end it if that was asked for.

    Tell whether it was stuck still.
    """
    job = Job.objects.select_for_update().filter(id=job_id).first()
    # Asked again under the lock: a worker may have come back to it meanwhile.
    if job is None or job_id not in stuck_jobs():
        return False
    if job.cancel_requested_at is not None:
        Job.objects.filter(id=job_id).update(
            state=Job.State.CANCELLED, finished_at=timezone.now(), heartbeat_at=None
        )
        return True
    if job.state == Job.State.RUNNING:
        # The process may live: a worker that takes the job up finds it by the job's folder.
        Job.objects.filter(id=job_id).update(
            state=Job.State.QUEUED, worker="", heartbeat_at=None, handle=None, not_before=None
        )
    enqueue_on_commit(names.RUN_JOB, job_id=job_id)
    return True


def _uuid(name: str) -> UUID | None:
    try:
        return UUID(name)
    except ValueError:
        return None
