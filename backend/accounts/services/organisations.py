"""Organisations and who belongs to them."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import DEPARTURES, Caller
from backend.accounts.models import Membership, Organisation, Role
from backend.accounts.services.reset_links import drop_links
from backend.api.errors import Conflict, NotAllowed
from backend.audit import services as audit


@transaction.atomic
def create_organisation(*, name: str, owner_id: UUID) -> Organisation:
    """Make an organisation with its first owner."""
    organisation = Organisation.objects.create(name=name)
    Membership.objects.create(organisation=organisation, user_id=owner_id, role=Role.OWNER)
    drop_links(user_id=owner_id)
    audit.record(
        organisation_id=organisation.id,
        actor_id=owner_id,
        action="organisation.created",
        target_kind="organisation",
        target_id=organisation.id,
        details={"name": name},
    )
    return organisation


@transaction.atomic
def rename_organisation(*, organisation_id: UUID, name: str, renamed_by: Caller) -> None:
    """Give an organisation another name."""
    Organisation.objects.filter(id=organisation_id).update(name=name)
    audit.record(
        organisation_id=organisation_id,
        actor_id=renamed_by.user_id,
        action="organisation.renamed",
        target_kind="organisation",
        target_id=organisation_id,
        details={"name": name},
    )


@transaction.atomic
def change_role(*, membership: Membership, role: str, own_role: Role, changed_by: Caller) -> None:
    """Update the role of a member.

    Raises:
        NotAllowed: when somebody who is no owner makes or unmakes one.
        Conflict: when the organisation would be left without an owner.
    """
    _require_owner(own_role, membership.role, role)
    if role != Role.OWNER:
        _keep_an_owner(membership)
    before, membership.role = membership.role, role
    membership.save(update_fields=["role"])
    drop_links(user_id=membership.user_id)
    audit.record(
        organisation_id=membership.organisation_id,
        actor_id=changed_by.user_id,
        action="member.role_changed",
        target_kind="member",
        target_id=membership.id,
        details={"email": membership.user.email, "from": before, "to": role},
    )


@transaction.atomic
def remove_member(*, membership: Membership, own_role: Role, removed_by: Caller) -> None:
    """Take somebody, perhaps oneself, out of an organisation; keys for it stop working at once.

    Labelling work that they had open goes back to its pool.

    Raises:
        NotAllowed: when somebody who is no owner removes one.
        Conflict: when the organisation would be left without an owner.
    """
    _require_owner(own_role, membership.role)
    _keep_an_owner(membership)
    is_own = membership.user_id == removed_by.user_id
    audit.record(
        organisation_id=membership.organisation_id,
        actor_id=removed_by.user_id,
        action="member.left" if is_own else "member.removed",
        target_kind="member",
        target_id=membership.id,
        details={"email": membership.user.email, "role": membership.role},
    )
    for settle in DEPARTURES:
        settle(
            organisation_id=membership.organisation_id,
            user_id=membership.user_id,
            actor_id=removed_by.user_id,
        )
    membership.delete()


def _require_owner(own_role: Role, *roles: str) -> None:
    if Role.OWNER in roles and own_role != Role.OWNER:
        raise NotAllowed(
            "Only an owner can make, change or remove an owner.",
            code="role_too_low",
            needed=Role.OWNER.value,
            role=own_role.value,
        )


def _keep_an_owner(membership: Membership) -> None:
    # The lock makes two owners who leave at the same time wait for each other.
    Organisation.objects.select_for_update().get(id=membership.organisation_id)
    others = Membership.objects.filter(
        organisation_id=membership.organisation_id, role=Role.OWNER
    ).exclude(id=membership.id)
    if membership.role == Role.OWNER and not others.exists():
        raise Conflict(
            "This is the last owner of the organisation. Make somebody else an owner first.",
            code="last_owner",
        )
