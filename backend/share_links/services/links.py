"""Share links are made, changed and revoked."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.api.errors import Gone, NotFound
from backend.audit import services as audit
from backend.deployments.contracts import EndpointRow
from backend.projects.selectors import organisation_of
from backend.share_links.contracts import ShareLinkView
from backend.share_links.models import ShareLink
from backend.share_links.selectors import list_links, views_of


@transaction.atomic
def create_link(
    *,
    deployment: EndpointRow,
    title: str,
    created_by: Caller,
    expires_in_days: int,
    daily_calls: int,
    description: str = "",
    password: str | None = None,
) -> ShareLinkView:
    """Make a link by which guests try an endpoint.

    Args:
        deployment: the endpoint.
        title: of the page.
        created_by: who makes it.
        expires_in_days: how long it works.
        daily_calls: how many calls all guests together may make on a day (UTC).
        description: a sentence below the title.
        password: what guests have to know; nothing without one.
    """
    row = ShareLink.objects.create(
        deployment_id=deployment.id,
        title=title,
        description=description,
        password=make_password(password) if password else "",
        daily_calls=daily_calls,
        created_by_id=created_by.user_id,
        expires_at=timezone.now() + timedelta(days=expires_in_days),
    )
    _record(deployment, row, "share_link.created", created_by)
    return views_of([row])[0]


@transaction.atomic
def change_link(
    *,
    deployment: EndpointRow,
    link_id: UUID,
    changed_by: Caller,
    title: str | None = None,
    description: str | None = None,
    expires_in_days: int | None = None,
    daily_calls: int | None = None,
    password: str | None = None,
) -> ShareLinkView:
    """Change a link whose address stays; what is ``None`` stays as it is.

    Args:
        deployment: the endpoint.
        link_id: the link.
        changed_by: who changes it.
        title: of the page.
        description: a sentence below the title.
        expires_in_days: how long it works from now on, also where it has expired.
        daily_calls: how many calls all guests together may make on a day (UTC).
        password: what guests have to know, empty for nothing. Passes for the one before end.

    Raises:
        NotFound: when the endpoint has no such link.
        Gone: ``share_link_revoked``.
    """
    row = _require_link(deployment, link_id)
    if row.revoked_at is not None:
        raise Gone("This link was revoked. Make a new one.", code="share_link_revoked")
    if title is not None:
        row.title = title
    if description is not None:
        row.description = description
    if expires_in_days is not None:
        row.expires_at = timezone.now() + timedelta(days=expires_in_days)
    if daily_calls is not None:
        row.daily_calls = daily_calls
    if password is not None:
        row.password = make_password(password) if password else ""
    # Calls that are counted meanwhile stay counted.
    row.save(update_fields=("title", "description", "expires_at", "daily_calls", "password"))
    _record(deployment, row, "share_link.changed", changed_by)
    return views_of([row])[0]


@transaction.atomic
def revoke_link(*, deployment: EndpointRow, link_id: UUID, revoked_by: Caller) -> None:
    """Refuse a link from now on; revoking it twice is revoking it once.

    Raises:
        NotFound: when the endpoint has no such link.
    """
    row = _require_link(deployment, link_id)
    revoked = ShareLink.objects.filter(id=row.id, revoked_at=None).update(revoked_at=timezone.now())
    if revoked:
        _record(deployment, row, "share_link.revoked", revoked_by)


def _require_link(deployment: EndpointRow, link_id: UUID) -> ShareLink:
    """Return a link of an endpoint, which nobody else changes until this transaction ends."""
    rows = list_links(deployment_id=deployment.id).select_for_update()
    row = rows.filter(id=link_id).first()
    if row is None:
        raise NotFound("There is no such share link.", code="share_link_not_found")
    return row


def _record(deployment: EndpointRow, row: ShareLink, action: str, actor: Caller) -> None:
    audit.record(
        organisation_id=organisation_of(project_id=deployment.project_id),
        project_id=deployment.project_id,
        actor_id=actor.user_id,
        action=action,
        target_kind="share_link",
        target_id=row.id,
        details={"name": row.title, "deployment": deployment.name},
    )
