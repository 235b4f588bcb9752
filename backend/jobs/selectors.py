"""Reads about jobs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone

from backend.accounts.contracts import Caller, Role
from backend.accounts.selectors import require_role
from backend.api.errors import Invalid, NotFound
from backend.api.people import Person
from backend.api.room import is_disk_full
from backend.jobs.contracts import JobError, JobView, QueueState, Waiting, names
from backend.jobs.models import Job, JobEvent, WorkerHeartbeat
from backend.projects.selectors import require_project

IO_SLOTS = 4
WORKER_SILENT_AFTER = timedelta(seconds=20)
JUST_ENDED = timedelta(seconds=5)
"""Nobody takes longer between reading a row and reading its job."""


def num_slots(resource: str) -> int:
    """Return how many jobs of a resource may run at once."""
    slots: int = settings.ENVIRONMENT.compute_slots
    return slots if resource == Job.Resource.COMPUTE else IO_SLOTS


def list_jobs(
    *,
    caller: Caller,
    organisation: UUID | None = None,
    project: UUID | None = None,
    state: str | None = None,
    kind: str | None = None,
) -> QuerySet[Job]:
    """Return the jobs of one organisation or project.

    Raises:
        Invalid: when neither is given.
        NotFound: when the caller may not see it.
    """
    if project is not None:
        reference = require_project(caller=caller, project_id=project)
        rows = _with_person().filter(organisation_id=reference.organisation_id, project_id=project)
        if organisation is not None:
            rows = rows.filter(organisation_id=organisation)
    elif organisation is not None:
        require_role(caller=caller, organisation_id=organisation, minimum=Role.VIEWER)
        rows = _with_person().filter(organisation_id=organisation, project__trashed_at=None)
    else:
        raise Invalid(
            "Neither an organisation nor a project is given. Add ?organisation= or ?project=.",
            code="organisation_or_project",
        )
    filters = {"state": state, "kind": kind}
    return rows.filter(**{key: value for key, value in filters.items() if value is not None})


def running_jobs(*, organisation_id: UUID, limit: int = 10) -> list[JobView]:
    """Return the unfinished jobs of an organisation, newest first; the caller is checked before."""
    rows = (
        _with_person()
        .filter(
            organisation_id=organisation_id,
            project__trashed_at=None,
            state__in=(Job.State.QUEUED, Job.State.RUNNING),
        )
        .order_by("-created_at", "-id")[:limit]
    )
    return views_of(list(rows))


def require_job(*, caller: Caller, job_id: UUID, minimum: Role = Role.VIEWER) -> JobView:
    """Return a job of an organisation in which the caller has at least the role ``minimum``.

    Raises:
        NotFound: when there is no such job, or the caller is no member.
        NotAllowed: when the role is not enough.
    """
    missing = NotFound("There is no such job.", code="job_not_found")
    job = watched_job(job_id=job_id)
    if job is None:
        raise missing
    try:
        require_role(caller=caller, organisation_id=job.organisation_id, minimum=minimum)
    except NotFound:
        raise missing from None
    return views_of([job])[0]


def watched_job(*, job_id: UUID) -> Job | None:
    """Return a job whose project is not in the trash, ``None`` when there is none (any more)."""
    return _with_person().filter(id=job_id, project__trashed_at=None).first()


def get_view(*, job_id: UUID) -> JobView:
    """Return a job that the caller has been found to be allowed to see.

    Raises:
        Job.DoesNotExist: when there is none.
    """
    return views_of([_with_person().get(id=job_id)])[0]


def describe_job(job_id: UUID) -> JobView:
    """Return a job that was just made, for the answer to who asked for it."""
    return get_view(job_id=job_id)


def unfinished_job(*, kind: str, subject_id: UUID) -> UUID | None:
    """Return the job of a kind that somebody does for a subject, or will; ``None`` without one."""
    states = (Job.State.QUEUED, Job.State.RUNNING)
    rows = Job.objects.filter(kind=kind, subject_id=subject_id, state__in=states)
    return rows.values_list("id", flat=True).first()


def is_busy(*, project_id: UUID) -> bool:
    """Tell whether a job of a project runs, or will."""
    states = (Job.State.QUEUED, Job.State.RUNNING)
    return Job.objects.filter(project_id=project_id, state__in=states).exists()


def is_unfinished(*, job_id: UUID) -> bool:
    """Tell whether a job waits or runs."""
    return Job.objects.filter(id=job_id, state__in=(Job.State.QUEUED, Job.State.RUNNING)).exists()


def get_views(*, job_ids: Iterable[UUID]) -> dict[UUID, JobView]:
    """Return several jobs by id, in at most three queries."""
    return {view.id: view for view in views_of(list(_with_person().filter(id__in=list(job_ids))))}


def jobs_of(rows: Sequence[Any]) -> dict[UUID, JobView]:
    """Return the jobs of rows of one model by id; rows of jobs that have just ended are read again.

    The rows were read before the jobs. What a job wrote into its row between the two would be
    missing beside a job that is over, and a page would wait for it for ever.
    """
    jobs = get_views(job_ids=[row.job_id for row in rows if row.job_id])
    since = timezone.now() - JUST_ENDED
    ended = {job.id for job in jobs.values() if job.finished_at and job.finished_at > since}
    _read_again([row for row in rows if row.job_id in ended])
    return jobs


def _read_again(rows: Sequence[Any]) -> None:
    """Bring the columns of rows of one model up to date; one that is gone stays as it was read.

    Not what they point to, which no job changes and whose rows are at hand.
    """
    if not rows:
        return
    model = type(rows[0])
    fields = [field.attname for field in model._meta.concrete_fields if not field.remote_field]
    # As Django's own `refresh_from_db`, in one query: no manager of a model hides rows here.
    current = model._base_manager.only(*fields).in_bulk([row.pk for row in rows])
    for row in rows:
        for field in fields:
            setattr(row, field, getattr(current.get(row.pk, row), field))


def list_events(*, job_id: UUID, after: int = 0) -> QuerySet[JobEvent]:
    """Return the events of a job beyond a number."""
    return JobEvent.objects.filter(job_id=job_id, number__gt=after)


def events_of_kind(*, job_id: UUID, kind: str) -> list[JobEvent]:
    """Return all events of one kind, in order."""
    return list(JobEvent.objects.filter(job_id=job_id, kind=kind).order_by("number"))


def spread_events(*, job_id: UUID, kind: str, most: int) -> list[JobEvent]:
    """Return events of one kind from all over a job, at most so many, its first and last among
    them.
    """
    rows = JobEvent.objects.filter(job_id=job_id, kind=kind).order_by("number")
    numbers = list(rows.values_list("number", flat=True))
    if len(numbers) <= most:
        return list(rows)
    step = (len(numbers) - 1) / (most - 1)
    return list(rows.filter(number__in={numbers[round(place * step)] for place in range(most)}))


def views_of(jobs: Sequence[Job]) -> list[JobView]:
    """Describe jobs; queued ones learn why they wait from two queries for all of them."""
    waiting = _waiting() if any(job.state == Job.State.QUEUED for job in jobs) else {}
    return [_view(job, waiting.get(job.id)) for job in jobs]


def has_live_worker() -> bool:
    """Tell whether a worker was seen lately."""
    silent_since = timezone.now() - WORKER_SILENT_AFTER
    return WorkerHeartbeat.objects.filter(seen_at__gt=silent_since).exists()


def queue_state() -> QueueState:
    """Return how much work waits, how long it has, and whether anybody is there to do it."""
    counted = Job.objects.aggregate(
        waiting=Count("id", filter=Q(state=Job.State.QUEUED)),
        running=Count("id", filter=Q(state=Job.State.RUNNING)),
        since=Min("created_at", filter=Q(state=Job.State.QUEUED)),
    )
    since = counted["since"]
    return QueueState(
        num_waiting=counted["waiting"],
        num_running=counted["running"],
        waiting_seconds=0 if since is None else int((timezone.now() - since).total_seconds()),
        has_worker=has_live_worker(),
    )


def _with_person() -> QuerySet[Job]:
    return Job.objects.select_related("requested_by", "project")


def _waiting() -> dict[UUID, Waiting]:
    """Return why each queued job waits; two queries for all of them."""
    alive = has_live_worker()
    rows = Job.objects.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING))
    fields = ("id", "resource", "state", "not_before", "kind")
    is_full = is_disk_full()
    unfinished = list(rows.order_by("yields", "created_at", "id").values_list(*fields))
    running = Counter(one[1] for one in unfinished if one[2] == Job.State.RUNNING)
    now = timezone.now()
    positions: Counter[str] = Counter()
    result = {}
    for job_id, resource, state, not_before, kind in unfinished:
        if state != Job.State.QUEUED:
            continue
        positions[resource] += 1
        slots = num_slots(resource)
        if not alive:
            reason = "no_worker"
        elif is_full and kind not in names.FREEING:
            reason = "disk_full"
        else:
            reason = "slots_busy" if running[resource] >= slots else "queued"
        params = {"resource": resource, "slots": slots, "running": running[resource]}
        if alive and not_before is not None and not_before > now:
            reason = "backing_off"
            params |= {"seconds": math.ceil((not_before - now).total_seconds())}
        result[job_id] = Waiting(reason=reason, position=positions[resource], params=params)
    return result


def _view(job: Job, waiting: Waiting | None) -> JobView:
    error = None
    if job.error_code:
        error = JobError(job.error_code, job.error_params, job.error_message)
    return JobView(
        id=job.id,
        organisation_id=job.organisation_id,
        project_id=job.project_id,
        project_name=job.project.name if job.project else None,
        kind=job.kind,
        subject_id=job.subject_id,
        title=job.title,
        state=job.state,
        phase=job.phase,
        phase_at=job.phase_at,
        done=job.done,
        total=job.total,
        eta_seconds=job.eta_seconds,
        eta_at=job.eta_at,
        # Workers are called after their host first: see `workers.identity`.
        machine=job.worker.partition(":")[0],
        num_events=job.num_events,
        attempt=job.attempt,
        max_attempts=job.max_attempts,
        waiting=waiting,
        error=error,
        cancel_requested=job.cancel_requested_at is not None,
        requested_by=Person(job.requested_by.id, job.requested_by.name)
        if job.requested_by
        else None,
        created_at=job.created_at,
        started_at=job.started_at,
        finished_at=job.finished_at,
        request=job.request,
        result=job.result if job.state == Job.State.SUCCEEDED else None,
    )
