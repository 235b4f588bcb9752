"""A job has one owner at a time, and what it says is recorded once."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections
from django.utils import timezone
from rest_framework.test import APIClient

from backend.jobs.contracts import NewEvent, names
from backend.jobs.models import Job, JobEvent, WorkerHeartbeat
from backend.jobs.selectors import get_view
from backend.jobs.services import lifecycle
from backend.jobs.services.jobs import create_job, request_cancellation, requeue_job
from backend.jobs.services.lifecycle import ClaimLost
from tests.backend.conftest import World, make_world, ok


def make_job(world: World, resource: str = Job.Resource.COMPUTE) -> Job:
    """Queue a job."""
    return create_job(
        kind=names.TRAIN,
        organisation_id=world.organisation.id,
        project_id=world.project.id,
        subject_id=world.project.id,
        title="A job",
        requested_by_id=world.owner.id,
        resource=resource,
    )


def log(message: str) -> NewEvent:
    """Return an event."""
    return NewEvent("log", {"message": message}, datetime.now(UTC))


def test_a_job_is_claimed_once(world: World) -> None:
    job = make_job(world)
    assert lifecycle.claim_job(job_id=job.id, worker="one") is not None
    assert lifecycle.claim_job(job_id=job.id, worker="two") is None


@pytest.mark.django_db(transaction=True)
def test_workers_that_claim_at_once_share_the_slots_without_a_clash() -> None:
    world = make_world()
    jobs = [make_job(world) for _ in range(4)]
    claims: list[str] = []
    gate = threading.Barrier(4)

    def claim(worker: str) -> None:
        gate.wait()
        for job in jobs:
            if lifecycle.claim_job(job_id=job.id, worker=worker) is not None:
                claims.append(str(job.id))
        connections.close_all()

    threads = [threading.Thread(target=claim, args=(f"w{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert claims == [str(jobs[0].id)]


def test_a_younger_job_waits_for_an_older_one(world: World) -> None:
    older, younger = make_job(world), make_job(world)
    assert lifecycle.claim_job(job_id=younger.id, worker="one") is None
    waiting = get_view(job_id=younger.id).waiting
    assert waiting is not None
    assert (waiting.reason, waiting.position) == ("no_worker", 2)
    assert lifecycle.claim_job(job_id=older.id, worker="one") is not None


def test_work_on_files_does_not_wait_for_training(world: World) -> None:
    make_job(world)
    job = make_job(world, Job.Resource.IO)
    assert lifecycle.claim_job(job_id=job.id, worker="one") is not None


def test_events_are_numbered_without_gaps_and_recorded_once(world: World) -> None:
    job = make_job(world)
    lifecycle.claim_job(job_id=job.id, worker="one")
    record = lifecycle.record_events
    record(job_id=job.id, worker="one", events=[log("a"), log("b")], offsets=(0, 20))
    with pytest.raises(ClaimLost):
        record(job_id=job.id, worker="one", events=[log("a"), log("b")], offsets=(0, 20))
    record(job_id=job.id, worker="one", events=[log("said by the worker")])
    record(job_id=job.id, worker="one", events=[log("c")], offsets=(20, 30))
    events = JobEvent.objects.filter(job=job).order_by("number")
    assert list(events.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert [event.data["message"] for event in events] == ["a", "b", "said by the worker", "c"]


def test_a_worker_that_was_taken_over_can_change_nothing(world: World) -> None:
    job = make_job(world)
    lifecycle.claim_job(job_id=job.id, worker="one")
    (seen,) = lifecycle.running_jobs()
    assert lifecycle.take_over(job=seen, worker="two", goes_on=False) is not None
    assert lifecycle.take_over(job=seen, worker="three", goes_on=False) is None
    with pytest.raises(ClaimLost):
        lifecycle.record_events(job_id=job.id, worker="one", events=[log("late")])
    with pytest.raises(ClaimLost):
        lifecycle.finish_job(job_id=job.id, worker="one")
    lifecycle.finish_job(job_id=job.id, worker="two")
    assert Job.objects.get(id=job.id).state == Job.State.SUCCEEDED


def test_a_cancelled_job_can_be_resumed_and_goes_on_counting(world: World) -> None:
    job = make_job(world)
    lifecycle.claim_job(job_id=job.id, worker="one")
    lifecycle.record_events(job_id=job.id, worker="one", events=[log("a")])
    request_cancellation(job_id=job.id, requested_by_id=world.owner.id)
    assert lifecycle.is_cancelling(job_id=job.id)
    lifecycle.cancel_job(job_id=job.id, worker="one")
    requeue_job(job_id=job.id)
    claimed = lifecycle.claim_job(job_id=job.id, worker="two")
    assert claimed is not None
    assert claimed.attempt == 1
    lifecycle.record_events(job_id=job.id, worker="two", events=[log("b")])
    assert Job.objects.get(id=job.id).num_events == 2


def fail_attempt(job: Job) -> None:
    """Claim a job and put it back as one whose attempt failed."""
    assert lifecycle.claim_job(job_id=job.id, worker="one") is not None
    lifecycle.release_job(job_id=job.id, worker="one", counts_as_attempt=True)


def test_a_job_that_failed_twice_waits_and_holds_up_nobody(world: World) -> None:
    WorkerHeartbeat.objects.create(name="one", seen_at=timezone.now(), started_at=timezone.now())
    job, younger = make_job(world), make_job(world)
    fail_attempt(job)
    assert lifecycle.queued_job_ids() == [job.id, younger.id]
    fail_attempt(job)
    assert lifecycle.queued_job_ids() == [younger.id]
    assert lifecycle.claim_job(job_id=job.id, worker="one") is None
    waiting = get_view(job_id=job.id).waiting
    assert waiting is not None
    assert waiting.reason == "backing_off"
    assert 0 < waiting.params["seconds"] <= 5
    assert lifecycle.claim_job(job_id=younger.id, worker="one") is not None
    lifecycle.finish_job(job_id=younger.id, worker="one")
    Job.objects.filter(id=job.id).update(not_before=timezone.now() - timedelta(seconds=1))
    assert lifecycle.claim_job(job_id=job.id, worker="one") is not None


def test_resuming_a_failed_job_does_not_wait(world: World) -> None:
    job = make_job(world)
    fail_attempt(job)
    fail_attempt(job)
    request_cancellation(job_id=job.id, requested_by_id=world.owner.id)
    requeue_job(job_id=job.id)
    assert lifecycle.claim_job(job_id=job.id, worker="one") is not None


def test_what_a_job_made_is_told_once_it_has_succeeded(world: World, api: APIClient) -> None:
    job = make_job(world)
    assert ok(api.get(f"/api/v1/jobs/{job.id}"))["result"] is None
    lifecycle.claim_job(job_id=job.id, worker="one")
    lifecycle.finish_job(job_id=job.id, worker="one", result={"bytes_freed": 7})
    assert ok(api.get(f"/api/v1/jobs/{job.id}"))["result"] == {"bytes_freed": 7}


def test_on_a_full_disk_what_waits_for_room_does_not_hold_up_what_gives_it_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(lifecycle.num_slots(Job.Resource.IO)):
        make_job(world, Job.Resource.IO)
    purge = make_job(world, Job.Resource.IO)
    Job.objects.filter(id=purge.id).update(kind=names.PURGE_TRASH)
    monkeypatch.setattr(lifecycle, "is_disk_full", lambda: True)
    assert lifecycle.queued_job_ids() == [purge.id]
    assert lifecycle.claim_job(job_id=purge.id, worker="one") is not None
