"""When windows end, and how long they are kept."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.deployments.services import acts
from backend.drift.contracts import DriftSettingsView
from backend.drift.models import DriftSettings
from engine.specs.drift import WindowLimits

_HOUR = 3600.0


def settings_of(deployment_id: UUID) -> DriftSettingsView:
    """Return the settings of an endpoint; one query."""
    row = DriftSettings.objects.filter(deployment_id=deployment_id).first()
    if row is None:
        return DriftSettingsView()
    return DriftSettingsView(row.window_calls, row.window_hours, row.keep_days)


def limits_of(settings: DriftSettingsView) -> WindowLimits:
    """Return when windows end."""
    return WindowLimits(num_calls=settings.window_calls, seconds=settings.window_hours * _HOUR)


@transaction.atomic
def change_settings(*, caller: Caller, deployment_id: UUID, **changes: int) -> None:
    """Change when the windows of an endpoint end, or how long they are kept.

    The window that is being counted ends by them, too. What is left out stays.
    """
    DriftSettings.objects.update_or_create(deployment_id=deployment_id, defaults=changes)
    acts.record_of(deployment_id, "drift.settings_changed", actor_id=caller.user_id)
