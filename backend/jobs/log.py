"""What a job did, line by line: those of its events that a person reads."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Count, Q, QuerySet

from backend.jobs.contracts import JobLine, JobLog
from backend.jobs.models import JobEvent

# Progress and resources are drawn, not read; numbers come once an epoch, for days perhaps.
_WORDS = Q(kind__in=("phase", "log", "warning", "error", "artifact"))
_NUMBERS = Q(kind="metric") & ~Q(data__split="train") | Q(kind="checkpoint", data__best=True)


def log_of(*, job_id: UUID, most: int) -> JobLog:
    """Return the latest lines of a job in their order.

    ``most`` limits words and numbers each for themselves, so that a long training does not push
    out what was said at its beginning.
    """
    events = JobEvent.objects.filter(job_id=job_id)
    kinds = (events.filter(_WORDS), events.filter(_NUMBERS))
    lines = sorted((line for rows in kinds for line in _latest(rows, most)), key=_number)
    counted = events.aggregate(
        lines=Count("pk", filter=_WORDS | _NUMBERS),
        checkpoints=Count("pk", filter=Q(kind="checkpoint")),
    )
    return JobLog(
        lines=tuple(lines),
        num_left_out=counted["lines"] - len(lines),
        num_checkpoints=counted["checkpoints"],
    )


def _latest(rows: QuerySet[JobEvent], most: int) -> list[JobLine]:
    chosen = rows.order_by("-number").values_list("number", "kind", "created_at", "data")[:most]
    return [JobLine(number, kind, time, data) for number, kind, time, data in chosen]


def _number(line: JobLine) -> int:
    return line.number
