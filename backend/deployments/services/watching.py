"""How all endpoints do, in as many queries for one as for a thousand, from rows alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Max, Q
from django.utils import timezone

from backend.deployments.contracts.watching import (
    QuotaUse,
    RecentCalls,
    WatchedEndpoint,
    WatchedRevision,
)
from backend.deployments.models import CallStatistic, Deployment, DeploymentRevision, EndpointKey
from backend.deployments.services.counting import Span, begin_of
from backend.deployments.services.routing import in_use

RECENT = timedelta(minutes=10)
"""The stretch over which errors and latencies are measured: long enough for a few dozen calls."""
FAILURES = frozenset(
    {
        "replica_lost",
        "overloaded",
        "unavailable",
        "timed_out",
        "inference_failed",
        "internal",
        "storage_full",
    }
)
"""Codes with a status of 5xx, as ``engine.serving.errors`` has them, which is not imported here."""
QUOTA_REFUSALS = frozenset({"daily_quota_used", "total_quota_used"})


def watched_endpoints() -> list[WatchedEndpoint]:
    """Return all endpoints that people see; five queries."""
    now = timezone.now()
    rows = Deployment.objects.filter(is_deleted=False, project__trashed_at=None)
    rows = rows.select_related("project").annotate(newest=Max("revisions__number"))
    deployments = list(rows.order_by("created_at", "id"))
    revisions = _revisions()
    recent = _recent(now)
    quotas = _quotas(deployments, now)
    return [
        WatchedEndpoint(
            id=row.id,
            name=row.name,
            project_id=row.project_id,
            project_name=row.project.name,
            organisation_id=row.project.organisation_id,
            should_run=row.desired_state == Deployment.DesiredState.RUNNING and not row.is_asleep,
            state=row.state,
            error_message=row.error_message,
            newest_revision=row.newest,
            revisions=revisions.get(row.id, ()),
            recent=recent.get(row.id, _NONE),
            quotas=quotas.get(row.id, ()),
        )
        for row in deployments
    ]


_NONE = RecentCalls(0, 0, 0, {})


def _revisions() -> dict[UUID, list[WatchedRevision]]:
    found: dict[UUID, list[WatchedRevision]] = {}
    wanted = in_use() | ~Q(withdrawn_reason="")
    for row in DeploymentRevision.objects.filter(wanted).order_by("number"):
        found.setdefault(row.deployment_id, []).append(
            WatchedRevision(
                number=row.number,
                weight=row.weight,
                routed_weight=row.routed_weight,
                is_shadow=row.is_shadow,
                state=row.state,
                error_message=row.error_message,
                withdrawn_reason=row.withdrawn_reason,
                died_at=[datetime.fromisoformat(one) for one in row.died_at],
                num_ready=row.num_ready,
            )
        )
    return found


def _recent(now: datetime) -> dict[UUID, RecentCalls]:
    # What a clock that was set back left in the future is not counted.
    rows = CallStatistic.objects.filter(
        span=Span.MINUTE, begin__gte=begin_of(Span.MINUTE, now - RECENT), begin__lte=now
    )
    sums: dict[UUID, _Sum] = {}
    for deployment_id, num, buckets, codes in rows.values_list(
        "deployment_id", "num_calls", "latency_buckets", "error_codes"
    ):
        sums.setdefault(deployment_id, _Sum()).add(num, buckets, codes)
    return {deployment_id: one.recent() for deployment_id, one in sums.items()}


class _Sum:
    def __init__(self) -> None:
        self.num_calls = 0
        self.buckets: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()

    def add(self, num: int, buckets: Mapping[str, int], codes: Mapping[str, int]) -> None:
        self.num_calls += num
        self.buckets.update(buckets)
        self.codes.update(codes)

    def recent(self) -> RecentCalls:
        return RecentCalls(
            num_calls=self.num_calls,
            num_failures=_num(self.codes, FAILURES),
            num_refused_quota=_num(self.codes, QUOTA_REFUSALS),
            latency_buckets=self.buckets,
        )


def _num(codes: Mapping[str, int], wanted: Iterable[str]) -> int:
    return sum(codes.get(code, 0) for code in wanted)


def _quotas(deployments: Iterable[Deployment], now: datetime) -> dict[UUID, list[QuotaUse]]:
    """Return how much of each daily quota is used, by the calls that are counted today (UTC).

    Of an endpoint what the gateway does not count is left out; of a key only how often it called
    is known. A quota that was set later today is measured by all calls of the day.
    """
    is_open = Q(expires_at=None) | Q(expires_at__gt=now)
    keys = EndpointKey.objects.filter(is_open, revoked_at=None, limits__daily_quota__isnull=False)
    of_keys: dict[UUID, list[tuple[str, str, int | None]]] = {}
    for deployment_id, key_id, name, limits in keys.values_list(
        "deployment_id", "id", "name", "limits"
    ):
        of_keys.setdefault(deployment_id, []).append((str(key_id), name, limits["daily_quota"]))
    today = _today(now)
    found: dict[UUID, list[QuotaUse]] = {}
    for row in deployments:
        counted = today.get(row.id)
        if counted is None:
            continue
        num_used, callers = counted
        quota = row.limits.get("daily_quota")
        found[row.id] = [] if quota is None else [QuotaUse("", num_used, quota)]
        found[row.id] += [
            QuotaUse(name, callers.get(key_id, 0), allowed)
            for key_id, name, allowed in of_keys.get(row.id, ())
            if allowed is not None
        ]
    return found


def _today(now: datetime) -> dict[UUID, tuple[int, Counter[str]]]:
    rows = CallStatistic.objects.filter(span=Span.DAY, begin=begin_of(Span.DAY, now))
    found: dict[UUID, tuple[int, Counter[str]]] = {}
    values: Any = rows.values_list("deployment_id", "num_calls", "callers", "error_codes")
    for deployment_id, num, callers, codes in values:
        num_used, known = found.get(deployment_id, (0, Counter()))
        known.update(callers)
        # Refused calls take nothing from a quota, and failures of ours are given back.
        taken = num - _num(codes, FAILURES | QUOTA_REFUSALS | {"rate_limited"})
        found[deployment_id] = (num_used + taken, known)
    return found
