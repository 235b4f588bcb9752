"""Real gateways for tests, before real model servers; each is a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx

from engine.specs.gateway import GatewaySpec, RevisionSpec, RouteSpec
from engine.specs.serving import GATEWAY_KEY_ID, CallerKey, DeploymentSpec
from tests.engine.serving.deployments import (
    API_KEY,
    AUDIENCE,
    DEPLOYMENT,
    ROOT,
    Issuer,
    token_spec,
)

UPSTREAM_KEY = "gk_the-key-between-gateway-and-servers"
SUFFIX = "colours"
START_SECONDS = 60.0


def server_spec(
    package: Path, issuer: Issuer, version: str = "1", **changes: Any
) -> DeploymentSpec:
    """Return a model server that knows its gateway alone."""
    spec = token_spec(package, issuer, **changes)
    key = CallerKey(id=GATEWAY_KEY_ID, sha256=sha256(UPSTREAM_KEY.encode()).hexdigest())
    model = spec.models[0].model_copy(update={"version": version})
    return spec.model_copy(update={"api_keys": (key,), "models": (model,)})


def key_of(secret: str, name: str) -> CallerKey:
    """Return a key as a spec has it."""
    return CallerKey(id=name, sha256=sha256(secret.encode()).hexdigest())


def route(*revisions: RevisionSpec, **changes: Any) -> RouteSpec:
    """Return a deployment at the gateway that one key may call."""
    fields: dict[str, Any] = {
        "deployment_id": DEPLOYMENT,
        "suffix": SUFFIX,
        "audience": AUDIENCE,
        "api_keys": (key_of(API_KEY, "key-1"),),
        "revisions": revisions,
        **changes,
    }
    return RouteSpec(**fields)


def revision(number: int, *addresses: str, **changes: Any) -> RevisionSpec:
    """Return a revision of the model version with its number."""
    return RevisionSpec(number=number, version=str(number), addresses=addresses, **changes)


def gateway_spec(*routes: RouteSpec, **changes: Any) -> GatewaySpec:
    """Return a gateway at any free port."""
    return GatewaySpec(**{"port": 0, "upstream_key": UPSTREAM_KEY, "routes": routes, **changes})


class RunningGateway:
    """A gateway that runs."""

    def __init__(self, work: Path, process: subprocess.Popen[bytes]) -> None:
        self.work = work
        self.process = process

    @property
    def address(self) -> str:
        """Host and port."""
        document = json.loads((self.work / "address.json").read_text())
        return f"{document['host']}:{document['port']}"

    @property
    def url(self) -> str:
        """The base address."""
        return f"http://{self.address}"

    def client(self, secret: str | None = API_KEY) -> httpx.Client:
        """Return an HTTP client that carries a key or token."""
        headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=60, trust_env=False)

    def status(self) -> dict[str, Any]:
        """Return what the gateway says of itself."""
        document: dict[str, Any] = json.loads((self.work / "status.json").read_text())
        return document

    def children(self) -> list[int]:
        """Return the pids of its processes."""
        pid = self.process.pid
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return [int(one) for one in text.split()]

    def change(self, spec: GatewaySpec) -> None:
        """Write another spec, whole, and ask for it to be read."""
        path = self.work / "gateway.json"
        draft = path.with_suffix(".new")
        draft.write_text(spec.model_dump_json())
        draft.replace(path)
        self.process.send_signal(signal.SIGHUP)

    def wait_until(self, what: str, condition: Callable[[dict[str, Any]], Any]) -> None:
        """Wait until a condition on the status holds."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if condition(self.status()):
                return
            time.sleep(0.02)
        raise AssertionError(f"{what} did not happen; the status is {self.status()}")

    def calls(self) -> list[dict[str, Any]]:
        """Return the call log of the deployment, complete after a stop or a moment."""
        return self._lines("calls-*.jsonl")

    def shadows(self) -> list[dict[str, Any]]:
        """Return what shadows said."""
        return self._lines("shadows-*.jsonl")

    def feedback(self) -> list[dict[str, Any]]:
        """Return what callers said was true."""
        return self._lines("feedback-*.jsonl")

    @property
    def folder(self) -> Path:
        """Where logs and samples of the deployment lie."""
        return self.work / "deployments" / DEPLOYMENT

    def stop(self) -> int:
        """Ask for a drain and return the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)

    def _lines(self, pattern: str) -> list[dict[str, Any]]:
        files = sorted(self.folder.glob(pattern))
        return [json.loads(line) for file in files for line in file.read_text().splitlines()]


@contextmanager
def gateway_running(spec: GatewaySpec, work: Path) -> Iterator[RunningGateway]:
    """Run a gateway until the block ends."""
    work.mkdir(parents=True, exist_ok=True)
    (work / "gateway.json").write_text(spec.model_dump_json())
    (work / "status.json").write_text('{"state": "absent"}')
    command = [sys.executable, "-m", "engine", "gateway"]
    with (work / "gateway.log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--spec", str(work / "gateway.json"), "--work", str(work)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'deploy/sdk/python/src'}"},
            stderr=log,
        )
    running = RunningGateway(work, process)
    try:
        running.wait_until(
            "The start", lambda status: status["state"] == "ready" or process.poll() is not None
        )
        assert process.poll() is None, (work / "gateway.log").read_text()
        yield running
    finally:
        if process.poll() is None:
            running.stop()
