"""Owners allow asynchronous predictions, the gateway goes by it, and callers are told once."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.audit.models import AuditEntry
from backend.deployments.models import Deployment, Gateway
from backend.deployments.services import gateways, prediction_notices
from backend.deployments.services.async_predictions import note_predictions
from backend.deployments.services.prediction_notices import collect_notices
from backend.deployments.services.serving import call_folders
from backend.webhooks.models import Channel, Delivery
from engine.specs.asynchronous import AsyncSpec, PredictionNotice
from tests.backend.conftest import World, make_world, ok
from tests.backend.receiver import Receiver, receiving
from tests.backend.webhooks.sending import channel_to, send
from workers.predictions import NoticeCollector

pytestmark = pytest.mark.django_db

ADDRESS = "http://gateway.example:8080"
NUL = "\x00"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver that takes everything."""
    with receiving() as made:
        yield made


@pytest.fixture
def channel(world: World, receiver: Receiver) -> tuple[Channel, str]:
    """A webhook of the organisation, and its secret."""
    return channel_to(world, receiver.url)


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be read as soon as they are renamed."""
    monkeypatch.setattr(prediction_notices, "SETTLED_SECONDS", -1.0)
    Gateway.objects.create(state="running", public_address=ADDRESS)


def allow(api: APIClient, deployment: Deployment, status: int = 200, **settings: Any) -> Any:
    """Allow asynchronous predictions."""
    body = {"async_predictions": settings}
    return ok(api.patch(f"/api/v1/deployments/{deployment.id}", body, format="json"), status)


def spec_of(deployment: Deployment) -> AsyncSpec | None:
    """Return what the gateway goes by."""
    routes = gateways.routing_table().spec.routes
    return next(one for one in routes if one.deployment_id == str(deployment.id)).asynchronous


def tell(folder: Path, channel_id: uuid.UUID, **changes: Any) -> str:
    """Write a notice as the gateway does."""
    now = datetime.now(UTC)
    prediction_id = str(uuid.uuid4())
    fields: dict[str, Any] = {
        "id": prediction_id,
        "channel": str(channel_id),
        "status": "succeeded",
        "created_at": now,
        "finished_at": now,
        "path": f"/endpoints/cells/predictions/{prediction_id}",
        "result": {"results": [{"name": f"cat{NUL}", "score": 0.9}]},
        **changes,
    }
    folder.mkdir(exist_ok=True)
    with (folder / f"async-{os.getpid()}.jsonl").open("a") as stream:
        stream.write(PredictionNotice(**fields).model_dump_json() + "\n")
    return str(fields["id"])


def take(deployment: Deployment, folder: Path) -> int:
    """Take over what the gateway wrote: it is renamed at one look and read at the next."""
    return sum(collect_notices(deployment_id=deployment.id, folder=folder) for _ in range(2))


def test_the_gateway_goes_by_what_the_owner_allows(
    world: World, api: APIClient, deployment: Deployment, channel: tuple[Channel, str]
) -> None:
    assert spec_of(deployment) is None
    webhook = channel[0]
    shown = allow(api, deployment, max_concurrent=4, channel_ids=[str(webhook.id)] * 2)
    assert shown["async_predictions"] == {
        "max_concurrent": 4,
        "time_limit_minutes": 60,
        "keep_hours": 24,
        "channel_ids": [str(webhook.id)],
    }
    spec = spec_of(deployment)
    assert spec is not None
    assert (spec.max_concurrent, spec.time_limit_seconds, spec.keep_hours) == (4, 3600, 24)
    assert [(one.id, one.name) for one in spec.webhooks] == [(str(webhook.id), "c")]
    entry = AuditEntry.objects.get(action="deployment.async_predictions_changed")
    assert entry.details["max_concurrent"] == "4"
    # A channel that is deleted is told of nothing any more.
    webhook.delete()
    spec = spec_of(deployment)
    assert spec is not None
    assert spec.webhooks == ()
    ok(
        api.patch(
            f"/api/v1/deployments/{deployment.id}", {"async_predictions": None}, format="json"
        )
    )
    assert spec_of(deployment) is None


@pytest.mark.parametrize(
    "settings",
    [
        {"max_concurrent": 0},
        {"max_concurrent": 33},
        {"keep_hours": 169},
        {"time_limit_minutes": 0},
        {"channel_ids": ["x"]},
        {"unknown": 1},
    ],
)
def test_settings_out_of_range_are_refused(
    api: APIClient, deployment: Deployment, settings: dict[str, Any]
) -> None:
    allow(api, deployment, status=422, **settings)
    deployment.refresh_from_db()
    assert deployment.async_predictions is None


def test_settings_are_written_back_after_a_channel_was_deleted(
    world: World, api: APIClient, deployment: Deployment, receiver: Receiver
) -> None:
    kept, gone = (channel_to(world, receiver.url)[0] for _ in range(2))
    Channel.objects.filter(id=gone.id).update(name="another")
    ids = [str(kept.id), str(gone.id)]
    allow(api, deployment, channel_ids=ids)
    gone.delete()

    allow(api, deployment, channel_ids=ids)

    deployment.refresh_from_db()
    assert deployment.async_predictions is not None
    assert deployment.async_predictions["channel_ids"] == [str(kept.id)]


def test_two_channels_of_one_name_are_not_both_allowed(
    world: World, api: APIClient, deployment: Deployment, receiver: Receiver
) -> None:
    alike = [str(channel_to(world, receiver.url)[0].id) for _ in range(2)]

    refused = allow(api, deployment, status=422, channel_ids=alike)

    assert (refused["code"], refused["params"]) == ("webhook_names_alike", {"name": "c"})


def test_channels_that_are_no_webhook_of_the_project_are_refused(
    world: World, api: APIClient, deployment: Deployment, receiver: Receiver
) -> None:
    chat, _ = channel_to(world, receiver.url, kind="slack")
    foreign, _ = channel_to(make_world("theirs"), receiver.url)
    for one in (chat.id, foreign.id, uuid.uuid4()):
        refused = allow(api, deployment, status=422, channel_ids=[str(one)])
        assert refused["code"] == "webhook_not_offered"


def test_who_only_looks_on_allows_nothing(
    world: World, client_of: Callable[[User], APIClient], deployment: Deployment
) -> None:
    viewer = client_of(world.member(Role.VIEWER))
    refused = allow(viewer, deployment, status=403, max_concurrent=1)
    assert refused["code"] == "role_too_low"


def test_a_caller_is_told_once_signed_with_the_result(
    api: APIClient,
    deployment: Deployment,
    channel: tuple[Channel, str],
    receiver: Receiver,
    tmp_path: Path,
) -> None:
    webhook, secret = channel
    allow(api, deployment, channel_ids=[str(webhook.id)])
    folder = tmp_path / "gateway"
    prediction_id = tell(folder, webhook.id)
    # A process that was killed between writing and deleting writes it again.
    tell(folder, webhook.id, id=prediction_id)
    assert take(deployment, folder) == 1
    tell(folder, webhook.id, id=prediction_id)
    assert take(deployment, folder) == 0
    assert list(folder.iterdir()) == []
    assert send(webhook) == 1
    received = receiver.received.get(timeout=10)
    headers = received.headers
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + received.body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    document = json.loads(received.body)
    assert document["type"] == "prediction.succeeded"
    data = document["data"]
    assert (data["id"], data["status"]) == (prediction_id, "succeeded")
    assert data["endpoint"] == deployment.suffix
    assert data["result"]["results"][0]["name"] == "cat\ufffd"
    assert data["url"] == f"{ADDRESS}/endpoints/cells/predictions/{prediction_id}"
    assert receiver.num == 1
    # It stands among the deliveries of the channel, without the result.
    row = Delivery.objects.get()
    assert (row.state, row.notice["event"]) == ("delivered", "prediction.succeeded")
    assert "cat" not in json.dumps(row.notice)


def test_nothing_goes_to_a_channel_that_was_withdrawn_and_bad_lines_keep_nothing_up(
    api: APIClient, deployment: Deployment, channel: tuple[Channel, str], tmp_path: Path
) -> None:
    webhook, _ = channel
    folder = tmp_path / "gateway"
    tell(folder, webhook.id)
    (folder / "async-1.jsonl").write_bytes(b'{"half": \n\xff\n')
    assert take(deployment, folder) == 0
    allow(api, deployment, channel_ids=[])
    tell(folder, webhook.id)
    assert take(deployment, folder) == 0
    allow(api, deployment, channel_ids=[str(webhook.id)])
    (folder / "async-1.jsonl").write_bytes(b'{"half": \n\xff\n')
    tell(folder, webhook.id, channel="no id")
    tell(folder, webhook.id, status="failed", result=None, error={"code": "timed_out"})
    assert take(deployment, folder) == 1
    assert Delivery.objects.get().notice["data"]["error"] == {"code": "timed_out"}


def test_a_file_that_may_still_be_written_is_read_later(
    api: APIClient,
    deployment: Deployment,
    channel: tuple[Channel, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(prediction_notices, "SETTLED_SECONDS", 60.0)
    allow(api, deployment, channel_ids=[str(channel[0].id)])
    folder = tmp_path / "gateway"
    tell(folder, channel[0].id)
    with next(folder.glob("async-*")).open("a") as late:
        assert take(deployment, folder) == 0
        line = next(folder.glob("*.taken")).read_text()
        late.write(line.replace(json.loads(line)["id"], str(uuid.uuid4())))
    monkeypatch.setattr(prediction_notices, "SETTLED_SECONDS", -1.0)
    assert take(deployment, folder) == 2


def test_counts_are_those_that_the_gateway_says_last(
    api: APIClient, deployment: Deployment
) -> None:
    note_predictions({str(deployment.id): {"queued": 7, "running": 2}})
    shown = ok(api.get(f"/api/v1/deployments/{deployment.id}"))
    assert (shown["num_queued"], shown["num_running"]) == (7, 2)
    note_predictions({})
    shown = ok(api.get(f"/api/v1/deployments/{deployment.id}"))
    assert (shown["num_queued"], shown["num_running"]) == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_workers_take_over_what_the_gateway_wrote(
    api: APIClient, deployment: Deployment, channel: tuple[Channel, str]
) -> None:
    allow(api, deployment, channel_ids=[str(channel[0].id)])
    folder = call_folders(deployment.id)[0]
    folder.mkdir(parents=True)
    prediction_id = tell(folder, channel[0].id)
    collector = NoticeCollector()
    for _ in range(2):
        collector._next = 0.0
        collector.begin()
        assert collector._thread is not None
        collector._thread.join(20)
    assert Delivery.objects.get().key == f"prediction/{prediction_id}"
