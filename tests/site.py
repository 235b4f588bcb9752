"""A whole installation for a test or benchmark: free port, empty data, gone at the end."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
from easel.client import Client

from backend.processes import die_with_parent
from tests.migrated import write_database

ROOT = Path(__file__).resolve().parents[1]
START_TIMEOUT_SECONDS = 90


@dataclass(frozen=True)
class Site:
    """A running installation; ``process`` is its supervisor."""

    url: str
    data: Path
    process: subprocess.Popen[bytes]

    def log(self) -> str:
        """Return what its processes printed."""
        return (self.data / "site.log").read_text(errors="replace")


def free_port() -> int:
    """Return a loopback port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def environment(data: Path, port: int, shared: str = "shared") -> dict[str, str]:
    """Return the environment variables of an installation on ``port`` with files in ``data``.

    Its folder ``shared`` may be imported from.
    """
    (data / shared).mkdir(parents=True, exist_ok=True)
    return {
        **os.environ,
        "EASEL_DATA": str(data),
        "EASEL_PUBLIC_URL": f"http://127.0.0.1:{port}",
        "EASEL_IMPORT_FOLDERS": f"{data / shared}=*",
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "deploy/sdk/python/src"))),
    }


@contextlib.contextmanager
def running_site(
    arguments: tuple[str, ...] = ("-m", "backend.up"), *, shared: str = "shared"
) -> Iterator[Site]:
    """Start an installation, wait until it answers, and stop it at the end."""
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        data, port = Path(folder), free_port()
        write_database(data)
        with (data / "site.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, *arguments, "--port", str(port)],
                cwd=ROOT,
                env=environment(data, port, shared),
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )
        site = Site(url=f"http://127.0.0.1:{port}", data=data, process=process)
        try:
            _wait_until_healthy(site)
            yield site
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def sign_up(site: Site, *, email: str = "owner@example.com") -> tuple[Client, str]:
    """Make a person with an organisation; return a client with all scopes and the organisation."""
    with httpx.Client(base_url=f"{site.url}/api/v1/", timeout=30) as http:
        fields = {
            "email": email,
            "password": "a long enough secret",
            "name": "Owner",
            "organisation_name": "Workshop",
        }
        session = _post(http, "users", fields)
        organisation: str = session["memberships"][0]["organisation"]["id"]
        scopes = ["read", "write", "admin"]
        key = _post(
            http, "api-keys", {"organisation_id": organisation, "name": "test", "scopes": scopes}
        )
    return Client(site.url, api_key=key["secret"]), organisation


def _post(http: httpx.Client, path: str, fields: dict[str, object]) -> dict[str, object]:
    http.get("session").raise_for_status()
    headers = {"X-CSRFToken": http.cookies["csrftoken"], "Referer": str(http.base_url)}
    response = http.post(path, json=fields, headers=headers)
    assert response.is_success, response.text
    body: dict[str, object] = response.json()
    return body


def _wait_until_healthy(site: Site) -> None:
    deadline = time.monotonic() + START_TIMEOUT_SECONDS
    while time.monotonic() < deadline and site.process.poll() is None:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{site.url}/api/v1/health", timeout=2).is_success:
                return
        time.sleep(0.1)
    raise RuntimeError(f"The installation did not start:\n{site.log()}")
