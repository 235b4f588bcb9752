"""Share links are made and revoked."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.api.errors import NotFound
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
def revoke_link(*, deployment: EndpointRow, link_id: UUID, revoked_by: Caller) -> None:
    """Refuse a link from now on; revoking it twice is revoking it once.

    Raises:
        NotFound: when the endpoint has no such link.
    """
    row = list_links(deployment_id=deployment.id).filter(id=link_id).first()
    if row is None:
        raise NotFound("There is no such share link.", code="share_link_not_found")
    revoked = ShareLink.objects.filter(id=row.id, revoked_at=None).update(revoked_at=timezone.now())
    if revoked:
        _record(deployment, row, "share_link.revoked", revoked_by)


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
