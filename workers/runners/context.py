"""What a runner is given, and what all runners do alike."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from django.db import InterfaceError, OperationalError, close_old_connections

from backend.files.services.backends import NO_ROOM
from backend.jobs.contracts import ClaimedJob
from backend.jobs.services import lifecycle
from workers.events import worker_event
from workers.launchers.launcher import Launcher

logger = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True)
class JobContext:
    """A job that this worker runs; ``stopping`` is set when the worker is asked to end."""

    job: ClaimedJob
    worker: str
    launcher: Launcher
    stopping: threading.Event

    def fail(self, *, code: str, params: Mapping[str, Any], message: str) -> None:
        """End the job with a reason."""
        with_retries(
            lambda: lifecycle.fail_job(
                job_id=self.job.id, worker=self.worker, code=code, params=params, message=message
            )
        )
        logger.warning("job failed", extra={"job": str(self.job.id), "code": code})

    def cancel(self) -> None:
        """End the job because somebody asked for it."""
        with_retries(lambda: lifecycle.cancel_job(job_id=self.job.id, worker=self.worker))

    def put_back(self) -> None:
        """Return the job to the queue untouched, because this worker ends."""
        self._release(counts_as_attempt=False)

    def retry_or_fail(self, *, code: str, params: Mapping[str, Any], message: str) -> None:
        """Try the job again while it has attempts left, and say so; else end it.

        Attempts that end without a checkpoint or progress further on are what counts: a job that
        comes forward between its deaths is not given up.
        """
        attempt = with_retries(lambda: lifecycle.current_attempt(job_id=self.job.id))
        has_advanced = with_retries(lambda: lifecycle.has_advanced(job_id=self.job.id))
        if has_advanced and self.job.max_attempts > 1:
            with_retries(lambda: lifecycle.renew_attempts(job_id=self.job.id, worker=self.worker))
        elif attempt >= self.job.max_attempts:
            self.fail(code=code, params=params, message=message)
            return
        # Recorded before the release: after it the job may be another worker's already.
        event = worker_event(
            "warning",
            code="attempt_failed",
            params={"attempt": attempt, "code": code},
            message=f"Attempt {attempt} ended early and is repeated. {message}",
        )
        with_retries(
            lambda: lifecycle.record_events(job_id=self.job.id, worker=self.worker, events=[event])
        )
        self._release(counts_as_attempt=True)

    def is_cancelling(self) -> bool:
        """Tell whether somebody asked the job to stop."""
        return with_retries(lambda: lifecycle.is_cancelling(job_id=self.job.id))

    def _release(self, *, counts_as_attempt: bool) -> None:
        with_retries(
            lambda: lifecycle.release_job(
                job_id=self.job.id, worker=self.worker, counts_as_attempt=counts_as_attempt
            )
        )


class Runner(Protocol):
    """Carries out a job of one kind to its end, and records that end."""

    def __call__(self, context: JobContext) -> None: ...

    def give_up(self, job: ClaimedJob) -> None:
        """Tell the job's subject that nothing will come of it."""
        ...


def with_retries(action: Callable[[], T], *, patience_seconds: float = 300.0) -> T:
    """Do something with the database, again and again while it cannot be reached.

    Raises:
        OperationalError: when the database stays away for longer than the patience.
    """
    deadline = time.monotonic() + patience_seconds
    while True:
        try:
            return action()
        except (OperationalError, InterfaceError) as error:
            # A connection that broke is no use any more; the next try needs a new one.
            close_old_connections()
            if time.monotonic() > deadline:
                raise
            logger.warning("database unreachable", extra={"reason": str(error)})
            time.sleep(1.0)


def is_disk_full(error: BaseException) -> bool:
    """Tell whether an error says that there is no room left on a disk."""
    return isinstance(error, OSError) and error.errno in NO_ROOM


DISK_FULL = "There is no room left on the disk. Free some, then resume or start again."
