"""What other apps may know of people: who calls, and what they may do where."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from backend.accounts.models import Role

__all__ = ["Caller", "Role", "at_least", "scope_for"]

_RANK = {role: rank for rank, role in enumerate(reversed(Role))}


@dataclass(frozen=True)
class Caller:
    """The person behind a request.

    ``organisation_id`` is set when the caller used an API key, which works in one organisation
    only; ``scopes`` then bounds what it may do. A browser session has all scopes everywhere.
    """

    user_id: UUID
    email: str
    name: str
    organisation_id: UUID | None = None
    scopes: frozenset[str] = frozenset({"read", "write", "admin"})


def at_least(role: str, minimum: Role) -> bool:
    """Tell whether ``role`` may do all that ``minimum`` may."""
    return _RANK[Role(role)] >= _RANK[minimum]


def scope_for(minimum: Role) -> str:
    """Return the API key scope that acting with a role needs."""
    if at_least(minimum, Role.ADMIN):
        return "admin"
    return "read" if minimum == Role.VIEWER else "write"
