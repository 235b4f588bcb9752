"""A whole installation in a folder of its own, run as real processes."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import httpx
import psutil

from tests.migrated import write_database

ROOT = Path(__file__).resolve().parents[2]
PACED_ENGINE = f"{sys.executable} -m tests.workers.paced_engine"

T = TypeVar("T")


class Installation:
    """``python -m backend.up`` on SQLite and the file queue, with a seeded project."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        path = os.pathsep.join((str(ROOT), str(ROOT / "deploy" / "sdk" / "python" / "src")))
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "backend.config.settings",
            "EASEL_DATA": str(folder),
            "EASEL_PUBLIC_URL": self.url,
            "EASEL_ENGINE_COMMAND": PACED_ENGINE,
            "PYTHONPATH": path,
        }
        self.environment |= environment
        self.process: subprocess.Popen[bytes] | None = None
        self.log = (folder / "up.log").open("ab")
        if "EASEL_DATABASE_URL" in self.environment:
            self.run("-m", "backend.manage", "migrate", "--verbosity", "0", "--skip-checks")
        else:
            write_database(folder)
        self.ids: dict[str, str] = json.loads(self.run("-m", "tests.workers.seeding"))
        self.client = httpx.Client(
            base_url=f"{self.url}/api/v1",
            headers={"Authorization": f"Bearer {self.ids['key']}"},
            timeout=30,
            trust_env=False,
        )

    def run(self, *arguments: str) -> str:
        """Run a Python command of the installation and return what it prints."""
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=self.environment, check=True,
            stdout=subprocess.PIPE,
        )  # fmt: skip
        return done.stdout.decode()

    def start(self, *options: str) -> None:
        """Start everything and wait until the site answers."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "backend.up", "--port", str(self.port), *options],
            cwd=ROOT, env=self.environment, stdout=self.log, stderr=self.log,
        )  # fmt: skip
        wait_for(self._is_healthy, 60)

    def stop(self) -> None:
        """Stop everything as Ctrl-C does, and wait."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)
            self.process = None

    def close(self) -> None:
        """Stop everything, whatever state it is in."""
        try:
            self.stop()
        finally:
            self.client.close()
            self.log.close()

    def part(self, word: str) -> psutil.Process:
        """Return the child of the supervisor whose command line has a word, such as celery."""
        assert self.process is not None
        children = psutil.Process(self.process.pid).children()
        return next(one for one in children if word in one.cmdline())

    def webs(self) -> list[psutil.Process]:
        """Return the processes that answer requests, which the supervisor's child forked."""
        return self.part("backend.web").children()

    def post(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Post and return the JSON answer; anything but success is an error."""
        response = self.client.post(path, json=None if body is None else dict(body))
        assert response.is_success, response.text
        return response.json()

    def get(self, path: str) -> Any:
        """Get and return the JSON answer; anything but success is an error."""
        response = self.client.get(path)
        assert response.is_success, response.text
        return response.json()

    def train(self, *, steps: int, seed: int = 0, version: str | None = None) -> Any:
        """Ask for a run of so many steps."""
        return self.post(
            "training-runs",
            {
                "project_id": self.ids["project"],
                "dataset_version_ids": [version or self.ids["version"]],
                "target": "cloud_api",
                "tier": "fast",
                "backbone": "small_cnn",
                "options": {"epochs": steps},
                "seed": seed,
            },
        )

    def wait_for_run(self, run_id: str, *states: str, timeout_seconds: float = 40) -> Any:
        """Wait until the job of a run is in one of these states; return the run."""

        def reached() -> Any:
            run = self.get(f"training-runs/{run_id}")
            return run if run["job"]["state"] in states else None

        return wait_for(reached, timeout_seconds)

    def wait_for_step(self, run_id: str, step: int) -> Any:
        """Wait until a run has done so many steps."""

        def reached() -> Any:
            run = self.get(f"training-runs/{run_id}")
            return run if run["job"]["phase"] == "train" and run["job"]["done"] >= step else None

        return wait_for(reached, 40)

    def work(self, run: Mapping[str, Any]) -> Path:
        """Return the work folder of a run's process."""
        return self.folder / "jobs" / run["job"]["id"] / "work"

    def starts(self, run: Mapping[str, Any]) -> list[int]:
        """Return the pids of all processes that ever worked on a run."""
        return [int(pid) for pid in (self.work(run) / "starts").read_text().split()]

    def _is_healthy(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, (self.folder / "up.log").read_text()
        try:
            return self.client.get("health").is_success
        except httpx.TransportError:
            return False


def wait_for(
    condition: Callable[[], T], timeout_seconds: float, *, every_seconds: float = 0.1
) -> T:
    """Return the first true value of a condition."""
    deadline = time.monotonic() + timeout_seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(every_seconds)
    raise AssertionError(f"Nothing happened within {timeout_seconds} s.")


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
