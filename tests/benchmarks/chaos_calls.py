"""Calls an endpoint of two replicas all the time."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import httpx

from tests.sdk.tiny_package import plain_image
from tests.workers.installation import Installation, wait_for

BLUE = plain_image((20, 20, 220))


class EndpointCaller:
    """Publishes a model on two replicas and asks it; ``failures`` are calls that should not fail.

    A killed parent takes the callers' connections with it. Calls that fail between its death and
    the return of its replicas are counted apart.
    """

    def __init__(self, installation: Installation) -> None:
        self._installation = installation
        run = installation.train(steps=2)
        version = installation.wait_for_run(run["id"], "succeeded")["model_version_id"]
        body = {"model_version_id": version, "name": "Two", "suffix": "two", "replicas": 2}
        made = installation.post("deployments", body)
        key = installation.post(f"deployments/{made['id']}/keys", {"name": "chaos"})["secret"]
        self._headers = {"Authorization": f"Bearer {key}"}
        self._local = threading.local()
        self._clients: list[httpx.Client] = []
        self._parent_killed_at: float | None = None
        self.num_calls = self.num_with_parent = 0
        self.failures: list[str] = []
        wait_for(lambda: (installation.folder / "revisions").is_dir(), 60)
        (self.folder,) = (installation.folder / "revisions").iterdir()
        wait_for(self.has_both_replicas, 60)
        found = installation.get(f"deployments/{made['id']}")
        self._url = found["predict_url"]

    def once(self) -> None:
        """Ask once, on a connection that is kept."""
        if not hasattr(self._local, "client"):
            self._local.client = httpx.Client(headers=self._headers, timeout=40, trust_env=False)
            self._clients.append(self._local.client)
        began, said = time.monotonic(), ""
        try:
            response = self._local.client.post(self._url, content=BLUE)
            if not response.is_success or response.json()["results"][0]["name"] != "blue":
                said = response.text[:300]
        except httpx.TransportError as error:
            said = repr(error)
        self.num_calls += 1
        if said and self._is_without_parent(began):
            self.num_with_parent += 1
            time.sleep(0.1)
        elif said:
            self.failures.append(said)
        time.sleep(0.02)

    def close(self) -> None:
        """Give the connections back."""
        for client in self._clients:
            client.close()

    def parent_is_killed(self) -> None:
        """Note that the process which holds the connections goes now."""
        self._parent_killed_at = time.monotonic()
        (self.folder / "status.json").unlink(missing_ok=True)

    def has_both_replicas(self) -> bool:
        """Tell whether both replicas answer."""
        status = self._status()
        ready = status.get("state") == "ready" and status.get("replicas_ready") == 2
        if ready and self._parent_killed_at is not None:
            self._parent_killed_at = None
            self._returned_at = time.monotonic()
        return ready

    def _is_without_parent(self, began: float) -> bool:
        """Tell whether a call that began then may have met the time without a parent."""
        if self._parent_killed_at is not None and not self.has_both_replicas():
            return True
        return began < getattr(self, "_returned_at", 0.0)

    def _status(self) -> dict[str, Any]:
        try:
            document: dict[str, Any] = json.loads((self.folder / "status.json").read_bytes())
        except (FileNotFoundError, ValueError):
            return {}
        return document
