"""Real deployments for tests: keys, tokens, and servers started as their own processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engine.specs.serving import BatchingSpec, CallerKey, DeploymentSpec, ServedModel

ROOT = Path(__file__).resolve().parents[3]
AUDIENCE = "https://easel.example"
DEPLOYMENT = "d1"
API_KEY = "ek_the-key-of-the-tests"
EXPIRED_KEY = "ek_an-old-key"
START_SECONDS = 60.0


@dataclass(frozen=True)
class Issuer:
    """Signs tokens as the platform does."""

    key: Ed25519PrivateKey

    @property
    def public_pem(self) -> str:
        """The public key as a deployment's spec carries it."""
        form = PublicFormat.SubjectPublicKeyInfo
        return self.key.public_key().public_bytes(Encoding.PEM, form).decode()

    def token(self, **changes: Any) -> str:
        """Return a token that may call; ``changes`` replace claims, ``None`` drops one."""
        claims: dict[str, Any] = {
            "aud": AUDIENCE,
            "exp": datetime.now(UTC) + timedelta(hours=1),
            "jti": str(uuid.uuid4()),
            "sub": "application-7",
            "scope": "predict",
            "deployments": [DEPLOYMENT],
            **changes,
        }
        kept = {name: value for name, value in claims.items() if value is not None}
        return jwt.encode(kept, self.key, algorithm="EdDSA")


def new_issuer() -> Issuer:
    """Return an issuer with a key of its own."""
    return Issuer(Ed25519PrivateKey.generate())


def token_spec(package: Path, issuer: Issuer, **changes: Any) -> DeploymentSpec:
    """Return a deployment that asks for tokens or keys."""
    fields: dict[str, Any] = {
        "deployment_id": DEPLOYMENT,
        "port": 0,
        "num_threads": 1,
        "models": (ServedModel(name="colours", version="1", package=str(package)),),
        "audience": AUDIENCE,
        "token_public_key": issuer.public_pem,
        "revoked_token_ids": ("revoked-1",),
        "api_keys": (
            CallerKey(id="key-1", sha256=sha256(API_KEY.encode()).hexdigest()),
            CallerKey(
                id="key-2",
                sha256=sha256(EXPIRED_KEY.encode()).hexdigest(),
                expires_at=datetime(2020, 1, 1, tzinfo=UTC),
            ),
        ),
        "batching": BatchingSpec(timeout_ms=20_000),
        **changes,
    }
    return DeploymentSpec(**fields)


class Deployment:
    """A running deployment."""

    def __init__(self, work: Path, process: subprocess.Popen[bytes]) -> None:
        self.work = work
        self.process = process

    @property
    def spec_path(self) -> Path:
        """The file that SIGHUP reads again."""
        return self.work / "deployment.json"

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
        return httpx.Client(base_url=self.url, headers=headers, timeout=30, trust_env=False)

    def status(self) -> dict[str, Any]:
        """Return what the deployment says of itself."""
        document: dict[str, Any] = json.loads((self.work / "status.json").read_text())
        return document

    def children(self) -> list[int]:
        """Return the pids of the replicas."""
        pid = self.process.pid
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return [int(one) for one in text.split()]

    def change(self, spec: DeploymentSpec | str) -> None:
        """Write another spec and ask for it to be read."""
        text = spec if isinstance(spec, str) else spec.model_dump_json()
        self.spec_path.write_text(text)
        self.process.send_signal(signal.SIGHUP)

    def wait_until(self, what: str, condition: Any, seconds: float = START_SECONDS) -> None:
        """Wait until a condition on the status holds."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if condition(self.status()):
                return
            time.sleep(0.02)
        raise AssertionError(f"{what} did not happen; the status is {self.status()}")

    def calls(self) -> list[dict[str, Any]]:
        """Return the call log, complete after a stop or half a second."""
        files = sorted(self.work.glob("calls-*.jsonl"))
        return [json.loads(line) for file in files for line in file.read_text().splitlines()]

    def stop(self) -> int:
        """Ask for a drain and return the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


@contextmanager
def deployed(spec: DeploymentSpec, work: Path) -> Iterator[Deployment]:
    """Run a deployment until the block ends."""
    deployment = started(spec, work)
    try:
        deployment.wait_until(
            "The start", lambda status: status["state"] == "ready" or deployment.process.poll()
        )
        yield deployment
    finally:
        if deployment.process.poll() is None:
            deployment.stop()


def started(spec: DeploymentSpec, work: Path) -> Deployment:
    """Start a deployment without waiting for more than its first word."""
    work.mkdir(parents=True, exist_ok=True)
    (work / "deployment.json").write_text(spec.model_dump_json())
    (work / "status.json").write_text('{"state": "absent"}')
    command = [sys.executable, "-m", "engine.serving"]
    arguments = ["--spec", str(work / "deployment.json"), "--work", str(work)]
    with (work / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [*command, *arguments],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'deploy/sdk/python/src'}"},
            stderr=log,
        )
    return Deployment(work, process)
