"""Calls, errors and latencies of an endpoint, for its charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.utils import timezone

from backend.deployments.contracts import CALLERS
from backend.deployments.models import (
    Application,
    CallStatistic,
    EndpointKey,
    ShadowStatistic,
)
from backend.deployments.services.counting import BOUNDS, MAX_NAMES, Span, begin_of

MAX_POINTS = 240
MINUTES = {Span.MINUTE: 1, Span.HOUR: 60, Span.DAY: 24 * 60}


@dataclass(frozen=True)
class CallPoint:
    """The calls of one stretch of time, which begins at ``time``."""

    time: datetime
    num_calls: int
    num_errors: int
    latency_p50_ms: float | None
    latency_p95_ms: float | None


@dataclass(frozen=True)
class CallerCalls:
    """The calls of one caller: a key, an application, a person with a token, or a share link.

    ``name`` is ``None`` of one that is not there any more.
    """

    id: str
    name: str | None
    num_calls: int


@dataclass(frozen=True)
class CallSummary:
    """How an endpoint was called.

    ``labels``, ``versions`` and ``error_codes`` map names to numbers of calls.
    """

    num_calls: int
    num_errors: int
    latency_p50_ms: float | None
    latency_p95_ms: float | None
    latency_p99_ms: float | None
    series: list[CallPoint]
    labels: Mapping[str, int]
    versions: Mapping[str, int]
    callers: list[CallerCalls]
    error_codes: Mapping[str, int]


def summarise(*, deployment_id: UUID, hours: int) -> CallSummary:
    """Return the calls of the last hours, in at most 241 points.

    Up to two days are read from minutes, up to ninety from hours, and what is longer from days.
    """
    rows = list(rows_of(deployment_id=deployment_id, hours=hours).order_by("begin"))
    everything = merged(rows)
    versions: Counter[str] = Counter()
    for row in rows:
        # Calls that were refused before a version was chosen are those of none.
        if row.version:
            versions[row.version] += row.num_calls
    return CallSummary(
        num_calls=sum(row.num_calls for row in rows),
        num_errors=sum(row.num_errors for row in rows),
        latency_p50_ms=percentile(everything, 0.50),
        latency_p95_ms=percentile(everything, 0.95),
        latency_p99_ms=percentile(everything, 0.99),
        series=_series(rows, hours),
        labels=counted(row.labels for row in rows),
        versions=dict(versions),
        callers=_named(counted(row.callers for row in rows)),
        error_codes=counted(row.error_codes for row in rows),
    )


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


def rows_of(*, deployment_id: UUID, hours: int) -> QuerySet[CallStatistic]:
    """Return what was counted of the calls of the last hours."""
    span = span_of(hours)
    return CallStatistic.objects.filter(
        deployment_id=deployment_id, span=span, begin__gte=begin_of_last(hours, span)
    )


def span_of(hours: int) -> Span:
    """Return of how long stretches the last hours are read."""
    if hours <= 48:
        return Span.MINUTE
    return Span.HOUR if hours <= 90 * 24 else Span.DAY


def begin_of_last(hours: int, span: Span) -> datetime:
    """Return when the first stretch of the last hours began."""
    return begin_of(span, timezone.now() - timedelta(hours=hours))


def start_of_point(time: datetime, hours: int) -> datetime:
    """Return when the point of a chart of the last hours begins that a time belongs to."""
    of_span = MINUTES[span_of(hours)]
    seconds = 60 * of_span * max(1, -(-hours * 60 // (MAX_POINTS * of_span)))
    return datetime.fromtimestamp(time.timestamp() // seconds * seconds, tz=time.tzinfo)


def counted(each: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Add up what several rows counted by name, the most frequent first."""
    total: Counter[str] = Counter()
    for one in each:
        total.update(one)
    return dict(total.most_common(MAX_NAMES))


def merged(rows: Iterable[CallStatistic] | Iterable[ShadowStatistic]) -> Counter[str]:
    """Return the latency buckets of rows together."""
    total: Counter[str] = Counter()
    for row in rows:
        total.update(row.latency_buckets)
    return total


def names_of_callers(callers: Iterable[str]) -> dict[str, str]:
    """Return what people call callers: logs know ids of keys and subjects of tokens."""
    callers = list(callers)
    ids = [one for one in callers if _is_uuid(one)]
    keys = dict(EndpointKey.objects.filter(id__in=ids).values_list("id", "name"))
    people = dict(get_user_model().objects.filter(id__in=ids).values_list("id", "name"))
    applications = dict(
        Application.objects.filter(client_id__in=callers).values_list("client_id", "name")
    )
    others = {one: name for names in CALLERS for one, name in names(callers).items()}
    return {**_by_text(people), **applications, **_by_text(keys), **others}


def _named(callers: Mapping[str, int]) -> list[CallerCalls]:
    names = names_of_callers(callers)
    return [CallerCalls(one, names.get(one), num_calls) for one, num_calls in callers.items()]


def _by_text(names: Mapping[UUID, str]) -> dict[str, str]:
    return {str(one): name for one, name in names.items()}


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def _series(rows: Sequence[CallStatistic], hours: int) -> list[CallPoint]:
    points: dict[datetime, list[CallStatistic]] = {}
    for row in rows:
        points.setdefault(start_of_point(row.begin, hours), []).append(row)
    return [_point(time, group) for time, group in sorted(points.items())]


def _point(time: datetime, rows: list[CallStatistic]) -> CallPoint:
    buckets = merged(rows)
    return CallPoint(
        time=time,
        num_calls=sum(row.num_calls for row in rows),
        num_errors=sum(row.num_errors for row in rows),
        latency_p50_ms=percentile(buckets, 0.50),
        latency_p95_ms=percentile(buckets, 0.95),
    )
