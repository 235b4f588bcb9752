"""Calls by a link: answered by the endpoint itself, bounded, and counted."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier, BoundedSemaphore
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.utils import timezone
from rest_framework.test import APIClient

from backend.api.errors import Gone, Throttled
from backend.deployments.models import Deployment, Gateway
from backend.deployments.services.counting import count_calls
from backend.deployments.services.statistics import names_of_callers
from backend.share_links.models import ShareLink
from backend.share_links.services import predicting, quota
from engine.specs.serving import CallRecord
from tests.backend.api.test_bodies import MIB, chunks, request
from tests.backend.conftest import ok
from tests.backend.receiver import Received, receiving
from tests.backend.share_links.conftest import Publish, guest, page_of, share
from tests.engine.gateway.gateways import RunningGateway
from tests.sdk.tiny_package import plain_image

SECONDS = 10.0


def call(link: dict[str, Any], client: APIClient | None = None) -> Any:
    """Ask a model that takes a text."""
    return (client or guest()).post(page_of(link, "/predict"), {"text": "fine"}, format="json")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "parts", "best"),
    [
        ("image", {"image": SimpleUploadedFile("a.png", plain_image((200, 20, 20)))}, "red"),
        ("text", {"text": "fine"}, "good"),
        ("text_pair", {"text1": "fine", "text2": "awful"}, "different"),
    ],
)
def test_models_of_any_kind_of_input_answer_guests(
    api: APIClient, publish: Publish, kind: str, parts: dict[str, Any], best: str
) -> None:
    link = share(api, publish(kind))
    answered = ok(guest().post(page_of(link, "/predict"), parts, format="multipart"))
    assert answered.keys() == {"results", "latency_ms"}
    assert answered["results"][0]["name"] == best


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({}, "parts_unexpected"),
        ({"image": "x", "text": "fine"}, "invalid"),
        ({"text": "fine", "sample_id": "0" * 32}, "invalid"),
        ({"text1": "fine", "text2": "awful"}, "parts_unexpected"),
    ],
)
def test_what_the_model_does_not_take_is_refused_and_counts_nothing(
    api: APIClient, publish: Publish, parts: dict[str, str], code: str
) -> None:
    link = share(api, publish("text"))
    refused = ok(guest().post(page_of(link, "/predict"), parts, format="json"), 422)
    assert refused["code"] == code
    assert ShareLink.objects.get().num_calls == 0


@pytest.mark.django_db
def test_a_call_counts_as_one_of_the_link_in_the_log_of_the_endpoint(
    api: APIClient, publish: Publish, gateway: RunningGateway
) -> None:
    deployment = publish("text")
    link = share(api, deployment, title="Trade fair")
    ok(call(link))
    folder = gateway.work / "deployments" / str(deployment.id)
    until = time.monotonic() + SECONDS
    lines: list[dict[str, Any]] = []
    while not lines and time.monotonic() < until:
        time.sleep(0.05)
        lines = [
            json.loads(line)
            for file in folder.glob("calls-*.jsonl")
            for line in file.read_text().splitlines()
        ]
    [line] = lines
    assert (line["caller"], line["status"]) == (f"share:{link['id']}", 200)
    assert line["revision"] == 1
    record = CallRecord.model_validate(line)
    count_calls(deployment_id=deployment.id, file="1", begin=0, end=1, calls=[record])
    shown = ok(api.get(f"/api/v1/deployments/{deployment.id}/statistics"))["callers"]
    assert shown == [{"id": f"share:{link['id']}", "name": "Trade fair", "num_calls": 1}]
    assert names_of_callers(["share:no-id", "someone"]) == {}


@pytest.mark.django_db
def test_a_link_is_counted_and_ends_for_the_day(api: APIClient, publish: Publish) -> None:
    deployment = publish("text")
    link = share(api, deployment, daily_calls=2)
    for _ in range(2):
        ok(call(link))
    used_up = call(link)
    assert ok(used_up, 429)["code"] == "share_link_used_up"
    seconds = int(used_up.headers["Retry-After"])
    midnight = datetime.now(UTC).replace(hour=0, minute=0, second=0) + timedelta(days=1)
    assert abs(seconds - (midnight - datetime.now(UTC)).total_seconds()) < 60
    [listed] = ok(api.get(f"/api/v1/deployments/{deployment.id}/share-links"))["results"]
    assert (listed["num_calls_today"], listed["num_calls"]) == (2, 2)
    assert listed["last_used_at"] is not None
    ShareLink.objects.update(calls_on=timezone.now().date() - timedelta(days=1))
    ok(call(link))
    assert ShareLink.objects.get().calls_of_day == 1


@pytest.mark.django_db(transaction=True)
def test_two_processes_let_no_call_too_many_by(api: APIClient, publish: Publish) -> None:
    share(api, publish("text"), daily_calls=25)
    link = ShareLink.objects.get()
    together = Barrier(2)

    def take(_: int) -> int:
        together.wait()
        num = 0
        try:
            for _ in range(40):
                try:
                    quota.take_call(link)
                    num += 1
                except Throttled:
                    continue
        finally:
            connections.close_all()
        return num

    with ThreadPoolExecutor(2) as threads:
        taken = sum(threads.map(take, range(2)))
    link.refresh_from_db()
    assert (taken, link.calls_of_day, link.num_calls) == (25, 25, 25)


@pytest.mark.django_db
def test_a_clock_that_is_behind_begins_no_second_day(
    api: APIClient, publish: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    share(api, publish("text"), daily_calls=2)
    link, now = ShareLink.objects.get(), timezone.now()
    for days in (1, 0):
        monkeypatch.setattr("django.utils.timezone.now", lambda at=now + timedelta(days=days): at)
        quota.take_call(link)
    for days in (0, 1):
        monkeypatch.setattr("django.utils.timezone.now", lambda at=now + timedelta(days=days): at)
        with pytest.raises(Throttled):
            quota.take_call(link)


@pytest.mark.django_db
def test_a_link_that_is_revoked_while_its_page_is_open_is_refused_at_once(
    api: APIClient, publish: Publish
) -> None:
    deployment = publish("text")
    link = share(api, deployment)
    ok(call(link))
    row = ShareLink.objects.get()
    ok(api.delete(f"/api/v1/deployments/{deployment.id}/share-links/{link['id']}"), 204)
    assert ok(call(link), 410)["code"] == "share_link_revoked"
    # Also where it was read before it was revoked.
    with pytest.raises(Gone):
        quota.take_call(row)
    assert ShareLink.objects.get().num_calls == 1


@pytest.mark.django_db
def test_a_call_that_nobody_answers_is_given_back(api: APIClient, publish: Publish) -> None:
    link = share(api, publish("text"))
    Gateway.objects.update(address="http://127.0.0.1:9")
    assert ok(call(link), 503)["code"] == "endpoint_unavailable"
    row = ShareLink.objects.get()
    assert (row.num_calls, row.calls_of_day) == (0, 0)


@pytest.mark.django_db
def test_guests_of_a_model_that_does_not_answer_do_not_hold_up_all_of_a_process(
    api: APIClient, publish: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = share(api, publish("text"))
    monkeypatch.setattr(predicting, "_at_once", BoundedSemaphore(1))
    with predicting._turn():
        assert ok(call(link), 503)["code"] == "overloaded"
        assert ShareLink.objects.get().num_calls == 0
    address = Gateway.objects.get().address
    Gateway.objects.update(address="http://127.0.0.1:9")
    ok(call(link), 503)
    Gateway.objects.update(address=address)
    # The place is free again, also after a failure.
    for _ in range(2):
        ok(call(link))


@pytest.mark.django_db
def test_a_limit_of_the_endpoint_is_told_as_one(api: APIClient, publish: Publish) -> None:
    link = share(api, publish("text", limits={"daily_quota": 1}))
    ok(call(link))
    refused = call(link)
    assert ok(refused, 429)["code"] == "daily_quota_used"
    assert int(refused.headers["Retry-After"]) > 0
    assert ShareLink.objects.get().num_calls == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("status", "body", "told"),
    [
        (
            401,
            {"code": "token_invalid", "detail": "x.", "params": {}},
            (503, "endpoint_unavailable"),
        ),
        (403, {"code": "not_allowed", "detail": "x.", "params": {}}, (503, "endpoint_unavailable")),
        (413, {"code": "body_too_large", "detail": "x.", "params": {}}, (413, "request_too_large")),
        (502, "a page of a proxy", (503, "endpoint_unavailable")),
    ],
)
def test_nothing_that_an_endpoint_says_makes_a_guest_sign_in(
    api: APIClient, publish: Publish, status: int, body: object, told: tuple[int, str]
) -> None:
    link = share(api, publish("text"))

    def respond(received: Received) -> tuple[int, dict[str, str], bytes]:
        return status, {}, json.dumps(body).encode()

    with receiving(respond) as receiver:
        Gateway.objects.update(address=f"http://{receiver.host}")
        response = call(link)
        assert (response.status_code, response.json()["code"]) == told
        sent = receiver.received.get(timeout=SECONDS)
    assert sent.path == f"/endpoints/{Deployment.objects.get().suffix}/predict"
    assert "cookie" not in sent.headers


@pytest.mark.django_db(transaction=True)
def test_a_body_is_refused_before_it_is_read(api: APIClient, publish: Publish) -> None:
    deployment = publish("image")
    link = share(api, deployment, password="let me in", daily_calls=1)
    path = page_of(link, "/predict")
    opened = ok(guest().post(page_of(link, "/unlock"), {"password": "let me in"}))
    headers = {"easel-share-pass": opened["share_pass"]}

    def declared(num_bytes: int, at: str = path, **given: str) -> tuple[int, str, int]:
        sent = request(at, chunks(1), headers={"content-length": str(num_bytes), **given})
        return sent.status, sent.code, sent.num_bytes

    # Within the bounds it is read, by whoever has a pass.
    sent = request(path, chunks(16), headers={"content-length": str(16 * MIB), **headers})
    assert (sent.status, sent.num_bytes) == (200, 16 * MIB)
    assert declared(17 * MIB, **headers) == (413, "request_too_large", 0)
    chunked = request(path, chunks(40), headers=headers)
    assert (chunked.status, chunked.num_bytes) == (413, 16 * MIB)
    # Nobody else's is, and they learn what the view would say.
    assert declared(MIB) == (422, "share_pass_needed", 0)
    assert declared(MIB, at=path.replace("/predict", "x/predict")) == (
        404, "share_link_not_found", 0,
    )  # fmt: skip
    cookie = {"cookie": f"sessionid={api.cookies['sessionid'].value}"}
    assert declared(MIB, **cookie) == (422, "share_pass_needed", 0)
    ShareLink.objects.update(calls_on=timezone.now().date(), calls_of_day=1)
    assert declared(MIB, **headers) == (429, "share_link_used_up", 0)
    ShareLink.objects.update(revoked_at=timezone.now())
    assert declared(MIB, **headers) == (410, "share_link_revoked", 0)
