"""What revisions of an endpoint cost, and where the time of calls goes, for its charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from backend.deployments.models import CallStatistic, UsageStatistic
from backend.deployments.services.statistics import (
    begin_of_last,
    rows_of,
    span_of,
    start_of_point,
)


@dataclass(frozen=True)
class LoadPoint:
    """A revision in one stretch of time, which begins at ``time``.

    Attributes:
        cpu_cores: cores that its processes used on average, ``None`` where they were not watched.
        memory_bytes: the most that they held.
        queue_ms: how long a call waited for the network on average, ``None`` where none did.
        batch_size: rows that the network ran at a time, on average over calls.
    """

    time: datetime
    cpu_cores: float | None
    memory_bytes: int | None
    queue_ms: float | None
    batch_size: float | None


@dataclass(frozen=True)
class RevisionLoad:
    """A revision, by its number, through time."""

    revision: int
    points: list[LoadPoint]


@dataclass(frozen=True)
class DeploymentLoad:
    """The revisions that ran or answered, the newest first."""

    revisions: list[RevisionLoad]


def loads_of(*, deployment_id: UUID, hours: int) -> DeploymentLoad:
    """Return the loads of the last hours, in at most 241 points a revision."""
    span = span_of(hours)
    used = UsageStatistic.objects.filter(
        deployment_id=deployment_id, span=span, begin__gte=begin_of_last(hours, span)
    )
    calls = rows_of(deployment_id=deployment_id, hours=hours).filter(num_batched__gt=0)
    groups: dict[int, dict[datetime, _Group]] = {}
    for row in used:
        _group(groups, row.revision, start_of_point(row.begin, hours)).usage.append(row)
    # Calls from before revisions were counted belong to none.
    for one in calls.filter(revision__gt=0):
        _group(groups, one.revision, start_of_point(one.begin, hours)).calls.append(one)
    return DeploymentLoad(
        [
            RevisionLoad(number, [_point(*pair) for pair in sorted(points.items())])
            for number, points in sorted(groups.items(), reverse=True)
        ]
    )


class _Group:
    """Rows of one stretch of time."""

    def __init__(self) -> None:
        self.usage: list[UsageStatistic] = []
        self.calls: list[CallStatistic] = []


def _group(groups: dict[int, dict[datetime, _Group]], revision: int, time: datetime) -> _Group:
    return groups.setdefault(revision, {}).setdefault(time, _Group())


def _point(time: datetime, group: _Group) -> LoadPoint:
    seconds = sum(row.seconds for row in group.usage)
    num_batched = sum(row.num_batched for row in group.calls)
    return LoadPoint(
        time=time,
        cpu_cores=_mean([row.cpu_seconds for row in group.usage], seconds),
        memory_bytes=max((row.memory_bytes for row in group.usage), default=None),
        queue_ms=_mean([row.queue_sum_ms for row in group.calls], num_batched),
        batch_size=_mean([row.batch_sum for row in group.calls], num_batched),
    )


def _mean(sums: Sequence[float], num: float) -> float | None:
    return round(sum(sums) / num, 3) if num else None
