"""How long windows stay, and how many."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from backend.drift.models import DriftWindow
from backend.drift.services.settings import settings_of

MAX_WINDOWS = 1000
"""Of an endpoint: three of them a day for most of a year."""


def forget_old_windows() -> int:
    """Delete the windows of all endpoints that are older or more than are kept; return how many."""
    ids = DriftWindow.objects.order_by().values_list("deployment_id", flat=True).distinct()
    return sum(_keep_within(one) for one in list(ids))


def _keep_within(deployment_id: UUID) -> int:
    rows = DriftWindow.objects.filter(deployment_id=deployment_id)
    since = timezone.now() - timedelta(days=settings_of(deployment_id).keep_days)
    # The one that is being counted goes as well: nobody called for so long.
    num, _ = rows.filter(last_at__lt=since).delete()
    beyond = list(rows.order_by("-first_at", "-id").values_list("id", flat=True)[MAX_WINDOWS:])
    more, _ = rows.filter(id__in=beyond).delete()
    return num + more
