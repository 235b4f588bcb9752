"""Reads about channels and what goes through them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from backend.accounts.contracts import Caller, Role
from backend.accounts.selectors import require_rank, require_role, role_in
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.projects.selectors import require_project
from backend.webhooks.contracts import Answer, ChannelView, DeliveryView
from backend.webhooks.models import Channel, Delivery

FAILED_LATELY = timedelta(days=7)


def list_channels(
    *, caller: Caller, organisation: UUID, project: UUID | None = None
) -> QuerySet[Channel]:
    """Return the channels of an organisation, or those that a project's notices go through.

    Raises:
        NotFound: when the caller is no member, or may not see the project.
        NotAllowed: when the caller may not see deployments.
    """
    require_role(caller=caller, organisation_id=organisation, minimum=Role.VIEWER)
    if project is not None:
        require_project(caller=caller, project_id=project)
    rows = channels_of(organisation_id=organisation)
    return rows if project is None else rows.filter(Q(project_id=project) | Q(project_id=None))


def channels_of(*, organisation_id: UUID) -> QuerySet[Channel]:
    """Return the channels of an organisation, with how their deliveries ended."""
    since = timezone.now() - FAILED_LATELY
    failed = Q(deliveries__state=Delivery.State.FAILED, deliveries__created_at__gte=since)
    delivered = Q(deliveries__state=Delivery.State.DELIVERED)
    rows = Channel.objects.filter(organisation_id=organisation_id, project__trashed_at=None)
    return rows.select_related("created_by").annotate(
        num_failed=Count("deliveries", filter=failed),
        last_delivered_at=Max("deliveries__finished_at", filter=delivered),
    )


def channels_for(*, organisation_id: UUID, project_id: UUID) -> list[Channel]:
    """Return the channels that notices of a project go through."""
    rows = Channel.objects.filter(organisation_id=organisation_id)
    return list(rows.filter(Q(project_id=project_id) | Q(project_id=None)).order_by("created_at"))


def webhooks_for(*, organisation_id: UUID, project_id: UUID) -> list[Channel]:
    """Return the channels of a project or of all the organisation that lead to programs."""
    found = channels_for(organisation_id=organisation_id, project_id=project_id)
    return [one for one in found if one.kind == Channel.Kind.WEBHOOK]


def webhook_names(channel_ids: Collection[UUID]) -> dict[UUID, str]:
    """Return the names of webhooks that are still there; a query if there is anything to ask."""
    if not channel_ids:
        return {}
    rows = Channel.objects.filter(id__in=channel_ids, kind=Channel.Kind.WEBHOOK)
    return dict(rows.values_list("id", "name"))


def require_channel(*, caller: Caller, channel_id: UUID, minimum: Role = Role.DEVELOPER) -> Channel:
    """Return a channel of an organisation in which the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    role = role_in(caller=caller, organisation="organisation_id")
    rows = Channel.objects.filter(id=channel_id, project__trashed_at=None).select_related("user")
    row = rows.annotate(caller_role=role).exclude(caller_role=None).first()
    if row is None:
        raise NotFound("There is no such channel.", code="channel_not_found")
    require_rank(role=Role(vars(row)["caller_role"]), minimum=minimum)
    return row


def views_of(rows: Sequence[Channel]) -> list[ChannelView]:
    """Describe channels that ``channels_of`` found."""
    return [
        ChannelView(
            id=row.id,
            organisation_id=row.organisation_id,
            project_id=row.project_id,
            kind=row.kind,
            name=row.name,
            address=row.shown_address,
            language=row.language,
            num_failed=vars(row)["num_failed"],
            last_delivered_at=vars(row)["last_delivered_at"],
            created_by=_author(row),
            created_at=row.created_at,
        )
        for row in rows
    ]


def _author(row: Channel) -> Person | None:
    return None if row.created_by is None else Person(row.created_by.id, row.created_by.name)


def list_deliveries(*, channel_id: UUID) -> QuerySet[Delivery]:
    """Return what went through a channel or waits for it."""
    return Delivery.objects.filter(channel_id=channel_id)


def deliveries_of(rows: Sequence[Delivery]) -> list[DeliveryView]:
    """Describe deliveries."""
    return [
        DeliveryView(
            id=row.id,
            event=row.notice["event"],
            subject=row.notice["subject"],
            state=row.state,
            num_attempts=row.num_attempts,
            last_answer=_answer(row),
            next_attempt_at=row.next_attempt_at if row.state == row.State.WAITING else None,
            created_at=row.created_at,
            finished_at=row.finished_at,
        )
        for row in rows
    ]


def _answer(row: Delivery) -> Answer | None:
    if row.last_status is None and not row.last_answer and not row.finished_at:
        return None
    return Answer(row.state == row.State.DELIVERED, row.last_status, row.last_answer)
