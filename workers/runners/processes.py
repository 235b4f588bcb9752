"""Jobs that are a process of their own: started, followed, stopped, taken over, concluded."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from backend.api.errors import ApiError
from backend.api.room import is_disk_full as is_disk_full_now
from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.jobs.services import lifecycle
from backend.jobs.services.jobs import job_folder
from workers.events import read_events, read_outcome
from workers.launchers.launcher import (
    Ended,
    Handle,
    LaunchDelayed,
    Launcher,
    LaunchFailed,
    Order,
)
from workers.runners.context import DISK_FULL, JobContext, is_disk_full, with_retries
from workers.runners.orders import spec_file

POLL_SECONDS = 0.25
CANCEL_CHECK_SECONDS = 1.0
GRACE_SECONDS = 60.0
# It is kept in the row of the job, and goes out with every list of jobs.
MAX_LOG_CHARACTERS = 4000
# With these the engine has said why on its last line, when it could not write an event: the disk
# is full, or another process holds the work folder.
_ENGINE_STATUSES = frozenset({64, 65, 70, 75})
_LAST_LINE = re.compile(r"^([a-z][a-z0-9_]{2,59}): (.+)$")


class ProcessKind(Protocol):
    """What is particular about one kind of process."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Write what the process reads into the job's folder, and say what to start."""
        ...

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Learn from events that were just recorded."""
        ...

    def complete(
        self, job: ClaimedJob, work: Path, finish: Callable[[Mapping[str, Any]], None]
    ) -> None:
        """Store what a process made and call ``finish(result)`` in the same transaction."""
        ...


class ProcessRunner:
    """Runs one kind of process so that no death of any part loses or repeats the work.

    The process writes ``work/events.jsonl``. Its handle is stored with the job; whoever takes the
    job over finds the process again, or its last words, and goes on from the recorded byte.
    """

    def __init__(self, kind: ProcessKind) -> None:
        self._kind = kind

    def __call__(self, context: JobContext) -> None:
        """Run the job and record its end."""
        folder = job_folder(context.job.id)
        try:
            process = self._process_of(context, folder)
            ended = _Follower(context, process, self._kind).follow()
        except ApiError as error:
            context.fail(code=error.code, params=error.params, message=error.message)
        except LaunchDelayed:
            context.put_back()
        except LaunchFailed as error:
            context.retry_or_fail(code=error.code, params={}, message=error.message)
        except OSError as error:
            if not is_disk_full(error):
                raise
            context.fail(code="disk_full", params={}, message=DISK_FULL)
        else:
            self._conclude(context, process, ended)

    def give_up(self, job: ClaimedJob) -> None:
        """Nothing waits for a run but its job."""

    def _process_of(self, context: JobContext, folder: Path) -> _Process:
        """Return the process of the job, which is started unless it was."""
        job, launcher = context.job, context.launcher
        if job.handle is not None:
            return _Process(launcher, Handle(job.handle), folder, job.events_start)
        folder.mkdir(parents=True, exist_ok=True)
        found = launcher.find(spec_file(job.id))
        if found is None:
            order = self._kind.prepare(job, folder)
            # The last words of an earlier attempt stand in the same file, and must not end this
            # one.
            start = _whole_size(order.work / "events.jsonl")
            handle = launcher.launch(order)
        else:
            # Started by a worker that died before it could store the handle.
            handle, start = found, job.events_offset
        with_retries(
            lambda: lifecycle.set_handle(
                job_id=job.id, worker=context.worker, handle=handle, events_start=start
            )
        )
        return _Process(launcher, handle, folder, start)

    def _conclude(self, context: JobContext, process: _Process, ended: Ended) -> None:
        """Record the end of the job from the last words of its process."""
        outcome = read_outcome(process.events, process.events_start)
        # What is done is done: a wish to cancel that came too late throws nothing away.
        if outcome.status == "succeeded":
            self._complete(context, process)
        elif context.is_cancelling():
            context.cancel()
        # It ended because this worker told it to, whether or not it came to say so.
        elif context.stopping.is_set() and outcome.status != "failed":
            context.put_back()
        elif outcome.status == "cancelled":
            # Somebody ended the process, such as a stop of the whole installation: it goes on.
            context.put_back()
        elif outcome.status == "failed" and outcome.error is not None:
            error = outcome.error
            end = context.retry_or_fail if error["retryable"] else context.fail
            end(
                code=str(error["code"]),
                params=dict(error["params"]) | process.log(),
                message=str(error["message"]),
            )
        elif ended.status in _ENGINE_STATUSES and (reported := process.reported_error()):
            context.retry_or_fail(code=reported[0], params=process.log(), message=reported[1])
        else:
            context.retry_or_fail(
                code="process_died",
                params={"status": ended.status} | process.log(),
                message=f"The process ended without saying why{_cause(ended)}. "
                "See the last lines of its log, then resume or start again.",
            )

    def _complete(self, context: JobContext, process: _Process) -> None:
        job, worker = context.job, context.worker

        def finish(result: Mapping[str, Any]) -> None:
            lifecycle.finish_job(job_id=job.id, worker=worker, result=result)

        try:
            with_retries(lambda: self._kind.complete(job, process.work, finish))
        except ApiError as error:
            context.fail(code=error.code, params=error.params, message=error.message)
        except OSError as error:
            code = "disk_full" if is_disk_full(error) else "output_unreadable"
            message = DISK_FULL if is_disk_full(error) else f"The output cannot be read: {error}."
            context.fail(code=code, params=process.log(), message=message)


@dataclass(frozen=True)
class _Process:
    """The process of a job; its words begin at ``events_start`` in the file of events."""

    launcher: Launcher
    handle: Handle
    folder: Path
    events_start: int

    @property
    def work(self) -> Path:
        """Where it writes."""
        return self.folder / "work"

    @property
    def events(self) -> Path:
        """Where it says how it goes."""
        return self.work / "events.jsonl"

    def log(self) -> dict[str, str]:
        """Return the last lines that it printed, as a parameter of an error."""
        tail = self.launcher.log_tail(self.handle, self.folder)
        return {"log": tail[-MAX_LOG_CHARACTERS:]}

    def reported_error(self) -> tuple[str, str] | None:
        """Return code and message of an error that the engine printed last."""
        match = _LAST_LINE.match(self.launcher.log_tail(self.handle, self.folder, num_lines=1))
        return (match.group(1), match.group(2)) if match else None


class _Follower:
    """Carries the words of one process into the database and our wishes to the process."""

    def __init__(self, context: JobContext, process: _Process, kind: ProcessKind) -> None:
        self._context = context
        self._launcher = context.launcher
        self._process = process
        self._kind = kind
        self._offset = context.job.events_offset
        self._asked_at: float | None = None
        self._next_check = 0.0

    def follow(self) -> Ended:
        """Follow to the end of the process; return how it ended.

        Raises:
            ClaimLost: when another worker took the job over.
        """
        ended: Ended | None = None
        while True:
            # Asked once only after the end: the system tells an exit status a single time.
            ended = ended or self._launcher.ended(self._process.handle)
            self._launcher.collect(self._process.handle, self._process.folder)
            # Once more after its end, too: what it wrote last tells how it ended.
            if self._record():
                continue
            if ended is not None:
                return ended
            self._stop_if_asked()
            time.sleep(POLL_SECONDS)

    def _record(self) -> bool:
        """Record what is new; return whether anything was."""
        reading = read_events(self._process.events, self._offset)
        if reading.end == self._offset:
            return False
        job = self._context.job
        with_retries(
            lambda: lifecycle.record_events(
                job_id=job.id,
                worker=self._context.worker,
                events=reading.events,
                offsets=(reading.begin, reading.end),
            )
        )
        self._offset = reading.end
        with_retries(lambda: self._kind.note(job, reading.events))
        return True

    def _stop_if_asked(self) -> None:
        """Ask the process to end when somebody wants it to, and end it when it does not listen."""
        now = time.monotonic()
        if now < self._next_check and not self._context.stopping.is_set():
            return
        self._next_check = now + CANCEL_CHECK_SECONDS
        is_wanted = not self._context.stopping.is_set() and not self._context.is_cancelling()
        # A process that is asked to end keeps a checkpoint, for which the reserve has room.
        if is_wanted and not is_disk_full_now():
            return
        if self._asked_at is None:
            self._asked_at = now
            self._launcher.stop(self._process.handle)
        elif now - self._asked_at > GRACE_SECONDS:
            # By then it keeps no checkpoint any more; it goes on from the one before.
            self._launcher.kill(self._process.handle)


def _whole_size(path: Path) -> int:
    """Return where the next event will begin: beyond the last whole line."""
    if not path.is_file():
        return 0
    return path.read_bytes().rfind(b"\n") + 1


def _cause(ended: Ended) -> str:
    if ended.status is None:
        return ""
    if ended.status < 0:
        return f" (signal {signal.Signals(-ended.status).name})"
    return f" (exit status {ended.status})"
