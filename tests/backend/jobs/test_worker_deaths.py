"""A worker's death is no failure of the jobs it carried, yet no job may end workers for ever."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil
import pytest
from django.utils import timezone

from backend.jobs.contracts import ClaimedJob, NewEvent, names
from backend.jobs.models import Job
from backend.jobs.services import lifecycle
from backend.jobs.services.jobs import job_folder, requeue_job
from tests.backend.conftest import World
from tests.backend.jobs.test_lifecycle import make_job
from workers.executor import MAX_WORKER_DEATHS, JobExecutor
from workers.launchers.local.launcher import LocalLauncher
from workers.processes import HOST
from workers.runners.context import JobContext

INSTALLATION = "of-this-test"


class Idle:
    """A runner that leaves the job as it is, as one whose worker dies at once."""

    def __init__(self) -> None:
        self.given_up: list[ClaimedJob] = []

    def __call__(self, context: JobContext) -> None:
        del context

    def give_up(self, job: ClaimedJob) -> None:
        self.given_up.append(job)


@pytest.fixture
def runner() -> Idle:
    return Idle()


@pytest.fixture
def executor(runner: Idle) -> JobExecutor:
    launcher = LocalLauncher(INSTALLATION, ())
    return JobExecutor(installation=INSTALLATION, launcher=launcher, runners={names.TRAIN: runner})


@pytest.fixture
def job(world: World) -> Job:
    """A job that a worker runs."""
    made = make_job(world)
    assert lifecycle.claim_job(job_id=made.id, worker="first") is not None
    return made


def die(executor: JobExecutor, job: Job, times: int = 1) -> Job:
    """Let the worker of a job die and the next one look; return the job as it is then."""
    for _ in range(times):
        long_ago = timezone.now() - timedelta(hours=1)
        Job.objects.filter(id=job.id).update(worker="gone", heartbeat_at=long_ago)
        executor.take_over_stale()
    return Job.objects.get(id=job.id)


def fail_attempt(executor: JobExecutor, job: Job) -> Job:
    """Let the job's own process or function fail; return the job as it is then."""
    claimed = next(one for one in lifecycle.running_jobs() if one.id == job.id)
    context = JobContext(claimed, claimed.worker, executor.launcher, threading.Event())
    context.retry_or_fail(code="process_died", params={}, message="It died.")
    return Job.objects.get(id=job.id)


def claim_again(job: Job, worker: str = "next") -> None:
    Job.objects.filter(id=job.id).update(not_before=None)
    assert lifecycle.claim_job(job_id=job.id, worker=worker) is not None


def test_deaths_of_the_worker_use_up_no_attempt_of_the_job(executor: JobExecutor, job: Job) -> None:
    assert die(executor, job, times=3).attempt == 1
    assert fail_attempt(executor, job).state == Job.State.QUEUED
    claim_again(job)
    assert die(executor, job).attempt == 2
    assert fail_attempt(executor, job).state == Job.State.QUEUED
    claim_again(job)
    failed = fail_attempt(executor, job)
    assert (failed.state, failed.error_code) == (Job.State.FAILED, "process_died")


def test_a_job_that_ends_every_worker_is_given_up(
    executor: JobExecutor, runner: Idle, job: Job
) -> None:
    assert die(executor, job, times=MAX_WORKER_DEATHS - 1).state == Job.State.RUNNING
    failed = die(executor, job)
    assert (failed.state, failed.error_code) == (Job.State.FAILED, "worker_died")
    assert failed.error_params == {"attempts": MAX_WORKER_DEATHS}
    assert [one.id for one in runner.given_up] == [job.id]
    requeue_job(job_id=job.id)
    claim_again(job)
    assert die(executor, job).state == Job.State.RUNNING


def test_progress_between_deaths_of_the_worker_keeps_a_job(executor: JobExecutor, job: Job) -> None:
    for done in range(1, 3 * MAX_WORKER_DEATHS):
        running = die(executor, job)
        lifecycle.set_progress(job_id=job.id, worker=running.worker, done=done, total=100)
    assert running.state == Job.State.RUNNING
    for _ in range(MAX_WORKER_DEATHS - 1):
        running = die(executor, job)
        # Over again from the beginning is not further on.
        lifecycle.set_progress(job_id=job.id, worker=running.worker, done=2, total=100)
    assert die(executor, job).state == Job.State.FAILED


def test_words_of_the_process_between_deaths_of_the_worker_keep_a_job(
    executor: JobExecutor, job: Job
) -> None:
    for place in range(2 * MAX_WORKER_DEATHS):
        lifecycle.record_events(
            job_id=job.id,
            worker=die(executor, job).worker,
            events=[NewEvent("log", {"message": "on it"}, datetime.now(UTC))],
            offsets=(place, place + 1),
        )
    assert Job.objects.get(id=job.id).state == Job.State.RUNNING


@pytest.fixture
def process(job: Job) -> Iterator[subprocess.Popen[bytes]]:
    """A living process of the job, whose handle nobody has stored."""
    marker = str(job_folder(job.id) / "spec.json")
    with subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(60)", marker],
        env={"EASEL_INSTALLATION": INSTALLATION},
        cwd=Path(__file__).parent,
    ) as process:
        yield process
        process.kill()


@pytest.mark.parametrize("is_stored", [True, False])
def test_a_job_whose_process_lives_on_outlives_any_number_of_workers(
    executor: JobExecutor, job: Job, process: subprocess.Popen[bytes], is_stored: bool
) -> None:
    if is_stored:
        started = psutil.Process(process.pid).create_time()
        handle = {"host": HOST, "pid": process.pid, "started": started}
        handle |= {"installation": INSTALLATION}
        lifecycle.set_handle(
            job_id=job.id, worker="first", handle=json.dumps(handle), events_start=0
        )
    assert die(executor, job, times=2 * MAX_WORKER_DEATHS).state == Job.State.RUNNING


def test_a_function_that_comes_further_between_its_failures_is_not_given_up(
    executor: JobExecutor, job: Job
) -> None:
    worker = "first"
    for done in range(1, 6):
        lifecycle.set_progress(job_id=job.id, worker=worker, done=done, total=100)
        assert fail_attempt(executor, job).state == Job.State.QUEUED
        claim_again(job, worker)
    lifecycle.set_progress(job_id=job.id, worker=worker, done=3, total=100)
    assert fail_attempt(executor, job).state == Job.State.QUEUED
    claim_again(job, worker)
    assert fail_attempt(executor, job).state == Job.State.FAILED
