"""How often model versions are right, by what callers say later."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID

from django.db.models import Avg, Count, F, Sum
from django.db.models.functions import TruncDate
from django.utils import timezone

from backend.deployments.services.verdicts import share_of
from backend.stored_calls.contracts import DayAccuracy
from backend.stored_calls.models import StoredCall

DAYS = 90
_FAIR = (StoredCall.Reason.RANDOM, StoredCall.Reason.REQUESTED)
"""Reasons to store a call that say nothing about whether its results are right."""


def accuracy_of(deployment_id: UUID) -> list[DayAccuracy]:
    """Return the accuracy of the last 90 days, by day and model version, the latest day first."""
    since = timezone.now() - timedelta(days=DAYS)
    rows = StoredCall.objects.filter(
        deployment_id=deployment_id,
        called_at__gte=since,
        answered_at__isnull=False,
        reason__in=_FAIR,
    )
    counted = (
        rows.annotate(day=TruncDate("called_at"), version=F("model_version__number"))
        .values("day", "version")
        .annotate(
            calls=Count("id"),
            evaluated=Sum("num_evaluated"),
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
    evaluated: int,
    right: int,
    mean_error: float | None,
) -> DayAccuracy:
    share = share_of(right, evaluated)
    return DayAccuracy(
        day=day,
        version=version,
        num_calls=calls,
        num_evaluated=evaluated,
        num_right=right,
        accuracy=share.value if share else None,
        low=share.low if share else None,
        high=share.high if share else None,
        mean_error=mean_error,
    )
