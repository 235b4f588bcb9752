"""Reads about projects; every owned row of other apps is reached through ``require_project``."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from backend.accounts.contracts import Caller, Role
from backend.accounts.selectors import require_role
from backend.api.errors import NotFound
from backend.projects.contracts import ProjectRef
from backend.projects.models import Project


def require_project(*, caller: Caller, project_id: UUID, minimum: Role = Role.VIEWER) -> ProjectRef:
    """Return a project in which the caller has at least the role ``minimum``.

    Raises:
        NotFound: when there is no such project, or the caller is no member of its organisation.
        NotAllowed: when role or key scope are not enough.
    """
    missing = NotFound("There is no such project.", code="project_not_found")
    project = Project.objects.filter(id=project_id, trashed_at=None).first()
    if project is None:
        raise missing
    try:
        role = require_role(caller=caller, organisation_id=project.organisation_id, minimum=minimum)
    except NotFound:
        raise missing from None
    return ProjectRef(
        id=project.id,
        organisation_id=project.organisation_id,
        name=project.name,
        task=project.task,
        role=role,
    )


def projects_of(*, organisation_id: UUID, search: str = "") -> QuerySet[Project]:
    """Return the projects of an organisation whose name contains ``search``."""
    rows = Project.objects.filter(organisation_id=organisation_id, trashed_at=None)
    return rows.filter(name__icontains=search) if search else rows


def num_projects(*, organisation_id: UUID) -> int:
    """Return how many projects an organisation has."""
    return projects_of(organisation_id=organisation_id).count()


def organisation_of(*, project_id: UUID) -> UUID:
    """Return the organisation that a project belongs to."""
    return Project.objects.values_list("organisation_id", flat=True).get(id=project_id)
