"""What a worker says of a job stands on its row, and decides how many attempts it still has."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from backend.jobs.contracts import NewEvent
from backend.jobs.models import Job, WorkerHeartbeat
from backend.jobs.services import lifecycle
from backend.jobs.services.jobs import request_cancellation
from tests.backend.conftest import World
from tests.backend.jobs.test_lifecycle import make_job


@pytest.fixture
def job(world: World) -> Job:
    """A job that a worker runs."""
    made = make_job(world)
    assert lifecycle.claim_job(job_id=made.id, worker="one") is not None
    return Job.objects.get(id=made.id)


def say(job: Job, kind: str, **data: Any) -> None:
    """Record an event of a job."""
    event = NewEvent(kind, data, datetime.now(UTC))
    lifecycle.record_events(job_id=job.id, worker="one", events=[event])


def test_a_beat_is_that_of_the_worker_and_of_those_jobs_that_it_still_runs(
    world: World, job: Job
) -> None:
    long_ago = timezone.now() - timedelta(hours=2)
    other = make_job(world)
    Job.objects.filter(id=other.id).update(
        state=Job.State.RUNNING, worker="two", heartbeat_at=long_ago
    )
    Job.objects.filter(id=job.id).update(heartbeat_at=long_ago)
    WorkerHeartbeat.objects.create(name="gone", seen_at=long_ago, started_at=long_ago)
    lifecycle.beat(worker="one", started_at=long_ago, job_ids=[job.id, other.id])
    assert WorkerHeartbeat.objects.get().name == "one"
    beats = dict(Job.objects.values_list("id", "heartbeat_at"))
    assert beats[job.id] > timezone.now() - timedelta(minutes=1)
    assert beats[other.id] == long_ago
    lifecycle.sign_off(worker="one")
    assert not WorkerHeartbeat.objects.exists()


def test_a_function_learns_with_its_progress_that_it_should_stop(world: World, job: Job) -> None:
    def asked(done: int) -> bool:
        return lifecycle.set_progress(job_id=job.id, worker="one", done=done, total=9)

    assert asked(1) is False
    request_cancellation(job_id=job.id, requested_by_id=world.owner.id)
    assert asked(2) is True


def test_the_row_of_a_job_says_how_far_its_last_events_were(job: Job) -> None:
    def row() -> tuple[object, ...]:
        return Job.objects.values_list("phase", "done", "total", "eta_seconds").get(id=job.id)

    say(job, "progress", phase="prepare", done=2, total=4, eta_seconds=60)
    assert row() == ("prepare", 2, 4, 60)
    say(job, "log", message="on it")
    assert row() == ("prepare", 2, 4, 60)
    say(job, "phase", phase="train")
    assert row()[:3] == ("train", 0, 0)


def test_a_job_has_advanced_with_a_checkpoint_beyond_those_before_it_failed(job: Job) -> None:
    def advanced() -> bool:
        return lifecycle.has_advanced(job_id=job.id)

    assert advanced() is False
    say(job, "warning", code="attempt_failed")
    assert advanced() is False
    say(job, "checkpoint", step=10)
    assert advanced() is True
    say(job, "warning", code="attempt_failed")
    say(job, "warning", code="something_else")
    assert advanced() is False
    say(job, "checkpoint", step=10)
    assert advanced() is False
    say(job, "checkpoint", step=11)
    assert advanced() is True


def test_a_job_that_never_failed_has_advanced_with_its_first_checkpoint(job: Job) -> None:
    say(job, "checkpoint", step=1)
    assert lifecycle.has_advanced(job_id=job.id) is True


def test_attempts_count_from_one_again_and_the_end_of_a_worker_is_none(job: Job) -> None:
    Job.objects.filter(id=job.id).update(attempt=3)
    lifecycle.release_job(job_id=job.id, worker="one", counts_as_attempt=False)
    assert lifecycle.current_attempt(job_id=job.id) == 2
    assert lifecycle.claim_job(job_id=job.id, worker="one") is not None
    assert lifecycle.current_attempt(job_id=job.id) == 3
    lifecycle.renew_attempts(job_id=job.id, worker="one")
    assert lifecycle.current_attempt(job_id=job.id) == 1


def test_a_failed_job_keeps_the_reason_as_far_as_there_is_room(job: Job) -> None:
    lifecycle.fail_job(
        job_id=job.id, worker="one", code="c" * 70, params={"n": 1}, message="m" * 3000
    )
    failed = Job.objects.get(id=job.id)
    assert (failed.error_code, failed.error_params) == ("c" * 60, {"n": 1})
    assert len(failed.error_message) == 2000
    assert failed.finished_at is not None
    assert failed.heartbeat_at is None
