"""The times of a cron expression in a time zone."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from itertools import islice, pairwise
from zoneinfo import ZoneInfo, available_timezones

from cronsim import CronSim, CronSimError

from backend.api.errors import Invalid

NUM_FIELDS = 5
# More often, and what is begun waits for what was begun before.
LEAST_MINUTES = 5
# Enough times to see the shortest step of an expression: a day of minutes and a change of hours.
_NUM_LOOKED_AT = 400


def times_after(
    cron: str, time_zone: str, after: datetime, num_times: int = 1
) -> tuple[datetime, ...]:
    """Return the next times, in the time zone.

    Of an hour that is skipped when clocks are put forward, times are those just after it; times of
    an hour that there is twice are only once, unless every hour is meant.

    Args:
        cron: an expression of five fields.
        time_zone: such as ``Asia/Shanghai``.
        after: with a time zone; the times lie behind it.
        num_times: how many.

    Raises:
        Invalid: ``cron_invalid`` or ``time_zone_unknown``.
    """
    return tuple(islice(_times(cron, time_zone, after), num_times))


def require_times(cron: str, time_zone: str, now: datetime) -> None:
    """Refuse what are no times, or too many.

    Raises:
        Invalid: ``cron_invalid``, ``time_zone_unknown`` or ``cron_too_often``.
    """
    found = times_after(cron, time_zone, now, _NUM_LOOKED_AT)
    steps = [one.astimezone(UTC) for one in found]
    if any((b - a).total_seconds() < LEAST_MINUTES * 60 for a, b in pairwise(steps)):
        raise Invalid(
            f"'{cron}' names times less than {LEAST_MINUTES} minutes apart. Choose fewer.",
            code="cron_too_often",
            cron=cron,
            minutes=LEAST_MINUTES,
        )


def _times(cron: str, time_zone: str, after: datetime) -> CronSim:
    if len(cron.split()) != NUM_FIELDS:
        raise _invalid(cron)
    try:
        return CronSim(cron, after.astimezone(_zone(time_zone)))
    except CronSimError as error:
        raise _invalid(cron) from error


def _invalid(cron: str) -> Invalid:
    return Invalid(
        f"'{cron}' is no cron expression: expected minute, hour, day of the month, month and day "
        "of the week, such as '30 6 * * 1-5'.",
        code="cron_invalid",
        cron=cron,
    )


def _zone(name: str) -> ZoneInfo:
    if name not in _zones():
        raise Invalid(
            f"There is no time zone '{name}'. Expected a name such as 'Asia/Shanghai'.",
            code="time_zone_unknown",
            name=name,
        )
    return ZoneInfo(name)


@cache
def _zones() -> frozenset[str]:
    # These mean what the server is set to, or nothing.
    return frozenset(available_timezones() - {"localtime", "Factory"})
