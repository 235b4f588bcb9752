"""Batch predictions that schedules begin."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from backend.accounts.models import Membership, Role
from backend.batch_predictions.models import BatchPrediction
from backend.jobs.models import Job
from backend.schedules.models import Schedule
from backend.schedules.services.due import begin_due
from tests.backend.batch_predictions.bench import BATCHES, Bench
from tests.backend.conftest import make_world, ok

pytestmark = pytest.mark.django_db

SCHEDULES = "/api/v1/schedules"


def schedule(bench: Bench, status: int = 201, **arguments: Any) -> Any:
    body = {
        "project_id": str(bench.world.project.id),
        "name": "Every night",
        "action": "batch_prediction",
        "arguments": {"model_version_id": str(bench.version.id), **arguments},
        "cron": "0 2 * * *",
        "time_zone": "Asia/Shanghai",
    }
    return ok(bench.api.post(SCHEDULES, body, format="json"), status)


def of_dataset(bench: Bench, status: int = 201, **more: Any) -> Any:
    place = {"source": "dataset", "dataset_id": str(bench.world.dataset.id)}
    return schedule(bench, status, **place, **more)


def come_due(made: dict[str, Any]) -> Schedule:
    Schedule.objects.filter(id=made["id"]).update(next_at=timezone.now())
    begin_due()
    return Schedule.objects.get(id=made["id"])


def test_what_is_there_is_predicted_each_time_and_listed(bench: Bench) -> None:
    made = of_dataset(bench)
    for num in (1, 2):
        assert come_due(made).problem_code == ""
        found = {"project": str(bench.world.project.id), "schedule": made["id"]}
        listed = ok(bench.api.get(BATCHES, found))["results"]
        assert [one["schedule_id"] for one in listed] == [made["id"]] * num
        assert bench.carry_out(listed[0])["num_predicted"] == 9


def test_none_is_begun_while_the_one_before_goes_on(bench: Bench) -> None:
    made = of_dataset(bench)
    come_due(made)
    row = come_due(made)
    assert (row.problem_code, row.is_paused) == ("previous_run_busy", False)
    assert BatchPrediction.objects.count() == 1
    Job.objects.update(state="failed")
    assert come_due(made).problem_code == ""
    assert BatchPrediction.objects.count() == 2


def test_a_model_that_is_gone_pauses_the_schedule_and_is_named(bench: Bench) -> None:
    made = of_dataset(bench)
    type(bench.version).objects.all().delete()
    row = come_due(made)
    assert (row.is_paused, row.problem_code) == (True, "schedule_target_gone")
    again = bench.api.patch(f"{SCHEDULES}/{made['id']}", {"is_paused": False}, format="json")
    assert ok(again, 409)["code"] == "schedule_target_gone"
    assert Schedule.objects.get(id=made["id"]).is_paused


def test_who_has_lost_the_role_begins_nothing_and_readers_learn_why(bench: Bench) -> None:
    made = of_dataset(bench)
    Membership.objects.filter(user=bench.world.owner).update(role=Role.VIEWER)
    row = come_due(made)
    assert (row.is_paused, row.problem_code) == (True, "schedule_not_allowed")
    assert "role of a developer" in row.problem
    assert BatchPrediction.objects.count() == 0


def test_predictions_stay_when_their_schedule_is_deleted(bench: Bench) -> None:
    made = of_dataset(bench)
    come_due(made)
    assert bench.api.delete(f"{SCHEDULES}/{made['id']}").status_code == 204
    assert BatchPrediction.objects.get().schedule_id is None


def test_what_could_not_be_begun_is_refused_when_it_is_scheduled(bench: Bench) -> None:
    files = schedule(bench, 422, source="files", name="mine")
    assert files["code"] == "files_not_scheduled"
    wrong = schedule(bench, 422, source="dataset", path="x")
    assert wrong["errors"][0]["pointer"] == "/arguments/dataset_id"
    other = make_world("elsewhere@example.com")
    bench.version.model.project_id = other.project.id
    bench.version.model.save()
    assert of_dataset(bench, 404)["code"] == "model_version_not_found"
