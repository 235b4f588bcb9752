"""Work is asked for, asked to end, and taken up again; nothing that has ended changes by it."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from backend.api.errors import Conflict, Unavailable
from backend.api.room import no_room
from backend.jobs.contracts import names
from backend.jobs.models import Job
from backend.jobs.services import jobs, lifecycle
from tests.backend.conftest import World
from tests.backend.jobs.test_lifecycle import make_job


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, uuid.UUID]]:
    """What the workers are told."""
    told: list[tuple[str, uuid.UUID]] = []
    monkeypatch.setattr(
        jobs, "enqueue_on_commit", lambda name, *, job_id: told.append((name, job_id))
    )
    return told


def state_of(job: Job) -> str:
    return Job.objects.values_list("state", flat=True).get(id=job.id)


def test_a_job_holds_what_was_asked_for_and_wakes_a_worker(
    world: World, woken: list[tuple[str, uuid.UUID]]
) -> None:
    plain = make_job(world)
    assert (plain.max_attempts, plain.yields, plain.request) == (3, False, {})
    job = jobs.create_job(
        kind=names.TRAIN,
        organisation_id=world.organisation.id,
        project_id=None,
        subject_id=world.project.id,
        title="A job",
        requested_by_id=None,
        request={"seed": 7},
        max_attempts=1,
        yields=True,
    )
    job.refresh_from_db()
    assert (job.resource, job.request) == (Job.Resource.IO, {"seed": 7})
    assert (job.max_attempts, job.yields) == (1, True)
    assert woken == [(names.RUN_JOB, plain.id), (names.RUN_JOB, job.id)]


def test_without_room_only_that_is_taken_on_which_gives_some_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise no_room(0)

    monkeypatch.setattr(jobs, "require_room", refuse)
    with pytest.raises(Unavailable):
        make_job(world)
    freeing: dict[str, Any] = {"kind": names.PURGE_TRASH, "title": "Empty the trash"}
    whose = {"organisation_id": world.organisation.id, "project_id": world.project.id}
    job = jobs.create_job(
        **freeing, **whose, subject_id=world.project.id, requested_by_id=world.owner.id
    )
    assert state_of(job) == Job.State.QUEUED


def test_a_queued_job_ends_at_once_and_a_running_one_when_its_worker_notices(
    world: World,
) -> None:
    running, queued = make_job(world), make_job(world)
    lifecycle.claim_job(job_id=running.id, worker="one")
    for _ in range(2):
        for job in (running, queued):
            jobs.request_cancellation(job_id=job.id, requested_by_id=None)
        assert (state_of(running), state_of(queued)) == ("running", "cancelled")
    asked = Job.objects.get(id=running.id).cancel_requested_at
    assert asked is not None
    jobs.request_cancellation(job_id=running.id, requested_by_id=None)
    assert Job.objects.get(id=running.id).cancel_requested_at == asked
    assert Job.objects.get(id=queued.id).finished_at is not None


def test_a_project_that_stops_ends_its_own_unfinished_jobs_and_deletes_their_folders(
    world: World,
) -> None:
    done, queued, elsewhere = make_job(world), make_job(world), make_job(world)
    lifecycle.claim_job(job_id=done.id, worker="one")
    lifecycle.finish_job(job_id=done.id, worker="one")
    Job.objects.filter(id=elsewhere.id).update(project_id=None)
    for job in (queued, elsewhere):
        (jobs.job_folder(job.id) / "checkpoints").mkdir(parents=True)
    jobs.cancel_jobs_of(project_id=world.project.id, stopped_by_id=world.owner.id)
    jobs.delete_folders_of(project_id=world.project.id)
    assert [state_of(job) for job in (done, queued, elsewhere)] == [
        "succeeded",
        "cancelled",
        "queued",
    ]
    assert [jobs.job_folder(job.id).exists() for job in (done, queued, elsewhere)] == [
        False,
        False,
        True,
    ]


def test_a_job_that_failed_begins_again_with_all_its_attempts(
    world: World, woken: list[tuple[str, uuid.UUID]]
) -> None:
    job = make_job(world)
    lifecycle.claim_job(job_id=job.id, worker="one")
    with pytest.raises(Conflict) as caught:
        jobs.requeue_job(job_id=job.id)
    assert caught.value.code == "job_not_resumable"
    lifecycle.fail_job(job_id=job.id, worker="one", code="died", params={"n": 1}, message="It died")
    Job.objects.filter(id=job.id).update(attempt=3, worker_deaths=2, most_done=5)
    del woken[:]
    jobs.requeue_job(job_id=job.id)
    assert woken == [(names.RUN_JOB, job.id)]
    again = Job.objects.get(id=job.id)
    assert (again.attempt, again.worker_deaths, again.most_done) == (0, 0, 0)
    assert (again.error_code, again.error_params, again.error_message) == ("", {}, "")
    assert (again.finished_at, again.worker) == (None, "")
    lifecycle.claim_job(job_id=job.id, worker="two")
    lifecycle.finish_job(job_id=job.id, worker="two")
    with pytest.raises(Conflict):
        jobs.requeue_job(job_id=job.id)
