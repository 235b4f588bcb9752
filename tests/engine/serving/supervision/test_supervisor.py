"""A deployment as its owner sees it: it rolls, drains, survives crashes, and says how it is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from engine.serving.cores import available_cores
from engine.specs.serving import DeploymentSpec, ServedModel
from tests.engine.serving.deployments import (
    ROOT,
    Deployment,
    Issuer,
    deployed,
    started,
    token_spec,
)
from tests.engine.serving.traffic import traffic
from tests.sdk.tiny_package import plain_image, write_package

IMAGE = plain_image((10, 220, 10))


@pytest.fixture
def running(package: Path, issuer: Issuer, tmp_path: Path) -> Iterator[Deployment]:
    with deployed(token_spec(package, issuer), tmp_path / "work") as deployment:
        yield deployment


def ready_with(version: str) -> object:
    return lambda status: status["state"] == "ready" and status["models"] == {"colours": [version]}


def test_a_new_version_takes_over_without_a_failed_request(
    running: Deployment, issuer: Issuer, tmp_path: Path
) -> None:
    other = write_package(tmp_path / "second", version="2")
    spec = token_spec(
        other, issuer, models=(ServedModel(name="colours", version="2", package=str(other)),)
    )
    before = running.children()
    with traffic(running.url) as callers:
        callers.wait_for(10)
        running.change(spec)
        running.wait_until("The roll", ready_with("2"))
        callers.wait_for(10)
    assert callers.failures == []
    assert callers.versions[0] == "1"
    assert callers.versions[-1] == "2"
    assert set(before).isdisjoint(running.children())


@pytest.mark.parametrize("kind", ["missing package", "broken JSON", "other port"])
def test_a_spec_that_cannot_be_served_leaves_the_old_one_serving(
    running: Deployment, issuer: Issuer, package: Path, tmp_path: Path, kind: str
) -> None:
    specs: dict[str, DeploymentSpec | str] = {
        "missing package": token_spec(
            package,
            issuer,
            models=(ServedModel(name="colours", version="9", package=str(tmp_path / "absent")),),
        ),
        "broken JSON": "{",
        "other port": token_spec(package, issuer, port=1),
    }
    codes = {
        "missing package": "package_unusable",
        "broken JSON": "deployment_invalid",
        "other port": "address_changed",
    }
    children = running.children()
    running.change(specs[kind])
    running.wait_until("The refusal", lambda status: status["error"] is not None)
    running.wait_until("The return", ready_with("1"))
    assert running.status()["error"]["code"] == codes[kind]
    assert running.children() == children
    with running.client() as client:
        assert client.post("/predict", content=IMAGE).status_code == 200


def test_revoking_a_token_needs_no_restart(
    running: Deployment, issuer: Issuer, package: Path
) -> None:
    token = issuer.token(jti="soon-revoked")
    children = running.children()
    with running.client(token) as client:
        assert client.post("/predict", content=IMAGE).status_code == 200
        running.change(token_spec(package, issuer, revoked_token_ids=("soon-revoked",)))
        until = time.monotonic() + 10
        while client.post("/predict", content=IMAGE).status_code == 200:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert client.post("/predict", content=IMAGE).json()["code"] == "token_invalid"
    assert running.children() == children


def test_a_killed_replica_is_replaced(package: Path, issuer: Issuer, tmp_path: Path) -> None:
    spec = token_spec(package, issuer, replicas=2)
    with deployed(spec, tmp_path / "work") as running:
        victim = running.children()[0]
        os.kill(victim, signal.SIGKILL)
        running.wait_until("The loss", lambda status: status["replicas_ready"] == 1)
        with running.client() as client:
            assert client.post("/predict", content=IMAGE).status_code == 200
        running.wait_until("The return", lambda status: status["replicas_ready"] == 2)
        assert victim not in running.children()
        running.wait_until("The count", lambda status: status["replicas_died"] == 1)


def test_replicas_end_when_their_parent_is_killed(running: Deployment) -> None:
    children = [psutil.Process(pid) for pid in running.children()]
    running.process.kill()
    running.process.wait()
    gone, alive = psutil.wait_procs(children, timeout=15)
    assert (len(gone), alive) == (1, [])


def test_a_drain_answers_what_was_asked_and_exits_cleanly(running: Deployment) -> None:
    with traffic(running.url) as callers:
        callers.wait_for(10)
        running.process.send_signal(signal.SIGTERM)
        callers.end()
    assert running.process.wait(30) == 0
    assert callers.failures == []
    assert running.status()["state"] == "stopped"
    assert len(running.calls()) == len(callers.versions)


def test_a_deployment_that_cannot_start_says_why_and_exits(
    package: Path, issuer: Issuer, tmp_path: Path
) -> None:
    models = (ServedModel(name="x", version="1", package=str(tmp_path / "absent")),)
    failed = started(token_spec(package, issuer, models=models), tmp_path / "work")
    assert failed.process.wait(60) == 64
    assert failed.status()["state"] == "failed"
    assert failed.status()["error"]["code"] == "package_unusable"


def test_a_replica_of_a_small_model_stays_under_120_mb(running: Deployment) -> None:
    with running.client() as client:
        for _ in range(50):
            client.post("/predict", content=IMAGE)
    (child,) = running.children()
    assert psutil.Process(child).memory_info().rss < 120e6


def test_one_package_is_served_by_one_command(package: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "engine.serving", "--package", str(package)]
    process = subprocess.Popen(
        [*command, "--port", "0", "--open", "--work", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'deploy/sdk/python/src'}"},
        stderr=subprocess.DEVNULL,
    )
    deployment = Deployment(tmp_path, process)
    try:
        until = time.monotonic() + 60
        while not (tmp_path / "status.json").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        deployment.wait_until("The start", lambda status: status["state"] == "ready")
        with deployment.client(secret=None) as client:
            response = client.post("/predict", content=IMAGE).json()
        assert response["results"][0]["name"] == "green"
        # Its terminal goes away.
        process.send_signal(signal.SIGHUP)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    ("text", "expected"), [("max 100000", None), ("150000 100000", 1), ("50000 100000", 1)]
)
def test_cores_respect_the_container(tmp_path: Path, text: str, expected: int | None) -> None:
    (tmp_path / "cpu.max").write_text(text)
    assert available_cores(tmp_path / "cpu.max") == (
        expected or available_cores(tmp_path / "absent")
    )
