"""A call is accepted, answered while workers live and die, fetched, and told by a webhook."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.backend.receiver import Receiver, receiving
from tests.sdk.tiny_package import plain_image
from tests.workers.installation import Installation, wait_for

pytestmark = pytest.mark.timeout(300)

BLUE = plain_image((20, 20, 220))


@pytest.fixture(scope="module")
def endpoint(installation: Installation) -> Iterator[Any]:
    """An endpoint that runs, and a key to call it with."""
    run = installation.wait_for_run(installation.train(steps=2, seed=7)["id"], "succeeded")
    body = {"model_version_id": run["model_version_id"], "name": "Later", "suffix": "later"}
    path = f"deployments/{installation.post('deployments', body)['id']}"
    key = installation.post(f"{path}/keys", {"name": "shop"})["secret"]
    wait_for(lambda: installation.get(path)["state"] == "running", 90)
    yield installation.get(path) | {"path": path, "key": key}
    installation.client.delete(path)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver on this machine, which the installation may post to."""
    with receiving(is_allowed=False) as made:
        yield made


@pytest.fixture
def caller(endpoint: Any) -> Iterator[httpx.Client]:
    """Call the endpoint as an application does."""
    headers = {"Authorization": f"Bearer {endpoint['key']}"}
    with httpx.Client(base_url=endpoint["url"], headers=headers, trust_env=False) as client:
        yield client


def allow(installation: Installation, endpoint: Any, settings: Any) -> None:
    """Allow asynchronous predictions, and wait until the gateway goes by it."""
    answer = installation.client.patch(endpoint["path"], json={"async_predictions": settings})
    assert answer.is_success, answer.text
    wait_for(lambda: installation.get(endpoint["path"])["knows_callers"], 20)


def fetched(caller: httpx.Client, endpoint: Any, location: str) -> Any:
    """Return a prediction once it is finished."""
    address = endpoint["url"].removesuffix(f"/endpoints/{endpoint['suffix']}") + location

    def found() -> Any:
        try:
            document = caller.get(address).raise_for_status().json()
        except httpx.TransportError:
            # Nobody is at the address until a worker has started the gateway again.
            return None
        return document if document["status"] not in ("queued", "running") else None

    return wait_for(found, 60)


def test_nothing_is_accepted_until_the_owner_allows_it(caller: httpx.Client) -> None:
    refused = caller.post("/predictions", content=BLUE)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_enabled")


def test_a_result_is_fetched_and_posted_once_to_the_channel(
    installation: Installation, endpoint: Any, caller: httpx.Client, receiver: Receiver
) -> None:
    body = {
        "organisation_id": installation.ids["organisation"],
        "project_id": installation.ids["project"],
        "kind": "webhook",
        "name": "results",
        "address": receiver.url,
    }
    channel = installation.post("channels", body)
    allow(installation, endpoint, {"channel_ids": [channel["id"]]})
    live = caller.post("/predict", content=BLUE).raise_for_status().json()
    wanted = {"Easel-Webhook": "results"}
    accepted = caller.post("/predictions", content=BLUE, headers=wanted)
    assert accepted.status_code == 202, accepted.text
    done = fetched(caller, endpoint, accepted.headers["location"])
    assert done["status"] == "succeeded"
    assert done["response"]["body"]["results"] == live["results"]
    received = receiver.received.get(timeout=60)
    document = json.loads(received.body)
    assert document["type"] == "prediction.succeeded"
    assert document["data"]["id"] == done["id"]
    assert document["data"]["result"]["results"] == live["results"]
    with httpx.Client(headers=caller.headers, trust_env=False) as client:
        assert client.get(document["data"]["url"]).json()["id"] == done["id"]
    deliveries = f"channels/{channel['id']}/deliveries"
    wait_for(lambda: installation.get(deliveries)["results"][0]["state"] == "delivered", 20)
    assert len(installation.get(deliveries)["results"]) == 1
    assert receiver.num == 1


def test_calls_outlive_the_gateway(
    installation: Installation, endpoint: Any, caller: httpx.Client
) -> None:
    allow(installation, endpoint, {"max_concurrent": 1})
    locations = [
        caller.post("/predictions", content=BLUE).raise_for_status().headers["location"]
        for _ in range(8)
    ]
    address = json.loads((installation.folder / "gateway/address.json").read_text())
    os.kill(address["pid"], signal.SIGKILL)
    # The workers start another one at the same address.
    for location in locations:
        assert fetched(caller, endpoint, location)["status"] == "succeeded"
