"""What other apps and the workers may know of a job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from backend.api.people import Person
from backend.jobs.models import Job

JobState = Job.State
JobResource = Job.Resource


@dataclass(frozen=True)
class Waiting:
    """Why a queued job does not run yet; ``position`` counts from 1 among the same resource.

    ``reason`` is ``no_worker``, ``disk_full``, ``backing_off`` (``params.seconds`` are left after
    an attempt that failed), ``slots_busy`` or ``queued``.
    """

    reason: str
    position: int
    params: Mapping[str, Any]


@dataclass(frozen=True)
class JobError:
    """Why a job failed: ``code`` and ``params`` for the client, ``message`` for people."""

    code: str
    params: Mapping[str, Any]
    message: str


@dataclass(frozen=True)
class JobView:
    """A job, from waiting to its end.

    ``eta_seconds`` were left at ``eta_at``: whoever shows them counts down from there. What the job
    does now, it does since ``phase_at``, on the machine that ``machine`` names (nowhere yet when it
    is empty). ``num_events`` is the number of its last event.
    """

    id: UUID
    organisation_id: UUID
    project_id: UUID | None
    project_name: str | None
    kind: str
    subject_id: UUID
    title: str
    state: str
    phase: str
    phase_at: datetime | None
    done: int
    total: int
    eta_seconds: float | None
    eta_at: datetime | None
    machine: str
    num_events: int
    attempt: int
    max_attempts: int
    waiting: Waiting | None
    error: JobError | None
    cancel_requested: bool
    requested_by: Person | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    request: Mapping[str, Any]
    result: Mapping[str, Any] | None

    @property
    def is_finished(self) -> bool:
        """Tell whether the job has ended, well or not."""
        return self.state in FINAL_STATES


FINAL_STATES = frozenset({"succeeded", "failed", "cancelled"})


@dataclass(frozen=True)
class JobLine:
    """One line of what a job did: an event that a person reads, with its number."""

    number: int
    kind: str
    time: datetime
    data: Mapping[str, Any]


@dataclass(frozen=True)
class JobLog:
    """The latest lines of a job, and how many earlier ones are left out."""

    lines: tuple[JobLine, ...]
    num_left_out: int
    num_checkpoints: int


@dataclass(frozen=True)
class NewEvent:
    """One event to record; numbered when it is written."""

    kind: str
    data: Mapping[str, Any]
    created_at: datetime


@dataclass(frozen=True)
class ClaimedJob:
    """A running job as its worker sees it.

    ``handle`` is by what its launcher finds its process, ``None`` while none was started;
    ``events_start`` is where in the event file the words of that process begin, ``events_offset``
    how much of it is recorded. ``worker_deaths`` is how many workers died with it in a row, without
    anything new between.
    """

    id: UUID
    kind: str
    subject_id: UUID
    attempt: int
    max_attempts: int
    worker_deaths: int
    request: Mapping[str, Any]
    handle: str | None
    events_start: int
    events_offset: int
    worker: str
    heartbeat_at: datetime | None


@dataclass(frozen=True)
class QueueState:
    """What waits for workers, and whether there is one.

    ``waiting_seconds`` is how long the oldest of what waits does.
    """

    num_waiting: int
    num_running: int
    waiting_seconds: int
    has_worker: bool
