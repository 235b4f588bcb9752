"""The row of a project that is deleted for good: ordered, counted, and gone at last."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.api.errors import Invalid, NotFound
from backend.audit import services as audit
from backend.audit.selectors import details_of
from backend.projects.models import Project
from backend.projects.services.projects import record

PURGED = "project.purged"
# The rows that the result counts, by what they are called there.
_COUNTED = {
    "datasets.Sample": "num_samples",
    "datasets.DatasetVersion": "num_versions",
    "training.TrainingRun": "num_runs",
    "model_registry.ModelVersion": "num_models",
    "deployments.Deployment": "num_deployments",
}


def lock_trashed(*, project_id: UUID, name: str) -> Project:
    """Return a project in the trash that is meant by its name, locked.

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
    return project


def note_purge(project: Project, *, job_id: UUID, requested_by: Caller) -> None:
    """Note which job deletes a project for good; from now on it cannot be restored."""
    project.job_id = job_id
    if project.purge_started_at is None:
        project.purge_started_at = timezone.now()
        record(project, requested_by, "project.purge_started", name=project.name)
    project.save(update_fields=["job", "purge_started_at"])


def result_of(project_id: UUID) -> dict[str, Any]:
    """Return what went with a project that is deleted for good, empty if nobody noted it."""
    return details_of(action=PURGED, target_id=project_id) or {}


class PurgeCount:
    """Keeps with a project how much of it is deleted; ``done`` of ``total`` are samples."""

    def __init__(self, project_id: UUID, *, num_samples: int) -> None:
        self._rows = Project.objects.filter(id=project_id)
        self.done: int = self._purged().get("num_samples", 0)
        self.total = self.done + num_samples

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
def delete_project(project: Project) -> dict[str, Any]:
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
    # All that hung on it is deleted in batches before; Django would look for it in every table.
    Project.objects.filter(id=row.id)._raw_delete(using=Project.objects.db)
    return counts
