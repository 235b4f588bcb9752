"""Asynchronous predictions as callers and owners of an endpoint see them."""

from __future__ import annotations

import json
import re
import stat
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.gateway.asynchronous.ids import new_id
from engine.gateway.asynchronous.store import Store
from engine.specs.asynchronous import (
    AsyncSpec,
    FinishedPrediction,
    PredictionNotice,
    WebhookChannel,
)
from engine.specs.gateway import CallerLimits, LimitsSpec, SamplingSpec
from engine.specs.serving import BatchingSpec
from tests.engine.gateway.asynchronous.asking import (
    PREDICTIONS,
    accepted,
    files_of,
    finished,
    seen,
    until,
)
from tests.engine.gateway.asynchronous.slow_server import SlowServer, slow_server
from tests.engine.gateway.gateways import (
    SUFFIX,
    RunningGateway,
    gateway_running,
    gateway_spec,
    key_of,
    revision,
    route,
    server_spec,
)
from tests.engine.serving.deployments import API_KEY, Deployment, Issuer, deployed
from tests.sdk.tiny_package import plain_image

PREDICT = f"/endpoints/{SUFFIX}/predict"
OTHER_KEY = "ek_another-caller"
IMAGE = plain_image((10, 220, 10))
CHANNELS = (
    WebhookChannel(id="c1", name="results"),
    WebhookChannel(id="c2", name="twice"),
    WebhookChannel(id="c3", name="twice"),
)
Servers = tuple[Deployment, Deployment]

VERSION_4 = "6f1c9a52-0c7e-4d0b-9b0a-3c1c5d2e7f10"
"""An id of another kind than predictions have."""


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningGateway]:
    """Yield a gateway whose routes each test sets."""
    spec = gateway_spec(_route("127.0.0.1:9"))
    with gateway_running(spec, tmp_path_factory.mktemp("gateway")) as running:
        yield running


@pytest.fixture(scope="module")
def slow() -> Iterator[SlowServer]:
    """Yield a model server that answers after 0.3 s."""
    with slow_server(0.3) as server:
        yield server


def _route(*addresses: str, asynchronous: AsyncSpec | None = AsyncSpec(), **changes: Any) -> Any:
    fields: dict[str, Any] = {
        "api_keys": (key_of(API_KEY, "key-1"), key_of(OTHER_KEY, "key-2")),
        **changes,
    }
    return route(revision(1, *addresses, weight=100), asynchronous=asynchronous, **fields)


def _use(gateway: RunningGateway, *addresses: str, **changes: Any) -> None:
    gateway.change(gateway_spec(_route(*addresses, **changes)))


def test_a_call_is_accepted_and_answered_like_a_live_one(
    gateway: RunningGateway, servers: Servers
) -> None:
    _use(gateway, servers[0].address)
    before = len(gateway.calls())
    with gateway.client() as client:
        live = client.post(PREDICT, content=IMAGE).json()
        prediction_id = accepted(client, IMAGE, x_request_id="order-7")
        done = finished(client, prediction_id)
        assert done["status"] == "succeeded"
        assert uuid.UUID(done["id"]).version == 7
        assert done["response"]["status"] == 200
        assert done["response"]["content_type"] == "application/json"
        assert done["response"]["body"]["results"] == live["results"]
        assert (done["revision"], done["version"]) == (1, "1")
        times = [
            datetime.fromisoformat(done[name])
            for name in ("created_at", "started_at", "finished_at", "expires_at")
        ]
        assert times == sorted(times)
        assert times[3] - times[2] == timedelta(hours=24)
    deadline = time.monotonic() + 10
    while len(gateway.calls()) < before + 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    noted = next(one for one in gateway.calls()[before:] if one["route"] == "async")
    assert (noted["caller"], noted["revision"], noted["status"]) == ("key-1", 1, 200)
    assert (noted["request_id"], noted["top_label"]) == ("order-7", live["results"][0]["name"])
    assert noted["log_id"] == done["response"]["body"]["log_id"]


def test_what_the_model_refuses_fails_with_its_problem(
    gateway: RunningGateway, servers: Servers
) -> None:
    _use(gateway, servers[0].address)
    with gateway.client() as client:
        done = finished(client, accepted(client, b"no image"))
        live = client.post(PREDICT, content=b"no image")
    assert done["status"] == "failed"
    assert done["error"]["status"] == live.status_code
    assert done["error"]["code"] == live.json()["code"]
    assert "response" not in done


def test_without_a_setting_callers_are_told_that_it_is_not_enabled(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    _use(gateway, slow.address, asynchronous=None)
    with gateway.client() as client:
        for answer in (
            client.post(PREDICTIONS, content=b"x"),
            client.get(f"{PREDICTIONS}/{new_id()}"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "not_enabled")


def test_who_may_not_call_may_not_ask_either(gateway: RunningGateway, slow: SlowServer) -> None:
    rules = CallerLimits(caller="key-2", networks=("192.0.2.0/24",), revisions=(7,))
    _use(gateway, slow.address, callers=(rules,))
    with gateway.client(None) as nobody, gateway.client(OTHER_KEY) as other:
        assert nobody.post(PREDICTIONS, content=b"x").json()["code"] == "token_missing"
        assert nobody.get(f"{PREDICTIONS}/{new_id()}").status_code == 401
        assert other.post(PREDICTIONS, content=b"x").json()["code"] == "network_not_allowed"
    _use(gateway, slow.address, callers=(CallerLimits(caller="key-2", revisions=(7,)),))
    with gateway.client(OTHER_KEY) as other, gateway.client() as client:
        assert other.post(PREDICTIONS, content=b"x").json()["code"] == "revision_not_allowed"
        named = client.post(PREDICTIONS, content=b"x", headers={"easel-revision": "9"})
        assert (named.status_code, named.json()["code"]) == (404, "not_found")
    _use(gateway, slow.address, unavailable="The endpoint is stopped.")
    with gateway.client() as client:
        assert client.post(PREDICTIONS, content=b"x").json()["code"] == "unavailable"
    _use(gateway, slow.address, max_body_bytes=10)
    with gateway.client() as client:
        assert client.post(PREDICTIONS, content=b"x" * 11).status_code == 413


def test_another_caller_finds_nothing(gateway: RunningGateway, slow: SlowServer) -> None:
    _use(gateway, slow.address)
    with gateway.client() as client, gateway.client(OTHER_KEY) as other:
        prediction_id = accepted(client)
        for _ in range(2):
            for answer in (
                other.get(f"{PREDICTIONS}/{prediction_id}"),
                other.delete(f"{PREDICTIONS}/{prediction_id}"),
            ):
                assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
            assert finished(client, prediction_id)["status"] == "succeeded"


@pytest.mark.parametrize(
    "name", ["..", "../finished", "%2e%2e%2f", "a" * 30_000, "", "0", VERSION_4, "x/y", "%00"]
)
def test_what_is_no_id_finds_nothing(gateway: RunningGateway, slow: SlowServer, name: str) -> None:
    _use(gateway, slow.address)
    with gateway.client() as client:
        for method in ("GET", "DELETE"):
            # Written to the connection as it is: other clients resolve the dots.
            plain = HTTPConnection(gateway.address)
            plain.putrequest(method, f"{PREDICTIONS}/{name}")
            plain.putheader("x-api-key", API_KEY)
            plain.endheaders()
            assert plain.getresponse().status == 404
            plain.close()
        assert client.put(PREDICTIONS, content=b"x").status_code == 405
        assert client.post(f"{PREDICTIONS}/{new_id()}", content=b"x").status_code == 405


def test_heads_beyond_all_bounds_are_refused_and_others_are_answered(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    _use(gateway, slow.address)
    with gateway.client() as client, gateway.client() as hostile:
        flood = {f"x-{number}": "y" * 1000 for number in range(100)}
        for address, headers in ((PREDICTIONS, flood), (f"{PREDICTIONS}/{'1' * 60_000}", flood)):
            with suppress(httpx.TransportError):
                assert hostile.post(address, content=b"x", headers=headers).status_code >= 400
        many = "/".join([gateway.url + PREDICTIONS, "1" * 10**6])
        connection = HTTPConnection(gateway.address)
        with suppress(OSError, HTTPException):
            connection.request("GET", many)
            assert connection.getresponse().status >= 400
        connection.close()
        assert finished(client, accepted(client))["status"] == "succeeded"


def test_a_page_of_another_origin_may_ask(gateway: RunningGateway, slow: SlowServer) -> None:
    _use(gateway, slow.address)
    with gateway.client(None) as page:
        answer = page.options(PREDICTIONS)
    assert answer.status_code == 204
    assert "DELETE" in answer.headers["access-control-allow-methods"]


def test_calls_count_when_they_are_accepted_and_come_back_when_they_fail_or_are_canceled(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    limits = LimitsSpec(total_quota=2)
    _use(gateway, slow.address, limits=limits, deployment_id="counted")
    slow.status = 500
    try:
        with gateway.client() as client:
            first = accepted(client)
            second = client.post(PREDICTIONS, content=b"x")
            assert second.headers["ratelimit-remaining"] == "0"
            refused = client.post(PREDICTIONS, content=b"x")
            assert (refused.status_code, refused.json()["code"]) == (429, "total_quota_used")
            assert finished(client, first)["status"] == "failed"
            assert finished(client, second.json()["id"])["status"] == "failed"
            slow.status = 200
            # Both came back; now one that is asleep, and so can be canceled.
            _use(gateway, limits=limits, deployment_id="counted", start_timeout_ms=100)
            waiting = [accepted(client) for _ in range(2)]
            assert client.post(PREDICTIONS, content=b"x").status_code == 429
            for one in waiting:
                _cancel(client, one)
            assert client.post(PREDICTIONS, content=b"x").status_code == 202
    finally:
        slow.status = 200


def _cancel(client: Any, prediction_id: str) -> dict[str, Any]:
    """Cancel a call."""
    answer = client.delete(f"{PREDICTIONS}/{prediction_id}")
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.json()
    assert document["status"] == "canceled"
    return document


def test_what_waits_is_canceled_and_what_is_done_is_deleted(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    one_at_a_time = AsyncSpec(max_concurrent=1)
    _use(gateway, slow.address, asynchronous=one_at_a_time)
    with gateway.client() as client:
        first, second = accepted(client, x_request_id="first"), accepted(client)
        until(client, first, ["running"])
        _cancel(client, second)
        assert not [name for name in files_of(gateway, "waiting") if name.startswith(second)]
        assert seen(client, second)["status"] == "canceled"
        assert finished(client, first)["status"] == "succeeded"
        for one in (first, second):
            assert client.delete(f"{PREDICTIONS}/{one}").status_code == 204
            assert client.get(f"{PREDICTIONS}/{one}").status_code == 404
            assert client.delete(f"{PREDICTIONS}/{one}").status_code == 404
        assert slow.asked[second] == 0
    assert not [name for name in files_of(gateway, "finished") if name[:36] in (first, second)]


def test_only_so_many_wait_and_take_only_so_much_room(gateway: RunningGateway) -> None:
    bounds = AsyncSpec(max_waiting_calls=2)
    _use(gateway, asynchronous=bounds, deployment_id="asleep", start_timeout_ms=100)
    with gateway.client() as client:
        waiting = [accepted(client) for _ in range(2)]
        refused = client.post(PREDICTIONS, content=b"x")
        assert (refused.status_code, refused.json()["code"]) == (503, "overloaded")
        assert int(refused.headers["retry-after"]) > 0
        _cancel(client, waiting[0])
        assert client.post(PREDICTIONS, content=b"x").status_code == 202
        room = AsyncSpec(max_stored_bytes=2_000)
        _use(gateway, asynchronous=room, deployment_id="small", start_timeout_ms=100)
        accepted(client, b"x" * 1_500)
        assert client.post(PREDICTIONS, content=b"x" * 600).json()["code"] == "overloaded"


def test_a_call_that_cannot_be_stored_is_not_accepted(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    folder = gateway.work / "deployments" / "full"
    folder.mkdir()
    # A file where the folder should be: nothing can be written below it.
    (folder / "predictions").write_bytes(b"")
    _use(gateway, slow.address, deployment_id="full", limits=LimitsSpec(total_quota=1))
    with gateway.client() as client:
        for _ in range(2):
            refused = client.post(PREDICTIONS, content=b"x")
            assert (refused.status_code, refused.json()["code"]) == (507, "storage_full")
        (folder / "predictions").unlink()
        # The quota of one call was given back.
        assert finished(client, accepted(client))["status"] == "succeeded"


def test_no_more_are_answered_at_a_time_than_allowed_and_the_oldest_first(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    slow.most = 0
    _use(gateway, slow.address, asynchronous=AsyncSpec(max_concurrent=2))
    with gateway.client() as client:
        names = [f"order-{number}" for number in range(6)]
        ids = [accepted(client, x_request_id=name) for name in names]
        for one in ids:
            assert finished(client, one)["status"] == "succeeded"
    assert slow.most == 2
    came = [name for name in slow.order if name in names]
    # Those that are asked for together may come in any order.
    assert [sorted(came[at : at + 2]) for at in (0, 2, 4)] == [names[:2], names[2:4], names[4:]]


def test_live_calls_go_first(gateway: RunningGateway, slow: SlowServer) -> None:
    _use(gateway, slow.address, max_in_flight=1)
    statuses: list[int] = []

    def call() -> None:
        with gateway.client() as live:
            statuses.append(
                live.post(PREDICT, content=b"x", headers={"x-request-id": "live"}).status_code
            )

    slow.seconds = 1.0
    try:
        thread = threading.Thread(target=call)
        thread.start()
        deadline = time.monotonic() + 10
        while slow.asked["live"] == 0 and time.monotonic() < deadline:
            time.sleep(0.01)
        with gateway.client() as client:
            prediction_id = accepted(client, x_request_id="later")
            time.sleep(0.6)
            assert slow.asked["later"] == 0
            assert seen(client, prediction_id)["status"] == "queued"
            thread.join()
            until(client, prediction_id, ["running"])
            # One that runs takes no place of a live call.
            assert client.post(PREDICT, content=b"x").status_code == 200
            assert finished(client, prediction_id)["status"] == "succeeded"
        assert statuses == [200]
    finally:
        slow.seconds = 0.3


def test_a_call_may_take_longer_than_a_live_one_and_only_the_gateway_says_how_long(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    _use(gateway, slow.address, timeout_ms=100)
    with gateway.client() as client:
        forged = {"easel-timeout": "9999"}
        assert client.post(PREDICT, content=b"x", headers=forged).status_code == 504
        assert "easel-timeout" not in slow.headers
        done = finished(client, accepted(client, easel_timeout="9999"))
    assert done["status"] == "succeeded"
    assert 3500 < float(slow.headers["easel-timeout"]) <= 3600
    assert "authorization" not in slow.headers


def test_what_a_model_server_has_is_canceled_and_its_result_dropped(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    spec = AsyncSpec(max_concurrent=1, webhooks=(WebhookChannel(id="c1", name="results"),))
    limits = LimitsSpec(total_quota=2)
    fields: dict[str, Any] = {"asynchronous": spec, "limits": limits, "deployment_id": "canceled"}
    with slow_server(600) as stuck, gateway.client() as client:
        _use(gateway, stuck.address, **fields)
        prediction_id = accepted(client, easel_webhook="results")
        until(client, prediction_id, ["running"])
        document = _cancel(client, prediction_id)
        assert document["finished_at"] is not None
        _use(gateway, slow.address, **fields)
        # Its place and its part of the quota are free again.
        others = [accepted(client, easel_webhook="results") for _ in range(2)]
        for one in others:
            assert finished(client, one)["status"] == "succeeded"
        assert seen(client, prediction_id)["status"] == "canceled"
        assert client.delete(f"{PREDICTIONS}/{prediction_id}").status_code == 204
        assert client.get(f"{PREDICTIONS}/{prediction_id}").status_code == 404
    folder = gateway.work / "deployments" / "canceled"
    assert list((folder / "predictions" / "waiting").iterdir()) == []
    told = [
        json.loads(line)
        for path in folder.glob("async-*.jsonl")
        for line in path.read_text().splitlines()
    ]
    states = {one["id"]: one["status"] for one in told}
    assert states == {prediction_id: "canceled", **dict.fromkeys(others, "succeeded")}
    assert [one["result"] for one in told if one["id"] == prediction_id] == [None]


def test_the_time_of_a_call_stands_still_while_its_endpoint_is_stopped(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    fields: dict[str, Any] = {
        "asynchronous": AsyncSpec(time_limit_seconds=60),
        "deployment_id": "stopped",
    }
    _use(gateway, **fields)
    with gateway.client() as client:
        prediction_id = accepted(client)
        _use(gateway, unavailable="The endpoint is stopped.", **fields)
        folder = gateway.work / "deployments" / "stopped" / "predictions" / "waiting"
        path = folder / f"{prediction_id}.json"
        # As if it had been tried long ago, before the endpoint was stopped.
        draft = path.with_name(".draft")
        draft.write_text(
            json.dumps({**_held(path), "started_at": "2026-01-01T00:00:00Z", "is_running": False})
        )
        draft.replace(path)
        _held(path)
        _use(gateway, slow.address, **fields)
        assert finished(client, prediction_id)["status"] == "succeeded"


def _held(path: Path) -> dict[str, Any]:
    """Return a call that waits, once its time stands still."""
    deadline = time.monotonic() + 30
    while (record := json.loads(path.read_text()))["started_at"] is not None:
        assert time.monotonic() < deadline, record
        time.sleep(0.02)
    found: dict[str, Any] = record
    return found


def test_what_finds_no_model_server_wakes_it_and_fails_with_the_reason_in_the_end(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    short = AsyncSpec(time_limit_seconds=2)
    _use(gateway, asynchronous=short, start_timeout_ms=200)
    with gateway.client() as client:
        prediction_id = accepted(client)
        gateway.wait_until("The wish", lambda status: ["d1", 1] in status["wanted"])
        done = finished(client, prediction_id)
        assert (done["status"], done["error"]["code"]) == ("failed", "overloaded")
        assert "asleep" in done["error"]["detail"]
        _use(gateway, deployment_id="sleeper")
        waiting = accepted(client)
        gateway.wait_until("The wish", lambda status: ["sleeper", 1] in status["wanted"])
        _use(gateway, slow.address, deployment_id="sleeper")
        assert finished(client, waiting)["status"] == "succeeded"


def test_results_go_when_their_time_is_over(gateway: RunningGateway, slow: SlowServer) -> None:
    _use(gateway, slow.address, asynchronous=AsyncSpec(keep_hours=1))
    store = Store(gateway.folder / "predictions")
    with gateway.client() as client:
        for age, status in ((timedelta(minutes=61), 404), (timedelta(minutes=59), 200)):
            now = datetime.now(UTC)
            record = FinishedPrediction(
                id=new_id(),
                caller="key-1",
                status="succeeded",
                created_at=now - age,
                started_at=now - age,
                finished_at=now - age,
                http_status=200,
                content_type="application/json",
            )
            store.finish(record, b"{}")
            assert client.get(f"{PREDICTIONS}/{record.id}").status_code == status


def test_files_are_for_their_owner_alone_and_inputs_go_with_the_answer(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    _use(gateway, slow.address, asynchronous=AsyncSpec(webhooks=CHANNELS))
    with gateway.client() as client:
        prediction_id = accepted(client, b"a secret", easel_webhook="results")
        folder = gateway.folder / "predictions"
        assert (folder / "waiting" / f"{prediction_id}.input").read_bytes() == b"a secret"
        written = list(folder.rglob("*"))
        assert finished(client, prediction_id)["status"] == "succeeded"
        _wait_for(lambda: f"{prediction_id}.input" not in files_of(gateway, "waiting"))
    for path in (*written, *folder.rglob("*"), *gateway.folder.glob("async-*.jsonl"), folder):
        if path.exists():
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    for path in (folder / "waiting").rglob("*"):
        assert API_KEY.encode() not in path.read_bytes()


def _wait_for(condition: Any) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _notices(gateway: RunningGateway) -> dict[str, PredictionNotice]:
    lines = [
        PredictionNotice.model_validate_json(line)
        for path in gateway.folder.glob("async-*.jsonl")
        for line in path.read_text().splitlines()
    ]
    assert len({one.id for one in lines}) == len(lines)
    return {one.id: one for one in lines}


def test_a_caller_is_told_through_a_channel_that_the_owner_allowed(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    _use(gateway, slow.address, asynchronous=AsyncSpec(webhooks=CHANNELS))
    with gateway.client() as client:
        short = accepted(client, b"short", easel_webhook="results")
        long = accepted(client, b"x" * 70_000, easel_webhook="c2")
        silent = accepted(client)
        for one in (short, long, silent):
            assert finished(client, one)["status"] == "succeeded"
        _wait_for(lambda: {short, long} <= {*_notices(gateway)})
        told = _notices(gateway)
        assert silent not in told
        assert (told[short].channel, told[long].channel) == ("c1", "c2")
        assert told[short].result["sent"] == "short"
        # What is long does not travel with the news.
        assert told[long].result is None
        assert client.get(told[long].path).json()["response"]["body"]["sent"] == "x" * 70_000
        for unknown in ("https://attacker.example/", "twice", "c9", ""):
            refused = client.post(PREDICTIONS, content=b"x", headers={"easel-webhook": unknown})
            assert (refused.status_code, refused.json()["code"]) == (422, "webhook_unknown")


def test_kept_calls_have_what_was_sent_and_answered(
    gateway: RunningGateway, servers: Servers
) -> None:
    sampling = SamplingSpec(input_kind="image", on_request=True)
    _use(gateway, servers[0].address, sampling=sampling, deployment_id="sampled")
    with gateway.client() as client:
        done = finished(client, accepted(client, IMAGE, easel_feedback="true"))
        log_id = done["response"]["body"]["log_id"]
    folder = gateway.work / "deployments" / "sampled" / "samples"
    _wait_for(lambda: (folder / f"{log_id}.json").exists())
    assert (folder / f"{log_id}.image").read_bytes() == IMAGE
    kept = json.loads((folder / f"{log_id}.json").read_text())
    assert (kept["caller"], kept["route"]) == ("key-1", "predict")


def test_the_description_names_the_addresses_when_they_are_there(
    gateway: RunningGateway, servers: Servers
) -> None:
    address = f"/endpoints/{SUFFIX}/openapi.json"
    with gateway.client() as client:
        _use(gateway, servers[0].address)
        document = client.get(address).json()
        # Whatever is referred to is there.
        names = {*re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document))}
        assert "Prediction" in names
        assert names <= {*document["components"]["schemas"]}
        paths = document["paths"]
        assert (
            paths["/predictions"]["post"]["requestBody"] == paths["/predict"]["post"]["requestBody"]
        )
        shown = document["components"]["schemas"]["Prediction"]
        done = finished(client, accepted(client, IMAGE))
        assert {*shown["required"]} <= {*done} <= {*shown["properties"]}
        _use(gateway, servers[0].address, asynchronous=None)
        assert "/predictions" not in client.get(address).json()["paths"]


def test_a_model_server_takes_the_time_that_the_gateway_gives(
    gateway: RunningGateway, packages: tuple[Path, Path], issuer: Issuer, tmp_path: Path
) -> None:
    hurried = server_spec(packages[0], issuer, batching=BatchingSpec(timeout_ms=5))
    # To decode it takes longer than a live call may.
    large = plain_image((10, 220, 10), 4000, 4000)
    with deployed(hurried, tmp_path / "hurried") as server, gateway.client() as client:
        _use(gateway, server.address)
        assert client.post(PREDICT, content=large).json()["code"] == "timed_out"
        assert finished(client, accepted(client, large))["status"] == "succeeded"


def test_counts_stand_in_the_status_and_the_metrics(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    _use(gateway, slow.address, asynchronous=AsyncSpec(max_concurrent=1), deployment_id="counts")
    with gateway.client() as client:
        ids = [accepted(client) for _ in range(4)]
        gateway.wait_until(
            "The counts",
            lambda status: status["asynchronous"].get("counts") == {"queued": 2, "running": 1},
        )
        for one in ids:
            finished(client, one)
        gateway.wait_until(
            "The end",
            lambda status: status["asynchronous"].get("counts") == {"queued": 0, "running": 0},
        )
        text = client.get("/metrics").text
    assert f'easel_async_predictions_waiting{{model="{SUFFIX}"}} 0.0' in text
    assert f'easel_async_predictions_total{{model="{SUFFIX}",status="succeeded"}}' in text


def test_nothing_of_inputs_and_results_stands_in_logs(
    gateway: RunningGateway, slow: SlowServer
) -> None:
    secret = b"the-name-of-a-patient"
    _use(gateway, slow.address)
    with gateway.client() as client:
        finished(client, accepted(client, secret))
    for path in (gateway.work / "gateway.log", *gateway.folder.glob("calls-*.jsonl")):
        assert secret not in Path(path).read_bytes()
