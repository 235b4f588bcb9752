"""Reads about alerts."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from backend.accounts.contracts import Caller, Role
from backend.accounts.selectors import require_role
from backend.alerts.conditions import all_conditions
from backend.alerts.contracts import AlertCount, AlertEventView, AlertView
from backend.alerts.models import Alert, AlertEvent
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.deployments.selectors import require_deployment
from backend.projects.selectors import require_project, require_row

State = Alert.State


def list_alerts(
    *,
    caller: Caller,
    organisation: UUID,
    project: UUID | None = None,
    deployment: UUID | None = None,
    state: str | None = None,
) -> QuerySet[Alert]:
    """Return the alerts of an organisation, of a project or an endpoint, in one state or any.

    Raises:
        NotFound: when the caller is no member, or may not see the project or the endpoint.
        NotAllowed: when the caller may not see deployments.
    """
    require_role(caller=caller, organisation_id=organisation, minimum=Role.VIEWER)
    rows = _shown().filter(deployment__project__organisation_id=organisation)
    if project is not None:
        require_project(caller=caller, project_id=project)
        rows = rows.filter(deployment__project_id=project)
    if deployment is not None:
        require_deployment(caller=caller, deployment_id=deployment)
        rows = rows.filter(deployment_id=deployment)
    if state is not None:
        rows = rows.filter(state=state)
    events = AlertEvent.objects.select_related("person").order_by("at", "id")
    return rows.prefetch_related(Prefetch("events", queryset=events))


def count_firing(*, caller: Caller, organisation: UUID) -> AlertCount:
    """Return how many alerts of an organisation fire and are acknowledged by nobody.

    Raises:
        NotFound: when the caller is no member.
        NotAllowed: when the caller may not see deployments.
    """
    require_role(caller=caller, organisation_id=organisation, minimum=Role.VIEWER)
    rows = _shown().filter(deployment__project__organisation_id=organisation, state=State.FIRING)
    return AlertCount(rows.count())


def require_alert(*, caller: Caller, alert_id: UUID, minimum: Role = Role.VIEWER) -> Alert:
    """Return an alert of an endpoint of a project in which the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_row(
        _shown().filter(id=alert_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such alert.", code="alert_not_found"),
        project="deployment__project__",
    )


def view_of(alert_id: UUID) -> AlertView:
    """Describe an alert that the caller has been found to be allowed to see."""
    return views_of([_shown().get(id=alert_id)])[0]


def views_of(rows: Sequence[Alert]) -> list[AlertView]:
    """Describe alerts."""
    conditions = all_conditions()
    return [
        AlertView(
            id=row.id,
            condition=row.condition,
            state=row.state,
            unit=conditions[row.condition].unit if row.condition in conditions else "none",
            value=row.value,
            limit=row.limit,
            detail=row.detail,
            deployment_id=row.deployment_id,
            deployment_name=row.deployment.name,
            project_id=row.deployment.project_id,
            project_name=row.deployment.project.name,
            fired_at=row.fired_at,
            resolved_at=row.resolved_at,
            events=[_event(one) for one in row.events.all()],
        )
        for row in rows
    ]


def _event(row: AlertEvent) -> AlertEventView:
    person = None if row.person is None else Person(row.person.id, row.person.name)
    return AlertEventView(row.state, row.at, person, row.notified_at)


def _shown() -> QuerySet[Alert]:
    """Return what people see of alerts: those that fired, of endpoints that are there."""
    rows = Alert.objects.exclude(state=State.PENDING).select_related("deployment__project")
    return rows.filter(deployment__is_deleted=False, deployment__project__trashed_at=None)
