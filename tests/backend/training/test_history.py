"""What a run used and wrote can be read in full, however long it was."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from backend.jobs.contracts import NewEvent
from backend.jobs.services import lifecycle
from backend.jobs.services.jobs import job_folder
from backend.training import history
from tests.backend.conftest import World, ok
from tests.backend.training.test_runs import freeze, request

START = datetime(2026, 11, 23, 10, tzinfo=UTC)


@pytest.fixture
def run(world: World, api: APIClient) -> dict[str, str]:
    """A run that a worker has begun: its id and that of its job."""
    made = ok(api.post("/api/v1/training-runs", request(world, freeze(world)), format="json"), 202)
    lifecycle.claim_job(job_id=UUID(made["job"]["id"]), worker="one")
    return {"id": made["id"], "job": made["job"]["id"]}


def test_what_a_run_used_is_thinned_over_its_whole_time(
    run: dict[str, str], api: APIClient
) -> None:
    events = [
        NewEvent(
            "resources",
            {"cpu_percent": float(number), "memory_bytes": number, "num_cores": 2},
            START + timedelta(seconds=2 * number),
        )
        for number in range(100)
    ]
    # Runs of earlier releases said less.
    events.append(NewEvent("resources", {"cpu_percent": 1.0, "memory_bytes": 1}, START))
    lifecycle.record_events(job_id=UUID(run["job"]), worker="one", events=events)
    body = ok(api.get(f"/api/v1/training-runs/{run['id']}/resources?max_points=5"))
    points = body["points"]
    assert [point["number"] for point in points] == [1, 26, 51, 76, 101]
    assert points[1]["time"] == "2026-11-23T10:00:50Z"
    assert (points[1]["num_cores"], points[4]["num_cores"]) == (2, None)
    assert points[1]["accelerator_percent"] is None


def test_all_lines_of_a_log_are_counted_however_large_it_is(
    run: dict[str, str], api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "_TAIL_BYTES", 100)
    path = job_folder(UUID(run["job"])) / "output.log"
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"line {number}\n" for number in range(5000)) + "torn")
    body = ok(api.get(f"/api/v1/training-runs/{run['id']}/log?tail=3"))
    assert body == {"lines": ["line 4998", "line 4999", "torn"], "total": 5001}


def test_the_whole_log_can_be_taken_and_one_that_is_not_there_is_said(
    run: dict[str, str], api: APIClient
) -> None:
    address = f"/api/v1/training-runs/{run['id']}/log/file"
    missing = api.get(address)
    assert (missing.status_code, missing.json()["code"]) == (404, "training_log_not_found")
    path = job_folder(UUID(run["job"])) / "output.log"
    path.parent.mkdir(parents=True)
    path.write_text("first\n数据\n")
    found = api.get(address)
    assert b"".join(found.streaming_content) == "first\n数据\n".encode()
    assert found.headers["Content-Type"].startswith("text/plain")
