"""Calls are counted once and summed up honestly."""

from __future__ import annotations

import os
import time
import uuid
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from backend.deployments.models import Deployment
from backend.deployments.selectors import address_of_suffix, get_view
from backend.deployments.services.statistics import (
    BOUNDS,
    bucket_of,
    count_calls,
    percentile,
    summarise,
)
from backend.files.services.blobs import put_bytes
from backend.model_registry.models import Model, ModelVersion
from engine.specs.serving import CallRecord
from tests.backend.conftest import World
from workers.calls import IDLE_SECONDS, count_new_calls


@pytest.fixture
def deployment(world: World) -> Deployment:
    """An endpoint."""
    model = Model.objects.create(project_id=world.project.id, name="Cells")
    version = ModelVersion.objects.create(
        model=model, number=1, manifest={}, report={}, primary_metric="accuracy", metric=1.0,
        package_blob_id=put_bytes(content=b"zip", media_type="application/zip"),
    )  # fmt: skip
    return Deployment.objects.create(
        project_id=world.project.id, name="Cells", suffix=f"c-{uuid.uuid4().hex[:8]}",
        model_version=version,
    )  # fmt: skip


def record(latency_ms: float, *, error_code: str | None = None, status: int = 200) -> CallRecord:
    """Return a call of now."""
    return CallRecord(
        time=datetime.now(UTC), log_id=1, model="m", version="1", route="predict", status=status,
        error_code=error_code, latency_ms=latency_ms, batch_size=1, top_label="cat",
        top_score=0.9, caller=None,
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


def test_the_same_part_of_a_log_is_counted_once(deployment: Deployment) -> None:
    calls = [record(3.0), record(5.0, error_code="336005"), record(7.0, status=503)]
    part = {"deployment_id": deployment.id, "file": "7", "begin": 0, "end": 90}
    assert count_calls(**part, calls=calls)
    assert not count_calls(**part, calls=calls)
    summary = summarise(deployment_id=deployment.id, hours=1)
    assert (summary.num_calls, summary.num_errors) == (3, 2)
    assert summary.labels == {"cat": 3}
    assert summary.versions == {"1": 3}


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
    row.update(state="running", address=here, public_address=there)
    assert get_view(deployment_id=deployment.id).predict_url == f"{there}/predict"
    assert address_of_suffix(deployment.suffix) == here
    row.update(state="stopped")
    assert get_view(deployment_id=deployment.id).url is None
    assert address_of_suffix(deployment.suffix) is None
