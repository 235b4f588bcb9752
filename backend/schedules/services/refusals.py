"""What keeps a schedule from beginning, as those read it who did not make it."""

from __future__ import annotations

from backend.accounts.contracts import Caller
from backend.accounts.selectors import find_caller
from backend.api.errors import ApiError, Conflict, NotAllowed, NotFound
from backend.schedules.models import Schedule


def require_owner(schedule: Schedule) -> Caller:
    """Return who made a schedule, in whose name it begins things.

    Raises:
        NotAllowed: when the account is gone.
    """
    caller = find_caller(schedule.created_by_id)
    if caller is None:
        raise NotAllowed("Who made the schedule has no account any more.")
    return caller


def for_readers(error: ApiError) -> ApiError:
    """Return what a refusal of the person who made a schedule means for everybody else."""
    if isinstance(error, NotAllowed):
        return Conflict(
            "Who made the schedule may not begin it any more. Make it anew, or have an "
            "administrator give that person the role of a developer.",
            code="schedule_not_allowed",
        )
    if isinstance(error, NotFound):
        return Conflict(
            "The model or the data of the schedule is gone, or who made it may not see them any "
            "more. Make it anew.",
            code="schedule_target_gone",
        )
    return error
