"""Calls that were counted by minute are there by hour and day after the upgrade."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from backend.deployments.models import CallStatistic, Deployment
from tests.backend.old_database import migrated_back_to

MINUTE = datetime(2026, 11, 3, 22, 58, tzinfo=UTC)


@pytest.mark.django_db(transaction=True)
def test_minutes_are_added_up(deployment: Deployment) -> None:
    with migrated_back_to(("deployments", "0004_addresses_and_opaque_handles")) as apps:
        old = apps.get_model("deployments", "CallStatistic")
        for number in range(4):
            old.objects.create(
                deployment_id=deployment.id, version="1", minute=MINUTE + timedelta(minutes=number),
                num_calls=10, num_errors=1, latency_sum_ms=5.0, latency_buckets={"0.5": 10},
                labels={"cat": 7},
            )  # fmt: skip
    rows = CallStatistic.objects.filter(deployment=deployment)
    found = {
        span: sorted(
            (row.begin, row.num_calls, row.labels["cat"]) for row in rows.filter(span=span)
        )
        for span in ("minute", "hour", "day")
    }
    assert [num for _, num, _ in found["minute"]] == [10] * 4
    hours = [MINUTE.replace(minute=0), MINUTE.replace(minute=0) + timedelta(hours=1)]
    assert found["hour"] == [(hours[0], 20, 14), (hours[1], 20, 14)]
    assert found["day"] == [(MINUTE.replace(hour=0, minute=0), 40, 28)]
