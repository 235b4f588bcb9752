"""An alert comes into another state, and its channels are notified of it, once each."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.alerts.contracts import EndpointNames
from backend.alerts.models import Alert, AlertEvent
from backend.alerts.services.notices import notice_of
from backend.alerts.services.silences import Silenced
from backend.audit import services as audit
from backend.webhooks.selectors import channels_for
from backend.webhooks.services.deliveries import queue

State = Alert.State
_ACTIONS = {
    State.FIRING: "alert.fired",
    State.ACKNOWLEDGED: "alert.acknowledged",
    State.RESOLVED: "alert.resolved",
}


@transaction.atomic
def change_state(
    alert: Alert,
    state: str,
    *,
    endpoint: EndpointNames,
    is_silent: bool,
    person_id: UUID | None = None,
) -> bool:
    """Bring an alert into a state, unless somebody did meanwhile; return whether it is now.

    The change, its event and what goes to channels are one transaction: there are all or none of
    them, whoever is killed. What a silence holds back is not notified of later changes either.

    Args:
        alert: with the state it is taken to have; it is updated.
        state: the new one.
        endpoint: which it is of.
        is_silent: whether nobody is to be notified now.
        person_id: who brought it there; nobody, of what happens by itself.
    """
    now = timezone.now()
    times = {State.FIRING: {"fired_at": now}, State.RESOLVED: {"resolved_at": now}}
    changes = {"state": state, **times.get(State(state), {})}
    if not Alert.objects.filter(id=alert.id, state=alert.state).update(**changes):
        return False
    for name, value in changes.items():
        setattr(alert, name, value)
    is_due = state == State.FIRING or _is_known(alert)
    event = AlertEvent.objects.create(
        alert=alert,
        state=state,
        at=now,
        person_id=person_id,
        notified_at=now if is_due and not is_silent else None,
    )
    audit.record(
        organisation_id=endpoint.organisation_id,
        project_id=endpoint.project_id,
        actor_id=person_id,
        action=_ACTIONS[State(state)],
        target_kind="alert",
        target_id=alert.id,
        details={"condition": alert.condition, "name": endpoint.name},
    )
    if event.notified_at is not None:
        _queue(event, alert, endpoint)
    return True


def release_held(endpoints: Mapping[UUID, EndpointNames], silenced: Silenced) -> None:
    """Notify channels of what a silence held back and still fires."""
    held = AlertEvent.objects.filter(
        state=State.FIRING, notified_at=None, alert__state=State.FIRING
    ).select_related("alert")
    for event in held:
        alert = event.alert
        endpoint = endpoints.get(alert.deployment_id)
        if endpoint is None or silenced.covers(endpoint.id, alert.condition):
            continue
        with transaction.atomic():
            rows = AlertEvent.objects.filter(id=event.id, notified_at=None)
            if rows.update(notified_at=timezone.now()):
                _queue(event, alert, endpoint)


def _is_known(alert: Alert) -> bool:
    """Tell whether channels were notified that it fires."""
    fired = AlertEvent.objects.filter(alert=alert, state=State.FIRING)
    return fired.exclude(notified_at=None).exists()


def _queue(event: AlertEvent, alert: Alert, endpoint: EndpointNames) -> None:
    channels = channels_for(
        organisation_id=endpoint.organisation_id, project_id=endpoint.project_id
    )
    person = event.person.name if event.person is not None else None
    for channel in channels:
        notice = notice_of(
            alert, endpoint, state=event.state, language=channel.language, person=person
        )
        queue(channel=channel, key=f"alert:{event.id}", notice=notice)
