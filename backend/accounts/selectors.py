"""Reads about people and organisations."""

from __future__ import annotations

from uuid import UUID

from backend.accounts.contracts import Caller, at_least, scope_for
from backend.accounts.models import Membership, Role
from backend.api.errors import NotAllowed, NotFound


def require_role(*, caller: Caller, organisation_id: UUID, minimum: Role) -> Role:
    """Return the caller's role in an organisation, which is at least ``minimum``.

    Raises:
        NotFound: when the caller is no member, or the API key belongs to another organisation.
        NotAllowed: when role or key scope are not enough.
    """
    membership = Membership.objects.filter(
        organisation_id=organisation_id, user_id=caller.user_id
    ).first()
    if membership is None or caller.organisation_id not in (None, organisation_id):
        raise NotFound("There is no such organisation.", code="organisation_not_found")
    if not at_least(membership.role, minimum):
        raise NotAllowed(
            f"This needs the role '{minimum}'; yours is '{membership.role}'. "
            "Ask an administrator of the organisation.",
            code="role_too_low",
            needed=minimum.value,
            role=membership.role,
        )
    if scope_for(minimum) not in caller.scopes:
        raise NotAllowed(
            f"This API key lacks the scope '{scope_for(minimum)}'. Create a key that has it.",
            code="scope_missing",
            scope=scope_for(minimum),
        )
    return Role(membership.role)
