"""Resolved alerts stay for a year."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from backend.alerts.models import Alert, AlertEvent
from backend.alerts.services.keeping import KEPT, forget_old_alerts
from backend.deployments.models import Deployment


def test_alerts_that_were_resolved_a_year_ago_are_deleted_with_their_history(
    endpoint: Deployment,
) -> None:
    now = timezone.now()
    old, young = now - KEPT - timedelta(hours=1), now - KEPT + timedelta(hours=1)
    for condition, resolved_at in (("old", old), ("young", young), ("fires", None)):
        alert = Alert.objects.create(
            deployment=endpoint, condition=condition, fired_at=old, resolved_at=resolved_at,
            state="firing" if resolved_at is None else "resolved",
        )  # fmt: skip
        alert.events.create(state="firing", at=old)
    assert forget_old_alerts() == 1
    assert set(Alert.objects.values_list("condition", flat=True)) == {"young", "fires"}
    assert AlertEvent.objects.count() == 2
