"""Jobs that are a function of a backend service, run in this worker's process."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db import InterfaceError, OperationalError

from backend.api.errors import ApiError
from backend.api.room import is_disk_full as is_disk_full_now
from backend.jobs.contracts import ClaimedJob
from backend.jobs.services import lifecycle
from workers.runners.context import DISK_FULL, JobContext, is_disk_full, with_retries
from workers.runners.progress_rate import ProgressRate

REPORT_SECONDS = 0.5

Report = Callable[[int, int], None]
Work = Callable[[UUID, Report], Mapping[str, Any] | None]


class _Stopped(Exception):
    """Raised out of ``report``: somebody cancelled the job, or the worker ends."""


class FunctionRunner:
    """Calls a service with a way to report; the service can be repeated safely.

    ``undo`` is told the subject when the job ends any other way than well.
    """

    def __init__(self, work: Work, undo: Callable[[UUID], None] | None = None) -> None:
        self._work = work
        self._undo = undo

    def __call__(self, context: JobContext) -> None:
        """Run the job and record its end."""
        job, worker = context.job, context.worker
        try:
            result = self._work(job.subject_id, _Reporter(context))
        except _Stopped:
            if context.is_cancelling():
                self.give_up(job)
                context.cancel()
            else:
                context.put_back()
        except ApiError as error:
            if error.code == "disk_full" and is_disk_full_now():
                # It goes on where it stopped once there is room; until then it is not taken up.
                context.put_back()
                return
            self.give_up(job)
            context.fail(code=error.code, params=error.params, message=error.message)
        except (OperationalError, InterfaceError) as error:
            context.retry_or_fail(
                code="database_unreachable",
                params={},
                message=f"The database could not be reached ({error}). Try again.",
            )
        except OSError as error:
            code = "disk_full" if is_disk_full(error) else "file_failed"
            message = DISK_FULL if is_disk_full(error) else f"A file could not be used: {error}."
            self.give_up(job)
            context.fail(code=code, params={}, message=message)
        else:
            with_retries(lambda: lifecycle.finish_job(job_id=job.id, worker=worker, result=result))

    def give_up(self, job: ClaimedJob) -> None:
        """Tell the job's subject that nothing will come of it."""
        if self._undo is not None:
            self._undo(job.subject_id)


class _Reporter:
    """Writes progress at most twice a second and stops the work when it is no longer wanted."""

    def __init__(self, context: JobContext) -> None:
        self._context = context
        self._next = 0.0
        self._rate = ProgressRate()

    def __call__(self, done: int, total: int) -> None:
        left = self._rate.seconds_left(done, total)
        now = time.monotonic()
        if now < self._next and done < total:
            return
        self._next = now + REPORT_SECONDS
        job = self._context.job
        cancelling = lifecycle.set_progress(
            job_id=job.id,
            worker=self._context.worker,
            done=done,
            total=total,
            eta_seconds=left,
        )
        if cancelling or self._context.stopping.is_set():
            raise _Stopped
