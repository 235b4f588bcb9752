"""What a job did can be read line by line, and a page learns when it ends and where it runs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from backend.jobs.contracts import NewEvent
from backend.jobs.models import Job
from backend.jobs.selectors import get_view
from backend.jobs.services import lifecycle
from tests.backend.conftest import World, ok
from tests.backend.jobs.test_lifecycle import make_job

START = datetime(2026, 11, 23, 10, tzinfo=UTC)
WORKER = "press-2:1:2:3:4"


def say(job: Job, *events: tuple[str, dict[str, Any]]) -> None:
    """Record events of a job, a second apart."""
    said = [
        NewEvent(kind, data, START + timedelta(seconds=number))
        for number, (kind, data) in enumerate(events)
    ]
    lifecycle.record_events(job_id=job.id, worker=WORKER, events=said)


def running_job(world: World) -> Job:
    """Return a job that a worker runs."""
    job = make_job(world)
    lifecycle.claim_job(job_id=job.id, worker=WORKER)
    return job


def test_the_log_has_what_people_read_in_order_and_nothing_that_is_drawn(
    world: World, api: APIClient
) -> None:
    job = running_job(world)
    usage = {"cpu_percent": 1.0, "memory_bytes": 1}
    say(
        job,
        ("phase", {"phase": "train"}),
        ("resources", usage),
        ("progress", {"phase": "train", "done": 1, "total": 9, "eta_seconds": None}),
        ("log", {"code": "data_read", "params": {"train": 3}, "message": "3"}),
        ("metric", {"step": 1, "epoch": 1.0, "split": "train", "values": {"loss": 1.0}}),
        ("metric", {"step": 1, "epoch": 1.0, "split": "validation", "values": {"accuracy": 1.0}}),
        ("checkpoint", {"path": "a", "step": 1, "epoch": 1.0, "best": True}),
        ("checkpoint", {"path": "a", "step": 2, "epoch": 1.5, "best": False}),
        ("warning", {"code": "imbalanced", "params": {}, "message": "Few."}),
    )
    body = ok(api.get(f"/api/v1/jobs/{job.id}/log"))
    assert [(line["number"], line["kind"]) for line in body["lines"]] == [
        (1, "phase"),
        (4, "log"),
        (6, "metric"),
        (7, "checkpoint"),
        (9, "warning"),
    ]
    assert body["lines"][1]["time"] == "2026-11-23T10:00:03Z"
    assert body["lines"][1]["data"]["params"] == {"train": 3}
    assert (body["num_left_out"], body["num_checkpoints"]) == (0, 2)


def test_many_measurements_do_not_push_out_what_was_said_at_the_beginning(
    world: World, api: APIClient
) -> None:
    job = running_job(world)
    values = {"split": "validation", "values": {"accuracy": 1.0}}
    say(
        job,
        ("warning", {"code": "imbalanced", "params": {}, "message": "Few."}),
        *(("metric", {"step": step, "epoch": float(step), **values}) for step in range(20)),
    )
    body = ok(api.get(f"/api/v1/jobs/{job.id}/log?most=5"))
    assert [line["number"] for line in body["lines"]] == [1, 17, 18, 19, 20, 21]
    assert body["num_left_out"] == 15


def test_a_job_says_when_its_time_left_was_said_and_since_when_it_does_what_it_does(
    world: World,
) -> None:
    job = running_job(world)
    say(
        job,
        ("phase", {"phase": "train"}),
        ("progress", {"phase": "train", "done": 1, "total": 9, "eta_seconds": 80.0}),
        ("phase", {"phase": "evaluate"}),
    )
    view = get_view(job_id=job.id)
    # What was expected of the whole run holds on in the next phase.
    assert (view.eta_seconds, view.eta_at) == (80.0, START + timedelta(seconds=1))
    assert view.phase_at == START + timedelta(seconds=2)
    lifecycle.set_progress(job_id=job.id, worker=WORKER, done=2, total=9)
    assert get_view(job_id=job.id).eta_at is None
    lifecycle.set_progress(job_id=job.id, worker=WORKER, done=2, total=9, eta_seconds=7.0)
    assert get_view(job_id=job.id).eta_at is not None
    lifecycle.finish_job(job_id=job.id, worker=WORKER)
    ended = get_view(job_id=job.id)
    assert (ended.eta_seconds, ended.eta_at) == (None, None)


def test_what_an_earlier_attempt_expected_is_forgotten_with_the_next(world: World) -> None:
    job = running_job(world)
    say(job, ("progress", {"phase": "train", "done": 1, "total": 9, "eta_seconds": 80.0}))
    lifecycle.release_job(job_id=job.id, worker=WORKER, counts_as_attempt=False)
    lifecycle.claim_job(job_id=job.id, worker=WORKER)
    view = get_view(job_id=job.id)
    assert (view.eta_seconds, view.eta_at) == (None, None)
    assert view.phase_at is not None


def test_a_list_of_jobs_says_for_which_project_and_on_which_machine_at_the_cost_of_one(
    world: World, api: APIClient
) -> None:
    address = f"/api/v1/jobs?organisation={world.organisation.id}"
    running_job(world)
    make_job(world)
    with CaptureQueriesContext(connection) as for_two:
        ok(api.get(address))
    for _ in range(4):
        make_job(world)
    with CaptureQueriesContext(connection) as for_six:
        jobs = ok(api.get(address))["results"]
    assert len(for_six) <= len(for_two)
    assert {job["project_name"] for job in jobs} == {world.project.name}
    assert {job["requested_by"]["name"] for job in jobs} == {world.owner.name}
    # The rest of a worker's name concerns nobody.
    assert sorted({job["machine"] for job in jobs}) == ["", "press-2"]
