"""What a caller may know of a project, by role, by key and by trash."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from backend.accounts.contracts import Caller, Role
from backend.accounts.models import User
from backend.api.errors import NotAllowed, NotFound
from backend.projects import selectors
from backend.projects.contracts import ProjectRef
from backend.projects.services.projects import create_project
from backend.projects.services.trash import trash_project
from tests.backend.conftest import World, make_world


def as_caller(user: User, *, key_of: UUID | None = None) -> Caller:
    """Return a person as services know them; ``key_of``: by an API key of that organisation."""
    caller = Caller(user_id=user.id, email=user.email, name=user.name)
    return replace(caller, organisation_id=key_of)


def named(world: World, name: str) -> UUID:
    made = create_project(
        organisation_id=world.organisation.id,
        name=name,
        task="image.classification",
        created_by=world.caller,
    )
    return made.id


@pytest.mark.parametrize("role", list(Role))
def test_a_member_is_told_the_project_and_their_role(world: World, role: Role) -> None:
    caller = as_caller(world.member(role))
    found = selectors.require_project(
        caller=caller, project_id=world.project.id, minimum=Role.CONTRIBUTOR
    )
    assert found == ProjectRef(
        id=world.project.id,
        organisation_id=world.organisation.id,
        name=world.project.name,
        task=world.project.task,
        role=role,
    )


def test_a_role_that_is_too_low_and_a_stranger_are_told_apart(world: World) -> None:
    viewer, stranger = as_caller(world.member(Role.VIEWER)), make_world("theirs").caller
    with pytest.raises(NotAllowed) as refused:
        selectors.require_project(
            caller=viewer, project_id=world.project.id, minimum=Role.ANNOTATOR
        )
    assert refused.value.params == {"needed": "annotator", "role": "viewer"}
    for caller, project_id in ((stranger, world.project.id), (viewer, uuid4())):
        with pytest.raises(NotFound) as missing:
            selectors.require_project(caller=caller, project_id=project_id)
        assert missing.value.code == "project_not_found"


def test_a_key_reaches_the_projects_of_its_own_organisation_alone(world: World) -> None:
    ours = as_caller(world.owner, key_of=world.organisation.id)
    assert selectors.require_project(caller=ours, project_id=world.project.id)
    theirs = as_caller(world.owner, key_of=make_world("theirs").organisation.id)
    with pytest.raises(NotFound):
        selectors.require_project(caller=theirs, project_id=world.project.id)


def test_what_is_in_the_trash_is_found_there_alone_and_by_administrators(world: World) -> None:
    with pytest.raises(NotFound):
        selectors.require_trashed(caller=world.caller, project_id=world.project.id)
    trash_project(project_id=world.project.id, trashed_by=world.caller)
    with pytest.raises(NotFound):
        selectors.require_project(caller=world.caller, project_id=world.project.id)
    found = selectors.require_trashed(caller=world.caller, project_id=world.project.id)
    assert found.id == world.project.id
    developer, stranger = as_caller(world.member(Role.DEVELOPER)), make_world("theirs").caller
    with pytest.raises(NotAllowed):
        selectors.require_trashed(caller=developer, project_id=world.project.id)
    with pytest.raises(NotFound):
        selectors.require_trashed(caller=stranger, project_id=world.project.id)


def test_lists_hold_what_is_not_in_the_trash_and_the_trash_holds_the_rest(world: World) -> None:
    organisation_id = world.organisation.id
    grown, gone = named(world, "Grown cells"), named(world, "Gone")
    make_world("theirs")
    trash_project(project_id=gone, trashed_by=world.caller)
    assert selectors.num_projects(organisation_id=organisation_id) == 2
    found = selectors.projects_of(organisation_id=organisation_id)
    assert {one.id for one in found} == {world.project.id, grown}
    searched = selectors.projects_of(organisation_id=organisation_id, search="grown")
    assert [one.id for one in searched] == [grown]
    trashed = selectors.trashed_projects(organisation_id=organisation_id)
    assert [one.id for one in trashed] == [gone]
    missing = selectors.find_project(uuid4())
    assert missing is None
    kept = selectors.find_project(gone)
    assert kept is not None
    assert kept.id == gone
    assert selectors.organisation_of(project_id=gone) == organisation_id
