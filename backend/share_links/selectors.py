"""Reads about share links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from backend.api.errors import Gone, NotFound
from backend.deployments.contracts import CalledEndpoint
from backend.deployments.selectors import called_endpoint
from backend.share_links.contracts import (
    CALLER_PREFIX,
    SharedEndpoint,
    SharedModel,
    ShareLinkView,
    State,
)
from backend.share_links.models import ShareLink
from backend.share_links.passes import opens
from backend.share_links.tokens import link_id_of, token_of
from engine.catalog import TASKS

MAX_LABELS = 30
"""So many labels a page can show beside the model."""


def list_links(*, deployment_id: UUID) -> QuerySet[ShareLink]:
    """Return the links of an endpoint, expired and revoked ones too."""
    return ShareLink.objects.filter(deployment_id=deployment_id)


def views_of(rows: Sequence[ShareLink]) -> list[ShareLinkView]:
    """Describe links to those who may make them."""
    now = timezone.now()
    return [
        ShareLinkView(
            id=row.id,
            title=row.title,
            description=row.description,
            token=token_of(row.id),
            state=_state(row, now),
            has_password=bool(row.password),
            daily_calls=row.daily_calls,
            num_calls_today=row.calls_of_day if row.calls_on == now.date() else 0,
            num_calls=row.num_calls,
            last_used_at=row.last_used_at,
            created_at=row.created_at,
            expires_at=row.expires_at,
            revoked_at=row.revoked_at,
        )
        for row in rows
    ]


def require_open_link(token: str) -> tuple[ShareLink, CalledEndpoint]:
    """Return the link of a token, and its endpoint.

    Raises:
        NotFound: ``share_link_not_found`` when the token was not made here, or the link or its
            endpoint is not there any more.
        Gone: ``share_link_expired`` or ``share_link_revoked``, of links that were made here alone.
    """
    link_id = link_id_of(token)
    link = None if link_id is None else ShareLink.objects.filter(id=link_id).first()
    endpoint = None if link is None else called_endpoint(link.deployment_id)
    if link is None or endpoint is None:
        raise NotFound(
            "There is nothing at this address. Ask whoever gave it to you for the right one.",
            code="share_link_not_found",
        )
    require_open(link, timezone.now())
    return link, endpoint


def require_open(link: ShareLink, now: datetime) -> None:
    """Require that a link still works.

    Raises:
        Gone: ``share_link_expired`` or ``share_link_revoked``.
    """
    state = _state(link, now)
    if state == "revoked":
        raise Gone("This link was revoked. Ask for a new one.", code="share_link_revoked")
    if state == "expired":
        raise Gone("This link has expired. Ask for a new one.", code="share_link_expired")


def get_shared_endpoint(*, token: str, share_pass: str) -> SharedEndpoint:
    """Describe an endpoint to guests: its model only to those who know the password.

    Raises:
        NotFound: ``share_link_not_found``.
        Gone: ``share_link_expired`` or ``share_link_revoked``.
    """
    link, endpoint = require_open_link(token)
    return SharedEndpoint(
        title=link.title,
        description=link.description,
        needs_password=bool(link.password),
        expires_at=link.expires_at,
        is_running=endpoint.is_running,
        model=_model(endpoint) if opens(link, share_pass) else None,
    )


def titles_of_callers(callers: Iterable[str]) -> Mapping[str, str]:
    """Return the titles of links by the callers that their calls are counted under; one query."""
    ids = [link_id for one in callers if (link_id := _link_of(one)) is not None]
    if not ids:
        return {}
    found = ShareLink.objects.filter(id__in=ids).values_list("id", "title")
    return {f"{CALLER_PREFIX}{link_id}": title for link_id, title in found}


def _link_of(caller: str) -> UUID | None:
    if not caller.startswith(CALLER_PREFIX):
        return None
    try:
        return UUID(caller.removeprefix(CALLER_PREFIX))
    except ValueError:
        return None


def _state(row: ShareLink, now: datetime) -> State:
    if row.revoked_at is not None:
        return "revoked"
    return "valid" if row.expires_at > now else "expired"


def _model(endpoint: CalledEndpoint) -> SharedModel:
    card = TASKS[endpoint.task]
    return SharedModel(
        task=endpoint.task,
        media=card.media,
        prediction=card.prediction,
        input=endpoint.input,
        required_columns=list(endpoint.required_columns),
        labels=list(endpoint.labels) if len(endpoint.labels) <= MAX_LABELS else [],
    )
