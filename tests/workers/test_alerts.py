"""A model server stays down: the alert fires, the webhook arrives; it is back: it resolves."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import psutil
import pytest

from tests.backend.receiver import Receiver, receiving
from tests.documents.pages import blocks
from tests.workers.installation import ROOT, Installation, wait_for

pytestmark = pytest.mark.timeout(300)

PAGE = ROOT / "docs" / "how-to" / "get-alerts.md"
LET_A_MINUTE_PASS = """
import django
django.setup()
from datetime import timedelta
from django.utils import timezone
from backend.alerts.models import Evaluation
Evaluation.objects.update(at=timezone.now() - timedelta(seconds=60))
"""


@pytest.fixture(scope="module")
def endpoint(installation: Installation) -> Iterator[Any]:
    """An endpoint that runs."""
    run = installation.wait_for_run(installation.train(steps=2, seed=5)["id"], "succeeded")
    body = {"model_version_id": run["model_version_id"], "name": "Watched", "suffix": "watched"}
    path = f"deployments/{installation.post('deployments', body)['id']}"
    wait_for(lambda: installation.get(path)["state"] == "running", 90)
    yield installation.get(path) | {"path": path}
    installation.client.delete(path)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver on this machine, which the installation may post to."""
    with receiving(is_allowed=False) as made:
        yield made


def processes_with(installation: Installation, word: str) -> list[psutil.Process]:
    """Return the processes of the installation's endpoints whose command holds a word."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        command = " ".join(process.info["cmdline"] or ())
        if word in command and str(installation.folder / "revisions") in command:
            found.append(process)
    return found


def keep_down(installation: Installation, enough: threading.Event) -> None:
    """Kill each model server as soon as it is there, as a machine without memory does."""
    while not enough.is_set():
        for process in processes_with(installation, "serve"):
            try:
                process.kill()
            except psutil.NoSuchProcess:
                continue
        enough.wait(0.2)


def is_genuine(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """Verify a delivery by what the page tells people to type."""
    [code] = [text for language, text, _ in blocks(PAGE) if language == "python"]
    names: dict[str, Any] = {}
    exec(code, names)
    return bool(names["is_genuine"](secret, headers, body))


def events(installation: Installation, endpoint: Any) -> list[Any]:
    """Return the alerts of the endpoint that it is down."""
    query = f"organisation={installation.ids['organisation']}&deployment={endpoint['id']}"
    found = installation.get(f"alerts?{query}")["results"]
    return [one for one in found if one["condition"] == "down"]


def test_a_server_that_stays_down_fires_and_one_that_comes_back_resolves(
    installation: Installation, endpoint: Any, receiver: Receiver
) -> None:
    channel = installation.post(
        "channels",
        {
            "organisation_id": installation.ids["organisation"], "kind": "webhook",
            "name": "Duty", "address": receiver.url,
        },
    )  # fmt: skip
    tested = installation.post(f"channels/{channel['id']}/test")
    assert tested == {"is_accepted": True, "status": 204, "text": ""}
    assert json.loads(receiver.received.get(timeout=10).body)["type"] == "channel.test"
    rule = f"{endpoint['path']}/alert-rules/down"
    assert installation.client.put(rule, json={"hold_minutes": 1}).is_success

    enough = threading.Event()
    killer = threading.Thread(target=keep_down, args=(installation, enough))
    killer.start()
    try:
        wait_for(lambda: installation.get(endpoint["path"])["state"] != "running", 60)
        installation.run("-c", LET_A_MINUTE_PASS)
        received = receiver.received.get(timeout=60)
    finally:
        enough.set()
        killer.join()
    headers = dict(received.headers)
    assert is_genuine(channel["secret"], headers, received.body)
    assert not is_genuine(channel["secret"], headers, received.body + b" ")
    assert not is_genuine(channel["secret"], headers | {"webhook-timestamp": "1"}, received.body)
    document = json.loads(received.body)
    assert document["type"] == "alert.firing"
    assert document["data"]["deployment_id"] == endpoint["id"]
    [alert] = events(installation, endpoint)
    assert alert["state"] == "firing"

    installation.client.post(f"{endpoint['path']}/start")
    wait_for(lambda: installation.get(endpoint["path"])["state"] == "running", 120)
    resolved = None
    while resolved is None:
        installation.run("-c", LET_A_MINUTE_PASS)
        document = json.loads(receiver.received.get(timeout=60).body)
        if document["data"]["condition"] == "down":
            resolved = document
    assert resolved["type"] == "alert.resolved"
    [alert] = events(installation, endpoint)
    assert [one["state"] for one in alert["events"]] == ["firing", "resolved"]

    # What has arrived is noted as delivered only when its receiver has answered.
    def delivered() -> bool:
        rows = installation.get(f"channels/{channel['id']}/deliveries")["results"]
        of_alert = [one for one in rows if one["event"].startswith("alert.")]
        return {one["state"] for one in of_alert} == {"delivered"}

    wait_for(delivered, 30)
    installation.client.delete(f"channels/{channel['id']}")


def test_replicas_that_end_again_and_again_are_an_alert(
    installation: Installation, endpoint: Any
) -> None:
    killed: set[int] = set()
    while len(killed) < 3:
        for process in processes_with(installation, "engine.serving.replica.process"):
            if process.pid not in killed:
                process.kill()
                killed.add(process.pid)
    query = f"organisation={installation.ids['organisation']}&deployment={endpoint['id']}"

    def is_firing() -> bool:
        installation.run("-c", LET_A_MINUTE_PASS)
        found = installation.get(f"alerts?{query}&state=firing")["results"]
        return any(one["condition"] == "restarting" for one in found)

    wait_for(is_firing, 60)


def test_an_address_of_this_network_is_refused_unless_it_is_allowed(
    installation: Installation,
) -> None:
    channel = {
        "organisation_id": installation.ids["organisation"], "kind": "webhook", "name": "In",
        "address": "http://169.254.169.254/latest/meta-data/",
    }  # fmt: skip
    refused = installation.client.post("channels", json=channel)
    assert (refused.status_code, refused.json()["code"]) == (422, "channel_address_invalid")
    assert "private network" in refused.json()["detail"]
