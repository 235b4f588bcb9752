"""The calls of a share link on a day: counted by the database, whichever process lets them by."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Case, F, IntegerField, Q, Value, When
from django.utils import timezone

from backend.api.errors import Throttled
from backend.share_links.models import ShareLink
from backend.share_links.selectors import require_open


def require_calls_left(link: ShareLink) -> None:
    """Require that not all calls of today are made, as far as the row told when it was read.

    Raises:
        Throttled: ``share_link_used_up``.
    """
    now = timezone.now()
    if link.calls_on == now.date() and link.calls_of_day >= link.daily_calls:
        raise _used_up(link, now)


def take_call(link: ShareLink) -> date:
    """Count a call, in one statement, and return the day that it counts in.

    Raises:
        Gone: when the link was revoked meanwhile, or has expired.
        Throttled: ``share_link_used_up`` when all calls of today are made.
    """
    now = timezone.now()
    day = now.date()
    # A process whose clock is behind at midnight counts in the day that has begun.
    is_new_day = Q(calls_on=None) | Q(calls_on__lt=day)
    rows = ShareLink.objects.filter(id=link.id, revoked_at=None, expires_at__gt=now)
    taken = rows.filter(is_new_day | Q(calls_of_day__lt=F("daily_calls"))).update(
        calls_of_day=Case(When(is_new_day, then=Value(1)), default=F("calls_of_day") + 1),
        calls_on=Case(When(is_new_day, then=Value(day)), default=F("calls_on")),
        num_calls=F("num_calls") + 1,
        last_used_at=now,
    )
    if not taken:
        link.refresh_from_db()
        require_open(link, now)
        raise _used_up(link, now)
    return day


def give_back(link: ShareLink, day: date) -> None:
    """Take out a call that came to nothing through no fault of the guest."""
    is_same_day = Case(When(calls_on=day, then=1), default=0, output_field=IntegerField())
    ShareLink.objects.filter(id=link.id).update(
        calls_of_day=F("calls_of_day") - is_same_day, num_calls=F("num_calls") - 1
    )


def _used_up(link: ShareLink, now: datetime) -> Throttled:
    midnight = datetime.combine(now.date() + timedelta(days=1), time(), UTC)
    return Throttled(
        f"All {link.daily_calls} calls of today are made. Come back tomorrow (UTC), or ask whoever "
        "gave you the address.",
        code="share_link_used_up",
        limit=link.daily_calls,
        seconds=max(1, int((midnight - now).total_seconds())),
    )
