"""Accepted calls come to one result each, whatever happens to the processes of the gateway."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from engine.gateway.asynchronous.ids import new_id
from engine.gateway.asynchronous.store import Store
from engine.specs.asynchronous import (
    AsyncSpec,
    FinishedPrediction,
    WaitingPrediction,
    WebhookChannel,
)
from engine.specs.gateway import GatewaySpec
from tests.engine.gateway.asynchronous.asking import (
    PREDICTIONS,
    accepted,
    files_of,
    finished,
    until,
)
from tests.engine.gateway.asynchronous.slow_server import SlowServer, slow_server
from tests.engine.gateway.gateways import (
    RunningGateway,
    gateway_running,
    gateway_spec,
    revision,
    route,
)
from tests.engine.serving.deployments import DEPLOYMENT

ASYNCHRONOUS = AsyncSpec(max_concurrent=3, webhooks=(WebhookChannel(id="c1", name="results"),))
NUM_CALLS = 12


@pytest.fixture
def slow() -> Iterator[SlowServer]:
    """Yield a model server that answers after 0.2 s."""
    with slow_server(0.2) as server:
        yield server


def _spec(slow: SlowServer) -> GatewaySpec:
    return gateway_spec(route(revision(1, slow.address, weight=100), asynchronous=ASYNCHRONOUS))


def _check_all(gateway: RunningGateway, ids: list[str]) -> None:
    """Require one result of each call, with what was sent, and one notice of it at least."""
    with gateway.client() as client:
        for number, one in enumerate(ids):
            done = finished(client, one)
            assert done["status"] == "succeeded"
            assert done["response"]["body"]["sent"] == f"input {number}"
    deadline = time.monotonic() + 20
    while files_of(gateway, "waiting") and time.monotonic() < deadline:
        time.sleep(0.05)
    assert files_of(gateway, "waiting") == []
    outcomes = [name for name in files_of(gateway, "finished") if name.endswith(".json")]
    assert outcomes == sorted(f"{one}.json" for one in ids)
    told: Counter[str] = Counter()
    for path in gateway.folder.glob("async-*.jsonl"):
        told.update(json.loads(line)["id"] for line in path.read_text().splitlines())
    assert set(told) == set(ids)


def test_a_process_that_is_killed_loses_no_call(slow: SlowServer, tmp_path: Path) -> None:
    with gateway_running(_spec(slow), tmp_path) as gateway:
        with gateway.client() as client:
            ids = []
            for number in range(NUM_CALLS):
                name = f"order-{number}"
                ids.append(
                    accepted(
                        client, b"input %d" % number, x_request_id=name, easel_webhook="results"
                    )
                )
            until(client, ids[1], ["running", "succeeded"])
        running = gateway.children()
        os.kill(running[0], signal.SIGKILL)
        gateway.wait_until("The return", lambda _: {*gateway.children()} - {*running})
        _wait_for_answers(gateway)
        _check_all(gateway, ids)
    # At least once each, and again only what was held when the process was killed.
    assert set(slow.asked) == {f"order-{number}" for number in range(NUM_CALLS)}
    assert sum(slow.asked.values()) <= NUM_CALLS + ASYNCHRONOUS.max_concurrent


def test_a_gateway_that_is_killed_whole_goes_on_where_it_was(
    slow: SlowServer, tmp_path: Path
) -> None:
    with gateway_running(_spec(slow), tmp_path) as gateway:
        with gateway.client() as client:
            ids = [
                accepted(client, b"input %d" % number, easel_webhook="results")
                for number in range(NUM_CALLS)
            ]
            until(client, ids[0], ["running", "succeeded"])
        for pid in (gateway.process.pid, *gateway.children()):
            os.kill(pid, signal.SIGKILL)
        gateway.process.wait(10)
    with gateway_running(_spec(slow), tmp_path) as gateway:
        _check_all(gateway, ids)


def test_calls_that_come_while_processes_are_killed_are_lost_or_accepted_and_never_both(
    slow: SlowServer, tmp_path: Path
) -> None:
    slow.seconds = 0.02
    ids: dict[str, str] = {}

    def ask(number: int) -> None:
        # The connection may end before the answer: such a call is not accepted for its caller.
        with suppress(httpx.TransportError), gateway.client() as client:
            answer = client.post(PREDICTIONS, content=b"input %d" % number)
            if answer.status_code == 202:
                ids[answer.json()["id"]] = f"input {number}"

    with gateway_running(_spec(slow), tmp_path) as gateway:
        with ThreadPoolExecutor(4) as pool:
            asking = [pool.submit(ask, number) for number in range(60)]
            for num in (10, 30):
                while len(ids) < num:
                    time.sleep(0.01)
                for pid in gateway.children():
                    os.kill(pid, signal.SIGKILL)
                _wait_for_answers(gateway)
            for one in asking:
                one.result()
        assert ids
        with gateway.client() as client:
            for one, sent in ids.items():
                assert finished(client, one)["response"]["body"]["sent"] == sent


def test_a_hand_over_answers_each_call_once(slow: SlowServer, tmp_path: Path) -> None:
    with gateway_running(_spec(slow), tmp_path) as gateway:
        with gateway.client() as client:
            ids = [
                accepted(client, b"input %d" % number, easel_webhook="results")
                for number in range(NUM_CALLS)
            ]
            until(client, ids[0], ["running", "succeeded"])
        before = gateway.children()
        gateway.process.send_signal(signal.SIGUSR2)
        gateway.wait_until("The replacement", lambda _: not {*before} & {*gateway.children()})
        _check_all(gateway, ids)
    assert max(slow.asked.values()) == 1
    assert slow.most <= ASYNCHRONOUS.max_concurrent


def test_a_call_that_ends_whatever_takes_it_comes_to_an_end(
    slow: SlowServer, tmp_path: Path
) -> None:
    slow.seconds = 600
    with gateway_running(_spec(slow), tmp_path) as gateway:
        with gateway.client() as client:
            prediction_id = accepted(client)
            until(client, prediction_id, ["running"])
        record = gateway.folder / "predictions" / "waiting" / f"{prediction_id}.json"
        for pid in (gateway.process.pid, *gateway.children()):
            os.kill(pid, signal.SIGKILL)
        gateway.process.wait(10)
    # As if that had happened four times before.
    record.write_text(json.dumps({**json.loads(record.read_text()), "num_lost": 4}))
    with gateway_running(_spec(slow), tmp_path) as gateway, gateway.client() as client:
        done = finished(client, prediction_id)
    assert (done["status"], done["error"]["code"]) == ("failed", "replica_lost")


def test_what_takes_long_is_left_to_the_next_process_when_a_gateway_stops(
    slow: SlowServer, tmp_path: Path
) -> None:
    slow.seconds = 30
    with gateway_running(_spec(slow), tmp_path) as gateway:
        with gateway.client() as client:
            prediction_id = accepted(client, b"input 0", easel_webhook="results")
            until(client, prediction_id, ["running"])
        assert gateway.stop() == 0
        record = gateway.folder / "predictions" / "waiting" / f"{prediction_id}.json"
        assert json.loads(record.read_text())["is_running"] is False
    slow.seconds = 0.1
    with gateway_running(_spec(slow), tmp_path) as gateway:
        _check_all(gateway, [prediction_id])


def test_what_was_finished_by_a_process_that_was_killed_then_is_not_done_again(
    slow: SlowServer, tmp_path: Path
) -> None:
    store = Store(tmp_path / "deployments" / DEPLOYMENT / "predictions")
    now = datetime.now(UTC)
    record = WaitingPrediction(
        id=new_id(), caller="key-1", created_at=now, request_id="r", webhook="c1", is_running=True
    )
    store.accept(record, b"input 0")
    done = FinishedPrediction(
        id=record.id,
        caller="key-1",
        status="succeeded",
        created_at=now,
        started_at=now,
        finished_at=now,
        http_status=200,
        content_type="application/json",
        webhook="c1",
    )
    store.finish(done, b'{"sent": "input 0"}')
    with gateway_running(_spec(slow), tmp_path) as gateway:
        _check_all(gateway, [record.id])
    assert not slow.asked


def test_what_was_canceled_while_it_was_answered_stays_so_when_the_gateway_is_killed(
    slow: SlowServer, tmp_path: Path
) -> None:
    store = Store(tmp_path / "deployments" / DEPLOYMENT / "predictions")
    slow.seconds = 600
    with gateway_running(_spec(slow), tmp_path) as gateway:
        with gateway.client() as client:
            prediction_id = accepted(client, easel_webhook="results")
            until(client, prediction_id, ["running"])
        for pid in (gateway.process.pid, *gateway.children()):
            os.kill(pid, signal.SIGKILL)
        gateway.process.wait(10)
    # A process that was killed right after it wrote this down.
    record = store.find_waiting(prediction_id)
    assert record is not None
    canceled = FinishedPrediction(
        id=prediction_id,
        caller=record.caller,
        status="canceled",
        created_at=record.created_at,
        started_at=record.started_at,
        finished_at=datetime.now(UTC),
        webhook=record.webhook,
    )
    assert store.finish(canceled, None)
    asked = sum(slow.asked.values())
    with gateway_running(_spec(slow), tmp_path) as gateway:
        with gateway.client() as client:
            # Even one who deletes it at once does not have it answered after all.
            client.delete(f"{PREDICTIONS}/{prediction_id}")
        deadline = time.monotonic() + 20
        while files_of(gateway, "waiting") and time.monotonic() < deadline:
            time.sleep(0.05)
        assert files_of(gateway, "waiting") == []
        lines = [
            json.loads(line)
            for path in gateway.folder.glob("async-*.jsonl")
            for line in path.read_text().splitlines()
        ]
    assert {(one["id"], one["status"]) for one in lines} == {(prediction_id, "canceled")}
    assert sum(slow.asked.values()) == asked


def _wait_for_answers(gateway: RunningGateway) -> None:
    """Wait until a gateway answers again."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with suppress(httpx.TransportError), gateway.client() as client:
            if client.get("/v2/health/live").status_code == 200:
                return
        time.sleep(0.05)
    raise AssertionError("the gateway does not answer")
