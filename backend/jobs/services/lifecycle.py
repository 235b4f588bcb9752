"""What a worker does with a job: claim it, report on it, end it.

Every write names the worker and happens only while that worker owns the running job, so that a
worker that was taken over (asleep, cut off, slow) can neither repeat nor undo anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Case, F, PositiveIntegerField, Q, Value, When
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from backend.api.room import is_disk_full
from backend.jobs.contracts import ClaimedJob, NewEvent, names
from backend.jobs.models import Job, JobEvent, WorkerHeartbeat
from backend.jobs.selectors import num_slots

_SLOTS_LOCK = 0x4EA5E1
_MAX_MESSAGE = 2000
# Seconds before the second, third and any later attempt: most failures that pass, pass soon.
_BACK_OFF = (0, 5, 30)


class ClaimLost(Exception):
    """The job is no longer this worker's: it was taken over, or has ended."""


def queued_job_ids() -> list[UUID]:
    """Return what waits and is due, in the order in which it should run.

    On a full disk that is what gives room back; everything else waits for it.
    """
    rows = Job.objects.filter(_is_due()).order_by("yields", "created_at", "id")
    return list(rows.values_list("id", flat=True))


@transaction.atomic
def claim_job(*, job_id: UUID, worker: str) -> ClaimedJob | None:
    """Make a queued job this worker's, or return ``None`` when it is not its turn.

    A job has its turn when a slot of its resource is left after those that waited longer, and for
    one that yields after all that do not; one that backs off after a failed attempt holds up
    nobody.
    """
    _lock_slots()
    job = Job.objects.filter(_is_due(), id=job_id).first()
    if job is None:
        return None
    same = Job.objects.filter(resource=job.resource)
    older = Q(created_at__lt=job.created_at) | Q(created_at=job.created_at, id__lt=job.id)
    before = Q(yields=job.yields) & older | Q(yields__lt=job.yields)
    taken = same.filter(Q(state=Job.State.RUNNING) | _is_due() & before).count()
    if taken >= num_slots(job.resource):
        return None
    now = timezone.now()
    Job.objects.filter(id=job_id).update(
        state=Job.State.RUNNING,
        worker=worker,
        heartbeat_at=now,
        started_at=Coalesce("started_at", now),
        attempt=F("attempt") + 1,
        handle=None,
        # What an earlier attempt expected says nothing of this one.
        phase_at=now,
        eta_seconds=None,
        eta_at=None,
    )
    return _claimed(Job.objects.get(id=job_id))


def running_jobs() -> list[ClaimedJob]:
    """Return the jobs that some worker runs, or did when it died."""
    rows = Job.objects.filter(state=Job.State.RUNNING).order_by("created_at", "id")
    return [_claimed(job) for job in rows]


def take_over(*, job: ClaimedJob, worker: str, goes_on: bool) -> ClaimedJob | None:
    """Make a running job of a dead worker this worker's; only one worker succeeds.

    This is no new attempt, for the job did not fail. The death is counted apart, unless the process
    of the job lives and ``goes_on``.
    """
    # The heartbeat that was seen is part of the condition: a worker that still lives has moved it.
    taken = Job.objects.filter(
        id=job.id, state=Job.State.RUNNING, worker=job.worker, heartbeat_at=job.heartbeat_at
    ).update(
        worker=worker,
        heartbeat_at=timezone.now(),
        worker_deaths=F("worker_deaths") + (0 if goes_on else 1),
    )
    return _claimed(Job.objects.get(id=job.id)) if taken else None


def beat(*, worker: str, started_at: datetime, job_ids: Sequence[UUID]) -> None:
    """Say that a worker and the jobs it runs are alive, and forget workers long silent."""
    now = timezone.now()
    WorkerHeartbeat.objects.update_or_create(
        name=worker,
        defaults={"seen_at": now},
        create_defaults={"seen_at": now, "started_at": started_at},
    )
    # Names are never used again, so rows of workers that died would stay for ever.
    WorkerHeartbeat.objects.filter(seen_at__lt=now - timedelta(hours=1)).delete()
    if job_ids:
        owned = Job.objects.filter(id__in=job_ids, worker=worker, state=Job.State.RUNNING)
        owned.update(heartbeat_at=now)


def sign_off(*, worker: str) -> None:
    """Say that a worker stops."""
    WorkerHeartbeat.objects.filter(name=worker).delete()


def set_handle(*, job_id: UUID, worker: str, handle: str, events_start: int) -> None:
    """Remember by what its launcher finds the process of a job, and where its events begin.

    Raises:
        ClaimLost: when the job is not this worker's.
    """
    _update(job_id, worker, handle=handle, events_start=events_start)


def set_progress(
    *, job_id: UUID, worker: str, done: int, total: int, eta_seconds: float | None = None
) -> bool:
    """Record how far a function is; return whether somebody asked it to stop.

    One that comes further than ever before has its attempts anew, as one with a new checkpoint.

    Raises:
        ClaimLost: when the job is not this worker's.
    """
    now = timezone.now()
    _update(
        job_id,
        worker,
        done=done,
        total=total,
        eta_seconds=eta_seconds,
        eta_at=None if eta_seconds is None else now,
        heartbeat_at=now,
        attempt=_if_further(done, 1, "attempt"),
        worker_deaths=_if_further(done, 0, "worker_deaths"),
        most_done=Greatest(F("most_done"), Value(done)),
    )
    return is_cancelling(job_id=job_id)


def is_cancelling(*, job_id: UUID) -> bool:
    """Tell whether somebody asked a job to stop."""
    return Job.objects.filter(id=job_id).exclude(cancel_requested_at=None).exists()


@transaction.atomic
def record_events(
    *,
    job_id: UUID,
    worker: str,
    events: Sequence[NewEvent],
    offsets: tuple[int, int] | None = None,
) -> None:
    """Number and store events; bring the row up to date with the last progress among them.

    Args:
        job_id: the job.
        worker: who records.
        events: in order; an empty list only moves the offset.
        offsets: where in ``events.jsonl`` these events begin and end; ``None`` for events that
            the worker itself has to say.

    Raises:
        ClaimLost: when the job is not this worker's, or these bytes were recorded before.
    """
    job = Job.objects.select_for_update().filter(id=job_id, worker=worker).first()
    if job is None or job.state != Job.State.RUNNING:
        raise ClaimLost(str(job_id))
    # Whoever took the job over has read on from there; the same lines would be counted twice.
    if offsets is not None and job.events_offset != offsets[0]:
        raise ClaimLost(str(job_id))
    JobEvent.objects.bulk_create(
        JobEvent(
            job_id=job_id,
            number=number,
            kind=event.kind,
            data=event.data,
            created_at=event.created_at,
        )
        for number, event in enumerate(events, start=job.num_events + 1)
    )
    changes: dict[str, Any] = {"num_events": job.num_events + len(events)}
    if offsets is not None:
        changes["events_offset"] = offsets[1]
        # The process of the job came to do something, so what its workers died of was not the job.
        changes["worker_deaths"] = 0
    for event in events:
        changes |= _row_changes(event)
    Job.objects.filter(id=job_id).update(**changes)


@transaction.atomic
def finish_job(*, job_id: UUID, worker: str, result: Mapping[str, Any] | None = None) -> None:
    """End a job well; call it in the transaction that stores what the job made.

    Raises:
        ClaimLost: when the job is not this worker's.
    """
    _end(job_id, worker, state=Job.State.SUCCEEDED, result=dict(result or {}))


@transaction.atomic
def fail_job(
    *, job_id: UUID, worker: str, code: str, params: Mapping[str, Any], message: str
) -> None:
    """End a job badly, with the reason.

    Raises:
        ClaimLost: when the job is not this worker's.
    """
    _end(
        job_id,
        worker,
        state=Job.State.FAILED,
        error_code=code[:60],
        error_params=dict(params),
        error_message=message[:_MAX_MESSAGE],
    )


@transaction.atomic
def cancel_job(*, job_id: UUID, worker: str) -> None:
    """End a job because somebody asked for it.

    Raises:
        ClaimLost: when the job is not this worker's.
    """
    _end(job_id, worker, state=Job.State.CANCELLED)


def has_advanced(*, job_id: UUID) -> bool:
    """Tell whether a job wrote a checkpoint beyond those before its latest failed attempt."""
    events = JobEvent.objects.filter(job_id=job_id)
    failed = events.filter(kind="warning", data__code="attempt_failed").order_by("number").last()
    checkpoints = events.filter(kind="checkpoint").order_by("number")
    latest = checkpoints.last()
    if failed is None or latest is None:
        return latest is not None
    if latest.number < failed.number:
        return False
    before = checkpoints.filter(number__lt=failed.number).last()
    return before is None or bool(latest.data["step"] > before.data["step"])


def current_attempt(*, job_id: UUID) -> int:
    """Return the number of the attempt a job is at."""
    return Job.objects.values_list("attempt", flat=True).get(id=job_id)


def renew_attempts(*, job_id: UUID, worker: str) -> None:
    """Count a job's attempts from the first again, because it came further.

    Raises:
        ClaimLost: when the job is not this worker's.
    """
    _update(job_id, worker, attempt=1)


@transaction.atomic
def release_job(*, job_id: UUID, worker: str, counts_as_attempt: bool) -> None:
    """Put a running job back into the queue, where any worker may take it up again.

    One that failed waits longer after each attempt.

    Raises:
        ClaimLost: when the job is not this worker's.
    """
    changes: dict[str, Any] = {"state": Job.State.QUEUED, "worker": "", "handle": None}
    if counts_as_attempt:
        attempt = current_attempt(job_id=job_id)
        wait = _BACK_OFF[min(max(attempt, 1), len(_BACK_OFF)) - 1]
        changes["not_before"] = timezone.now() + timedelta(seconds=wait) if wait else None
    else:
        # Claiming it again adds one, and its worker's end is no failure of the job.
        changes["attempt"] = F("attempt") - 1
    _update(job_id, worker, **changes)


def _is_due() -> Q:
    """Return what is true of a queued job that may run now."""
    due = Q(state=Job.State.QUEUED) & (Q(not_before=None) | Q(not_before__lte=timezone.now()))
    # What waits for room must not hold up the jobs that give it back.
    return due & Q(kind__in=names.FREEING) if is_disk_full() else due


def _if_further(done: int, value: int, field: str) -> Case:
    """Return a value for a field of a job that was never as far as this, else what it has."""
    further = When(most_done__lt=done, then=Value(value))
    return Case(further, default=F(field), output_field=PositiveIntegerField())


def _claimed(job: Job) -> ClaimedJob:
    return ClaimedJob(
        id=job.id,
        kind=job.kind,
        subject_id=job.subject_id,
        attempt=job.attempt,
        max_attempts=job.max_attempts,
        worker_deaths=job.worker_deaths,
        request=job.request,
        handle=job.handle,
        events_start=job.events_start,
        events_offset=job.events_offset,
        worker=job.worker,
        heartbeat_at=job.heartbeat_at,
    )


def _end(job_id: UUID, worker: str, /, **changes: Any) -> None:
    now = timezone.now()
    ended = {"finished_at": now, "heartbeat_at": None, "handle": None}
    _update(job_id, worker, **ended, eta_seconds=None, eta_at=None, **changes)


def _update(job_id: UUID, worker: str, /, **changes: Any) -> None:
    owned = Job.objects.filter(id=job_id, worker=worker, state=Job.State.RUNNING)
    if not owned.update(**changes):
        raise ClaimLost(str(job_id))


def _row_changes(event: NewEvent) -> dict[str, Any]:
    data = event.data
    if event.kind == "phase":
        # What was expected of the whole still holds, and goes on counting down.
        return {"phase": data["phase"], "phase_at": event.created_at, "done": 0, "total": 0}
    if event.kind == "progress":
        return {
            "phase": data["phase"],
            "done": data["done"],
            "total": data["total"],
            "eta_seconds": data["eta_seconds"],
            "eta_at": None if data["eta_seconds"] is None else event.created_at,
        }
    return {}


def _lock_slots() -> None:
    """Let one claim at a time count the slots; SQLite's write transactions already do."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_SLOTS_LOCK])
