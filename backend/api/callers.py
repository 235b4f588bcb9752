"""Who calls, and what they may do: what every app may know of a request without its rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import models
from rest_framework.request import Request


class Role(models.TextChoices):
    """What a member may do; each role may do all that the ones below it may.

    A contributor sees and labels only what was assigned to them.
    """

    OWNER = "owner"
    ADMIN = "admin"
    DEVELOPER = "developer"
    ANNOTATOR = "annotator"
    VIEWER = "viewer"
    CONTRIBUTOR = "contributor"


_RANK = {role: rank for rank, role in enumerate(reversed(Role))}


@dataclass(frozen=True)
class Caller:
    """The person behind a request.

    ``organisation_id`` is set when the caller used an API key, which works in one organisation
    only. What its scopes allow has been checked by ``backend.api.scopes``.
    """

    user_id: UUID
    email: str
    name: str
    organisation_id: UUID | None = None


@dataclass(frozen=True)
class Watcher:
    """Who watches something of an organisation, and by which session or API key."""

    user_id: UUID
    organisation_id: UUID
    session_key: str | None = None
    key_id: UUID | None = None


def at_least(role: str, minimum: Role) -> bool:
    """Tell whether ``role`` may do all that ``minimum`` may."""
    return _RANK[Role(role)] >= _RANK[minimum]


def caller_of(request: Request) -> Caller:
    """Return who is behind an authenticated request."""
    user: Any = request.user
    key: Any = request.auth
    if key is None:
        return Caller(user_id=user.id, email=user.email, name=user.name)
    return Caller(
        user_id=user.id,
        email=user.email,
        name=user.name,
        organisation_id=key.organisation_id,
    )


def watcher_of(request: Request, *, organisation_id: UUID) -> Watcher:
    """Return who watches something of an organisation, and by what they were let in."""
    key: Any = request.auth
    return Watcher(
        user_id=caller_of(request).user_id,
        organisation_id=organisation_id,
        session_key=request._request.session.session_key if key is None else None,
        key_id=None if key is None else key.id,
    )
