"""A gateway as its callers and its owner see it."""

from __future__ import annotations

import base64
import json
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
import tritonclient.http as triton

from engine.specs.gateway import (
    CallerLimits,
    LimitsSpec,
    SampledCall,
    SamplingSpec,
    ShadowRecord,
    TrueAnswer,
)
from engine.specs.serving import CallRecord
from tests.engine.gateway.gateways import (
    SUFFIX,
    UPSTREAM_KEY,
    RunningGateway,
    gateway_running,
    gateway_spec,
    key_of,
    revision,
    route,
)
from tests.engine.serving.deployments import API_KEY, AUDIENCE, Deployment, Issuer
from tests.sdk.tiny_package import plain_image

IMAGE = plain_image((10, 220, 10))
OTHER_KEY = "ek_another-caller"
PREDICT = f"/endpoints/{SUFFIX}/predict"
Servers = tuple[Deployment, Deployment]


@pytest.fixture(scope="module")
def gateway(
    servers: Servers, issuer: Issuer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningGateway]:
    """Yield a gateway with one deployment of one revision."""
    spec = gateway_spec(_route(servers, issuer))
    with gateway_running(spec, tmp_path_factory.mktemp("gateway")) as running:
        yield running


def _route(servers: Servers, issuer: Issuer, **changes: Any) -> Any:
    first = revision(1, servers[0].address, weight=100)
    fields: dict[str, Any] = {"token_public_key": issuer.public_pem, **changes}
    return route(*fields.pop("revisions", (first,)), **fields)


def _use(gateway: RunningGateway, *routes: Any, **changes: Any) -> None:
    """Have the gateway go by other routes, from the next call on."""
    gateway.change(gateway_spec(*routes, **changes))


def _calls(gateway: RunningGateway, since: int, num: int) -> list[dict[str, Any]]:
    """Return the calls that were noted after ``since`` of them, once there are so many."""
    deadline = time.monotonic() + 10
    while len(gateway.calls()) < since + num and time.monotonic() < deadline:
        time.sleep(0.05)
    return gateway.calls()[since:]


def test_each_protocol_finds_the_deployment_and_is_answered_by_its_revision(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    _use(gateway, _route(servers, issuer))
    before = len(gateway.calls())
    with gateway.client() as client:
        answer = client.post(PREDICT, content=IMAGE, headers={"x-request-id": "order-7"})
        assert answer.status_code == 200, answer.text
        assert answer.json()["version"] == "1"
        assert answer.headers["easel-revision"] == "1"
        assert answer.headers["x-request-id"] == "order-7"
        assert "easel-call" not in answer.headers
        easydl = client.post(
            f"/rpc/2.0/ai_custom/v1/classification/{SUFFIX}",
            json={"image": base64.b64encode(IMAGE).decode()},
        )
        assert easydl.json()["results"][0]["name"] == answer.json()["results"][0]["name"]
        assert client.get(f"/endpoints/{SUFFIX}/openapi.json").json()["info"]["title"] == SUFFIX
        assert client.get(f"/endpoints/{SUFFIX}/metrics").status_code == 404
        assert client.get("/v2/health/ready").json() == {"live": True, "ready": True}
    first, second = _calls(gateway, before, 2)
    noted = CallRecord.model_validate(first)
    assert (noted.caller, noted.revision, noted.status) == ("key-1", 1, 200)
    assert (noted.request_id, noted.log_id) == ("order-7", answer.json()["log_id"])
    assert noted.top_label == answer.json()["results"][0]["name"]
    assert second["route"] == "easydl"
    assert servers[0].calls() == []


def test_an_address_may_be_named_whole(gateway: RunningGateway) -> None:
    with gateway.client() as client:
        absolute = client.build_request("GET", f"/endpoints/{SUFFIX}/v2")
        absolute.extensions["target"] = f"{gateway.url}/endpoints/{SUFFIX}/v2".encode()
        assert client.send(absolute).json()["name"] == "easel"


def test_tritons_client_infers_through_the_gateway(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    _use(gateway, _route(servers, issuer))
    client = triton.InferenceServerClient(gateway.address)
    headers = {"Authorization": f"Bearer {issuer.token()}"}
    assert client.is_server_ready()
    assert client.is_model_ready(SUFFIX, headers=headers)
    tensor = triton.InferInput("image", [1], "BYTES")
    tensor.set_data_from_numpy(np.array([IMAGE], dtype=object), binary_data=True)
    result = client.infer(SUFFIX, [tensor], headers=headers)
    with gateway.client() as plain:
        expected = plain.post(PREDICT, content=IMAGE).json()["results"][0]["name"]
    assert result.as_numpy("label")[0][0].decode() == expected
    with pytest.raises(triton.InferenceServerException, match="no endpoint 'absent'"):
        client.infer("absent", [tensor], headers=headers)
    client.close()


@pytest.mark.parametrize(
    ("secret", "status"), [(None, 401), ("ek_wrong", 401), (UPSTREAM_KEY, 401), (API_KEY, 200)]
)
def test_who_is_unknown_is_refused_and_reaches_no_model_server(
    gateway: RunningGateway, servers: Servers, issuer: Issuer, secret: str | None, status: int
) -> None:
    _use(gateway, _route(servers, issuer))
    with gateway.client(secret) as client:
        assert client.post(PREDICT, content=IMAGE).status_code == status


def test_a_key_that_is_revoked_is_refused_with_the_next_call(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    _use(gateway, _route(servers, issuer))
    with gateway.client() as client:
        assert client.post(PREDICT, content=IMAGE).status_code == 200
        _use(gateway, _route(servers, issuer, api_keys=()))
        assert client.post(PREDICT, content=IMAGE).status_code == 401


def test_shares_are_kept_and_a_caller_stays_with_its_revision(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    def weighted(new: float) -> Any:
        one = revision(1, servers[0].address, weight=100 - new)
        two = revision(2, servers[1].address, weight=new)
        return _route(servers, issuer, revisions=(one, two), sticky="header")

    def answered_by(client: httpx.Client, session: int) -> str:
        headers = {"easel-session": f"s{session}"}
        return client.post(PREDICT, content=IMAGE, headers=headers).headers["easel-revision"]

    with gateway.client() as client:
        _use(gateway, weighted(30))
        before = [answered_by(client, session) for session in range(150)]
        assert [answered_by(client, session) for session in range(20)] == before[:20]
        # Of 150 sessions 45 are expected; five deviations of the binomial are 28.
        assert 17 <= Counter(before)["2"] <= 73
        _use(gateway, weighted(60))
        after = [answered_by(client, session) for session in range(150)]
        moved = {pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]}
        assert moved == {("1", "2")}


def test_a_version_or_revision_that_is_named_answers_and_one_that_is_not_there_does_not(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    one = revision(1, servers[0].address, weight=100)
    two = revision(2, servers[1].address)
    limits = CallerLimits(caller="key-2", revisions=(1,))
    keys = (key_of(API_KEY, "key-1"), key_of(OTHER_KEY, "key-2"))
    _use(gateway, _route(servers, issuer, revisions=(one, two), callers=(limits,), api_keys=keys))
    with gateway.client() as client, gateway.client(OTHER_KEY) as other:
        assert client.post(f"{PREDICT}?version=2", content=IMAGE).json()["version"] == "2"
        named = {"easel-revision": "2"}
        assert client.post(PREDICT, content=IMAGE, headers=named).json()["version"] == "2"
        assert client.get(f"/v2/models/{SUFFIX}/versions/2/ready").status_code == 200
        missing = client.post(f"{PREDICT}?version=9", content=IMAGE)
        assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
        refused = other.post(PREDICT, content=IMAGE, headers=named)
        assert (refused.status_code, refused.json()["code"]) == (403, "revision_not_allowed")
        assert other.post(PREDICT, content=IMAGE).status_code == 200


def test_limits_hold_and_say_when_to_come_back(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    slow = CallerLimits(caller="key-1", requests_per_second=0.5, burst=3)
    few = CallerLimits(caller="key-2", daily_quota=4)
    keys = (key_of(API_KEY, "key-1"), key_of(OTHER_KEY, "key-2"))
    fields: dict[str, Any] = {"callers": (slow, few), "api_keys": keys, "deployment_id": "limits"}
    _use(gateway, _route(servers, issuer, **fields))
    with gateway.client() as client, gateway.client(OTHER_KEY) as other:
        answers = [client.post(PREDICT, content=IMAGE) for _ in range(5)]
        assert [one.status_code for one in answers] == [200, 200, 200, 429, 429]
        assert answers[3].json()["code"] == "rate_limited"
        assert 1 <= int(answers[3].headers["retry-after"]) <= 2
        # What is refused before it is counted, or fails on its way, uses up nothing.
        assert other.post(f"{PREDICT}?version=9", content=IMAGE).status_code == 404
        left = [other.post(PREDICT, content=IMAGE) for _ in range(5)]
        assert [one.status_code for one in left] == [200, 200, 200, 200, 429]
        assert [one.headers["ratelimit-remaining"] for one in left] == ["3", "2", "1", "0", "0"]
        assert left[4].json()["code"] == "daily_quota_used"
        midnight = datetime.now(UTC).replace(hour=0, minute=0, second=0) + timedelta(days=1)
        seconds = (midnight - datetime.now(UTC)).total_seconds()
        assert abs(int(left[4].headers["retry-after"]) - seconds) < 30
        easydl = other.post(f"/rpc/2.0/ai_custom/v1/classification/{SUFFIX}", json={})
        assert (easydl.status_code, easydl.json()["error_code"]) == (200, 17)


def test_a_limit_of_the_endpoint_is_that_of_all_callers_together(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    keys = (key_of(API_KEY, "key-1"), key_of(OTHER_KEY, "key-2"))
    limits = LimitsSpec(total_quota=3)
    fields: dict[str, Any] = {"limits": limits, "api_keys": keys, "deployment_id": "together"}
    _use(gateway, _route(servers, issuer, **fields))
    with gateway.client() as client, gateway.client(OTHER_KEY) as other:
        callers = (client, other, client, other)
        statuses = [one.post(PREDICT, content=IMAGE).status_code for one in callers]
        assert statuses == [200, 200, 200, 429]


def test_a_caller_calls_from_its_networks_alone_and_a_trusted_proxy_says_where_that_is(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    elsewhere = CallerLimits(caller="key-1", networks=("10.1.0.0/16",))
    forwarded = {"x-forwarded-for": "192.0.2.7, 10.1.2.3"}
    with gateway.client() as client:
        _use(gateway, _route(servers, issuer, callers=(elsewhere,)))
        refused = client.post(PREDICT, content=IMAGE, headers=forwarded)
        assert (refused.status_code, refused.json()["code"]) == (403, "network_not_allowed")
        _use(gateway, _route(servers, issuer, callers=(elsewhere,)), trusted_proxies=("127.0.0.1",))
        assert client.post(PREDICT, content=IMAGE, headers=forwarded).status_code == 200
        # Only the last hop was seen by a proxy of ours; what stands before it anybody can write.
        forged = {"x-forwarded-for": "10.1.2.3, 192.0.2.7"}
        assert client.post(PREDICT, content=IMAGE, headers=forged).status_code == 403
        assert client.get("/metrics", headers=forged).status_code == 404
        _use(gateway, _route(servers, issuer))
        assert "easel_requests_total" in client.get("/metrics").text
        assert client.get("/metrics", headers=forged).status_code == 404


def test_a_shadow_is_asked_and_compared_and_never_answers(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    one = revision(1, servers[0].address, weight=100)
    shadow = revision(2, servers[1].address, is_shadow=True)
    _use(gateway, _route(servers, issuer, revisions=(one, shadow)))
    before = len(gateway.shadows())
    with gateway.client() as client:
        versions = {client.post(PREDICT, content=IMAGE).json()["version"] for _ in range(6)}
    assert versions == {"1"}
    deadline = time.monotonic() + 10
    while len(gateway.shadows()) < before + 6 and time.monotonic() < deadline:
        time.sleep(0.05)
    noted = [ShadowRecord.model_validate(line) for line in gateway.shadows()[before:]]
    assert len(noted) == 6
    assert {(line.shadow_revision, line.status, line.agreement) for line in noted} == {(2, 200, 1)}


def test_calls_are_kept_when_their_callers_ask_or_chance_does_and_within_bytes(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    sampling = SamplingSpec(input_kind="image", max_waiting_bytes=3 * len(IMAGE))
    _use(gateway, _route(servers, issuer, sampling=sampling))
    folder = gateway.folder / "samples"
    with gateway.client() as client:
        client.post(PREDICT, content=IMAGE)
        wanted = {"easel-feedback": "true"}
        answer = client.post(PREDICT, content=IMAGE, headers=wanted).json()
        kept = _kept(gateway, answer["log_id"])
        path = folder / f"{answer['log_id']}.json"
        assert (kept.reason, kept.caller, kept.revision) == ("requested", "key-1", 1)
        assert list(kept.results) == answer["results"]
        assert (kept.values, kept.files) == ({}, ("image",))
        assert path.with_suffix(".image").read_bytes() == IMAGE
        assert len(list(folder.glob("*.json"))) == 1
        for _ in range(6):
            client.post(PREDICT, content=IMAGE, headers=wanted)
        time.sleep(0.3)
        total = sum(one.stat().st_size for one in folder.glob("*.image"))
        assert 0 < total <= sampling.max_waiting_bytes


def test_a_call_on_which_a_shadow_disagrees_is_kept_with_both_answers(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    one = revision(1, servers[0].address, weight=100)
    shadow = revision(2, servers[1].address, is_shadow=True)
    sampling = SamplingSpec(input_kind="image", share=1, on_disagreement=True)
    _use(gateway, _route(servers, issuer, revisions=(one, shadow), sampling=sampling))
    with gateway.client() as client:
        answer = client.post(PREDICT, content=IMAGE).json()
    kept = _kept(gateway, answer["log_id"])
    assert kept.reason == "random"
    assert [(one.revision, one.agreement) for one in kept.shadows] == [(2, 1)]
    assert list(kept.shadows[0].results) == answer["results"]


def test_a_true_answer_is_taken_in_where_calls_are_kept_and_nowhere_else(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    path = f"/endpoints/{SUFFIX}/feedback"
    truth = {"log_id": 17, "labels": ["red"]}
    _use(gateway, _route(servers, issuer))
    with gateway.client() as client:
        assert client.post(path, json=truth).status_code == 503
    _use(gateway, _route(servers, issuer, sampling=SamplingSpec(input_kind="image")))
    with gateway.client(secret=None) as client:
        assert client.post(path, json=truth).status_code == 401
    with gateway.client() as client:
        assert client.get(path).status_code == 405
        for wrong in (
            {"log_id": 17},
            {"log_id": 17, "labels": ["red"], "value": 1},
            {"log_id": -1, "value": 1},
            {"log_id": 17, "value": "much"},
            {"log_id": 17, "labels": ["red"], "colour": 1},
        ):
            refused = client.post(path, json=wrong)
            assert (refused.status_code, refused.json()["code"]) == (422, "field_invalid"), wrong
        assert client.post(path, content=b"{" + b" " * 70_000).status_code == 413
        taken = client.post(path, json=truth)
    assert (taken.status_code, taken.json()) == (202, {"log_id": 17})
    deadline = time.monotonic() + 10
    while not (lines := gateway.feedback()) and time.monotonic() < deadline:
        time.sleep(0.02)
    answer = TrueAnswer.model_validate(lines[-1])
    assert (answer.log_id, answer.labels, answer.caller) == (17, ("red",), "key-1")


def test_a_revision_that_sleeps_is_asked_for_and_answers_the_call_that_woke_it(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    _use(gateway, _route(servers, issuer, revisions=(revision(1, weight=100),), generation=7))
    with gateway.client() as client, ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(client.post, PREDICT, content=IMAGE)
        gateway.wait_until("The wish", lambda status: status["wanted"] == [["d1", 1]])
        awake = revision(1, servers[0].address, weight=100)
        _use(gateway, _route(servers, issuer, revisions=(awake,), generation=7))
        assert waiting.result(20).status_code == 200
    gateway.wait_until("The end of the wish", lambda status: status["wanted"] == [])
    assert gateway.status()["last_called"]["d1"]["1"] > time.time() - 60


def test_whoever_has_no_key_wakes_nothing_and_keeps_nothing_awake(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    awake = revision(3, servers[0].address, weight=100)
    asleep = revision(3, weight=100)
    with gateway.client(None) as nobody, gateway.client() as caller:
        _use(gateway, _route(servers, issuer, revisions=(awake,)))
        assert nobody.get(f"/endpoints/{SUFFIX}/v2/health/ready").status_code == 200
        assert nobody.post(PREDICT, content=IMAGE).status_code == 401
        _use(gateway, _route(servers, issuer, revisions=(asleep,)))
        for path in ("v2/health/ready", "openapi.json"):
            assert nobody.get(f"/endpoints/{SUFFIX}/{path}").status_code == 503
        assert nobody.post(PREDICT, content=IMAGE).status_code == 401
        # What is reported with a later call would be reported of theirs, too.
        other = revision(4, servers[0].address, weight=100)
        idle = asleep.model_copy(update={"weight": 0})
        _use(gateway, _route(servers, issuer, revisions=(idle, other)))
        assert caller.post(PREDICT, content=IMAGE).status_code == 200
    gateway.wait_until("The call", lambda status: "4" in status["last_called"].get("d1", {}))
    assert gateway.status()["wanted"] == []
    assert "3" not in gateway.status()["last_called"]["d1"]


@pytest.mark.parametrize(
    ("stopped", "status"),
    [
        ({"unavailable": "It is stopped."}, 503),
        ({"revisions": (revision(1, weight=100, unavailable="It failed."),)}, 503),
        ({"revisions": (revision(2, weight=100),)}, 503),
        ({"suffix": "another"}, 404),
    ],
)
def test_nobody_waits_for_what_will_not_start_any_more(
    gateway: RunningGateway,
    servers: Servers,
    issuer: Issuer,
    stopped: dict[str, Any],
    status: int,
) -> None:
    asleep = {"revisions": (revision(1, weight=100),)}
    _use(gateway, _route(servers, issuer, **asleep))
    gateway.wait_until("An end of earlier wishes", lambda status: status["wanted"] == [])
    with gateway.client() as client, ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(client.post, PREDICT, content=IMAGE)
        gateway.wait_until("The wish", lambda status: status["wanted"] == [["d1", 1]])
        _use(gateway, _route(servers, issuer, **{**asleep, **stopped}))
        assert waiting.result(20).status_code == status
        again = client.post(PREDICT, content=IMAGE, headers={"Easel-Revision": "1"})
        assert again.status_code in (404, 503)


def test_a_spec_that_is_wrong_changes_nothing_and_is_named(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    _use(gateway, _route(servers, issuer))
    path = gateway.work / "gateway.json"
    good = path.read_text()
    broken = json.loads(good)
    broken["routes"][0]["revisions"][0]["weight"] = 90
    with gateway.client() as client:
        assert client.post(PREDICT, content=IMAGE).status_code == 200
        path.write_text(json.dumps(broken))
        assert client.post(PREDICT, content=IMAGE).status_code == 200
        gateway.wait_until(
            "The error",
            lambda status: status["error"] and "add up to 90" in status["error"]["message"],
        )
        path.write_text(good)
        assert client.post(PREDICT, content=IMAGE).status_code == 200
        gateway.wait_until("The end of the error", lambda status: status["error"] is None)


def test_bodies_beyond_the_limit_and_calls_beyond_patience_are_refused(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    with gateway.client() as client:
        _use(gateway, _route(servers, issuer, max_body_bytes=len(IMAGE) - 1))
        refused = client.post(PREDICT, content=IMAGE)
        assert (refused.status_code, refused.json()["code"]) == (413, "body_too_large")
        gone = revision(1, "127.0.0.1:1", weight=100)
        _use(gateway, _route(servers, issuer, revisions=(gone,), timeout_ms=300))
        refused = client.post(PREDICT, content=IMAGE)
        assert (refused.status_code, refused.json()["code"]) == (503, "overloaded")
        assert refused.headers["retry-after"] == "1"


def test_tokens_of_another_organisation_do_not_open(
    gateway: RunningGateway, servers: Servers, issuer: Issuer
) -> None:
    _use(gateway, _route(servers, issuer))
    with gateway.client(issuer.token(aud=f"{AUDIENCE}/other")) as client:
        assert client.post(PREDICT, content=IMAGE).status_code == 401
    with gateway.client(issuer.token(deployments=["d2"])) as client:
        assert client.post(PREDICT, content=IMAGE).status_code == 403


def test_quotas_go_on_after_a_restart(servers: Servers, issuer: Issuer, tmp_path: Path) -> None:
    limited = _route(servers, issuer, limits=LimitsSpec(total_quota=3))
    for expected in ([200, 200], [200, 429]):
        with (
            gateway_running(gateway_spec(limited), tmp_path) as running,
            running.client() as client,
        ):
            statuses = [client.post(PREDICT, content=IMAGE).status_code for _ in range(2)]
            assert statuses == expected


def _kept(gateway: RunningGateway, log_id: int) -> SampledCall:
    """Return a call once it is kept."""
    path = gateway.folder / "samples" / f"{log_id}.json"
    deadline = time.monotonic() + 10
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    return SampledCall.model_validate_json(path.read_bytes())
