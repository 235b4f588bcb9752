"""Make, change and delete schedules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.api.errors import ApiError, Conflict, NotFound
from backend.audit import services as audit
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import organisation_of
from backend.schedules.contracts import ACTIONS
from backend.schedules.models import Schedule
from backend.schedules.services.refusals import for_readers, require_owner
from backend.schedules.services.times import require_times, times_after

MAX_SCHEDULES = 100


@transaction.atomic
def create_schedule(
    *,
    caller: Caller,
    project: ProjectRef,
    name: str,
    action: str,
    arguments: Mapping[str, Any],
    cron: str,
    time_zone: str,
) -> Schedule:
    """Make a schedule that begins an action in the name of the caller.

    Raises:
        NotFound, NotAllowed: when the caller may not begin it.
        ValidationError: naming each wrong argument.
        Invalid: as ``require_times`` and the action's ``check`` say.
        Conflict: ``too_many_schedules``.
    """
    cron = " ".join(cron.split())
    now = timezone.now()
    require_times(cron, time_zone, now)
    kept = ACTIONS[action].check(caller=caller, project_id=project.id, arguments=arguments)
    if Schedule.objects.filter(project_id=project.id).count() >= MAX_SCHEDULES:
        raise Conflict(
            f"A project has at most {MAX_SCHEDULES} schedules. Delete one that is not needed.",
            code="too_many_schedules",
            maximum=MAX_SCHEDULES,
        )
    row = Schedule.objects.create(
        project_id=project.id,
        name=name,
        action=action,
        arguments=kept,
        cron=cron,
        time_zone=time_zone,
        next_at=times_after(cron, time_zone, now)[0],
        created_by_id=caller.user_id,
    )
    _record(row, caller, "schedule.created")
    return row


@transaction.atomic
def change_schedule(
    *,
    schedule: Schedule,
    changed_by: Caller,
    name: str | None = None,
    cron: str | None = None,
    time_zone: str | None = None,
    is_paused: bool | None = None,
) -> None:
    """Change the name or the times of a schedule, pause it or let it go on.

    Times that passed while it was paused are not made up for.

    Raises:
        NotFound: when somebody deleted it meanwhile.
        Invalid: as ``require_times`` says.
        Conflict: when it is to go on, and could not begin what it is for.
    """
    row = Schedule.objects.select_for_update().filter(id=schedule.id).first()
    if row is None:
        raise NotFound("There is no such schedule.", code="schedule_not_found")
    row.name = row.name if name is None else name
    row.cron = row.cron if cron is None else " ".join(cron.split())
    row.time_zone = row.time_zone if time_zone is None else time_zone
    row.is_paused = row.is_paused if is_paused is None else is_paused
    now = timezone.now()
    require_times(row.cron, row.time_zone, now)
    row.next_at = None if row.is_paused else times_after(row.cron, row.time_zone, now)[0]
    if is_paused is False:
        _require_beginning(row)
        row.problem_code, row.problem = "", ""
    row.save()
    _record(row, changed_by, "schedule.changed")


@transaction.atomic
def delete_schedule(*, schedule: Schedule, deleted_by: Caller) -> None:
    """Delete a schedule; what it has begun stays."""
    _record(schedule, deleted_by, "schedule.deleted")
    schedule.delete()


def _require_beginning(row: Schedule) -> None:
    """Refuse to let a schedule go on that would be paused the next time.

    Raises:
        ApiError: why, as ``for_readers`` says it.
    """
    try:
        ACTIONS[row.action].check(
            caller=require_owner(row), project_id=row.project_id, arguments=row.arguments
        )
    except ApiError as error:
        raise for_readers(error) from error


def _record(row: Schedule, actor: Caller, action: str) -> None:
    audit.record(
        organisation_id=organisation_of(project_id=row.project_id),
        actor_id=actor.user_id,
        action=action,
        target_kind="schedule",
        target_id=row.id,
        project_id=row.project_id,
        details={"name": row.name, "cron": row.cron, "time_zone": row.time_zone},
    )
