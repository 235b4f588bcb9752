"""Reads about people and organisations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.contrib.sessions.models import Session as DjangoSession
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from backend.accounts.contracts import Caller, Watcher, at_least
from backend.accounts.models import ApiKey, Invitation, Membership, Organisation, Role, User
from backend.accounts.secrets import digest
from backend.api.errors import NotAllowed, NotFound

_AT_ONCE = 1000


def find_caller(user_id: UUID | None) -> Caller | None:
    """Return a person in whose name something is done later, ``None`` when the account is gone."""
    user = User.objects.filter(id=user_id, is_active=True).first() if user_id else None
    return Caller(user_id=user.id, email=user.email, name=user.name) if user else None


def require_role(*, caller: Caller, organisation_id: UUID, minimum: Role) -> Role:
    """Return the caller's role in an organisation, which is at least ``minimum``.

    Raises:
        NotFound: when the caller is no member, or the API key belongs to another organisation.
        NotAllowed: when the role is not enough.
    """
    membership = Membership.objects.filter(
        organisation_id=organisation_id, user_id=caller.user_id
    ).first()
    if membership is None or caller.organisation_id not in (None, organisation_id):
        raise NotFound("There is no such organisation.", code="organisation_not_found")
    return require_rank(role=Role(membership.role), minimum=minimum)


def role_in(*, caller: Caller, organisation: str) -> Subquery:
    """Return a column with the caller's role in the organisation of a row, null when it has none.

    Args:
        caller: who asks; an API key has no role outside its organisation.
        organisation: the row's column with the id of the organisation.
    """
    own = Membership.objects.filter(organisation_id=OuterRef(organisation), user_id=caller.user_id)
    if caller.organisation_id is not None:
        own = own.filter(organisation_id=caller.organisation_id)
    return Subquery(own.values("role")[:1])


def require_rank(*, role: Role, minimum: Role) -> Role:
    """Return a role that reaches ``minimum``.

    Raises:
        NotAllowed: when it does not.
    """
    if not at_least(role, minimum):
        raise NotAllowed(
            f"This needs the role '{minimum}'; yours is '{role}'. "
            "Ask an administrator of the organisation.",
            code="role_too_low",
            needed=minimum.value,
            role=role.value,
        )
    return role


def still_admitted(watchers: Collection[Watcher], *, minimum: Role) -> set[Watcher]:
    """Return those who are still members with at least a role, by a session or key that lives.

    At most three queries for each thousand.
    """
    found: set[Watcher] = set()
    ordered = list(watchers)
    for start in range(0, len(ordered), _AT_ONCE):
        found |= _admitted(ordered[start : start + _AT_ONCE], minimum)
    return found


def _admitted(watchers: Sequence[Watcher], minimum: Role) -> set[Watcher]:
    now = timezone.now()
    members = {
        (user_id, organisation_id)
        for user_id, organisation_id, role in Membership.objects.filter(
            user_id__in={one.user_id for one in watchers},
            organisation_id__in={one.organisation_id for one in watchers},
            user__is_active=True,
        ).values_list("user_id", "organisation_id", "role")
        if at_least(role, minimum)
    }
    keys = {one.key_id for one in watchers if one.key_id is not None}
    lives = Q(expires_at=None) | Q(expires_at__gt=now)
    live_keys = set(
        ApiKey.objects.filter(lives, id__in=keys, revoked_at=None).values_list("id", flat=True)
    )
    sessions = {one.session_key for one in watchers if one.session_key is not None}
    live_sessions = set(
        DjangoSession.objects.filter(session_key__in=sessions, expire_date__gt=now).values_list(
            "session_key", flat=True
        )
    )
    return {
        one
        for one in watchers
        if (one.user_id, one.organisation_id) in members
        and (one.key_id is None or one.key_id in live_keys)
        and (one.session_key is None or one.session_key in live_sessions)
    }


@dataclass(frozen=True)
class Session:
    """Who is signed in, and where they belong."""

    user: User | None
    memberships: list[Membership]
    sign_up_open: bool
    sends_mail: bool


def session_of(user: User | None, *, organisation_id: UUID | None = None) -> Session:
    """Return what the browser has to know about whoever is signed in.

    Args:
        user: who that is.
        organisation_id: the only one that counts, because an API key reaches no other.
    """
    memberships: list[Membership] = []
    if user is not None:
        rows = Membership.objects.filter(user=user).select_related("organisation")
        if organisation_id is not None:
            rows = rows.filter(organisation_id=organisation_id)
        memberships = list(rows.order_by("created_at", "id"))
    return Session(
        user=user,
        memberships=memberships,
        sign_up_open=settings.ENVIRONMENT.sign_up_open,
        sends_mail=bool(settings.EMAIL_HOST),
    )


def members_of(*, organisation_id: UUID) -> QuerySet[Membership]:
    """Return the members of an organisation."""
    return Membership.objects.filter(organisation_id=organisation_id).select_related("user")


def organisations_with(*, user_id: UUID) -> list[UUID]:
    """Return the organisations that somebody belongs to."""
    rows = Membership.objects.filter(user_id=user_id)
    return list(rows.values_list("organisation_id", flat=True))


def member_of(*, organisation_id: UUID, member_id: UUID) -> Membership:
    """Return one member of an organisation.

    Raises:
        NotFound: when it has no such member.
    """
    membership = members_of(organisation_id=organisation_id).filter(id=member_id).first()
    if membership is None:
        raise NotFound("There is no such member.", code="member_not_found")
    return membership


def member_to_remove(*, caller: Caller, organisation_id: UUID, member_id: UUID) -> Membership:
    """Return the caller's own membership, or for an administrator that of anybody.

    Raises:
        NotAllowed: when it is another's and the caller is no administrator.
        NotFound: when the organisation has no such member.
    """
    own = members_of(organisation_id=organisation_id).filter(id=member_id, user_id=caller.user_id)
    membership = own.first()
    if membership is not None:
        return membership
    require_role(caller=caller, organisation_id=organisation_id, minimum=Role.ADMIN)
    return member_of(organisation_id=organisation_id, member_id=member_id)


def invitations_of(*, organisation_id: UUID) -> QuerySet[Invitation]:
    """Return the invitations of an organisation."""
    return Invitation.objects.filter(organisation_id=organisation_id).select_related("invited_by")


def invitation_for(token: str) -> Invitation:
    """Return the open invitation with this token.

    Raises:
        NotFound: when there is none, or it was used or has expired.
    """
    invitation = (
        Invitation.objects.filter(
            token_sha256=digest(token), accepted_at=None, expires_at__gt=timezone.now()
        )
        .select_related("organisation")
        .first()
    )
    if invitation is None:
        raise NotFound(
            "This invitation is unknown, used or expired. Ask for a new one.",
            code="invitation_not_found",
        )
    return invitation


def api_keys_of(*, caller: Caller) -> QuerySet[ApiKey]:
    """Return a person's own keys; a key sees those of its organisation only."""
    keys = ApiKey.objects.filter(user_id=caller.user_id)
    if caller.organisation_id is not None:
        keys = keys.filter(organisation_id=caller.organisation_id)
    return keys


def is_only_organisation(organisation_id: UUID) -> bool:
    """Tell whether there is no other organisation in this installation."""
    return not Organisation.objects.exclude(id=organisation_id).exists()


def organisation_of(organisation_id: UUID) -> Organisation:
    """Return an organisation that the caller has been found to belong to."""
    return Organisation.objects.annotate(num_members=Count("memberships")).get(id=organisation_id)
