"""The jobs of one worker process, each in a thread of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from django.db import connections
from django.utils import timezone

from backend.jobs.contracts import ClaimedJob
from backend.jobs.services import lifecycle
from backend.jobs.services.lifecycle import ClaimLost
from workers import identity
from workers.launchers.launcher import Handle, Launcher
from workers.runners.context import JobContext, Runner
from workers.runners.orders import spec_file

logger = logging.getLogger(__name__)

STALE_AFTER = timedelta(seconds=15)
# In a row, with nothing new from the job between them: then it is what they die of.
MAX_WORKER_DEATHS = 6


class JobExecutor:
    """Takes up jobs while there are slots, takes over those of dead workers, and keeps count."""

    def __init__(
        self, *, installation: str, launcher: Launcher, runners: Mapping[str, Runner]
    ) -> None:
        self.name = identity.make_name(installation)
        self.started_at = timezone.now()
        self.stopping = threading.Event()
        self.wake = threading.Event()
        self.launcher = launcher
        self._installation = installation
        self._runners = runners
        self._threads: dict[UUID, threading.Thread] = {}
        self._lock = threading.Lock()

    def beat(self) -> None:
        """Say that this worker and its jobs are alive."""
        lifecycle.beat(worker=self.name, started_at=self.started_at, job_ids=self.job_ids())

    def take_queued(self) -> None:
        """Start all queued jobs whose turn it is."""
        for job_id in lifecycle.queued_job_ids():
            if self.stopping.is_set():
                return
            self.take(job_id)

    def take(self, job_id: UUID) -> None:
        """Start a queued job if it is its turn; anything else is left alone."""
        job = lifecycle.claim_job(job_id=job_id, worker=self.name)
        if job is not None:
            logger.info("job started", extra={"job": str(job.id), "kind": job.kind})
            self._start(job)

    def take_over_stale(self) -> None:
        """Take over the running jobs of workers that are gone."""
        now = timezone.now()
        for job in lifecycle.running_jobs():
            if job.worker == self.name or self.stopping.is_set():
                continue
            # Without one its worker has not come to say that it lives.
            silent = (now - job.heartbeat_at) if job.heartbeat_at else STALE_AFTER
            seconds = silent.total_seconds()
            if identity.may_live(job.worker, self._installation, silent_seconds=seconds):
                continue
            # Several workers may find this job at once: the row tells which of them has it.
            taken = lifecycle.take_over(job=job, worker=self.name, goes_on=self._has_process(job))
            if taken is not None:
                logger.warning("job taken over", extra={"job": str(job.id), "from": job.worker})
                self._continue(taken)

    def job_ids(self) -> list[UUID]:
        """Return the jobs in progress here."""
        with self._lock:
            return list(self._threads)

    def stop(self, *, timeout_seconds: float) -> None:
        """Ask all jobs to end where they can be resumed, and wait for them."""
        self.stopping.set()
        self.wake.set()
        with self._lock:
            threads = list(self._threads.values())
        for thread in threads:
            thread.join(timeout_seconds)
        lifecycle.sign_off(worker=self.name)

    def _continue(self, job: ClaimedJob) -> None:
        if job.worker_deaths < MAX_WORKER_DEATHS:
            self._start(job)
            return
        # Before the job fails: once it has ended nobody looks after its subject any more.
        self._runners[job.kind].give_up(job)
        JobContext(job, self.name, self.launcher, self.stopping).fail(
            code="worker_died",
            params={"attempts": job.worker_deaths},
            message="The worker died each time it ran this job. Look for a lack of memory, "
            "then start again.",
        )

    def _has_process(self, job: ClaimedJob) -> bool:
        """Tell whether the process of a job lives, known by its handle or not yet stored."""
        if job.handle is not None:
            return self.launcher.ended(Handle(job.handle)) is None
        return self.launcher.find(spec_file(job.id)) is not None

    def _start(self, job: ClaimedJob) -> None:
        # A daemon: the worker ends although a job does not stop in time, and another takes it over.
        thread = threading.Thread(target=self._run, args=(job,), name=f"job-{job.id}", daemon=True)
        with self._lock:
            self._threads[job.id] = thread
        thread.start()

    def _run(self, job: ClaimedJob) -> None:
        context = JobContext(job, self.name, self.launcher, self.stopping)
        try:
            self._runners[job.kind](context)
        except ClaimLost:
            logger.warning("job lost to another worker", extra={"job": str(job.id)})
        except Exception as error:
            logger.exception("job broke", extra={"job": str(job.id), "kind": job.kind})
            self._fail_broken(context, error)
        finally:
            with self._lock:
                self._threads.pop(job.id, None)
            connections.close_all()
            self.wake.set()

    def _fail_broken(self, context: JobContext, error: Exception) -> None:
        try:
            self._runners[context.job.kind].give_up(context.job)
            context.fail(
                code="internal_error",
                params={"error": type(error).__name__},
                message="Something unplanned went wrong; the worker's log says what. "
                "Report it, then try again.",
            )
        except ClaimLost:
            logger.warning("job lost to another worker", extra={"job": str(context.job.id)})
