"""Audio on a stream: words so far, words for good, in order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from engine.specs.gateway import CallerLimits
from tests.engine.gateway.gateways import (
    SUFFIX,
    RunningGateway,
    gateway_running,
    gateway_spec,
    revision,
    route,
)
from tests.engine.gateway.streams.callers import heard, stream
from tests.engine.gateway.streams.gated_server import GatedServer, gated_server
from tests.engine.gateway.streams.test_segments import RATE, hush, tone

END = json.dumps({"end": True})


@pytest.fixture(scope="module")
def gated() -> Iterator[GatedServer]:
    """Yield a model server that hears how many bytes a recording has."""
    with gated_server() as server:
        server.let_all()
        yield server


@pytest.fixture(scope="module")
def gateway(
    gated: GatedServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningGateway]:
    """Yield a gateway before it."""
    with gateway_running(_spec(gated), tmp_path_factory.mktemp("gateway")) as running:
        yield running


def _spec(gated: GatedServer, **changes: Any) -> Any:
    return gateway_spec(route(revision(1, gated.address, weight=100), **changes))


def test_words_come_while_somebody_speaks_and_stay_once_they_are_final(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    gated.bodies.clear()
    with stream(gateway, f"?sample_rate={RATE}") as opened:
        opened.send(tone(0.6))
        first = heard(opened)
        opened.send(tone(0.3))
        opened.send(tone(0.3))
        second = heard(opened)
        opened.send(hush(0.8))
        last = heard(opened)
        opened.send(tone(0.6))
        other = heard(opened)
    assert [one["final"] for one in (first, second, last, other)] == [False, False, True, False]
    assert [one["segment"] for one in (first, second, last, other)] == [1, 1, 1, 2]
    assert [one["message"] for one in (first, second, last)] == [1, 3, 4]
    lengths = [int(one["transcript"]) for one in (first, second, last)]
    assert lengths == sorted(set(lengths))
    assert all(body.startswith(b"RIFF") for body in gated.bodies)
    assert last["results"] == [{"text": last["transcript"]}]
    assert other["begin_seconds"] > 1.5


def test_the_end_that_a_caller_says_ends_a_segment_and_is_always_answered(
    gateway: RunningGateway,
) -> None:
    with stream(gateway, f"?sample_rate={RATE}") as opened:
        opened.send(END)
        assert heard(opened) == {"message": 1, "final": True, "transcript": "", "results": []}
        opened.send(tone(0.3))
        opened.send(END)
        answer = heard(opened)
        assert (answer["message"], answer["final"], answer["segment"]) == (3, True, 1)
        assert int(answer["transcript"]) == len(tone(0.3)) + 44


def test_many_segments_at_once_are_answered_in_order(gateway: RunningGateway) -> None:
    with stream(gateway, f"?sample_rate={RATE}") as opened:
        opened.send(b"".join(tone(0.2 + 0.1 * place) + hush(0.8) for place in range(8)))
        answers = [heard(opened) for _ in range(8)]
    assert [one["segment"] for one in answers] == [*range(1, 9)]
    lengths = [int(one["transcript"]) for one in answers]
    assert lengths == sorted(lengths)


def test_one_who_speaks_faster_than_is_heard_loses_no_segment(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    with stream(gateway, f"?sample_rate={RATE}") as opened:
        for _ in range(30):
            opened.send(tone(0.2) + hush(0.8))
        finals = 0
        while finals < 30:
            answer = heard(opened)
            finals += answer["final"]
            assert not answer["final"] or answer["segment"] == finals


def test_recordings_are_named_by_segment_and_have_no_words(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    gated.results = [{"name": "bell", "score": 0.9}]
    try:
        with stream(gateway, f"?sample_rate={RATE}") as opened:
            opened.send(tone(0.3) + hush(0.8))
            answer = heard(opened)
    finally:
        gated.results = None
    assert answer["results"] == [{"name": "bell", "score": 0.9}]
    assert answer["final"]
    assert "transcript" not in answer


def test_silence_costs_no_call(gateway: RunningGateway, gated: GatedServer) -> None:
    gated.bodies.clear()
    with stream(gateway, f"?sample_rate={RATE}") as opened:
        for _ in range(20):
            opened.send(hush(1))
        opened.send(END)
        assert heard(opened)["transcript"] == ""
    assert gated.bodies == []


def test_a_look_that_is_refused_is_told_and_the_stream_goes_on(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    limits = CallerLimits(caller="key-1", total_quota=1)
    gateway.change(_spec(gated, deployment_id="d-quota", callers=(limits,)))
    with stream(gateway, f"?sample_rate={RATE}") as opened:
        for _ in range(2):
            opened.send(tone(0.3))
            opened.send(END)
        first, second = heard(opened), heard(opened)
    gateway.change(_spec(gated))
    assert first["transcript"]
    assert (second["final"], second["error"]["code"]) == (True, "total_quota_used")


@pytest.mark.parametrize("rate", ["7999", "48001", "fast", "-1", "16000.0", ""])
def test_a_rate_that_no_microphone_has_opens_no_stream(gateway: RunningGateway, rate: str) -> None:
    with pytest.raises(InvalidStatus) as refused, stream(gateway, f"?sample_rate={rate}"):
        pass
    assert refused.value.response.status_code == 422
    assert refused.value.response.body is not None
    assert json.loads(refused.value.response.body)["code"] == "field_invalid"


def test_without_a_rate_a_recording_is_a_file(gateway: RunningGateway, gated: GatedServer) -> None:
    gated.bodies.clear()
    with stream(gateway) as opened:
        opened.send(b"RIFF whatever")
        assert heard(opened)["results"] == [{"text": "13"}]
    assert gated.bodies == [b"RIFF whatever"]
    assert f"/endpoints/{SUFFIX}" not in gated.paths[-1]


def test_a_rate_opens_no_stream_of_a_model_that_takes_no_audio(
    gateway: RunningGateway, gated: GatedServer
) -> None:
    gateway.change(_spec(gated, input_kind="image"))
    with pytest.raises(InvalidStatus) as refused, stream(gateway, f"?sample_rate={RATE}"):
        pass
    gateway.change(_spec(gated, input_kind="audio"))
    with stream(gateway, f"?sample_rate={RATE}") as opened:
        opened.send(END)
        assert heard(opened)["final"]
    gateway.change(_spec(gated))
    assert refused.value.response.status_code == 422
    assert refused.value.response.body is not None
    problem = json.loads(refused.value.response.body)
    assert (problem["code"], problem["params"]) == ("field_unknown", {"field": "sample_rate"})
