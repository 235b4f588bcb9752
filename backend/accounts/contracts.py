"""What other apps may know of people: who calls, and what they may do where."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from backend.accounts.models import Role as Role

__all__ = ["Caller", "Role", "Watcher", "at_least"]

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
