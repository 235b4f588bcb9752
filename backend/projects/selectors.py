"""Reads about projects; every owned row of other apps is reached through ``require_project``."""

from __future__ import annotations

from typing import TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

from backend.accounts.contracts import Caller, Role
from backend.accounts.selectors import require_rank, role_in
from backend.api.errors import NotFound
from backend.projects.contracts import ProjectRef
from backend.projects.models import Project

Row = TypeVar("Row", bound=Model)


def require_project(*, caller: Caller, project_id: UUID, minimum: Role = Role.VIEWER) -> ProjectRef:
    """Return a project in which the caller has at least the role ``minimum``.

    Raises:
        NotFound: when there is no such project, or the caller is no member of its organisation.
        NotAllowed: when the role is not enough.
    """
    project = require_row(
        Project.objects.filter(id=project_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such project.", code="project_not_found"),
        project="",
    )
    return ProjectRef(
        id=project.id,
        organisation_id=project.organisation_id,
        name=project.name,
        task=project.task,
        role=Role(vars(project)["caller_role"]),
    )


def require_row(
    rows: QuerySet[Row],
    *,
    caller: Caller,
    minimum: Role,
    missing: NotFound,
    project: str = "project__",
) -> Row:
    """Return the row that is left of ``rows`` if the caller may know of its project; one query.

    The caller's role is then its attribute ``caller_role``.

    Args:
        rows: of any table, narrowed down to the one that is asked for.
        caller: who asks.
        minimum: the least role in the project's organisation.
        missing: raised when there is no such row, or the caller may not know of it.
        project: the way from a row to its project, as conditions spell it.

    Raises:
        NotFound: ``missing``.
        NotAllowed: when the role is not enough.
    """
    role = role_in(caller=caller, organisation=f"{project}organisation_id")
    in_use = rows.filter(**{f"{project}trashed_at": None})
    row = in_use.annotate(caller_role=role).exclude(caller_role=None).first()
    if row is None:
        raise missing
    require_rank(role=Role(vars(row)["caller_role"]), minimum=minimum)
    return row


def projects_of(*, organisation_id: UUID, search: str = "") -> QuerySet[Project]:
    """Return the projects of an organisation whose name contains ``search``."""
    rows = Project.objects.filter(organisation_id=organisation_id, trashed_at=None)
    return rows.filter(name__icontains=search) if search else rows


def trashed_projects(*, organisation_id: UUID) -> QuerySet[Project]:
    """Return the projects of an organisation that are in the trash."""
    return Project.objects.filter(organisation_id=organisation_id).exclude(trashed_at=None)


def require_trashed(*, caller: Caller, project_id: UUID, minimum: Role = Role.ADMIN) -> Project:
    """Return a project in the trash of an organisation in which the caller has a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    missing = NotFound("There is no such project in the trash.", code="project_not_found")
    rows = Project.objects.filter(id=project_id).exclude(trashed_at=None)
    role = role_in(caller=caller, organisation="organisation_id")
    project = rows.annotate(caller_role=role).exclude(caller_role=None).first()
    if project is None:
        raise missing
    require_rank(role=Role(vars(project)["caller_role"]), minimum=minimum)
    return project


def find_project(project_id: UUID) -> Project | None:
    """Return a project, also one in the trash; that the caller may see it is checked before."""
    return Project.objects.filter(id=project_id).first()


def preparing_projects() -> list[UUID]:
    """Return the sample projects that are being made, the oldest first."""
    rows = Project.objects.filter(is_preparing=True).order_by("created_at")
    return list(rows.values_list("id", flat=True))


def num_projects(*, organisation_id: UUID) -> int:
    """Return how many projects an organisation has."""
    return projects_of(organisation_id=organisation_id).count()


def organisation_of(*, project_id: UUID) -> UUID:
    """Return the organisation that a project belongs to."""
    return Project.objects.values_list("organisation_id", flat=True).get(id=project_id)
