"""What revisions use is added up by minute, hour and day, and shown beside how calls waited."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from rest_framework.test import APIClient

from backend.deployments.models import Deployment, UsageStatistic
from backend.deployments.services.counting import (
    KEPT,
    Span,
    begin_of,
    count_calls,
    forget_old_statistics,
)
from backend.deployments.services.loads import loads_of
from backend.deployments.services.usage import Used, add_usage
from engine.specs.serving import CallRecord

MB = 2**20


def now() -> datetime:
    """Return the middle of this minute, which the test does not leave."""
    return begin_of(Span.MINUTE, datetime.now(UTC)) + timedelta(seconds=30)


def use(deployment: Deployment, cpu_seconds: float, memory_bytes: int, time: datetime) -> None:
    """Watch the first revision for a minute."""
    revision = deployment.revisions.get(number=1)
    add_usage([Used(revision.id, 60.0, cpu_seconds, memory_bytes)], time=time)


def call(queue_ms: float | None, batch_size: int | None, *, revision: int = 1) -> CallRecord:
    """Return a call of now."""
    return CallRecord(
        time=now(), log_id=1, model="m", version="1", route="predict", status=200,
        error_code=None, latency_ms=5.0, batch_size=batch_size, queue_ms=queue_ms,
        top_label=None, top_score=None, caller=None, revision=revision,
    )  # fmt: skip


def test_usage_adds_up_and_memory_is_the_most(deployment: Deployment) -> None:
    use(deployment, 30.0, 100 * MB, now())
    use(deployment, 6.0, 80 * MB, now())
    rows = UsageStatistic.objects.filter(deployment=deployment, revision=1)
    assert {row.span for row in rows} == set(Span)
    for row in rows:
        assert (row.seconds, row.cpu_seconds, row.memory_bytes) == (120.0, 36.0, 100 * MB)
    [load] = loads_of(deployment_id=deployment.id, hours=24).revisions
    [point] = load.points
    assert (load.revision, point.cpu_cores, point.memory_bytes) == (1, 0.3, 100 * MB)
    assert (point.queue_ms, point.batch_size) == (None, None)


def test_usage_of_a_revision_that_is_gone_counts_nowhere(deployment: Deployment) -> None:
    revision = deployment.revisions.get(number=1)
    used = Used(revision.id, 60.0, 1.0, MB)
    revision.delete()
    add_usage([used], time=now())
    assert not UsageStatistic.objects.exists()


def test_only_calls_that_a_network_ran_for_count_for_queue_and_batch(
    deployment: Deployment,
) -> None:
    calls = [call(2.0, 1), call(4.0, 7), call(None, None), call(9.0, 3, revision=2)]
    count_calls(deployment_id=deployment.id, file="7", begin=0, end=9, calls=calls)
    loads = loads_of(deployment_id=deployment.id, hours=24).revisions
    shown = [(one.revision, one.points[0].queue_ms, one.points[0].batch_size) for one in loads]
    assert shown == [(2, 9.0, 3.0), (1, 3.0, 4.0)]


@pytest.mark.parametrize(
    ("hours", "span", "minutes"),
    [(48, Span.MINUTE, 1), (24 * 30, Span.HOUR, 60), (24 * 365, Span.DAY, 24 * 60)],
)
def test_charts_of_all_periods_have_few_points_and_leave_nothing_out(
    deployment: Deployment, hours: int, span: Span, minutes: int
) -> None:
    first = begin_of(span, now())
    rows = [
        UsageStatistic(
            deployment=deployment, revision=1, span=span,
            begin=first - timedelta(minutes=minutes * number), seconds=60, cpu_seconds=6,
            memory_bytes=number,
        )
        for number in range(hours * 60 // minutes)
    ]  # fmt: skip
    UsageStatistic.objects.bulk_create(rows)
    [load] = loads_of(deployment_id=deployment.id, hours=hours).revisions
    assert len(rows) > 241
    assert 120 <= len(load.points) <= 241
    assert {point.cpu_cores for point in load.points} == {0.1}
    assert max(point.memory_bytes or 0 for point in load.points) == len(rows) - 1


def test_minutes_and_hours_are_forgotten(deployment: Deployment) -> None:
    use(deployment, 1.0, MB, now() - KEPT[Span.MINUTE] - timedelta(minutes=2))
    use(deployment, 1.0, MB, now() - KEPT[Span.HOUR] - timedelta(hours=2))
    assert forget_old_statistics() == 3
    spans = UsageStatistic.objects.order_by("span").values_list("span", flat=True)
    assert list(spans) == [Span.DAY, Span.DAY, Span.HOUR]


def test_viewers_see_it(deployment: Deployment, api: APIClient) -> None:
    use(deployment, 30.0, MB, now())
    shown = api.get(f"/api/v1/deployments/{deployment.id}/load", {"hours": 1}).json()
    [load] = shown["revisions"]
    assert load["revision"] == 1
    assert load["points"][0]["cpu_cores"] == 0.5
