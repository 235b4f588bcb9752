"""Somebody says that they look after an alert."""

from __future__ import annotations

from backend.accounts.contracts import Caller
from backend.alerts.contracts import AlertedEndpoint
from backend.alerts.models import Alert
from backend.alerts.services.changes import change_state
from backend.alerts.services.silences import silenced_now
from backend.api.errors import Conflict


def acknowledge(*, alert: Alert, acknowledged_by: Caller) -> None:
    """Note who looks after an alert; it resolves by itself as before.

    Raises:
        Conflict: ``alert_not_firing`` when it was acknowledged or resolved meanwhile.
    """
    deployment = alert.deployment
    project = deployment.project
    endpoint = AlertedEndpoint(
        deployment.id, deployment.name, project.id, project.name, project.organisation_id
    )
    is_silent = silenced_now().covers(endpoint.id, alert.condition)
    is_ours = alert.state == Alert.State.FIRING and change_state(
        alert,
        Alert.State.ACKNOWLEDGED,
        endpoint=endpoint,
        is_silent=is_silent,
        person_id=acknowledged_by.user_id,
    )
    if not is_ours:
        raise Conflict(
            "This alert does not fire any more: somebody acknowledged it, or it resolved.",
            code="alert_not_firing",
        )
