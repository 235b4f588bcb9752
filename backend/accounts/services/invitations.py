"""Invite people, and let them in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.accounts.models import Invitation, Membership, Role, User
from backend.accounts.secrets import digest, new_secret
from backend.accounts.selectors import invitation_for
from backend.accounts.services.reset_links import drop_links
from backend.api.errors import Conflict, NotAllowed, NotFound
from backend.audit import services as audit

VALID_FOR = timedelta(days=14)


@dataclass(frozen=True)
class CreatedInvitation:
    """A new invitation with its token and the address to pass on."""

    id: UUID
    email: str
    role: str
    expires_at: datetime
    accepted_at: datetime | None
    invited_by: User
    token: str
    url: str


@transaction.atomic
def invite(
    *, organisation_id: UUID, email: str, role: str, own_role: Role, invited_by: Caller
) -> CreatedInvitation:
    """Invite somebody by e-mail address; we send no mail, the address is passed on by hand.

    Raises:
        NotAllowed: when somebody who is no owner invites one.
        Conflict: when the person is a member already.
    """
    if role == Role.OWNER and own_role != Role.OWNER:
        raise NotAllowed(
            "Only an owner can invite an owner.",
            code="role_too_low",
            needed=Role.OWNER.value,
            role=own_role.value,
        )
    email = email.lower()
    if Membership.objects.filter(organisation_id=organisation_id, user__email=email).exists():
        raise Conflict(f"'{email}' is a member already.", code="member_exists")
    token = new_secret()
    invitation = Invitation.objects.create(
        organisation_id=organisation_id,
        email=email,
        role=role,
        token_sha256=digest(token),
        invited_by_id=invited_by.user_id,
        expires_at=timezone.now() + VALID_FOR,
    )
    _record(invitation, invited_by.user_id, "invitation.created")
    return CreatedInvitation(
        id=invitation.id,
        email=email,
        role=role,
        expires_at=invitation.expires_at,
        accepted_at=None,
        invited_by=invitation.invited_by,
        token=token,
        url=f"{settings.ENVIRONMENT.public_url}/invitations/{token}",
    )


@transaction.atomic
def withdraw(*, organisation_id: UUID, invitation_id: UUID, withdrawn_by: Caller) -> None:
    """Take an invitation back.

    Raises:
        NotFound: when the organisation has no such invitation.
    """
    invitation = Invitation.objects.filter(
        id=invitation_id, organisation_id=organisation_id
    ).first()
    if invitation is None:
        raise NotFound("There is no such invitation.", code="invitation_not_found")
    _record(invitation, withdrawn_by.user_id, "invitation.withdrawn")
    invitation.delete()


def require_for(*, token: str, email: str) -> None:
    """Refuse an invitation for another address than the one that somebody signs up with.

    Raises:
        NotFound: when there is no such invitation, or it was used or has expired.
        NotAllowed: ``invitation_for_other_address``.
    """
    invitation = invitation_for(token)
    if invitation.email != email.lower():
        raise NotAllowed(
            "This invitation is for another e-mail address. Sign up with that one, or ask for an "
            f"invitation of '{email.lower()}'.",
            code="invitation_for_other_address",
            email=email.lower(),
        )


@transaction.atomic
def accept(*, token: str, user_id: UUID) -> Membership:
    """Join the organisation that an invitation is for.

    Raises:
        NotFound: when there is no such invitation, or it was used or has expired.
        NotAllowed: when it was meant for another address.
        Conflict: when the person is a member already.
    """
    invitation = invitation_for(token)
    user = User.objects.get(id=user_id)
    if user.email != invitation.email:
        raise NotAllowed(
            f"This invitation is for '{invitation.email}'; you are signed in as '{user.email}'.",
            code="invitation_for_other",
        )
    used = Invitation.objects.filter(id=invitation.id, accepted_at=None)
    # Conditional, because two may open the same link at the same moment.
    if not used.update(accepted_at=timezone.now()):
        raise NotFound("This invitation was used already.", code="invitation_not_found")
    membership, is_new = Membership.objects.get_or_create(
        organisation_id=invitation.organisation_id,
        user=user,
        defaults={"role": invitation.role},
    )
    if not is_new:
        raise Conflict("You are a member of this organisation already.", code="member_exists")
    drop_links(user_id=user_id)
    _record(invitation, user_id, "invitation.accepted")
    return membership


def _record(invitation: Invitation, actor_id: UUID, action: str) -> None:
    audit.record(
        organisation_id=invitation.organisation_id,
        actor_id=actor_id,
        action=action,
        target_kind="invitation",
        target_id=invitation.id,
        details={"email": invitation.email, "role": invitation.role},
    )
