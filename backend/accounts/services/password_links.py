"""A link by which a member chooses a new password, made by who administers all they belong to."""

from __future__ import annotations

from django.db import transaction

from backend.accounts.contracts import Caller, at_least
from backend.accounts.models import Membership, Role
from backend.accounts.services.reset_links import VALID_FOR, ResetLink, make_link
from backend.api.errors import NotAllowed
from backend.audit import services as audit


@transaction.atomic
def make_member_link(*, membership: Membership, made_by: Caller) -> ResetLink:
    """Return a link for a member, to be passed on; whoever holds it can become that person.

    Raises:
        NotAllowed: ``own_password_link`` for oneself, ``member_elsewhere`` when the person belongs
            to an organisation that the caller does not administer, ``role_too_low`` when the
            person is an owner and the caller is not.
    """
    if membership.user_id == made_by.user_id:
        raise NotAllowed(
            "Change your own password in your settings, with the one you have.",
            code="own_password_link",
        )
    own = dict(
        Membership.objects.filter(user_id=made_by.user_id).values_list("organisation_id", "role")
    )
    # Locked: a role that changes meanwhile waits, and then drops this link too.
    for other in Membership.objects.select_for_update().filter(user_id=membership.user_id):
        _require_charge(own.get(other.organisation_id), other)
    link = make_link(user=membership.user, valid_for=VALID_FOR)
    audit.record(
        organisation_id=membership.organisation_id,
        actor_id=made_by.user_id,
        action="member.password_link_made",
        target_kind="member",
        target_id=membership.id,
        details={"email": membership.user.email},
    )
    return link


def _require_charge(own_role: str | None, other: Membership) -> None:
    if own_role is None or not at_least(own_role, Role.ADMIN):
        raise NotAllowed(
            "This person belongs to an organisation that you do not administer, which the link "
            "would open too. Ask them to reset the password by mail, or an administrator of the "
            "server to make a link by the command 'reset_password'.",
            code="member_elsewhere",
        )
    if other.role == Role.OWNER and own_role != Role.OWNER:
        raise NotAllowed(
            "Only an owner can make a link for an owner.",
            code="role_too_low",
            needed=Role.OWNER.value,
            role=own_role,
        )
