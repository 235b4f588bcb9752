"""The installation the demo runs on: started when it is not running yet."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import httpx

from backend.config.env import read_environment
from backend.processes import die_with_parent

START_TIMEOUT_SECONDS = 60
# Its worker may take 100 seconds to put jobs back, and the model servers 30 more.
STOP_TIMEOUT_SECONDS = 150


def start_site(url: str, port: int) -> subprocess.Popen[bytes] | None:
    """Start everything, or return ``None`` when it is running already.

    Raises:
        SystemExit: when it does not answer in time; names the log.
    """
    if _is_healthy(url):
        return None
    log = read_environment().data / "demo.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        site = subprocess.Popen(
            [sys.executable, "-m", "backend.up", "--port", str(port)],
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent,
        )
    deadline = time.monotonic() + START_TIMEOUT_SECONDS
    try:
        while time.monotonic() < deadline and site.poll() is None:
            if _is_healthy(url):
                return site
            time.sleep(0.1)
    except BaseException:
        stop_site(site)
        raise
    stop_site(site)
    raise SystemExit(f"The site did not start. Its last words are in {log}.")


def stop_site(site: subprocess.Popen[bytes]) -> None:
    """Stop web, worker and model servers, and wait for them."""
    if site.poll() is None:
        site.send_signal(signal.SIGTERM)
        site.wait(timeout=STOP_TIMEOUT_SECONDS)


def _is_healthy(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api/v1/health", timeout=2).is_success
    except httpx.TransportError:
        return False
