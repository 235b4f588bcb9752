"""A large assignment is made by a job: all of it, or nothing of it, whatever happens meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.api.errors import Invalid
from backend.assignments.models import Assignment, WorkItem
from backend.assignments.selectors import assignments
from backend.assignments.services import making
from backend.datasets.models import Sample
from backend.jobs.models import Job
from backend.jobs.selectors import jobs_of
from tests.backend.assignments.team import Team, make_team
from tests.backend.conftest import World, ok


class Broken(Exception):
    """The worker was killed, or told to stop."""


def silent(done: int, total: int) -> None:
    """Report to nobody."""


def breaking_at(limit: int) -> Callable[[int, int], None]:
    def report(done: int, total: int) -> None:
        if done >= limit:
            raise Broken

    return report


@pytest.fixture
def team(
    world: World, client_of: Callable[[User], APIClient], monkeypatch: pytest.MonkeyPatch
) -> Team:
    """Let a job make what has more than three items, four samples at a time."""
    monkeypatch.setattr(making, "AT_ONCE", 3)
    monkeypatch.setattr(making, "_BATCH", 4)
    return make_team(world, client_of)


def owner_of(team: Team) -> APIClient:
    return team.client_of(team.world.owner)


def detail(team: Team) -> Any:
    return ok(owner_of(team).get(f"/api/v1/assignments/{team.assignment}"))


def items(team: Team) -> list[tuple[str, int, int]]:
    rows = WorkItem.objects.filter(assignment_id=team.assignment).order_by("position", "slot")
    return list(rows.values_list("sample__name", "position", "slot"))


def test_a_job_makes_many_items_and_opens_the_assignment(team: Team) -> None:
    made = team.assign(["ann", "bob"], ["rita"], num_annotators=2)
    assert made["assignment"]["state"] == "making"
    assert (made["job"]["kind"], made["job"]["state"]) == ("make_assignment", "queued")
    assert items(team) == []
    refused = team.apis["ann"].post(f"/api/v1/assignments/{team.assignment}/own-items", {})
    assert ok(refused, 409)["code"] == "assignment_making"
    assert ok(team.apis["ann"].get("/api/v1/own-work"))["results"] == []

    seen: list[tuple[int, int]] = []
    making.make_items(UUID(team.assignment), lambda done, total: seen.append((done, total)))
    assert seen == [(0, 10), (4, 10), (8, 10), (10, 10)]
    assert items(team) == [(f"{place}.png", place, slot) for place in range(10) for slot in (0, 1)]
    assert (detail(team)["assignment"]["num_samples"], team.numbers()["num_items"]) == (10, 20)
    assert team.numbers()["state"] == "active"
    assert len(team.claim("ann")) == 10


def test_an_assignment_that_opens_while_it_is_read_is_not_shown_as_one_that_failed(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = team.assign(["ann"], [])

    def ended(rows: Any) -> Any:
        making.make_items(UUID(team.assignment), lambda done, total: None)
        Job.objects.filter(id=rows[0].job_id).update(state="succeeded", finished_at=timezone.now())
        return jobs_of(rows)

    monkeypatch.setattr(assignments, "jobs_of", ended)
    shown = detail(team)
    assert (shown["assignment"]["state"], shown["job"]["id"]) == ("active", made["job"]["id"])
    assert shown["assignment"]["num_samples"] == 10


def test_few_items_are_there_at_once(team: Team) -> None:
    made = team.assign(["ann"], [], sample_ids=[str(one.id) for one in team.samples[:3]])
    assert (made["assignment"]["state"], made["job"]) == ("active", None)
    assert len(items(team)) == 3


def test_a_killed_worker_goes_on_where_it_was(team: Team) -> None:
    team.assign(["ann"], [])
    with pytest.raises(Broken):
        making.make_items(UUID(team.assignment), breaking_at(4))
    assert len(items(team)) == 4
    # A sample that has its item already, and one that has not, are gone meanwhile.
    Sample.objects.filter(id__in=[team.samples[0].id, team.samples[8].id]).delete()
    making.make_items(UUID(team.assignment), silent)
    assert [name for name, _, _ in items(team)] == [f"{n}.png" for n in (1, 2, 3, 4, 5, 6, 7, 9)]
    assert len({position for _, position, _ in items(team)}) == 8
    making.make_items(UUID(team.assignment), silent)
    assert len(items(team)) == 8


def test_a_cancelled_one_leaves_nothing_half_and_can_be_made_again(team: Team) -> None:
    made = team.assign(["ann"], ["rita"], instructions="Look twice.")
    with pytest.raises(Broken):
        making.make_items(UUID(team.assignment), breaking_at(8))
    again = f"/api/v1/assignments/{team.assignment}/make"
    assert ok(owner_of(team).post(again), 409)["code"] == "assignment_making"
    ok(owner_of(team).post(f"/api/v1/jobs/{made['job']['id']}/cancel"), 202)
    making.give_up(UUID(team.assignment))
    assert items(team) == []
    found = detail(team)
    assert (found["assignment"]["state"], found["assignment"]["num_items"]) == ("making", 0)
    closing = owner_of(team).patch(f"/api/v1/assignments/{team.assignment}", {"state": "active"})
    assert ok(closing, 409)["code"] == "assignment_making"

    begun = ok(owner_of(team).post(again), 202)
    assert begun["job"]["id"] != made["job"]["id"]
    assert begun["instructions"] == "Look twice."
    making.make_items(UUID(team.assignment), silent)
    assert len(items(team)) == 10
    assert ok(owner_of(team).post(again), 409)["code"] == "assignment_made"


def test_deleting_one_that_is_being_made_ends_its_job(team: Team) -> None:
    made = team.assign(["ann"], [])
    ok(owner_of(team).delete(f"/api/v1/assignments/{team.assignment}"), 204)
    assert Job.objects.get(id=made["job"]["id"]).state == "cancelled"
    assert making.make_items(UUID(team.assignment), silent) == {}


def test_samples_that_all_went_meanwhile_are_said_and_nothing_is_opened(team: Team) -> None:
    team.assign(["ann"], [])
    Sample.objects.all().delete()
    with pytest.raises(Invalid, match="No sample"):
        making.make_items(UUID(team.assignment), silent)
    assert Assignment.objects.get(id=team.assignment).state == "making"


def test_what_is_too_large_is_refused_at_once(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MAX_ITEMS", 9)
    body = {"name": "All", "annotator_ids": [str(team.people["ann"].id)]}
    address = f"/api/v1/datasets/{team.world.dataset.id}/assignments"
    assert ok(owner_of(team).post(address, body), 422)["code"] == "assignment_too_large"
    assert not Assignment.objects.exists()
