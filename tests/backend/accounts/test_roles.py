"""Who somebody is to an organisation, and who still may watch what is in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session as DjangoSession
from django.test import override_settings
from django.utils import timezone

from backend.accounts import selectors
from backend.accounts.contracts import Caller, Role, Watcher
from backend.accounts.models import ApiKey, Invitation, Membership, User
from backend.accounts.secrets import digest
from backend.api.errors import NotAllowed, NotFound
from tests.backend.conftest import World, make_world


def as_caller(user: User) -> Caller:
    """Return a person as services know them."""
    return Caller(user_id=user.id, email=user.email, name=user.name)


def make_key(world: World, name: str, **more: object) -> ApiKey:
    """Make an API key of the owner."""
    return ApiKey.objects.create(
        user=world.owner,
        organisation=world.organisation,
        name=name,
        prefix=name,
        sha256=digest(name),
        **more,
    )


def test_each_role_may_do_all_that_the_roles_below_it_may(world: World) -> None:
    ranks = list(Role)
    for place, role in enumerate(ranks):
        for other, minimum in enumerate(ranks):
            if place <= other:
                assert selectors.require_rank(role=role, minimum=minimum) is role
            else:
                with pytest.raises(NotAllowed) as caught:
                    selectors.require_rank(role=role, minimum=minimum)
                assert caught.value.code == "role_too_low"


def test_a_role_is_that_of_a_member_and_of_a_key_of_the_organisation(world: World) -> None:
    organisation_id = world.organisation.id
    viewer = as_caller(world.member(Role.VIEWER))
    stranger = make_world("theirs")

    def role_of(caller: Caller, minimum: Role = Role.VIEWER) -> Role:
        return selectors.require_role(
            caller=caller, organisation_id=organisation_id, minimum=minimum
        )

    assert role_of(viewer) is Role.VIEWER
    assert role_of(replace(viewer, organisation_id=organisation_id)) is Role.VIEWER
    with pytest.raises(NotAllowed):
        role_of(viewer, Role.ANNOTATOR)
    for caller in (
        stranger.caller,
        replace(stranger.caller, organisation_id=organisation_id),
        replace(viewer, organisation_id=stranger.organisation.id),
    ):
        with pytest.raises(NotFound) as caught:
            role_of(caller)
        assert caught.value.code == "organisation_not_found"


@pytest.mark.parametrize("at_once", [1, 2, 1000])
def test_who_watches_goes_on_as_member_with_a_session_or_key_that_lives(
    world: World, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(selectors, "_AT_ONCE", at_once)
    now, hour = timezone.now(), timedelta(hours=1)
    DjangoSession.objects.create(session_key="living", session_data="", expire_date=now + hour)
    DjangoSession.objects.create(session_key="ended", session_data="", expire_date=now - hour)
    keys = {
        "endless": make_key(world, "endless"),
        "living": make_key(world, "living", expires_at=now + hour),
        "expired": make_key(world, "expired", expires_at=now - hour),
        "revoked": make_key(world, "revoked", revoked_at=now),
    }
    contributor, idle = world.member(Role.CONTRIBUTOR), world.member(Role.VIEWER)
    User.objects.filter(id=idle.id).update(is_active=False)
    owner, organisation_id = world.owner.id, world.organisation.id
    stays = {
        Watcher(owner, organisation_id),
        Watcher(owner, organisation_id, session_key="living"),
        Watcher(owner, organisation_id, key_id=keys["endless"].id),
        Watcher(owner, organisation_id, key_id=keys["living"].id),
    }
    goes = {
        Watcher(owner, organisation_id, session_key="ended"),
        Watcher(owner, organisation_id, session_key="unknown"),
        Watcher(owner, organisation_id, key_id=keys["expired"].id),
        Watcher(owner, organisation_id, key_id=keys["revoked"].id),
        Watcher(owner, organisation_id, session_key="living", key_id=keys["revoked"].id),
        Watcher(owner, make_world("theirs").organisation.id),
        Watcher(contributor.id, organisation_id),
        Watcher(idle.id, organisation_id),
    }
    assert selectors.still_admitted(stays | goes, minimum=Role.VIEWER) == stays


def test_a_session_tells_where_somebody_belongs_and_a_key_its_own_organisation_alone(
    world: World,
) -> None:
    other = make_world("theirs").organisation
    Membership.objects.create(organisation=other, user=world.owner, role=Role.VIEWER)
    with override_settings(EMAIL_HOST="mail.example"):
        session = selectors.session_of(world.owner)
    assert session.sends_mail is True
    assert [one.organisation for one in session.memberships] == [world.organisation, other]
    one = selectors.session_of(world.owner, organisation_id=other.id)
    assert [each.role for each in one.memberships] == [Role.VIEWER]
    assert selectors.session_of(None).memberships == []
    found = selectors.organisations_with(user_id=world.owner.id)
    assert set(found) == {world.organisation.id, other.id}
    assert selectors.organisation_of(other.id).num_members == 2
    assert selectors.is_only_organisation(world.organisation.id) is False
    other.delete()
    assert selectors.is_only_organisation(world.organisation.id) is True


def test_members_remove_themselves_and_administrators_anybody(world: World) -> None:
    organisation_id = world.organisation.id
    viewer, admin = world.member(Role.VIEWER), world.member(Role.ADMIN)
    rows = {one.user_id: one for one in selectors.members_of(organisation_id=organisation_id)}
    assert set(rows) == {world.owner.id, viewer.id, admin.id}

    def removed(by: User, member: User) -> Membership:
        return selectors.member_to_remove(
            caller=as_caller(by), organisation_id=organisation_id, member_id=rows[member.id].id
        )

    assert removed(viewer, viewer) == rows[viewer.id]
    assert removed(admin, viewer) == rows[viewer.id]
    with pytest.raises(NotAllowed):
        removed(viewer, admin)
    theirs = make_world("theirs").owner.memberships.get()
    with pytest.raises(NotFound) as caught:
        selectors.member_of(organisation_id=organisation_id, member_id=theirs.id)
    assert caught.value.code == "member_not_found"


def test_an_invitation_is_open_until_it_is_used_or_its_time_is_over(world: World) -> None:
    now, hour = timezone.now(), timedelta(hours=1)

    def invite(token: str, **more: object) -> Invitation:
        return Invitation.objects.create(
            organisation=world.organisation,
            email=f"{token}@x.example",
            role=Role.VIEWER,
            token_sha256=digest(token),
            invited_by=world.owner,
            **{"expires_at": now + hour, **more},
        )

    living = invite("living")
    invite("used", accepted_at=now)
    invite("expired", expires_at=now - hour)
    assert selectors.invitation_for("living") == living
    for token in ("used", "expired", str(uuid4())):
        with pytest.raises(NotFound) as caught:
            selectors.invitation_for(token)
        assert caught.value.code == "invitation_not_found"
    assert selectors.invitations_of(organisation_id=world.organisation.id).count() == 3
    theirs = make_world("theirs").organisation.id
    assert selectors.invitations_of(organisation_id=theirs).count() == 0


def test_a_key_sees_the_keys_of_its_organisation_alone(world: World) -> None:
    ours = make_key(world, "ours")
    other = make_world("theirs")
    theirs = make_key(replace(other, owner=world.owner), "theirs")
    make_key(other, "of somebody else")
    assert set(selectors.api_keys_of(caller=world.caller)) == {ours, theirs}
    by_key = replace(world.caller, organisation_id=other.organisation.id)
    assert list(selectors.api_keys_of(caller=by_key)) == [theirs]
