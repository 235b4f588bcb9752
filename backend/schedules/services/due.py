"""Begins what is due; taken by any worker at any time, and each time of a schedule once."""

from __future__ import annotations

import logging
from datetime import datetime
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from backend.api.errors import ApiError, Conflict, Unavailable
from backend.schedules.contracts import ACTIONS
from backend.schedules.models import Schedule
from backend.schedules.services.refusals import for_readers, require_owner
from backend.schedules.services.times import times_after

logger = logging.getLogger(__name__)

# Another day there may be room, or an end to what was begun before.
_PASSING = (Conflict, Unavailable)


def begin_due() -> None:
    """Begin the actions of all schedules whose time has come.

    Times that passed while no worker ran are made up for once.
    """
    now = timezone.now()
    due = Schedule.objects.filter(next_at__lte=now, project__trashed_at=None).order_by("next_at")
    for row in due:
        assert row.next_at is not None, "it was looked for by this"
        begin(schedule_id=row.id, at=row.next_at, now=now)


@transaction.atomic
def begin(*, schedule_id: UUID, at: datetime, now: datetime) -> None:
    """Begin the action of one schedule for a time of it, unless somebody else has.

    What is begun and the next time are written together: a crash between them undoes both.

    Args:
        schedule_id: of the schedule.
        at: the time that is due.
        now: with a time zone.
    """
    row = Schedule.objects.select_for_update().filter(id=schedule_id, next_at=at).first()
    if row is None:
        return
    row.last_at, row.problem_code, row.problem = at, "", ""
    try:
        # What it had written goes with it when it breaks off.
        with transaction.atomic():
            _begin(row)
    except ApiError as error:
        logger.warning(
            "schedule began nothing", extra={"schedule": str(row.id), "code": error.code}
        )
        shown = for_readers(error)
        row.problem_code, row.problem = shown.code[:60], shown.message[:1000]
        row.is_paused = not isinstance(error, _PASSING)
    except (OperationalError, InterfaceError):
        # The database is away or busy: nothing was begun, and the time is still due.
        raise
    # One that cannot be begun keeps no other from its time.
    except Exception:
        logger.exception("schedule broke off", extra={"schedule": str(row.id)})
        row.problem_code, row.problem = "internal_error", "Something unplanned went wrong."
    row.next_at = None if row.is_paused else _next(row, now)
    row.save()


def _begin(row: Schedule) -> None:
    caller = require_owner(row)
    ACTIONS[row.action].begin(caller=caller, schedule_id=row.id, arguments=row.arguments)


def _next(row: Schedule, now: datetime) -> datetime:
    return times_after(row.cron, row.time_zone, now)[0]
