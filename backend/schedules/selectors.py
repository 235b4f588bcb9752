"""Reads about schedules."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.projects.selectors import require_project, require_row
from backend.schedules.contracts import ScheduleView
from backend.schedules.models import Schedule
from backend.schedules.services.times import times_after

_NUM_SHOWN = 3


def list_schedules(*, caller: Caller, project: UUID) -> QuerySet[Schedule]:
    """Return the schedules of a project.

    Raises:
        NotFound: when the caller may not see the project.
    """
    require_project(caller=caller, project_id=project)
    return _rows().filter(project_id=project)


def require_schedule(*, caller: Caller, schedule_id: UUID, minimum: Role = Role.VIEWER) -> Schedule:
    """Return a schedule of a project in which the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_row(
        _rows().filter(id=schedule_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such schedule.", code="schedule_not_found"),
    )


def describe(schedule_id: UUID) -> ScheduleView:
    """Describe a schedule that the caller may see."""
    return complete([_rows().get(id=schedule_id)])[0]


def complete(rows: Sequence[Schedule]) -> list[ScheduleView]:
    """Add to schedules their next times."""
    now = timezone.now()
    return [
        ScheduleView(
            id=row.id,
            project_id=row.project_id,
            name=row.name,
            action=row.action,
            arguments=row.arguments,
            cron=row.cron,
            time_zone=row.time_zone,
            is_paused=row.is_paused,
            next_times=()
            if row.is_paused
            else times_after(row.cron, row.time_zone, now, _NUM_SHOWN),
            last_at=row.last_at,
            problem_code=row.problem_code,
            problem=row.problem,
            created_by=Person(row.created_by.id, row.created_by.name) if row.created_by else None,
            created_at=row.created_at,
        )
        for row in rows
    ]


def _rows() -> QuerySet[Schedule]:
    return Schedule.objects.select_related("created_by")
