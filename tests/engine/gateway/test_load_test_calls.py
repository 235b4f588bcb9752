"""Calls of load tests are answered as any other, and leave nothing behind."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest

from engine.specs.gateway import LimitsSpec, RollBackRule, SamplingSpec
from engine.specs.serving import LOAD_TEST_CALLER
from tests.engine.gateway.gateways import (
    SUFFIX,
    RunningGateway,
    gateway_running,
    gateway_spec,
    revision,
    route,
    server_spec,
)
from tests.engine.serving.deployments import Deployment, Issuer, deployed
from tests.engine.serving.drift.referenced import photographs, referenced_package

PREDICT = f"/endpoints/{SUFFIX}/predict"
IMAGES = photographs(20, seed=1)
NUM_CALLS = 5
NOWHERE = "127.0.0.1:9"


@pytest.fixture(scope="module")
def measuring(tmp_path_factory: pytest.TempPathFactory, issuer: Issuer) -> Iterator[Deployment]:
    """Yield a model server that measures whether calls drift."""
    package = referenced_package(tmp_path_factory.mktemp("package") / "colours", IMAGES)
    spec = server_spec(package, issuer, measures_drift=True)
    with deployed(spec, tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def gateway(measuring: Deployment, issuer: Issuer, tmp_path: Path) -> Iterator[RunningGateway]:
    """Yield a gateway before it."""
    with gateway_running(gateway_spec(a_route(measuring, issuer)), tmp_path) as running:
        yield running


def a_route(measuring: Deployment, issuer: Issuer, **changes: Any) -> Any:
    """Return the endpoint, whose only revision is the model server."""
    first = revision(1, measuring.address, weight=100)
    fields = {"token_public_key": issuer.public_pem, **changes}
    return route(*fields.pop("revisions", (first,)), **fields)


def a_tester(gateway: RunningGateway, issuer: Issuer) -> httpx.Client:
    """Return the client of a load test, whose token the platform alone can sign."""
    return gateway.client(issuer.token(sub=LOAD_TEST_CALLER))


def call(client: httpx.Client, num: int = NUM_CALLS, **headers: str) -> list[httpx.Response]:
    """Call so often."""
    return [client.post(PREDICT, content=IMAGES[place], headers=headers) for place in range(num)]


def wait_for(condition: Callable[[], Any]) -> None:
    """Wait until something is seen, which is a few times a second."""
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_call_of_a_test_is_answered_and_says_where_its_time_went(
    gateway: RunningGateway, issuer: Issuer
) -> None:
    with a_tester(gateway, issuer) as client:
        (answer,) = call(client, 1)
    assert answer.status_code == 200
    assert answer.json()["results"]
    known = orjson.loads(answer.headers["easel-call"])
    assert known["batch_size"] == 1
    assert known["queue_ms"] >= 0


def test_it_counts_in_no_quota_and_against_no_rate(
    gateway: RunningGateway, measuring: Deployment, issuer: Issuer
) -> None:
    limits = LimitsSpec(daily_quota=2, requests_per_second=0.001, burst=2)
    gateway.change(gateway_spec(a_route(measuring, issuer, limits=limits)))
    with a_tester(gateway, issuer) as client:
        assert {one.status_code for one in call(client)} == {200}
    with gateway.client() as client:
        first, second, third = call(client, 3)
    assert first.headers["ratelimit-remaining"] == "1"
    assert [one.status_code for one in (first, second, third)] == [200, 200, 429]


def test_it_is_in_no_call_log_and_no_metric(gateway: RunningGateway, issuer: Issuer) -> None:
    with a_tester(gateway, issuer) as client:
        call(client)
    with gateway.client() as client:
        call(client, 1)
        # Calls are written in their order, so that what is missing by now never comes.
        wait_for(gateway.calls)
        assert [one["caller"] for one in gateway.calls()] == ["key-1"]
        wait_for(lambda: f'model="{SUFFIX}"' in client.get("/metrics").text)
        (counted,) = (
            line
            for line in client.get("/metrics").text.splitlines()
            if "_total" in line and f'model="{SUFFIX}"' in line
        )
    assert counted.endswith(" 1.0")


def test_a_refused_call_of_a_test_is_in_no_call_log_either(
    gateway: RunningGateway, issuer: Issuer
) -> None:
    with a_tester(gateway, issuer) as client:
        assert client.post(PREDICT, content=b"no image").status_code == 422
    with gateway.client() as client:
        assert client.post(PREDICT, content=b"no image").status_code == 422
    wait_for(gateway.calls)
    assert [one["caller"] for one in gateway.calls()] == ["key-1"]


def test_it_is_not_stored_though_all_calls_are_and_it_asks_for_it(
    gateway: RunningGateway, measuring: Deployment, issuer: Issuer
) -> None:
    sampling = SamplingSpec(input_kind="image", share=1)
    gateway.change(gateway_spec(a_route(measuring, issuer, sampling=sampling)))
    with a_tester(gateway, issuer) as client:
        call(client, **{"easel-feedback": "true"})
    with gateway.client() as client:
        (answer,) = call(client, 1)
    stored = gateway.folder / "samples"
    wait_for(lambda: list(stored.glob("*.json")))
    assert [one.stem for one in stored.glob("*.json")] == [str(answer.json()["log_id"])]


def test_no_shadow_is_asked_about_it(
    gateway: RunningGateway, measuring: Deployment, issuer: Issuer
) -> None:
    revisions = (
        revision(1, measuring.address, weight=100),
        revision(2, measuring.address, is_shadow=True),
    )
    gateway.change(gateway_spec(a_route(measuring, issuer, revisions=revisions)))
    with a_tester(gateway, issuer) as client:
        call(client)
    with gateway.client() as client:
        call(client, 1)
    wait_for(gateway.shadows)
    assert len(gateway.shadows()) == 1


def test_a_revision_is_not_taken_back_for_it(
    gateway: RunningGateway, measuring: Deployment, issuer: Issuer
) -> None:
    revisions = (
        revision(1, measuring.address, weight=50),
        revision(2, NOWHERE, weight=50),
    )
    rule = RollBackRule(revision=2, back_to=1, min_calls=1)
    changed = a_route(measuring, issuer, revisions=revisions, roll_back=rule, timeout_ms=200)
    gateway.change(gateway_spec(changed))
    with a_tester(gateway, issuer) as client:
        failed = call(client, **{"easel-revision": "2"})
        assert {one.status_code for one in failed} <= {503, 504}
        # By the time of another call's line the window was looked at.
        with gateway.client() as others:
            call(others, 1, **{"easel-revision": "1"})
        wait_for(gateway.calls)
    assert gateway.status()["rolled_back"] == {}
    with gateway.client() as client:
        call(client, 1, **{"easel-revision": "2"})
    gateway.wait_until("The roll-back", lambda status: status["rolled_back"])


def test_it_is_not_measured_for_drift_and_nobody_else_can_ask_for_that(
    measuring: Deployment, issuer: Issuer, tmp_path: Path
) -> None:
    package = referenced_package(tmp_path / "colours", IMAGES)
    spec = server_spec(package, issuer, measures_drift=True)
    with (
        deployed(spec, tmp_path / "server") as server,
        gateway_running(gateway_spec(a_route(server, issuer)), tmp_path / "gateway") as gateway,
    ):
        with a_tester(gateway, issuer) as client:
            call(client)
        with gateway.client() as client:
            call(client, 2, **{"easel-load-test": "1"})
        assert server.stop() == 0
    lines = [
        orjson.loads(line)
        for path in (tmp_path / "server").glob("drift-*.jsonl")
        for line in path.read_bytes().splitlines()
    ]
    assert sum(one["num_calls"] for one in lines) == 2
