"""How long resolved alerts stay."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from backend.alerts.models import Alert

KEPT = timedelta(days=365)


def forget_old_alerts() -> int:
    """Delete the alerts that were resolved a year ago; return how many."""
    old = Alert.objects.filter(state=Alert.State.RESOLVED, resolved_at__lt=timezone.now() - KEPT)
    return old.delete()[1].get(Alert._meta.label, 0)
