"""No call fails while an endpoint's versions change, while it is rolled back, or a server dies."""

from __future__ import annotations

import json
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from tests.documents.pages import blocks
from tests.sdk.tiny_package import plain_image
from tests.workers.installation import ROOT, Installation, wait_for

pytestmark = pytest.mark.timeout(180)

BLUE = plain_image((20, 20, 220))
NUM_CALLERS = 4
# So that nobody has to wait for a minute to be over.
LONG_AGO = """
from datetime import timedelta
from django.db.models import F
from backend.deployments.models import Deployment
Deployment.objects.update(active_at=F("active_at") - timedelta(hours=1))
"""


class Load:
    """Callers that ask one call after another, each on a connection that it keeps.

    Attributes:
        revisions: how often each revision answered since they were last looked at.
        failures: what callers got instead of a prediction.
    """

    def __init__(self, address: str, keys: list[str]) -> None:
        self.revisions: Counter[str] = Counter()
        self.failures: list[str] = []
        self._address = address
        self._done = threading.Event()
        self._threads = [threading.Thread(target=self._call, args=(key,)) for key in keys]

    @contextmanager
    def going_on(self) -> Iterator[Load]:
        for thread in self._threads:
            thread.start()
        try:
            yield self
        finally:
            self._done.set()
            for thread in self._threads:
                thread.join()

    def wait_for_revisions(self, *numbers: str) -> None:
        """Wait until these revisions, and no others, answer for a while."""

        def seen() -> bool:
            self.revisions.clear()
            wait_for(lambda: self.revisions.total() >= 10 * NUM_CALLERS, 40)
            return set(self.revisions) == set(numbers)

        wait_for(seen, 60)

    def _call(self, key: str) -> None:
        headers = {"Authorization": f"Bearer {key}"}
        with httpx.Client(headers=headers, trust_env=False, timeout=60) as client:
            while not self._done.is_set():
                try:
                    response = client.post(self._address, content=BLUE)
                except httpx.HTTPError as error:
                    self.failures.append(repr(error))
                    continue
                if response.is_success:
                    self.revisions[response.headers["easel-revision"]] += 1
                else:
                    self.failures.append(response.text[:300])


@pytest.fixture(scope="module")
def versions(installation: Installation) -> list[str]:
    """Two versions of a model."""
    runs = [installation.train(steps=2, seed=seed) for seed in (1, 2)]
    return [installation.wait_for_run(run["id"], "succeeded")["model_version_id"] for run in runs]


@pytest.fixture
def endpoint(
    installation: Installation, versions: list[str], request: pytest.FixtureRequest
) -> Iterator[Any]:
    """An endpoint that runs the first of them, with a key for each caller."""
    suffix = f"traffic-{len(request.node.name)}"
    body = {"model_version_id": versions[0], "name": "Traffic", "suffix": suffix}
    made = installation.post("deployments", body)
    path = f"deployments/{made['id']}"
    keys = [
        installation.post(f"{path}/keys", {"name": f"caller {number}"})["secret"]
        for number in range(NUM_CALLERS)
    ]
    wait_for(lambda: installation.get(path)["state"] == "running", 60)
    yield installation.get(path) | {"path": path, "keys": keys}
    installation.client.delete(path)


def parent_of(installation: Installation, endpoint: Any) -> psutil.Process:
    """Return the model server that runs for an endpoint."""
    folder = str(installation.folder / "revisions")
    for process in psutil.process_iter(["cmdline"]):
        words = process.info["cmdline"] or ()
        if "serve" not in words or not any(word.startswith(folder) for word in words):
            continue
        spec = Path(words[words.index("--spec") + 1])
        if json.loads(spec.read_bytes())["deployment_id"] == endpoint["id"]:
            return process
    raise AssertionError("No model server runs.")


def gateway_of(installation: Installation) -> psutil.Process:
    """Return the parent of the gateway's processes."""
    status = json.loads((installation.folder / "gateway" / "status.json").read_bytes())
    return psutil.Process(status["pid"])


def test_no_call_fails_while_calls_move_from_version_to_version(
    installation: Installation, endpoint: Any, versions: list[str]
) -> None:
    path = endpoint["path"]
    # On a busy machine one revision may be slower than the other by chance.
    assert installation.client.patch(path, json={"rolls_back": False}).is_success
    load = Load(endpoint["predict_url"], endpoint["keys"])
    with load.going_on():
        load.wait_for_revisions("1")
        body = {"model_version_id": versions[1], "weight": 50}
        assert installation.post(f"{path}/revisions", body)["number"] == 2
        # Callers stay with their half, so all four may be in one: what the rows say is waited for.
        wait_for(lambda: shares(installation, path) == {2: 50, 1: 50}, 60)
        promotion = {"revisions": [{"number": 2, "weight": 100}]}
        assert installation.client.put(f"{path}/traffic", json=promotion).is_success
        load.wait_for_revisions("2")
        installation.post(f"{path}/roll-back")
        load.wait_for_revisions("1")
        assert installation.client.patch(path, json={"replicas": 2}).is_success
        load.wait_for_revisions("3")
        gateway_of(installation).send_signal(signal.SIGUSR2)
        load.wait_for_revisions("3")
    assert load.failures == []
    rows = installation.get(f"{path}/revisions")["results"]
    numbers = {one["number"]: one["model_version"]["number"] for one in rows}
    assert numbers[3] == numbers[1] != numbers[2]


def test_no_call_fails_when_a_model_server_is_killed(
    installation: Installation, endpoint: Any
) -> None:
    load = Load(endpoint["predict_url"], endpoint["keys"])
    with load.going_on():
        load.wait_for_revisions("1")
        victim = parent_of(installation, endpoint)
        for process in (victim, *victim.children(recursive=True)):
            process.kill()
        load.wait_for_revisions("1")
        wait_for(lambda: parent_of(installation, endpoint).pid != victim.pid, 20)
        load.wait_for_revisions("1")
    assert load.failures == []


def test_the_lines_of_the_guide_release_a_version_and_take_it_back(
    installation: Installation, endpoint: Any, versions: list[str]
) -> None:
    path = endpoint["path"]
    page = ROOT / "docs" / "how-to" / "release-a-version.md"
    (lines,) = (text for language, text, _ in blocks(page) if language == "python")
    names = {
        "SITE": installation.url,
        "KEY": installation.ids["key"],
        "DEPLOYMENT": endpoint["id"],
        "VERSION": versions[1],
    }
    done: dict[str, Any] = dict(names)
    exec(lines, done)
    done["api"].close()
    rows = installation.get(f"{path}/revisions")["results"]
    assert {one["number"]: one["weight"] for one in rows} == {1: 100, done["number"]: 0}
    assert rows[0]["model_version"]["id"] == versions[1]


def test_an_endpoint_that_sleeps_answers_its_first_call(
    installation: Installation, endpoint: Any
) -> None:
    path = endpoint["path"]
    assert installation.client.patch(path, json={"idle_minutes": 1}).is_success
    server = parent_of(installation, endpoint)
    installation.run("-m", "backend.manage", "shell", "--command", LONG_AGO)
    wait_for(lambda: installation.get(path)["state"] == "asleep", 20)
    wait_for(lambda: not server.is_running(), 40)
    headers = {"Authorization": f"Bearer {endpoint['keys'][0]}"}
    response = httpx.post(
        endpoint["predict_url"], content=BLUE, headers=headers, trust_env=False, timeout=60
    )
    assert response.json()["results"][0]["name"] == "blue"
    found = wait_for(lambda: woken(installation, path), 20)
    assert 0 < found["wake_seconds"] < 60


def shares(installation: Installation, path: str) -> dict[int, float]:
    """Return which revisions get which shares of the calls."""
    rows = installation.get(f"{path}/revisions")["results"]
    return {one["number"]: one["routed_weight"] for one in rows if one["routed_weight"]}


def woken(installation: Installation, path: str) -> Any:
    """Return an endpoint once it runs again."""
    found = installation.get(path)
    return found if found["state"] == "running" else None
