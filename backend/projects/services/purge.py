"""Delete a project in the trash for good: rows, files, and what its processes wrote."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid, NotFound, Unavailable
from backend.audit import services as audit
from backend.audit.selectors import details_of
from backend.datasets.selectors.lineage import feeds_merges
from backend.datasets.selectors.summary import num_samples_of
from backend.datasets.services import unused_files
from backend.deployments.services import serving
from backend.files.descent import delete_dependents
from backend.jobs import names
from backend.jobs import services as jobs
from backend.jobs.selectors import is_busy, unfinished_job
from backend.model_registry.packages import delete_unpacked
from backend.projects.models import Project
from backend.projects.services.projects import record
from backend.projects.services.trash import stop_all

PURGED = "project.purged"
WAIT_SECONDS = 120.0
_POLL_SECONDS = 0.2

_SETTLED_AFTER = timedelta(seconds=5)
# The rows that the result counts, by what they are called there.
_COUNTED = {
    "datasets.Sample": "num_samples",
    "datasets.DatasetVersion": "num_versions",
    "training.TrainingRun": "num_runs",
    "model_registry.ModelVersion": "num_models",
    "deployments.Deployment": "num_deployments",
}

Report = Callable[[int, int], None]


@transaction.atomic
def start_purge(*, project_id: UUID, name: str, requested_by: Caller) -> UUID:
    """Order that a project in the trash be deleted for good; return the job.

    Asking again while it is being done is asking once; after a failure it goes on.

    Raises:
        NotFound: when it was taken out of the trash meanwhile.
        Invalid: ``name_differs`` when ``name`` is not the project's.
    """
    project = Project.objects.select_for_update().filter(id=project_id).first()
    if project is None or project.trashed_at is None:
        raise NotFound("There is no such project in the trash.", code="project_not_found")
    if name.strip() != project.name.strip():
        raise Invalid(
            f"The project is called '{project.name}'. Type its name to delete it for good.",
            code="name_differs",
            name=project.name,
        )
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
    project.job_id = job.id
    if project.purge_started_at is None:
        project.purge_started_at = timezone.now()
        record(project, requested_by, "project.purge_started", name=project.name)
    project.save(update_fields=["job", "purge_started_at"])
    return job.id


def purge_project(project_id: UUID, report_progress: Report) -> dict[str, Any]:
    """Delete a project for good; safe to repeat after a break, and goes on where it stopped.

    A file is deleted only when nothing refers to it: what other projects show stays, and does not
    count as freed.

    Raises:
        Conflict: ``project_not_purged`` when nobody ordered it.
        Unavailable: ``project_busy`` when something of it does not come to an end.
    """
    project = Project.objects.filter(id=project_id).first()
    if project is None:
        # A worker died between the last row and the end of its job.
        delete_unpacked()
        return details_of(action=PURGED, target_id=project_id) or {}
    if project.purge_started_at is None:
        raise Conflict(
            "Nobody asked for this project to be deleted for good.", code="project_not_purged"
        )
    _be_still(project, report_progress)
    jobs.delete_folders_of(project_id=project.id)
    unused_files.delete_folders_of(project_id=project.id)
    serving.delete_folders_of(project_id=project.id)
    count = _Count(project.id)
    for _ in delete_dependents(project, count):
        # One more than there are samples, as the rest goes after them.
        report_progress(count.done, count.total + 1)
    delete_unpacked()
    return _delete(project)


def _be_still(project: Project, report_progress: Report) -> None:
    """Wait until nothing of a project runs: model servers drain, jobs end where they are.

    Raises:
        Unavailable: ``project_busy``.
    """
    trashed_at = project.trashed_at
    assert trashed_at is not None
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        stop_all(project_id=project.id, stopped_by_id=None)
        is_serving = serving.is_serving(project_id=project.id)
        # Who read the rows before may be starting a model server still.
        is_fresh = timezone.now() - trashed_at < _SETTLED_AFTER
        is_working = is_busy(project_id=project.id) or feeds_merges(project_id=project.id)
        if not (is_serving or is_working or is_fresh):
            return
        if time.monotonic() > deadline:
            raise Unavailable(
                f"{'A model server' if is_serving else 'A job'} of the project has not ended for "
                f"{WAIT_SECONDS:.0f} seconds. Look whether a worker runs, then delete the project "
                "again.",
                code="project_busy",
            )
        report_progress(0, 1)
        time.sleep(_POLL_SECONDS)


class _Count:
    """Keeps with a project how much of it is deleted; ``done`` of ``total`` are samples."""

    def __init__(self, project_id: UUID) -> None:
        self._rows = Project.objects.filter(id=project_id)
        self.done: int = self._purged().get("num_samples", 0)
        self.total = self.done + num_samples_of(project_id=project_id)

    def __call__(self, model: type[models.Model], num: int, num_bytes: int) -> None:
        """Add a batch, in the transaction that deletes it."""
        more = {_COUNTED.get(model._meta.label, ""): num, "bytes_freed": num_bytes}
        counts = self._purged()
        added = {name: counts.get(name, 0) + one for name, one in more.items() if name and one}
        if added:
            self._rows.update(purged=counts | added)
            self.done = added.get("num_samples", self.done)

    def _purged(self) -> dict[str, int]:
        counts: dict[str, int] = self._rows.values_list("purged", flat=True).get()
        return counts


@transaction.atomic
def _delete(project: Project) -> dict[str, Any]:
    """Delete the row itself, and note what went with it."""
    row = Project.objects.select_for_update().get(id=project.id)
    counts: dict[str, Any] = dict.fromkeys(("bytes_freed", *_COUNTED.values()), 0) | row.purged
    job = row.job
    audit.record(
        organisation_id=row.organisation_id,
        actor_id=job.requested_by_id if job is not None else None,
        action=PURGED,
        target_kind="project",
        target_id=row.id,
        project_id=row.id,
        details={"name": row.name, **counts},
    )
    Project.objects.filter(id=row.id)._raw_delete(using=Project.objects.db)
    return counts
