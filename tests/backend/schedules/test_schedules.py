"""Schedules over HTTP, and what begins at their times."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any
from uuid import UUID

import pytest
from django.db import DataError, OperationalError, connections
from rest_framework.test import APIClient

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, NotFound
from backend.audit.models import AuditEntry as Entry
from backend.schedules.contracts import ACTIONS
from backend.schedules.models import Schedule
from backend.schedules.services import due
from tests.backend.conftest import World, make_user, ok

pytestmark = pytest.mark.django_db

SCHEDULES = "/api/v1/schedules"


class Noting:
    """An action that notes in the database that it was begun, and fails where it should."""

    def __init__(self) -> None:
        self.error: BaseException | None = None

    def check(
        self, *, caller: Caller, project_id: UUID, arguments: Mapping[str, Any]
    ) -> dict[str, Any]:
        return dict(arguments)

    def begin(self, *, caller: Caller, schedule_id: UUID, arguments: Mapping[str, Any]) -> None:
        Entry.objects.create(
            organisation_id=arguments["organisation"], actor_id=caller.user_id,
            action="test.begun", target_kind="schedule", target_id=schedule_id,
        )  # fmt: skip
        if self.error is not None:
            raise self.error


@pytest.fixture
def noting() -> Iterator[Noting]:
    action = Noting()
    ACTIONS.add("noting", action)
    yield action
    del ACTIONS._parts["noting"]


@pytest.fixture
def schedule(world: World, noting: Noting) -> Schedule:
    return Schedule.objects.create(
        project_id=world.project.id, name="Nightly", action="noting",
        arguments={"organisation": str(world.organisation.id)}, cron="0 2 * * *", time_zone="UTC",
        next_at=datetime(2026, 3, 1, 2, tzinfo=UTC), created_by=world.owner,
    )  # fmt: skip


def begun() -> int:
    return Entry.objects.filter(action="test.begun").count()


def at_night(schedule: Schedule, now: datetime | None = None) -> None:
    """Begin the schedule for the time that is its next one."""
    assert schedule.next_at is not None
    due.begin(schedule_id=schedule.id, at=schedule.next_at, now=now or schedule.next_at)


def test_each_time_is_begun_once_whoever_looks(schedule: Schedule) -> None:
    at_night(schedule)
    at_night(schedule)
    assert begun() == 1
    schedule.refresh_from_db()
    assert schedule.last_at == datetime(2026, 3, 1, 2, tzinfo=UTC)
    assert schedule.next_at == datetime(2026, 3, 2, 2, tzinfo=UTC)


def test_times_that_passed_meanwhile_are_made_up_for_once(schedule: Schedule) -> None:
    due.begin_due()
    due.begin_due()
    assert begun() == 1
    schedule.refresh_from_db()
    assert schedule.next_at is not None
    assert timedelta() < schedule.next_at - datetime.now(UTC) <= timedelta(days=1)


def test_a_crash_between_begun_and_noted_undoes_both(schedule: Schedule, noting: Noting) -> None:
    noting.error = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        at_night(schedule)
    assert begun() == 0
    noting.error = None
    at_night(schedule)
    assert begun() == 1


def test_what_may_pass_is_tried_again_and_what_may_not_pauses(
    schedule: Schedule, noting: Noting
) -> None:
    noting.error = Conflict("Busy.", code="previous_run_busy")
    at_night(schedule)
    schedule.refresh_from_db()
    assert (schedule.is_paused, schedule.problem_code, begun()) == (False, "previous_run_busy", 0)
    noting.error = NotFound("Gone.", code="model_version_not_found")
    at_night(schedule)
    schedule.refresh_from_db()
    assert (schedule.is_paused, schedule.next_at) == (True, None)
    assert schedule.problem_code == "schedule_target_gone"


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_that_look_at_once_one_begins(schedule: Schedule) -> None:
    both = Barrier(2)

    def look() -> None:
        try:
            both.wait(10)
            for _ in range(50):
                try:
                    at_night(schedule)
                    return
                # As a worker does: SQLite lets one write at a time.
                except OperationalError:
                    continue
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as workers:
        list(workers.map(lambda _: look(), range(2)))
    assert begun() == 1


@pytest.mark.parametrize("error", [ZeroDivisionError(), DataError("too long")])
def test_one_that_breaks_off_keeps_no_other_from_its_time(
    schedule: Schedule, noting: Noting, world: World, error: Exception
) -> None:
    noting.error = error
    later = Schedule.objects.create(
        project_id=world.project.id, name="Other", action="noting", arguments={}, cron="0 3 * * *",
        time_zone="UTC", next_at=datetime(2026, 3, 1, 3, tzinfo=UTC), created_by=world.owner,
    )  # fmt: skip
    due.begin_due()
    for row in (schedule, later):
        row.refresh_from_db()
        assert (row.is_paused, row.problem_code) == (False, "internal_error")


def test_who_has_no_account_any_more_begins_nothing(schedule: Schedule, world: World) -> None:
    type(world.owner).objects.filter(id=world.owner.id).update(is_active=False)
    at_night(schedule)
    schedule.refresh_from_db()
    assert (begun(), schedule.is_paused, schedule.problem_code) == (
        0, True, "schedule_not_allowed",
    )  # fmt: skip


def test_a_project_in_the_trash_begins_nothing(schedule: Schedule, world: World) -> None:
    project = Schedule.objects.select_related("project").get(id=schedule.id).project
    project.trashed_at = datetime.now(UTC)
    project.save()
    due.begin_due()
    assert begun() == 0


def test_a_schedule_is_made_changed_paused_and_deleted(
    world: World, noting: Noting, api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {
        "project_id": str(world.project.id), "name": "Every morning", "action": "batch_prediction",
        "arguments": {"a": 1}, "cron": " 30  6 * * 1-5", "time_zone": "Asia/Shanghai",
    }  # fmt: skip
    monkeypatch.setitem(ACTIONS._parts, "batch_prediction", noting)
    made = ok(api.post(SCHEDULES, body, format="json"), 201)
    assert (made["cron"], made["arguments"], len(made["next_times"])) == (
        "30 6 * * 1-5", {"a": 1}, 3,
    )  # fmt: skip
    assert all(one.endswith("22:30:00Z") for one in made["next_times"])
    path = f"{SCHEDULES}/{made['id']}"
    paused = ok(api.patch(path, {"is_paused": True}, format="json"))
    assert (paused["is_paused"], paused["next_times"]) == (True, [])
    changed = ok(api.patch(path, {"is_paused": False, "cron": "0 7 * * *"}, format="json"))
    assert all(one.endswith("23:00:00Z") for one in changed["next_times"])
    listed = ok(api.get(SCHEDULES, {"project": str(world.project.id)}))["results"]
    assert [one["id"] for one in listed] == [made["id"]]
    assert api.delete(path).status_code == 204
    assert not Schedule.objects.exists()


def test_next_times_are_shown_before_a_schedule_is_made(api: APIClient) -> None:
    wanted = {"cron": "*/30 9-17 * * *", "time_zone": "Europe/Berlin"}
    found = ok(api.get("/api/v1/schedule-times", wanted))
    assert len(found["next_times"]) == 3
    refused = api.get("/api/v1/schedule-times", {**wanted, "cron": "every day"})
    assert (refused.status_code, refused.json()["code"]) == (422, "cron_invalid")


def test_others_do_not_know_of_it_and_viewers_cannot_change_it(
    world: World, schedule: Schedule
) -> None:
    path = f"{SCHEDULES}/{schedule.id}"
    outsider = APIClient()
    outsider.force_authenticate(make_user("outsider@example.com"))
    assert outsider.get(path).status_code == 404
    assert outsider.delete(path).status_code == 404
