"""The bodies of many requests together take no more memory than is meant for them."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import httpx
import pytest

from engine.serving.bodies import Bodies
from tests.engine.serving.deployments import Deployment, Issuer, deployed, token_spec
from tests.sdk.tiny_package import plain_image

pytestmark = pytest.mark.timeout(120)

IMAGE = plain_image((20, 220, 20))
TOTAL = 200_000


def test_one_body_may_take_everything_and_two_share() -> None:
    bodies = Bodies(10)
    assert bodies.take(8, own=0)
    assert bodies.take(8, own=8), "alone"
    assert not bodies.take(1, own=0)
    bodies.give_back(16)
    assert bodies.take(6, own=0)
    assert bodies.take(4, own=0)
    assert not bodies.take(1, own=4)


def _begun(deployment: Deployment, num_bytes: int) -> socket.socket:
    """Return a connection that sent a part of a body and waits."""
    with deployment.client() as client:
        url, headers = client.base_url, client.headers
    connection = socket.create_connection((url.host, url.port), timeout=10)
    head = (
        f"POST /predict HTTP/1.1\r\nHost: {url.host}\r\nContent-Type: image/png\r\n"
        f"Authorization: {headers['authorization']}\r\nContent-Length: {2 * TOTAL}\r\n\r\n"
    )
    connection.sendall(head.encode() + bytes(num_bytes))
    return connection


def _asked_until(status: int, client: httpx.Client, content: bytes) -> httpx.Response:
    """Ask, each time by a connection of its own, until the answer has some status."""
    until = time.monotonic() + 20
    while True:
        response = httpx.post(
            client.base_url.join("/predict"), headers=client.headers, content=content
        )
        if response.status_code == status:
            return response
        assert time.monotonic() < until, response.text
        time.sleep(0.02)


@pytest.mark.parametrize("replicas", [1, 2])
def test_bodies_beyond_what_all_may_take_are_told_to_come_back(
    package: Path, issuer: Issuer, tmp_path: Path, replicas: int
) -> None:
    spec = token_spec(package, issuer, replicas=replicas, max_bodies_bytes=TOTAL)
    with deployed(spec, tmp_path / "work") as deployment, deployment.client() as client:
        assert client.post("/predict", content=IMAGE).status_code == 200
        slow = _begun(deployment, TOTAL - 1000)
        # What was sent of the slow body arrives in its own time.
        refused = _asked_until(503, client, bytes(5000))
        assert refused.json()["code"] == "overloaded"
        assert refused.headers["retry-after"] == "1"
        small = client.post("/predict", content=IMAGE)
        assert small.status_code == 200, "there is room for small ones"
        slow.close()
        _asked_until(200, client, IMAGE + bytes(5000))
