"""Many inputs in one request, answered in events."""

from __future__ import annotations

import base64
import json
import signal
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from engine.gateway.streams.segments import wav_of
from engine.specs.gateway import CallerLimits
from engine.specs.streaming import StreamingSpec
from tests.engine.gateway.gateways import (
    SUFFIX,
    RunningGateway,
    gateway_running,
    gateway_spec,
    key_of,
    revision,
    route,
)
from tests.engine.gateway.streams.gated_server import GatedServer, gated_server
from tests.engine.gateway.streams.test_segments import RATE, hush, tone
from tests.engine.serving.deployments import API_KEY, Deployment
from tests.sdk.tiny_package import plain_image

PREDICT = f"/endpoints/{SUFFIX}/predict"
EVENTS = {"Accept": "text/event-stream"}
COLOURS = {"red": (220, 10, 10), "green": (10, 220, 10), "blue": (10, 10, 220)}
Servers = tuple[Deployment, Deployment]
Event = tuple[str, dict[str, Any]]


@pytest.fixture(scope="module")
def gateway(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningGateway]:
    """Yield a gateway with one deployment of one revision."""
    with gateway_running(_spec(servers), tmp_path_factory.mktemp("gateway")) as running:
        yield running


@pytest.fixture
def gated() -> Iterator[GatedServer]:
    """Yield a model server that answers when it is let."""
    with gated_server() as server:
        yield server


def _spec(servers: Servers, **changes: Any) -> Any:
    return gateway_spec(route(revision(1, servers[0].address, weight=100), **changes))


def _events(response: httpx.Response) -> Iterator[Event]:
    name = ""
    for line in response.iter_lines():
        field, _, value = line.partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            yield name, json.loads(value)


def _all(gateway: RunningGateway, **request: Any) -> list[Event]:
    with gateway.client() as client, client.stream("POST", PREDICT, **request) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"] == "text/event-stream"
        assert response.headers["x-accel-buffering"] == "no"
        return list(_events(response))


def _of(colour: tuple[int, int, int]) -> dict[str, str]:
    return {"image": base64.b64encode(plain_image(colour)).decode()}


def test_each_input_is_an_event_and_a_call(gateway: RunningGateway, servers: Servers) -> None:
    gateway.change(_spec(servers))
    inputs = [_of(one) for one in COLOURS.values()]
    document = {"inputs": [*inputs, {"image": "?"}], "top_num": 1}
    *results, end = _all(gateway, json=document, headers=EVENTS)
    assert {name for name, _ in results} == {"result"}
    by_index = {one["index"]: one for _, one in results}
    assert [by_index[place]["results"][0]["name"] for place in range(3)] == [*COLOURS]
    assert [len(by_index[place]["results"]) for place in range(3)] == [1, 1, 1]
    assert by_index[3]["error"]["code"] == "base64_invalid"
    assert end == ("end", {"answered": 3, "failed": 1, "left": 0})


def test_a_single_input_of_any_form_is_one_event(gateway: RunningGateway, servers: Servers) -> None:
    gateway.change(_spec(servers))
    image = plain_image(COLOURS["blue"])
    for request in (
        {"content": image},
        {"files": {"image": image}},
        {"json": _of(COLOURS["blue"])},
    ):
        result, end = _all(gateway, headers=EVENTS, **request)
        assert result[1]["results"][0]["name"] == "blue"
        assert end[1] == {"answered": 1, "failed": 0, "left": 0}


def test_an_answer_is_sent_before_the_next_one_is_there(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    gateway.change(gateway_spec(route(revision(1, gated.address, weight=100))))
    document = {"inputs": [{"n": number} for number in range(9)]}
    with (
        gateway.client() as client,
        client.stream("POST", PREDICT, json=document, headers=EVENTS) as response,
    ):
        events = _events(response)
        for _ in range(9):
            gated.let()
            assert next(events)[0] == "result"
        assert next(events)[1]["answered"] == 9


def test_a_comment_comes_while_there_is_no_answer(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    streaming = StreamingSpec(heart_beat_seconds=0.1)
    gateway.change(gateway_spec(route(revision(1, gated.address, weight=100), streaming=streaming)))
    with (
        gateway.client() as client,
        client.stream("POST", PREDICT, json={"n": 1}, headers=EVENTS) as response,
    ):
        lines = response.iter_lines()
        assert [next(lines) for _ in range(4)] == [": still at work", ""] * 2
        gated.let_all()
        assert "event: end" in [*lines]


def test_a_recording_is_answered_by_segments_in_order(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    gateway.change(gateway_spec(route(revision(1, gated.address, weight=100))))
    gated.let_all()
    pcm = b"".join(tone(0.3 + 0.1 * place) + hush(1) for place in range(5))
    *results, end = _all(gateway, content=wav_of(pcm, RATE), headers=EVENTS)
    documents = [one for _, one in results]
    assert [one["index"] for one in documents] == [0, 1, 2, 3, 4]
    lengths = [int(one["transcript"]) for one in documents]
    assert lengths == sorted(set(lengths))
    begins = [one["begin_seconds"] for one in documents]
    assert begins == sorted(set(begins))
    assert end[1] == {"answered": 5, "failed": 0, "left": 0}


def test_a_recording_is_cut_wherever_it_stands_in_a_request(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    gateway.change(gateway_spec(route(revision(1, gated.address, weight=100))))
    gated.let_all()
    recording = wav_of(tone(0.4) + hush(1) + tone(0.4), RATE)
    sound = base64.b64encode(recording).decode()
    answers = []
    for request in (
        {"content": recording, "params": {"top_num": "1"}},
        {"files": {"sound": recording}, "data": {"top_num": "1"}},
        {"json": {"sound": sound, "top_num": 1}},
    ):
        gated.bodies.clear()
        gated.paths.clear()
        answers.append(_all(gateway, headers=EVENTS, **request))
        assert [one[:4] for one in gated.bodies] == [b"RIFF"] * 2
        assert all("top_num=1" in one for one in gated.paths)
    assert answers[0] == answers[1] == answers[2]
    assert [one[1]["begin_seconds"] for one in answers[0][:2]] == [0.0, pytest.approx(1.1, abs=0.4)]


def test_silence_ends_at_once(gateway: RunningGateway, gated: GatedServer) -> None:
    gateway.change(gateway_spec(route(revision(1, gated.address, weight=100))))
    assert _all(gateway, content=wav_of(hush(2), RATE), headers=EVENTS) == [
        ("end", {"answered": 0, "failed": 0, "left": 0})
    ]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "body_not_json"),
        (b'{"inputs": 3}', 422, "field_invalid"),
        (b'{"inputs": []}', 422, "field_invalid"),
        (b'{"inputs": [1]}', 422, "field_invalid"),
        (json.dumps({"inputs": [{}] * 1001}).encode(), 422, "field_invalid"),
    ],
)
def test_what_is_no_list_of_inputs_is_refused_before_anything_is_sent(
    gateway: RunningGateway, servers: Servers, body: bytes, status: int, code: str
) -> None:
    gateway.change(_spec(servers))
    headers = {**EVENTS, "Content-Type": "application/json"}
    with gateway.client() as client:
        refused = client.post(PREDICT, content=body, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_who_may_not_call_and_who_sends_too_much_is_refused(
    gateway: RunningGateway, servers: Servers
) -> None:
    gateway.change(_spec(servers, max_body_bytes=1000))
    with gateway.client("ek_wrong") as client:
        assert client.post(PREDICT, content=b"1", headers=EVENTS).status_code == 401
    with gateway.client() as client:
        assert client.post(PREDICT, content=b"1" * 1001, headers=EVENTS).status_code == 413


def test_quotas_count_every_input(gateway: RunningGateway, servers: Servers) -> None:
    limits = CallerLimits(caller="key-1", total_quota=2)
    gateway.change(_spec(servers, deployment_id="d-events", callers=(limits,)))
    document = {"inputs": [_of(COLOURS["red"])] * 5}
    *results, end = _all(gateway, json=document, headers=EVENTS)
    codes = [one.get("error", {}).get("code") for _, one in results]
    assert sorted(codes, key=str) == [None, None, *["total_quota_used"] * 3]
    assert end[1] == {"answered": 2, "failed": 3, "left": 0}


def test_inputs_wait_for_the_rate_of_their_caller(
    gateway: RunningGateway, servers: Servers
) -> None:
    limits = CallerLimits(caller="key-1", requests_per_second=50, burst=2)
    gateway.change(_spec(servers, deployment_id="d-rate", callers=(limits,)))
    document = {"inputs": [_of(COLOURS["red"])] * 5}
    *_, end = _all(gateway, json=document, headers=EVENTS)
    assert end[1] == {"answered": 5, "failed": 0, "left": 0}


def test_a_key_that_is_revoked_meanwhile_leaves_the_rest_unasked(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    first = revision(1, gated.address, weight=100)
    gateway.change(gateway_spec(route(first)))
    document = {"inputs": [{"n": number} for number in range(100)]}
    with (
        gateway.client() as client,
        client.stream("POST", PREDICT, json=document, headers=EVENTS) as response,
    ):
        for _ in range(4):
            assert gated.came.acquire(timeout=60)
        gateway.change(gateway_spec(route(first, api_keys=(key_of("ek_another", "key-2"),))))
        gated.let_all()
        *_, end = _events(response)
    assert end[0] == "end"
    assert end[1]["answered"] == 4
    assert end[1]["left"] > 80


def test_who_leaves_is_asked_about_no_more(gateway: RunningGateway, gated: GatedServer) -> None:
    gateway.change(gateway_spec(route(revision(1, gated.address, weight=100))))
    document = {"inputs": [{"n": number} for number in range(100)]}
    with (
        gateway.client() as client,
        client.stream("POST", PREDICT, json=document, headers=EVENTS) as response,
    ):
        gated.let()
        assert next(_events(response))[0] == "result"
    gated.let_all()
    with gateway.client() as client:
        assert client.post(PREDICT, json={"last": 1}).status_code == 200
    assert len(gated.bodies) < 15


def test_a_client_of_http_1_0_reads_until_the_end(
    gateway: RunningGateway, servers: Servers
) -> None:
    gateway.change(_spec(servers))
    host, _, port = gateway.address.rpartition(":")
    image = plain_image(COLOURS["red"])
    head = (
        f"POST {PREDICT} HTTP/1.0\r\nauthorization: Bearer {API_KEY}\r\n"
        f"accept: text/event-stream\r\ncontent-length: {len(image)}\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=60) as opened:
        opened.sendall(head.encode() + image)
        answer = b""
        while data := opened.recv(65536):
            answer += data
    head_of, _, body = answer.partition(b"\r\n\r\n")
    assert b"chunked" not in head_of
    assert b"content-length" not in head_of
    assert body.startswith(b"event: result\ndata: {")
    assert b"event: end\n" in body


def test_a_gateway_that_is_replaced_answers_what_it_holds_and_says_what_is_left(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    gateway.change(gateway_spec(route(revision(1, gated.address, weight=100))))
    document = {"inputs": [{"n": number} for number in range(100)]}
    with (
        gateway.client() as old,
        gateway.client() as client,
        client.stream("POST", PREDICT, json=document, headers=EVENTS) as response,
    ):
        for _ in range(4):
            assert gated.came.acquire(timeout=60)
        assert old.get("/v2/health/ready").status_code == 200
        gateway.process.send_signal(signal.SIGUSR2)
        while old.get("/v2/health/ready").status_code == 200:
            continue
        gated.let_all()
        *_, end = _events(response)
    assert end == ("end", {"answered": 4, "failed": 0, "left": 96})
    gateway.wait_until("The return", lambda status: status["state"] == "ready")
