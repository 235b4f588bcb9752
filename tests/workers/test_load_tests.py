"""An endpoint of a whole installation is tested under load, and nothing but the test knows."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import psutil
import pytest

from tests.workers.installation import Installation, wait_for

pytestmark = pytest.mark.timeout(300)

FINAL = ("succeeded", "failed", "cancelled")


@pytest.fixture(scope="module")
def version(installation: Installation) -> str:
    """A model."""
    run = installation.train(steps=2)
    found: str = installation.wait_for_run(run["id"], "succeeded")["model_version_id"]
    return found


@pytest.fixture
def endpoint(
    installation: Installation, version: str, request: pytest.FixtureRequest
) -> Iterator[str]:
    """The path of an endpoint that runs, whose callers together may make a single call a day."""
    body = {
        "model_version_id": version,
        "name": "Loaded",
        "suffix": f"loaded-{len(request.node.name)}",
    }
    path = f"deployments/{installation.post('deployments', body)['id']}"
    limits = {"limits": {"daily_quota": 1}}
    assert installation.client.patch(path, json=limits).is_success
    wait_for(lambda: installation.get(path)["state"] == "running", 120)
    yield path
    assert installation.client.delete(path).is_success


def ended(installation: Installation, path: str, test: Any) -> Any:
    """Wait until a test is over; return it."""

    def reached() -> Any:
        found = installation.get(f"{path}/load-tests/{test['id']}")
        return found if found["job"]["state"] in FINAL else None

    return wait_for(reached, 200)


def measured(installation: Installation, path: str, test: Any, num: int = 1) -> Any:
    """Wait until so many stages are over; return the test."""

    def reached() -> Any:
        found = installation.get(f"{path}/load-tests/{test['id']}")
        return found if len(found["stages"]) >= num else None

    return wait_for(reached, 120)


def process_of(installation: Installation, test: Any) -> psutil.Process:
    """Return the process that calls."""
    folder = str(installation.folder / "jobs" / test["job"]["id"])
    for process in psutil.process_iter(["cmdline"]):
        words = process.info["cmdline"] or ()
        if "load-test" in words and any(word.startswith(folder) for word in words):
            return process
    raise AssertionError("No process tests.")


def test_an_endpoint_is_measured_stage_by_stage_and_its_callers_lose_nothing(
    installation: Installation, endpoint: str
) -> None:
    body = {"callers": [1, 2], "seconds_per_stage": 2, "target_p99_ms": 60_000}
    test = installation.post(f"{endpoint}/load-tests", body)
    measured(installation, endpoint, test)
    refused = installation.client.post(f"{endpoint}/load-tests", json=body)
    assert refused.json()["code"] == "load_test_running"
    test = ended(installation, endpoint, test)
    assert test["job"]["state"] == "succeeded", test["job"]["error"]
    assert [one["callers"] for one in test["stages"]] == [1, 2]
    for stage in test["stages"]:
        assert stage["num_failed"] == 0
        assert stage["p99_ms"] >= stage["p50_ms"] > 0
        assert stage["is_within_target"]
        # Unless this machine is so busy that nobody looked while nobody called.
        assert stage["server_cpu_ms"] is None or stage["server_cpu_ms"] > 0
    assert test["best"] is not None
    assert (test["request_source"], test["job"]["phase"]) == ("sample", "measure")
    # Calls are counted every five seconds, and a later one behind them.
    key = installation.post(f"{endpoint}/keys", {"name": "k"})["secret"]
    wait_for(lambda: installation.get(endpoint)["knows_callers"], 60)
    predict_url = installation.get(endpoint)["predict_url"]
    body_file = installation.folder / "jobs" / test["job"]["id"] / "request.bin"
    content = body_file.read_bytes()
    boundary = content[2 : content.index(b"\r\n")].decode()
    headers = {
        "Authorization": f"Bearer {key}",
        "Content-Type": f"multipart/form-data; boundary={boundary}",
    }
    call = installation.client.post(predict_url, content=content, headers=headers)
    assert call.is_success, call.text
    assert call.headers["ratelimit-remaining"] == "0"
    counted = wait_for(lambda: statistics(installation, endpoint), 60)
    assert counted["num_calls"] == 1
    drifted = installation.get(f"{endpoint}/drift")
    assert all(one["num_counted"] <= 1 for one in drifted["revisions"])


def statistics(installation: Installation, path: str) -> Any:
    """Return the statistics of an endpoint once something was counted."""
    found = installation.get(f"{path}/statistics?hours=1")
    return found if found["num_calls"] else None


def test_a_test_is_cancelled_and_keeps_the_stages_that_were_over(
    installation: Installation, endpoint: str
) -> None:
    body = {"callers": [1, 1, 1, 1], "seconds_per_stage": 3}
    test = installation.post(f"{endpoint}/load-tests", body)
    measured(installation, endpoint, test)
    assert installation.post(f"{endpoint}/load-tests/{test['id']}/cancel")
    test = ended(installation, endpoint, test)
    assert test["job"]["state"] == "cancelled"
    assert 1 <= len(test["stages"]) < 4


def test_a_test_goes_on_when_its_process_is_killed_and_when_its_worker_is(
    installation: Installation, endpoint: str
) -> None:
    body = {"callers": [1, 2, 3, 4], "seconds_per_stage": 3}
    test = installation.post(f"{endpoint}/load-tests", body)
    measured(installation, endpoint, test)
    process_of(installation, test).send_signal(signal.SIGKILL)
    # The stages that were over are not run again, and the one that was not is.
    measured(installation, endpoint, test, 2)
    installation.part("celery").send_signal(signal.SIGKILL)
    test = ended(installation, endpoint, test)
    assert test["job"]["state"] == "succeeded", test["job"]["error"]
    assert [one["callers"] for one in test["stages"]] == [1, 2, 3, 4]


def test_a_stopped_endpoint_is_not_tested(installation: Installation, endpoint: str) -> None:
    assert installation.client.post(f"{endpoint}/stop").is_success
    refused = installation.client.post(f"{endpoint}/load-tests", json={})
    assert (refused.status_code, refused.json()["code"]) == (409, "endpoint_not_running")
