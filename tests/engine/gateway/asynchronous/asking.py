"""How tests ask for asynchronous predictions, and wait for them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import httpx

from tests.engine.gateway.gateways import SUFFIX, RunningGateway

PREDICTIONS = f"/endpoints/{SUFFIX}/predictions"
WAIT_SECONDS = 60.0


def accepted(client: httpx.Client, content: bytes = b"input", **headers: str) -> str:
    """Have a call accepted and return its id."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = client.post(PREDICTIONS, content=content, headers=given)
    assert answer.status_code == 202, answer.text
    document = answer.json()
    assert document["status"] == "queued"
    assert answer.headers["location"] == f"{PREDICTIONS}/{document['id']}"
    return str(document["id"])


def seen(client: httpx.Client, prediction_id: str) -> dict[str, Any]:
    """Return how a prediction is."""
    answer = client.get(f"{PREDICTIONS}/{prediction_id}")
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.json()
    is_done = document["status"] in ("succeeded", "failed", "canceled")
    assert ("retry-after" in answer.headers) is not is_done
    return document


def finished(client: httpx.Client, prediction_id: str) -> dict[str, Any]:
    """Return what became of a prediction, once that is known."""
    return until(client, prediction_id, ("succeeded", "failed", "canceled"))


def until(client: httpx.Client, prediction_id: str, states: Iterable[str]) -> dict[str, Any]:
    """Return a prediction once it is in one of these states."""
    deadline = time.monotonic() + WAIT_SECONDS
    while (document := seen(client, prediction_id))["status"] not in states:
        assert time.monotonic() < deadline, document
        time.sleep(0.02)
    return document


def files_of(gateway: RunningGateway, folder: str) -> list[str]:
    """Return the names of the files that are waiting or finished."""
    return sorted(one.name for one in (gateway.folder / "predictions" / folder).glob("*"))
