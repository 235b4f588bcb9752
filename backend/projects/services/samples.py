"""Sample projects that are being made: what comes after their data is still to be done."""

from __future__ import annotations

from uuid import UUID

from backend.projects.models import Project


def begin_preparing(project_id: UUID) -> None:
    """Note that a project has its data, and gets a version, a model and an endpoint."""
    Project.objects.filter(id=project_id).update(is_preparing=True)


def lock_preparing(project_id: UUID) -> Project | None:
    """Return a project that is being made, locked for the transaction; ``None`` when it is not."""
    return Project.objects.select_for_update().filter(id=project_id, is_preparing=True).first()


def end_preparing(project_id: UUID) -> None:
    """Note that nothing more is done to a project by itself."""
    Project.objects.filter(id=project_id).update(is_preparing=False)
