"""How often model versions are right, by what callers say later."""

from __future__ import annotations

from datetime import date, timedelta
from math import sqrt
from uuid import UUID

from django.db.models import Avg, Count, F, Sum
from django.db.models.functions import TruncDate
from django.utils import timezone

from backend.stored_calls.contracts import DayAccuracy
from backend.stored_calls.models import StoredCall

DAYS = 90
_Z = 1.959964
"""Of a 95 % interval."""
_FAIR = (StoredCall.Reason.RANDOM, StoredCall.Reason.REQUESTED)
"""Reasons to store a call that say nothing about whether its results are right."""


def accuracy_of(deployment_id: UUID) -> list[DayAccuracy]:
    """Return the accuracy of the last 90 days, by day and model version, the latest day first."""
    since = timezone.now() - timedelta(days=DAYS)
    rows = StoredCall.objects.filter(
        deployment_id=deployment_id, called_at__gte=since, truth__isnull=False, reason__in=_FAIR
    )
    counted = (
        rows.annotate(day=TruncDate("called_at"), version=F("model_version__number"))
        .values("day", "version")
        .annotate(
            calls=Count("id"),
            judged=Sum("num_judged"),
            right=Sum("num_right"),
            mean_error=Avg("error"),
        )
        .order_by("-day", "-version")
    )
    return [_day(**row) for row in counted]


def _day(
    *,
    day: date,
    version: int | None,
    calls: int,
    judged: int,
    right: int,
    mean_error: float | None,
) -> DayAccuracy:
    low, high = wilson(right, judged) if judged else (None, None)
    return DayAccuracy(
        day=day,
        version=version,
        num_calls=calls,
        num_judged=judged,
        num_right=right,
        accuracy=right / judged if judged else None,
        low=low,
        high=high,
        mean_error=mean_error,
    )


def wilson(num_right: int, num: int) -> tuple[float, float]:
    """Return the 95 % score interval of a share (Wilson 1927, J. Am. Stat. Assoc. 22, p. 209)."""
    share = num_right / num
    spread = _Z * sqrt(share * (1 - share) / num + _Z**2 / (4 * num**2))
    middle = share + _Z**2 / (2 * num)
    scale = 1 + _Z**2 / num
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
