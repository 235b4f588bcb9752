"""A stream of images: each is a call, and the newest one is answered."""

from __future__ import annotations

import base64
import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from engine.specs.gateway import CallerLimits, GatewaySpec, SamplingSpec
from engine.specs.streaming import StreamingSpec
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
from tests.engine.gateway.streams.callers import STREAM, heard, stream
from tests.engine.gateway.streams.gated_server import GatedServer, gated_server
from tests.engine.serving.deployments import API_KEY, Deployment, Issuer, deployed
from tests.sdk.tiny_package import plain_image

GREEN, RED = plain_image((10, 220, 10)), plain_image((220, 10, 10))
Servers = tuple[Deployment, Deployment]


@pytest.fixture(scope="module")
def gateway(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningGateway]:
    """Yield a gateway with one deployment of one revision."""
    with gateway_running(
        gateway_spec(_route(servers)), tmp_path_factory.mktemp("gateway")
    ) as running:
        yield running


@pytest.fixture
def gated() -> Iterator[GatedServer]:
    """Yield a model server that answers when it is let."""
    with gated_server() as server:
        yield server


def _route(servers: Servers, **changes: Any) -> Any:
    first = revision(1, servers[0].address, weight=100)
    return route(*changes.pop("revisions", (first,)), **changes)


def _use(gateway: RunningGateway, *routes: Any, **changes: Any) -> GatewaySpec:
    spec = gateway_spec(*routes, **changes)
    gateway.change(spec)
    return spec


def _calls(gateway: RunningGateway, since: int, num: int) -> list[dict[str, Any]]:
    deadline = time.monotonic() + 10
    while len(gateway.calls()) < since + num and time.monotonic() < deadline:
        time.sleep(0.05)
    return gateway.calls()[since:]


def test_each_image_is_a_call_whose_answer_is_that_of_predict(
    gateway: RunningGateway, servers: Servers
) -> None:
    _use(gateway, _route(servers))
    before = len(gateway.calls())
    with gateway.client() as client:
        expected = client.post(f"/endpoints/{SUFFIX}/predict", content=GREEN).json()
    with stream(gateway, x_request_id="camera-7") as opened:
        answers = []
        for image in (GREEN, RED):
            opened.send(image)
            answers.append(heard(opened))
    assert [one["message"] for one in answers] == [1, 2]
    assert {**answers[0], "log_id": 0} == {**expected, "message": 1, "log_id": 0}
    assert [one["results"][0]["name"] for one in answers] == ["green", "red"]
    noted = _calls(gateway, before, 3)[1:]
    assert [one["log_id"] for one in noted] == [one["log_id"] for one in answers]
    assert [one["request_id"] for one in noted] == ["camera-7-1", "camera-7-2"]
    assert {(one["caller"], one["status"], one["revision"]) for one in noted} == {("key-1", 200, 1)}


def test_options_are_those_of_the_address_or_of_a_text(
    gateway: RunningGateway, servers: Servers
) -> None:
    _use(gateway, _route(servers))
    with stream(gateway, "?top_num=2") as opened:
        opened.send(GREEN)
        assert len(heard(opened)["results"]) == 2
        opened.send(json.dumps({"parameters": {"top_num": 1}}))
        assert heard(opened) == {"message": 2, "parameters": {"top_num": 1}}
        opened.send(GREEN)
        assert len(heard(opened)["results"]) == 1


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("?top_num=many", "field_invalid"),
        ("?threshold=2", "field_invalid"),
        ("?include_proba=true", "field_unknown"),
        ("?treshold=0.5", "field_unknown"),
    ],
)
def test_options_that_predict_would_refuse_open_no_stream(
    gateway: RunningGateway, servers: Servers, query: str, code: str
) -> None:
    _use(gateway, _route(servers, input_kind="image", prediction_kind="labels"))
    with pytest.raises(InvalidStatus) as refused, stream(gateway, query):
        pass
    assert refused.value.response.status_code == 422
    assert refused.value.response.body is not None
    assert json.loads(refused.value.response.body)["code"] == code


def test_options_of_a_text_are_refused_at_once_and_change_nothing(
    gateway: RunningGateway, servers: Servers
) -> None:
    _use(gateway, _route(servers, input_kind="image", prediction_kind="labels"))
    with stream(gateway, "?top_num=1") as opened:
        opened.send(json.dumps({"parameters": {"top_num": 0}}))
        refused = heard(opened)
        opened.send(GREEN)
        answer = heard(opened)
    assert (refused["message"], refused["error"]["code"]) == (1, "field_invalid")
    assert refused["error"]["params"] == {"field": "top_num"}
    assert len(answer["results"]) == 1


def test_what_does_not_open_a_stream_is_told_what_does(
    gateway: RunningGateway, servers: Servers
) -> None:
    _use(gateway, _route(servers))
    with gateway.client() as client:
        answers = [client.request(method, STREAM) for method in ("HEAD", "POST", "OPTIONS")]
    assert [one.status_code for one in answers] == [405, 405, 204]
    assert {one.headers.get("allow") for one in answers} == {"GET, OPTIONS"}


def test_a_text_is_a_request_as_predict_takes_it(gateway: RunningGateway, servers: Servers) -> None:
    _use(gateway, _route(servers))
    with stream(gateway) as opened:
        opened.send(json.dumps({"image": base64.b64encode(RED).decode(), "top_num": 1}))
        assert [one["name"] for one in heard(opened)["results"]] == ["red"]
        opened.send("not JSON")
        assert heard(opened)["error"]["code"] == "body_not_json"
        opened.send(json.dumps({"picture": "?"}))
        assert heard(opened)["error"]["code"] == "field_unknown"


def test_of_images_that_wait_the_newest_is_answered_and_texts_all(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    _use(gateway, route(revision(1, gated.address, weight=100)))
    with stream(gateway) as opened:
        opened.send(b"1")
        assert gated.came.acquire(timeout=60)
        for content in (b"22", b"333", '{"a":1}', b"4444", '{"b":2}'):
            opened.send(content)
        skipped = [heard(opened), heard(opened)]
        gated.let_all()
        answered = [heard(opened)["message"] for _ in range(4)]
    assert skipped == [{"message": 2, "skipped": True}, {"message": 3, "skipped": True}]
    assert answered == [1, 4, 5, 6]
    assert gated.bodies == [b"1", b'{"a":1}', b"4444", b'{"b":2}']


def test_what_cannot_be_answered_is_told_and_the_stream_goes_on(
    gateway: RunningGateway, servers: Servers
) -> None:
    _use(gateway, _route(servers))
    with stream(gateway) as opened:
        opened.send(b"no image")
        refused = heard(opened)
        opened.send(GREEN)
        assert heard(opened)["results"][0]["name"] == "green"
    assert refused["message"] == 1
    assert (refused["error"]["code"], refused["error"]["status"]) == ("image_invalid", 422)
    assert "image" in refused["error"]["message"]


def test_rates_and_quotas_count_every_message(gateway: RunningGateway, servers: Servers) -> None:
    limits = CallerLimits(caller="key-1", total_quota=2)
    _use(gateway, _route(servers, deployment_id="d-quota", callers=(limits,)))
    with stream(gateway) as opened:
        seen = []
        for _ in range(4):
            opened.send(GREEN)
            seen.append(heard(opened).get("error", {}).get("code"))
    assert seen == [None, None, "total_quota_used", "total_quota_used"]


def test_requests_wait_for_the_rate_and_frames_are_refused(
    gateway: RunningGateway, servers: Servers
) -> None:
    limits = CallerLimits(caller="key-1", requests_per_second=0.5, burst=1)
    _use(gateway, _route(servers, deployment_id="d-rate", callers=(limits,)))
    request = json.dumps({"image": base64.b64encode(GREEN).decode()})
    with stream(gateway) as opened:
        seen = []
        for message in (GREEN, GREEN, request):
            opened.send(message)
            seen.append(heard(opened).get("error", {}).get("code"))
    assert seen == [None, "rate_limited", None]


def test_too_many_errors_in_a_row_end_the_stream(gateway: RunningGateway, servers: Servers) -> None:
    _use(gateway, _route(servers))
    with stream(gateway) as opened:
        for _ in range(50):
            opened.send(b"no image")
            assert "error" in heard(opened)
        with pytest.raises(ConnectionClosed) as closed:
            opened.recv(timeout=30)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    assert "in a row" in closed.value.rcvd.reason


def test_a_key_in_the_address_lets_in_and_is_shown_to_nobody(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    _use(gateway, route(revision(1, gated.address, weight=100)))
    gated.let_all()
    with stream(gateway, f"?access_token={API_KEY}&top_num=1", None) as opened:
        opened.send(b"1")
        assert heard(opened)["message"] == 1
    assert gated.paths == ["/predict?top_num=1"]
    assert API_KEY not in (gateway.work / "gateway.log").read_text()


@pytest.mark.parametrize("secret", [None, "ek_wrong"])
def test_who_may_not_call_opens_no_stream(
    gateway: RunningGateway, servers: Servers, secret: str | None
) -> None:
    _use(gateway, _route(servers))
    with pytest.raises(InvalidStatus) as refused, stream(gateway, "", secret):
        pass
    assert refused.value.response.status_code == 401
    assert refused.value.response.headers["access-control-allow-origin"] == "*"


def test_a_page_of_any_origin_may_open_one_with_a_key(
    gateway: RunningGateway, servers: Servers
) -> None:
    _use(gateway, _route(servers))
    with stream(gateway, origin="https://elsewhere.example") as opened:
        opened.send(GREEN)
        assert heard(opened)["results"]


def test_who_calls_from_elsewhere_opens_no_stream_and_loses_one(
    gateway: RunningGateway, servers: Servers
) -> None:
    _use(gateway, _route(servers))
    elsewhere = CallerLimits.model_validate({"caller": "key-1", "networks": ["10.0.0.0/8"]})
    with stream(gateway) as opened:
        _use(gateway, _route(servers, callers=(elsewhere,)))
        assert _closed_with(opened)[0] == 1008
    with pytest.raises(InvalidStatus) as refused, stream(gateway):
        pass
    assert refused.value.response.status_code == 403


def test_a_revoked_key_and_a_stopped_endpoint_end_streams_that_say_nothing(
    gateway: RunningGateway, servers: Servers
) -> None:
    _use(gateway, _route(servers))
    with stream(gateway) as opened:
        _use(gateway, _route(servers, api_keys=(key_of("ek_another", "key-2"),)))
        assert _closed_with(opened) == (1008, "The API key is not known here. Fetch a new one.")
    _use(gateway, _route(servers))
    with stream(gateway) as opened:
        _use(gateway, _route(servers, unavailable="The endpoint was stopped."))
        assert _closed_with(opened) == (1013, "The endpoint was stopped.")
    with pytest.raises(InvalidStatus) as refused, stream(gateway):
        pass
    assert refused.value.response.status_code == 503
    _use(gateway, _route(servers))
    with stream(gateway) as opened:
        _use(gateway)
        assert _closed_with(opened)[0] == 1008


def test_no_more_streams_are_opened_than_may_be(gateway: RunningGateway, servers: Servers) -> None:
    _use(gateway, _route(servers, streaming=StreamingSpec(max_connections=1)))
    with stream(gateway) as opened:
        with pytest.raises(InvalidStatus) as refused, stream(gateway):
            pass
        assert refused.value.response.status_code == 503
        assert refused.value.response.headers["retry-after"] == "1"
        opened.send(GREEN)
        assert heard(opened)["results"]
    deadline = time.monotonic() + 30
    while True:
        try:
            with stream(gateway) as opened:
                opened.send(GREEN)
                assert heard(opened)["results"]
            break
        except InvalidStatus:
            assert time.monotonic() < deadline


def test_a_stream_stays_with_its_revision_while_that_has_a_share(
    gateway: RunningGateway, servers: Servers
) -> None:
    first, second = servers
    both = (revision(1, first.address, weight=50), revision(2, second.address, weight=50))
    _use(gateway, _route(servers, revisions=both, sticky="none"))
    with stream(gateway) as opened:
        seen = []
        for _ in range(20):
            opened.send(GREEN)
            seen.append(heard(opened)["version"])
        (stays,) = set(seen)
        none = int(stays)
        moved = tuple(one.model_copy(update={"weight": 100 * (one.number != none)}) for one in both)
        _use(gateway, _route(servers, revisions=moved, sticky="none"))
        opened.send(GREEN)
        assert heard(opened)["version"] != stays


def test_calls_of_a_stream_are_stored_where_the_owner_wishes(
    gateway: RunningGateway, servers: Servers
) -> None:
    sampling = SamplingSpec(input_kind="image", share=1.0)
    _use(gateway, _route(servers, sampling=sampling))
    with stream(gateway) as opened:
        opened.send(GREEN)
        log_id = heard(opened)["log_id"]
    path = gateway.folder / "samples" / f"{log_id}.json"
    deadline = time.monotonic() + 30
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert path.with_suffix(".image").read_bytes() == GREEN


def test_a_model_server_that_is_killed_fails_no_message(
    gateway: RunningGateway, packages: tuple[Path, Path], issuer: Issuer, tmp_path: Path
) -> None:
    with deployed(server_spec(packages[0], issuer, "1"), tmp_path / "alone") as alone:
        _use(gateway, route(revision(1, alone.address, weight=100)))
        with stream(gateway) as opened:
            for _ in range(2):
                for _ in range(10):
                    opened.send(GREEN)
                    assert heard(opened)["results"][0]["name"] == "green"
                os.kill(alone.children()[0], signal.SIGKILL)
                opened.send(GREEN)
                assert heard(opened)["results"][0]["name"] == "green"
                alone.wait_until("The return", lambda status: status["replicas_ready"] == 1)


def test_a_gateway_that_is_replaced_answers_what_it_holds_and_says_closed_with(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    _use(gateway, route(revision(1, gated.address, weight=100)))
    with stream(gateway) as opened, stream(gateway) as idle:
        opened.send(b"1")
        assert gated.came.acquire(timeout=60)
        before = gateway.children()
        gateway.process.send_signal(signal.SIGUSR2)
        assert _closed_with(idle)[0] == 1012
        opened.send(b"22")
        gated.let_all()
        assert heard(opened)["message"] == 1
        assert _closed_with(opened)[0] == 1012
    gateway.wait_until("The replacement", lambda _: not {*before} & {*gateway.children()})
    with stream(gateway) as opened:
        opened.send(b"22")
        assert heard(opened)["message"] == 1
    assert gated.bodies == [b"1", b"22"]
    gateway.wait_until("The return", lambda status: status["state"] == "ready")


def test_the_description_of_an_endpoint_names_its_stream(
    gateway: RunningGateway, servers: Servers
) -> None:
    _use(gateway, _route(servers))
    with gateway.client(None) as client:
        document = client.get(f"/endpoints/{SUFFIX}/openapi.json").json()
        operation = document["paths"]["/stream"]["get"]
        refused = client.get(STREAM, headers={"Authorization": f"Bearer {API_KEY}"})
    assert operation["operationId"] == "open_stream"
    assert {"101", "426"} <= {*operation["responses"]}
    assert (
        "text/event-stream" in document["paths"]["/predict"]["post"]["responses"]["200"]["content"]
    )
    assert refused.status_code == 426
    assert refused.headers["sec-websocket-version"] == "13"
    assert refused.json()["code"] == "upgrade_required"


def _closed_with(opened: Any) -> tuple[int, str]:
    """Return code and reason of the next thing that comes, which is a farewell."""
    with pytest.raises(ConnectionClosed) as closed:
        opened.recv(timeout=30)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason
