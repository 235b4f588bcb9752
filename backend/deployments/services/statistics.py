"""Calls, errors and latencies of an endpoint, from its call logs to its charts."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.deployments.models import CallLogOffset, CallStatistic
from engine.specs.serving import CallRecord

# Upper bounds in milliseconds, each a quarter above the last: 0.5 ms to about two minutes. A
# percentile read from them is off by a quarter at most.
BOUNDS = tuple(round(0.5 * 1.25**step, 3) for step in range(56))
MAX_LABELS = 200
MAX_POINTS = 240


@dataclass(frozen=True)
class CallPoint:
    """The calls of one stretch of time, which begins at ``time``."""

    time: datetime
    num_calls: int
    num_errors: int
    latency_p50_ms: float | None
    latency_p95_ms: float | None


@dataclass(frozen=True)
class CallSummary:
    """How an endpoint was called; ``labels`` and ``versions`` map names to numbers of calls."""

    num_calls: int
    num_errors: int
    latency_p50_ms: float | None
    latency_p95_ms: float | None
    latency_p99_ms: float | None
    series: list[CallPoint]
    labels: Mapping[str, int]
    versions: Mapping[str, int]


def log_offset(*, deployment_id: UUID, file: str) -> int:
    """Return how much of a call log is counted."""
    row = CallLogOffset.objects.filter(deployment_id=deployment_id, file=file).first()
    return row.offset if row is not None else 0


@transaction.atomic
def count_calls(
    *, deployment_id: UUID, file: str, begin: int, end: int, calls: Iterable[CallRecord]
) -> bool:
    """Count calls read from ``begin`` to ``end`` of a log; once only, whoever tries.

    Returns:
        Whether they were counted; ``False`` when somebody else did.
    """
    offset, _ = CallLogOffset.objects.select_for_update().get_or_create(
        deployment_id=deployment_id, file=file
    )
    if offset.offset != begin:
        return False
    minutes: dict[tuple[str, datetime], list[CallRecord]] = {}
    for call in calls:
        minute = call.time.replace(second=0, microsecond=0)
        minutes.setdefault((call.version, minute), []).append(call)
    for (version, minute), group in minutes.items():
        _add(deployment_id, version, minute, group)
    offset.offset = end
    offset.save(update_fields=["offset"])
    return True


def forget_log(*, deployment_id: UUID, file: str) -> None:
    """Forget a log that was deleted."""
    CallLogOffset.objects.filter(deployment_id=deployment_id, file=file).delete()


def summarise(*, deployment_id: UUID, hours: int) -> CallSummary:
    """Return the calls of the last hours, in at most 240 points."""
    now = timezone.now()
    since = now - timedelta(hours=hours)
    minutes_per_point = max(1, -(-hours * 60 // MAX_POINTS))
    rows = list(
        CallStatistic.objects.filter(deployment_id=deployment_id, minute__gte=since).order_by(
            "minute"
        )
    )
    points: dict[datetime, list[CallStatistic]] = {}
    for row in rows:
        points.setdefault(_floor(row.minute, minutes_per_point), []).append(row)
    everything = _merged(rows)
    labels: Counter[str] = Counter()
    versions: Counter[str] = Counter()
    for row in rows:
        labels.update(row.labels)
        versions[row.version] += row.num_calls
    return CallSummary(
        num_calls=sum(row.num_calls for row in rows),
        num_errors=sum(row.num_errors for row in rows),
        latency_p50_ms=percentile(everything, 0.50),
        latency_p95_ms=percentile(everything, 0.95),
        latency_p99_ms=percentile(everything, 0.99),
        series=[_point(time, group) for time, group in sorted(points.items())],
        labels=dict(labels.most_common(MAX_LABELS)),
        versions=dict(versions),
    )


def bucket_of(latency_ms: float) -> str:
    """Return the key of the bucket that a latency falls into."""
    return str(BOUNDS[min(bisect_left(BOUNDS, latency_ms), len(BOUNDS) - 1)])


def percentile(buckets: Mapping[str, int], share: float) -> float | None:
    """Return the latency that a share of the calls did not exceed, between bucket bounds."""
    total = sum(buckets.values())
    if total == 0:
        return None
    wanted, seen, low = share * total, 0, 0.0
    for bound in BOUNDS:
        num = buckets.get(str(bound), 0)
        if num and seen + num >= wanted:
            return round(low + (bound - low) * (wanted - seen) / num, 3)
        seen, low = seen + num, bound
    return BOUNDS[-1]


def _add(deployment_id: UUID, version: str, minute: datetime, calls: list[CallRecord]) -> None:
    row, _ = CallStatistic.objects.select_for_update().get_or_create(
        deployment_id=deployment_id, version=version, minute=minute
    )
    buckets, labels = Counter(row.latency_buckets), Counter(row.labels)
    for call in calls:
        row.num_calls += 1
        row.num_errors += call.status >= 400 or call.error_code is not None
        row.latency_sum_ms += call.latency_ms
        buckets[bucket_of(call.latency_ms)] += 1
        if call.top_label is not None:
            labels[call.top_label] += 1
    row.latency_buckets = dict(buckets)
    row.labels = dict(labels.most_common(MAX_LABELS))
    row.save()


def _merged(rows: Iterable[CallStatistic]) -> Counter[str]:
    merged: Counter[str] = Counter()
    for row in rows:
        merged.update(row.latency_buckets)
    return merged


def _point(time: datetime, rows: list[CallStatistic]) -> CallPoint:
    buckets = _merged(rows)
    return CallPoint(
        time=time,
        num_calls=sum(row.num_calls for row in rows),
        num_errors=sum(row.num_errors for row in rows),
        latency_p50_ms=percentile(buckets, 0.50),
        latency_p95_ms=percentile(buckets, 0.95),
    )


def _floor(time: datetime, minutes: int) -> datetime:
    seconds = minutes * 60
    return datetime.fromtimestamp(time.timestamp() // seconds * seconds, tz=time.tzinfo)
