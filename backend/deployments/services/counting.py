"""Calls from the logs of model servers, counted once: by minute, hour and day."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.deployments.models import CallStatistic, ShadowStatistic, UsageStatistic
from backend.deployments.services.log_parts import claim_part
from engine.specs.serving import CallRecord

Span = CallStatistic.Span

# Upper bounds in milliseconds, each a quarter above the last: 0.5 ms to about two minutes. A
# percentile read from them is off by a quarter at most.
BOUNDS = tuple(round(0.5 * 1.25**step, 3) for step in range(56))
MAX_NAMES = 200
"""So many labels, callers and codes a row counts; the rest are lost from it, seldom ones first."""
KEPT = {Span.MINUTE: timedelta(days=3), Span.HOUR: timedelta(days=92)}
"""How long rows are kept; those of days stay. Charts show minutes of two days, hours of ninety."""
_OTHER = "other"


@transaction.atomic
def count_calls(
    *, deployment_id: UUID, file: str, begin: int, end: int, calls: Iterable[CallRecord]
) -> bool:
    """Count calls read from ``begin`` to ``end`` of a log; once only, whoever tries.

    Returns:
        Whether they were counted; ``False`` when somebody else did.
    """
    if not claim_part(deployment_id=deployment_id, file=file, begin=begin, end=end):
        return False
    sums: dict[_Key, _Sum] = {}
    for call in calls:
        # A minute belongs to one hour and one day, so what lies together is added once to each.
        minute = begin_of(Span.MINUTE, call.time)
        key = _Key(Span.MINUTE, minute, call.version, call.revision or 0)
        sums.setdefault(key, _Sum()).add(call)
    for key, counted in list(sums.items()):
        for span in (Span.HOUR, Span.DAY):
            longer = key._replace(span=span, begin=begin_of(span, key.begin))
            sums.setdefault(longer, _Sum()).merge(counted)
    # In one order, so that two who count at once wait for each other and never in a circle.
    for key, counted in sorted(sums.items(), key=lambda pair: pair[0]):
        _add(deployment_id, key, counted)
    return True


def forget_old_statistics() -> int:
    """Delete minutes and hours that no chart shows any more; return how many rows."""
    now, total = timezone.now(), 0
    for span, kept in KEPT.items():
        for model in (CallStatistic, ShadowStatistic, UsageStatistic):
            total += model._default_manager.filter(span=span, begin__lt=now - kept).delete()[0]
    return total


def begin_of(span: Span, time: datetime) -> datetime:
    """Return when the minute, hour or day (UTC) of a time began."""
    minute = time.replace(second=0, microsecond=0)
    if span == Span.MINUTE:
        return minute
    hour = minute.replace(minute=0)
    return hour if span == Span.HOUR else hour.replace(hour=0)


def bucket_of(latency_ms: float) -> str:
    """Return the key of the bucket that a latency falls into."""
    return str(BOUNDS[min(bisect_left(BOUNDS, latency_ms), len(BOUNDS) - 1)])


def most(known: Mapping[str, int], counted: Mapping[str, int]) -> dict[str, int]:
    """Add up what two counted by name, and keep the most frequent names."""
    return dict((Counter(known) + Counter(counted)).most_common(MAX_NAMES))


class _Key(NamedTuple):
    """What tells one row of an endpoint from another."""

    span: Span
    begin: datetime
    version: str
    revision: int


@dataclass
class _Sum:
    """Calls that belong to one row."""

    num_calls: int = 0
    num_errors: int = 0
    score_sum: float = 0.0
    num_scored: int = 0
    num_batched: int = 0
    queue_sum_ms: float = 0.0
    batch_sum: int = 0
    latency_sum_ms: float = 0.0
    buckets: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    callers: Counter[str] = field(default_factory=Counter)
    error_codes: Counter[str] = field(default_factory=Counter)

    def add(self, call: CallRecord) -> None:
        self.num_calls += 1
        # Nobody waits for an asynchronous prediction: it says nothing of how quick an endpoint is.
        if call.route != "async":
            self.latency_sum_ms += call.latency_ms
            self.buckets[bucket_of(call.latency_ms)] += 1
        if call.status >= 400 or call.error_code is not None:
            self.num_errors += 1
            self.error_codes[call.error_code or _OTHER] += 1
        if call.top_label is not None:
            self.labels[call.top_label] += 1
        if call.top_score is not None:
            self.score_sum += call.top_score
            self.num_scored += 1
        if call.queue_ms is not None and call.batch_size is not None:
            self.num_batched += 1
            self.queue_sum_ms += call.queue_ms
            self.batch_sum += call.batch_size
        if call.caller is not None:
            self.callers[call.caller] += 1

    def merge(self, other: _Sum) -> None:
        self.num_calls += other.num_calls
        self.num_errors += other.num_errors
        self.score_sum += other.score_sum
        self.num_scored += other.num_scored
        self.num_batched += other.num_batched
        self.queue_sum_ms += other.queue_sum_ms
        self.batch_sum += other.batch_sum
        self.latency_sum_ms += other.latency_sum_ms
        self.buckets.update(other.buckets)
        self.labels.update(other.labels)
        self.callers.update(other.callers)
        self.error_codes.update(other.error_codes)


def _add(deployment_id: UUID, key: _Key, counted: _Sum) -> None:
    row, _ = CallStatistic.objects.select_for_update().get_or_create(
        deployment_id=deployment_id, **key._asdict()
    )
    row.num_calls += counted.num_calls
    row.num_errors += counted.num_errors
    row.score_sum += counted.score_sum
    row.num_scored += counted.num_scored
    row.num_batched += counted.num_batched
    row.queue_sum_ms += counted.queue_sum_ms
    row.batch_sum += counted.batch_sum
    row.latency_sum_ms += counted.latency_sum_ms
    row.latency_buckets = dict(Counter(row.latency_buckets) + counted.buckets)
    row.labels = most(row.labels, counted.labels)
    row.callers = most(row.callers, counted.callers)
    row.error_codes = most(row.error_codes, counted.error_codes)
    row.save()
