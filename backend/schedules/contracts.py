"""What other apps may know of schedules, and what a schedule asks of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from backend.accounts.contracts import Caller
from backend.api.people import Person
from backend.config.registry import Registry


class Action(Protocol):
    """Something that schedules begin."""

    def check(
        self, *, caller: Caller, project_id: UUID, arguments: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the arguments as they are kept.

        Raises:
            ValidationError: naming each wrong one.
            ApiError: when the caller may not begin it, or what it needs is not there.
        """

    def begin(self, *, caller: Caller, schedule_id: UUID, arguments: Mapping[str, Any]) -> None:
        """Begin it, within a transaction, for the person who made the schedule.

        Raises:
            ApiError: when it cannot be begun.
        """


ACTIONS: Registry[Action] = Registry("action of a schedule")


@dataclass(frozen=True)
class ScheduleView:
    """Something that is begun again and again.

    ``cron`` has five fields: minute, hour, day of the month, month, day of the week. Its times are
    those of ``time_zone``; ``next_times`` are the next three, none while it is paused. Nothing was
    begun at ``last_at`` where ``problem`` says why.
    """

    id: UUID
    project_id: UUID
    name: str
    action: str
    arguments: Mapping[str, Any]
    cron: str
    time_zone: str
    is_paused: bool
    next_times: Sequence[datetime]
    last_at: datetime | None
    problem_code: str
    problem: str
    created_by: Person | None
    created_at: datetime
