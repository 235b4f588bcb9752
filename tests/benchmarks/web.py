"""What the web process costs: memory, time to start, and the JavaScript of the first page."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import psutil
from playwright.sync_api import Response, sync_playwright

from tests.end_to_end.browser import launch_chromium
from tests.site import ROOT, Site, environment, free_port, sign_up


def run(*, quick: bool) -> dict[str, float]:
    """Return medians over 5 starts (1 when quick)."""
    runs = [_start_once() for _ in range(1 if quick else 5)]
    return {key: statistics.median(figures[key] for figures in runs) for key in runs[0]}


def _start_once() -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        port = free_port()
        variables = environment(Path(folder), port)
        manage = [sys.executable, "-m", "backend.manage", "migrate", "--verbosity", "0"]
        subprocess.run(manage, cwd=ROOT, env=variables, check=True)
        start = time.perf_counter()
        serve = ["uvicorn", "backend.config.asgi:application", "--port", str(port)]
        web = subprocess.Popen(
            [sys.executable, "-m", *serve, "--log-level", "warning"],
            cwd=ROOT,
            env=variables,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _wait(url)
            start_seconds = time.perf_counter() - start
            process = psutil.Process(web.pid)
            start_cpu_seconds = _cpu_seconds(process)
            kilobytes = _first_page_kilobytes(url)
            _call_api(Site(url, Path(folder), web))
            memory = process.memory_info().rss
        finally:
            web.terminate()
            web.wait(timeout=20)
    return {
        "rss_mb": memory / 2**20,
        "start_seconds": start_seconds,
        "start_cpu_seconds": start_cpu_seconds,
        "first_page_kb": kilobytes,
    }


def _cpu_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _call_api(site: Site) -> None:
    """Sign up, make things and list them, so that the process holds what it works with."""
    client, organisation = sign_up(site)
    with client:
        project = client.projects.create(
            organisation_id=organisation, name="Web", task="image.classification"
        )
        for number in range(5):
            client.datasets.create(project_id=project["id"], name=f"Set {number}")
        assert len(list(client.datasets.list(project=project["id"]))) == 5
        client.transport.request("GET", "training-runs", params={"project": project["id"]})


def _wait(url: str) -> None:
    for _ in range(600):
        try:
            if httpx.get(f"{url}/api/v1/health", timeout=2).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise RuntimeError("The web process did not answer within 30 seconds.")


def _first_page_kilobytes(url: str) -> float:
    """Return the bytes of JavaScript on the wire until the first page is quiet."""
    scripts: list[Response] = []
    with sync_playwright() as playwright, launch_chromium(playwright) as browser:
        page = browser.new_page()
        page.on(
            "response",
            lambda response: (
                scripts.append(response) if response.request.resource_type == "script" else None
            ),
        )
        page.goto(url, wait_until="networkidle")
        return sum(script.request.sizes()["responseBodySize"] for script in scripts) / 1000
