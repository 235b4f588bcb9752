"""Calls are counted once and summed up honestly."""

from __future__ import annotations

import os
import time
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from backend.deployments.models import Application, CallStatistic, Deployment, EndpointKey, Gateway
from backend.deployments.selectors import address_of_suffix, get_view
from backend.deployments.services import counting
from backend.deployments.services.counting import (
    BOUNDS,
    Span,
    bucket_of,
    count_calls,
    forget_old_statistics,
)
from backend.deployments.services.statistics import percentile, summarise
from engine.specs.serving import CallRecord
from workers.calls import IDLE_SECONDS, count_new_calls


def record(
    latency_ms: float,
    *,
    error_code: str | None = None,
    status: int = 200,
    time: datetime | None = None,
    caller: str | None = None,
) -> CallRecord:
    """Return a call, of now if no time is given."""
    return CallRecord(
        time=time or datetime.now(UTC), log_id=1, model="m", version="1", route="predict",
        status=status, error_code=error_code, latency_ms=latency_ms, batch_size=1,
        top_label="cat", top_score=0.9, caller=caller,
    )  # fmt: skip


def test_a_percentile_is_off_by_a_quarter_at_most() -> None:
    latencies = [1.0 + 0.37 * number for number in range(1000)]
    buckets: dict[str, int] = {}
    for latency in latencies:
        buckets[bucket_of(latency)] = buckets.get(bucket_of(latency), 0) + 1
    for share in (0.5, 0.95, 0.99):
        true = latencies[int(share * 1000) - 1]
        assert percentile(buckets, share) == pytest.approx(true, rel=0.25)
    assert percentile({}, 0.5) is None
    assert bucket_of(10.0**9) == str(BOUNDS[-1])


def test_what_nobody_waits_for_is_counted_and_says_nothing_of_latency(
    deployment: Deployment,
) -> None:
    calls = [record(5.0), record(60_000.0).model_copy(update={"route": "async"})]
    count_calls(deployment_id=deployment.id, file="7", begin=0, end=9, calls=calls)
    found = summarise(deployment_id=deployment.id, hours=1)
    assert found.num_calls == 2
    assert found.latency_p99_ms is not None
    assert found.latency_p99_ms < 7


def test_the_same_part_of_a_log_is_counted_once(deployment: Deployment) -> None:
    calls = [record(3.0), record(5.0, error_code="336005"), record(7.0, status=503)]
    part = {"deployment_id": deployment.id, "file": "7", "begin": 0, "end": 90}
    assert count_calls(**part, calls=calls)
    assert not count_calls(**part, calls=calls)
    summary = summarise(deployment_id=deployment.id, hours=1)
    assert (summary.num_calls, summary.num_errors) == (3, 2)
    assert summary.labels == {"cat": 3}
    assert summary.versions == {"1": 3}
    assert summary.error_codes == {"336005": 1, "other": 1}


def test_a_year_is_read_from_days_and_says_what_its_minutes_said(deployment: Deployment) -> None:
    now = datetime.now(UTC)
    times = [now - timedelta(days=days, minutes=7) for days in (0, 1, 20, 89, 200, 360)]
    calls = [
        record(latency, time=time, status=500 if latency > 30 else 200)
        for time in times
        for latency in (4.0, 8.0, 40.0)
    ]
    count_calls(deployment_id=deployment.id, file="7", begin=0, end=90, calls=calls)
    for hours, num_times in ((1, 1), (48, 2), (24 * 30, 3), (24 * 90, 4), (24 * 366, 6)):
        found = summarise(deployment_id=deployment.id, hours=hours)
        assert (found.num_calls, found.num_errors) == (3 * num_times, num_times), hours
        assert found.latency_p50_ms == pytest.approx(8, rel=0.25)
        assert sum(point.num_calls for point in found.series) == found.num_calls
        assert len(found.series) <= 241
    year = summarise(deployment_id=deployment.id, hours=24 * 366)
    assert forget_old_statistics() > 0
    spans = set(CallStatistic.objects.values_list("span", "begin"))
    assert {span for span, begin in spans if begin < now - timedelta(days=95)} == {"day"}
    assert summarise(deployment_id=deployment.id, hours=24 * 366) == year
    assert summarise(deployment_id=deployment.id, hours=48).num_calls == 6


def test_callers_are_named_and_those_that_are_gone_are_not(deployment: Deployment) -> None:
    key = EndpointKey.objects.create(
        deployment=deployment, name="Line 3", prefix="epk_", sha256="0" * 64
    )
    Application.objects.create(
        organisation_id=deployment.project.organisation_id, name="Shop", client_id="abc123",
        secret_sha256="0" * 64,
    )  # fmt: skip
    callers = [str(key.id), str(key.id), "abc123", str(uuid.uuid4()), None]
    calls = [record(3.0, caller=one) for one in callers]
    count_calls(deployment_id=deployment.id, file="7", begin=0, end=90, calls=calls)
    found = summarise(deployment_id=deployment.id, hours=1).callers
    named = {(one.name, one.num_calls) for one in found}
    assert named == {("Line 3", 2), ("Shop", 1), (None, 1)}


def test_a_label_of_a_row_that_is_full_takes_no_room_from_the_frequent(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "MAX_NAMES", 2)
    calls = [record(3.0), record(3.0)]
    other = [call.model_copy(update={"top_label": name}) for call in calls for name in ("b", "c")]
    rare = calls[0].model_copy(update={"top_label": "d"})
    count_calls(
        deployment_id=deployment.id, file="7", begin=0, end=90, calls=[*calls, *other, rare]
    )
    for row in CallStatistic.objects.all():
        assert len(row.labels) == 2
        assert "d" not in row.labels
    assert {row.span for row in CallStatistic.objects.all()} == set(Span.values)


def test_a_renamed_log_is_not_counted_again_and_then_deleted(
    deployment: Deployment, tmp_path: Path
) -> None:
    log = tmp_path / f"calls-{os.getpid()}.jsonl"
    log.write_text(record(3.0).model_dump_json() + "\n")
    counting = SimpleNamespace(deployment_id=deployment.id, folder=tmp_path)
    count_new_calls(**vars(counting))
    with log.open("a") as file:
        file.write(record(4.0).model_dump_json() + "\n")
    log.rename(tmp_path / f"calls-{os.getpid()}.1.jsonl")
    count_new_calls(**vars(counting))
    assert summarise(deployment_id=deployment.id, hours=1).num_calls == 2
    assert list(tmp_path.glob("calls-*")) == []


def test_an_idle_log_is_counted_and_deleted_and_one_in_use_is_not(
    deployment: Deployment, tmp_path: Path
) -> None:
    idle, used = tmp_path / "calls-7.jsonl", tmp_path / "calls-8.jsonl"
    for log in (idle, used):
        log.write_text(record(3.0).model_dump_json() + "\n")
    os.utime(idle, (time.time() - 2 * IDLE_SECONDS,) * 2)
    count_new_calls(deployment_id=deployment.id, folder=tmp_path)
    # What was opened before it was renamed still writes to it, and what comes after to a new one.
    (renamed,) = tmp_path.glob("calls-7.*.jsonl")
    with renamed.open("a") as file:
        file.write(record(4.0).model_dump_json() + "\n")
    idle.write_text(record(5.0).model_dump_json() + "\n")
    count_new_calls(deployment_id=deployment.id, folder=tmp_path)
    assert summarise(deployment_id=deployment.id, hours=1).num_calls == 4
    assert set(tmp_path.glob("calls-*")) == {idle, used}


def test_an_endpoint_has_one_address_for_callers_and_one_for_this_site(
    deployment: Deployment,
) -> None:
    here, there = "http://127.0.0.1:9001", "http://models.example:9001"
    row = Deployment.objects.filter(id=deployment.id)
    row.update(state="running")
    Gateway.objects.create(state="running", handle="one", address=here, public_address=there)
    url = f"{there}/endpoints/{deployment.suffix}"
    assert get_view(deployment_id=deployment.id).predict_url == f"{url}/predict"
    assert address_of_suffix(deployment.suffix) == here
    row.update(state="stopped")
    assert get_view(deployment_id=deployment.id).url is None
    assert address_of_suffix(deployment.suffix) is None
