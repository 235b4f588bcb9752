"""What goes on in an installation while its processes are killed, and what it was promised."""

from __future__ import annotations

import io
import json
import random
import threading
import time
import zipfile
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import httpx

from tests.backend.images import image
from tests.benchmarks.chaos_calls import EndpointCaller
from tests.workers.installation import Installation, wait_for

PATIENCE_SECONDS = 120.0
# A request waits in the held socket's queue while no process lives; shorter waits are the load's.
SLOW_SECONDS = 2.0
STEPS = 60


class Load:
    """Runs everything at once, in a thread each, until the block ends."""

    def __init__(self, installation: Installation, chance: random.Random) -> None:
        self.installation = installation
        self._done = threading.Event()
        self.uploads = Uploads(installation)
        self.archives = Archives(installation)
        self.labels = Labels(installation, chance)
        self.runs = Runs(installation)
        self.watch = WebWatch(installation)
        self.caller = EndpointCaller(installation)
        self.errors: list[str] = []
        works = (self.uploads.once, self.archives.once, self.labels.once, self.runs.once)
        loops = [*works, self.watch.once, self.caller.once, self.caller.once]
        self._threads = [threading.Thread(target=self._repeat, args=(once,)) for once in loops]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._done.set()
        for thread in self._threads:
            thread.join(2 * PATIENCE_SECONDS)
        self.watch.finish()
        self.caller.close()

    def _repeat(self, once: Callable[[], None]) -> None:
        while not self._done.is_set():
            try:
                once()
            except Exception as error:
                self.errors.append(f"{once.__qualname__}: {error!r}"[:500])
                time.sleep(0.5)


def persistently(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """Ask until an answer comes, as people and their programs do; a refusal is an error."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            response = ask()
        except httpx.TransportError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
            continue
        if response.is_server_error and time.monotonic() < deadline:
            time.sleep(0.1)
            continue
        assert response.is_success, (
            f"{response.request.url.path}: {response.status_code} {response.text}"
        )
        return response


def new_dataset(installation: Installation, name: str) -> str:
    """Return the id of a dataset of its own."""
    body = {"project_id": installation.ids["project"], "name": name}
    return str(installation.post("datasets", body)["id"])


class Uploads:
    """Sends small files into one dataset; ``accepted`` are the names that were answered for."""

    def __init__(self, installation: Installation) -> None:
        self._client = installation.client
        self.dataset = new_dataset(installation, "Uploads")
        path = f"datasets/{self.dataset}/imports"
        self._session = installation.post(path, {"format": "loose_files"})["id"]
        self.accepted: list[str] = []

    def once(self) -> None:
        """Send a batch, the same again after a lost answer."""
        first = len(self.accepted)
        names = [f"{number}.png" for number in range(first, first + 5)]
        files = [("files", (name, image(hash(name)), "image/png")) for name in names]
        path = f"imports/{self._session}/files"
        persistently(lambda: self._client.post(path, files=files))
        self.accepted += names


class Archives:
    """Has zip files taken in by the worker; ``accepted`` are their jobs."""

    SIZE = 20

    def __init__(self, installation: Installation) -> None:
        self._client = installation.client
        self.dataset = new_dataset(installation, "Archives")
        self.accepted: list[str] = []

    def once(self) -> None:
        """Upload an archive in two pieces and ask for it to be taken in."""
        batch, out = len(self.accepted), io.BytesIO()
        with zipfile.ZipFile(out, "w") as made:
            for number in range(self.SIZE):
                made.writestr(f"{batch}-{number}.png", image(10**6 + batch * 1000 + number))
        content = out.getvalue()
        session = self._post(f"datasets/{self.dataset}/imports", {"format": "loose_files"})["id"]
        announced = {"name": "all.zip", "num_bytes": len(content)}
        archive = self._post(f"imports/{session}/archives", announced)["id"]
        for piece in (content[: len(content) // 2], content):
            self._send(archive, piece)
        job = persistently(lambda: self._client.post(f"archives/{archive}/complete")).json()["job"]
        self.accepted.append(job["id"])
        wait_for(lambda: self._is_finished(job["id"]), PATIENCE_SECONDS, every_seconds=0.3)

    def _send(self, archive: str, whole: bytes) -> None:
        """Bring an archive up to a size, from wherever it is."""
        headers = {"Content-Type": "application/octet-stream"}
        while True:
            received = persistently(lambda: self._client.get(f"archives/{archive}")).json()
            offset = received["num_received"]
            if offset >= len(whole):
                return
            path = f"archives/{archive}/chunks?offset={offset}"
            try:
                self._client.put(path, content=whole[offset:], headers=headers)
            except httpx.TransportError:
                time.sleep(0.1)

    def _is_finished(self, job: str) -> bool:
        state = persistently(lambda: self._client.get(f"jobs/{job}")).json()["state"]
        return state in ("succeeded", "failed")

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        return persistently(lambda: self._client.post(path, json=body)).json()


class Labels:
    """Labels samples over and over; ``last`` is what each said last, and how often it was said."""

    def __init__(self, installation: Installation, chance: random.Random) -> None:
        self._client, self._chance = installation.client, chance
        dataset = new_dataset(installation, "Labels")
        session = installation.post(f"datasets/{dataset}/imports", {"format": "loose_files"})["id"]
        files = [("files", (f"{n}.png", image(2 * 10**6 + n), "image/png")) for n in range(8)]
        installation.client.post(f"imports/{session}/files", files=files).raise_for_status()
        self.dataset = dataset
        self.labels = [
            installation.post(f"datasets/{dataset}/labels", {"name": name, "color": "#336699"})[
                "id"
            ]
            for name in ("left", "right")
        ]
        samples = installation.get(f"datasets/{dataset}/samples")["results"]
        self.last: dict[str, tuple[int, str]] = {one["id"]: (0, "") for one in samples}

    def once(self) -> None:
        """Say something of a sample; after a lost answer look whether it was taken in."""
        sample = self._chance.choice(sorted(self.last))
        revision, said = self.last[sample]
        label = self._chance.choice([one for one in self.labels if one != said])
        body = {"revision": revision, "label_ids": [label]}
        while True:
            try:
                response = self._client.put(f"samples/{sample}/labels", json=body)
            except httpx.TransportError:
                response = None
            if response is not None and response.is_success:
                break
            now = persistently(lambda: self._client.get(f"samples/{sample}")).json()
            if now["revision"] == revision + 1:
                break
            assert now["revision"] == revision, f"{sample}: {now['revision']} after {revision}"
        self.last[sample] = (revision + 1, label)
        time.sleep(0.02)


class Runs:
    """Trains one run after another and follows it; ``accepted`` are ids with the numbers seen."""

    def __init__(self, installation: Installation) -> None:
        self._installation, self._client = installation, installation.client
        self.accepted: dict[str, list[int]] = {}
        self.jobs: dict[str, str] = {}

    def once(self) -> None:
        """Start a run and read its stream to the end, from where it was cut each time."""
        known = {run["id"] for run in self._listed()}
        try:
            run = self._installation.train(steps=STEPS, seed=0)
        except httpx.TransportError:
            # Perhaps it was accepted: only what is answered for counts, but nothing twice.
            fresh = [one for one in self._listed() if one["id"] not in known]
            if not fresh:
                return
            run = fresh[0]
        numbers = self.accepted[run["id"]] = []
        self.jobs[run["id"]] = run["job"]["id"]
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            try:
                if self._follow(run["job"]["id"], numbers):
                    return
            except httpx.TransportError:
                time.sleep(0.2)

    def _follow(self, job: str, numbers: list[int]) -> bool:
        """Read on; return whether the job has ended."""
        headers = {"Last-Event-ID": str(numbers[-1])} if numbers else {}
        with self._client.stream("GET", f"jobs/{job}/stream", headers=headers) as stream:
            for line in stream.iter_lines():
                if line.startswith("id: "):
                    numbers.append(int(line[4:]))
                elif line.startswith("data: ") and '"state":' in line:
                    state = json.loads(line[6:]).get("state")
                    if state in ("succeeded", "failed", "cancelled"):
                        return True
        return False

    def _listed(self) -> list[Any]:
        path = f"training-runs?project={self._installation.ids['project']}&page_size=100"
        listed: list[Any] = persistently(lambda: self._client.get(path)).json()["results"]
        return listed


class WebWatch:
    """Asks for the site's health on a new connection each time, and adds up when none answers."""

    def __init__(self, installation: Installation) -> None:
        self._url = f"{installation.url}/api/v1/health"
        self._since: float | None = None
        self.down_seconds = 0.0

    def once(self) -> None:
        """Ask once."""
        began = time.monotonic()
        try:
            is_up = httpx.get(self._url, timeout=5, trust_env=False).is_success
        except httpx.TransportError:
            is_up = False
        if not is_up and self._since is None:
            self._since = began
        elif is_up and self._since is not None:
            self.finish()
        elif is_up and time.monotonic() - began > SLOW_SECONDS:
            self.down_seconds += time.monotonic() - began
        time.sleep(0.05)

    def finish(self) -> None:
        """Count an outage up to now."""
        if self._since is not None:
            self.down_seconds += time.monotonic() - self._since
            self._since = None
