"""The same labelled images into Label Studio and into Easel, on this machine, in one run.

Installs nothing: ``LABEL_STUDIO_PYTHON`` names the Python of an environment with label-studio.
Label Studio runs on the loopback address with SQLite and takes the tasks through its API, in
batches, as JSON that names images by address, so neither side copies an image. Easel reads the
images as well (hash, size, damage), which Label Studio does not.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import subprocess
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import httpx

from tests.benchmarks.labelled_images import LABELS, label_studio_tasks
from tests.site import free_port, running_site, sign_up

PYTHON = "LABEL_STUDIO_PYTHON"
# The first start makes a hundred tables and more.
START_SECONDS = 900
BATCH = 1000


def run(*, quick: bool) -> dict[str, float]:
    """Return images a second of both, and how many times faster Easel is."""
    python = os.environ.get(PYTHON)
    if not python:
        raise SystemExit(f"Name the Python of an environment with label-studio in {PYTHON}.")
    num_images = 1_000 if quick else 10_000
    theirs = _label_studio(Path(python), num_images)
    # A keyword cannot be imported by name.
    import_in_place = import_module("tests.benchmarks.import").import_in_place
    with running_site() as site:
        client, organisation = sign_up(site)
        ours = import_in_place(site, client, organisation, num_images)["in_place_images_per_second"]
    return {
        "easel_images_per_second": ours,
        "label_studio_images_per_second": theirs,
        "times_as_fast": ours / theirs,
        "num_images": num_images,
    }


def _label_studio(python: Path, num_images: int) -> float:
    tasks = label_studio_tasks(num_images)
    with _running(python) as client:
        labels = "".join(f'<Label value="class {number}"/>' for number in range(LABELS))
        config = (
            '<View><Image name="image" value="$image"/><RectangleLabels name="label" '
            f'toName="image">{labels}</RectangleLabels></View>'
        )
        project = client.post("/api/projects", json={"title": "Import", "label_config": config})
        project.raise_for_status()
        address = f"/api/projects/{project.json()['id']}"
        start = time.perf_counter()
        for first in range(0, num_images, BATCH):
            batch = tasks[first : first + BATCH]
            response = client.post(f"{address}/import?return_task_ids=false", json=batch)
            response.raise_for_status()
        while _num_finished(client, address) < num_images:
            time.sleep(0.2)
        return num_images / (time.perf_counter() - start)


def _num_finished(client: httpx.Client, address: str) -> int:
    response = client.get(address)
    response.raise_for_status()
    # What comes with its annotation is finished at once.
    return int(response.json()["finished_task_number"])


@contextlib.contextmanager
def _running(python: Path) -> Iterator[httpx.Client]:
    """Start Label Studio with empty data, wait until it answers, and stop it at the end."""
    port, token = free_port(), secrets.token_hex(20)
    with tempfile.TemporaryDirectory(prefix="label-studio-") as folder:
        log = Path(folder) / "log"
        arguments = [
            *(python.parent / "label-studio", "start", "--no-browser", "--init"),
            *("--data-dir", folder, "--port", port, "--internal-host", "127.0.0.1"),
            *("--username", "owner@example.com", "--password", token, "--user-token", token),
            "--enable-legacy-api-token",
        ]
        environment = {
            **{key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
            "LABEL_STUDIO_BASE_DATA_DIR": folder,
            "COLLECT_ANALYTICS": "false",
            "SENTRY_DSN": "",
            "FRONTEND_SENTRY_DSN": "",
            "LABEL_STUDIO_LATEST_VERSION_CHECK": "false",
        }
        with log.open("wb") as output:
            process = subprocess.Popen(
                [str(argument) for argument in arguments],
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        client = httpx.Client(
            base_url=f"http://127.0.0.1:{port}",
            headers={"Authorization": f"Token {token}"},
            timeout=600,
        )
        try:
            _wait(client, process, log)
            yield client
        finally:
            client.close()
            process.terminate()
            process.wait(timeout=60)


def _wait(client: httpx.Client, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(httpx.TransportError):
            if client.get("/api/projects").is_success:
                return
        time.sleep(0.5)
    tail = log.read_text(errors="replace")[-2000:]
    raise RuntimeError(f"Label Studio did not start:\n{tail}")
