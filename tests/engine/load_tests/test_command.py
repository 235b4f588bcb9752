"""``engine load-test`` against a real gateway and model server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.specs.load_test import STAGES_FILE, LoadTestSpec, StageResult
from engine.specs.serving import LOAD_TEST_CALLER
from tests.engine.gateway.gateways import (
    SUFFIX,
    RunningGateway,
    gateway_running,
    gateway_spec,
    revision,
    route,
)
from tests.engine.serving.deployments import ROOT, Deployment, Issuer
from tests.sdk.tiny_package import plain_image

IMAGE = plain_image((10, 220, 10))


@pytest.fixture
def gateway(server: Deployment, issuer: Issuer, tmp_path: Path) -> Iterator[RunningGateway]:
    """Yield a gateway whose endpoint has one revision."""
    with gateway_running(gateway_spec(a_route(server, issuer)), tmp_path / "gateway") as running:
        yield running


def a_route(server: Deployment, issuer: Issuer, **changes: Any) -> Any:
    first = revision(1, server.address, weight=100)
    fields = {"token_public_key": issuer.public_pem, **changes}
    return route(*fields.pop("revisions", (first,)), **fields)


class Testing:
    """A test of load in a folder of its own."""

    __test__ = False

    def __init__(self, gateway: RunningGateway, issuer: Issuer, folder: Path) -> None:
        self.work = folder / "work"
        self.spec = folder / "spec.json"
        body = folder / "request.bin"
        body.write_bytes(IMAGE)
        host, _, port = gateway.address.rpartition(":")
        self.fields: dict[str, Any] = {
            "host": host,
            "port": int(port),
            "path": f"/endpoints/{SUFFIX}/predict",
            "token": issuer.token(sub=LOAD_TEST_CALLER),
            "revision": 1,
            "content_type": "image/png",
            "body": str(body),
            "stages": (1, 4),
            "stage_seconds": 1,
        }

    def begin(self, **changes: Any) -> subprocess.Popen[bytes]:
        """Start the process."""
        self.spec.write_text(LoadTestSpec(**self.fields | changes).model_dump_json())
        command = [sys.executable, "-m", "engine", "load-test"]
        return subprocess.Popen(
            [*command, "--spec", str(self.spec), "--work", str(self.work)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'deploy/sdk/python/src'}"},
        )

    def run(self, **changes: Any) -> int:
        """Return the exit status."""
        return self.begin(**changes).wait(120)

    def stages(self) -> list[StageResult]:
        """Return the stages that are over."""
        path = self.work / STAGES_FILE
        lines = path.read_bytes().splitlines() if path.is_file() else []
        return [StageResult.model_validate_json(line) for line in lines]

    def events(self, kind: str) -> list[dict[str, Any]]:
        """Return what the process said."""
        path = self.work / "events.jsonl"
        lines = path.read_bytes().splitlines() if path.is_file() else []
        return [event for line in lines if (event := json.loads(line))["kind"] == kind]


@pytest.fixture
def test(gateway: RunningGateway, issuer: Issuer, tmp_path: Path) -> Testing:
    """Return a test of the gateway's endpoint."""
    return Testing(gateway, issuer, tmp_path)


def test_each_stage_is_measured_and_progress_says_when_all_is_over(test: Testing) -> None:
    assert test.run() == 0
    one, four = test.stages()
    assert (one.callers, four.callers) == (1, 4)
    for stage in (one, four):
        assert stage.num_calls > 0
        assert stage.errors == {}
        assert stage.p50_ms is not None
        assert stage.p95_ms is not None
        assert stage.p99_ms is not None
        assert 0 < stage.p50_ms <= stage.p95_ms <= stage.p99_ms
        assert stage.calls_per_second == pytest.approx(stage.num_calls / stage.seconds, rel=1e-2)
        assert stage.queue_ms is not None
        assert stage.batch_size is not None
        assert stage.batch_size >= 1
        assert stage.client_cpu_cores > 0
    progress = test.events("progress")
    assert [progress[0]["done"], progress[-1]["done"], progress[-1]["total"]] == [0, 2, 2]
    assert all(event["eta_seconds"] >= 0 for event in progress)
    # Before each stage, and behind the last.
    assert [event["phase"] for event in test.events("phase")] == ["prepare", *["measure"] * 3]


def test_a_test_ends_when_most_calls_fail(
    test: Testing, gateway: RunningGateway, server: Deployment, issuer: Issuer
) -> None:
    running = test.begin(stages=(1, 2, 4), stage_seconds=3)
    while len(test.events("progress")) < 2:
        assert running.poll() is None
        time.sleep(0.05)
    gateway.change(gateway_spec(a_route(server, issuer, unavailable="The endpoint is stopped.")))
    assert running.wait(60) == 0
    last = test.stages()[-1]
    assert last.is_cut_short
    assert last.is_failing
    assert set(last.errors) == {"unavailable"}
    assert len(test.stages()) < 3
    (warning,) = test.events("warning")
    assert (warning["code"], warning["params"]) == (
        "load_test_failing",
        {"callers": last.callers},
    )


def test_a_request_that_is_refused_ends_it_with_the_words_of_the_model_server(
    test: Testing,
) -> None:
    Path(test.fields["body"]).write_bytes(b"no image")
    assert test.run() == 65
    (error,) = test.events("error")
    assert error["code"] == "load_test_refused"
    assert error["params"]["reason"] == "image_invalid"
    assert test.stages() == []


def test_an_endpoint_that_sleeps_is_woken_and_that_is_in_no_figure(
    test: Testing, gateway: RunningGateway, server: Deployment, issuer: Issuer
) -> None:
    gateway.change(gateway_spec(a_route(server, issuer, revisions=(revision(1, weight=100),))))
    running = test.begin(stages=(1,))
    gateway.wait_until("The wish", lambda status: status["wanted"])
    asleep = time.monotonic()
    # A model server takes its time to start: longer than any call in the figures.
    while time.monotonic() < asleep + 2:
        assert test.events("phase")[-1]["phase"] == "prepare"
        time.sleep(0.1)
    gateway.change(gateway_spec(a_route(server, issuer)))
    assert running.wait(60) == 0
    (stage,) = test.stages()
    assert stage.num_failed == 0
    assert stage.p99_ms is not None
    assert stage.p99_ms < 2000


def test_one_that_never_answers_is_given_up(
    test: Testing, gateway: RunningGateway, server: Deployment, issuer: Issuer
) -> None:
    gateway.change(gateway_spec(a_route(server, issuer, unavailable="The endpoint is stopped.")))
    assert test.run(wake_seconds=1) == 75
    (error,) = test.events("error")
    assert (error["code"], error["params"]) == (
        "load_test_no_answer",
        {"reason": "unavailable"},
    )


def test_a_test_that_is_stopped_goes_on_with_the_stage_it_was_at(test: Testing) -> None:
    running = test.begin(stages=(1, 2, 3), stage_seconds=2)
    while not test.stages():
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGTERM)
    assert running.wait(60) == 0
    assert test.events("finished")[-1]["status"] == "cancelled"
    num = len(test.stages())
    assert num < 3
    assert test.run(stages=(1, 2, 3), stage_seconds=1) == 0
    assert [one.callers for one in test.stages()] == [1, 2, 3]
    assert test.events("finished")[-1]["status"] == "succeeded"
