"""Make, change and remove projects."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.audit import services as audit
from backend.projects.models import Project


@transaction.atomic
def create_project(
    *,
    organisation_id: UUID,
    name: str,
    task: str,
    created_by: Caller,
    description: str = "",
    is_sample: bool = False,
) -> Project:
    """Make a project for one task."""
    project = Project.objects.create(
        organisation_id=organisation_id,
        name=name,
        task=task,
        description=description,
        is_sample=is_sample,
        created_by_id=created_by.user_id,
    )
    record(project, created_by, "project.created", name=name, task=task)
    return project


def lock_numbers(project_id: UUID) -> None:
    """Let others that number rows of the project wait until the transaction ends.

    Rows that refer to the project may come meanwhile.
    """
    Project.objects.select_for_update(no_key=True).get(id=project_id)


@transaction.atomic
def change_project(
    *,
    project_id: UUID,
    changed_by: Caller,
    name: str | None = None,
    description: str | None = None,
) -> None:
    """Update the name or description of a project."""
    project = Project.objects.select_for_update().get(id=project_id)
    changes = {
        field: value
        for field, value in (("name", name), ("description", description))
        if value is not None and value != getattr(project, field)
    }
    if not changes:
        return
    for field, value in changes.items():
        setattr(project, field, value)
    project.save(update_fields=[*changes, "updated_at"])
    record(project, changed_by, "project.changed", **changes)


def touch_project(project_id: UUID) -> None:
    """Note that something in a project changed, so that lists show it first."""
    Project.objects.filter(id=project_id).update(updated_at=timezone.now())


def note_job(*, project_id: UUID, job_id: UUID) -> None:
    """Note which job fills a project."""
    Project.objects.filter(id=project_id).update(job=job_id)


def record(project: Project, actor: Caller, action: str, **details: object) -> None:
    """Note an act on a project."""
    audit.record(
        organisation_id=project.organisation_id,
        actor_id=actor.user_id,
        action=action,
        target_kind="project",
        target_id=project.id,
        project_id=project.id,
        details=details,
    )
