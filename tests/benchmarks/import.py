"""Small images per second, from files on disk through HTTP into the dataset."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

import numpy as np
import psutil
from PIL import Image

from tests.site import running_site, sign_up

SIDE = 64


def run(*, quick: bool) -> dict[str, float]:
    """Return medians over 3 imports of 2,000 images (of 500 when quick)."""
    num_images, repetitions = (500, 3) if quick else (2000, 3)
    rates, server_ms, client_ms = [], [], []
    with running_site() as site, tempfile.TemporaryDirectory() as folder:
        client, organisation = sign_up(site)
        project = client.projects.create(
            organisation_id=organisation, name="Import", task="image.classification"
        )
        for repetition in range(repetitions):
            root = Path(folder) / str(repetition)
            _write_images(root, num_images, seed=repetition)
            dataset = client.datasets.create(project_id=project["id"], name=f"Set {repetition}")
            before = _cpu_seconds(site.process.pid), time.process_time()
            start = time.perf_counter()
            result = client.imports.folder(dataset["id"], root, format="image_folder")
            rates.append(num_images / (time.perf_counter() - start))
            server_ms.append(1e3 * (_cpu_seconds(site.process.pid) - before[0]) / num_images)
            client_ms.append(1e3 * (time.process_time() - before[1]) / num_images)
            assert result["num_added"] == num_images, result
    return {
        "images_per_second": statistics.median(rates),
        "server_cpu_ms_per_image": statistics.median(server_ms),
        "client_cpu_ms_per_image": statistics.median(client_ms),
        "num_images": num_images,
    }


def _cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and everything that it started."""
    parent = psutil.Process(pid)
    times = [one.cpu_times() for one in (parent, *parent.children(recursive=True))]
    return float(sum(one.user + one.system for one in times))


def _write_images(root: Path, count: int, *, seed: int) -> None:
    """Write ``count`` different PNG files of 64×64 pixels, ten to a class."""
    generator = np.random.default_rng(seed)
    for number in range(count):
        folder = root / f"class_{number % 10}"
        folder.mkdir(parents=True, exist_ok=True)
        coarse = generator.integers(0, 256, (8, 8, 3), dtype=np.uint8)
        Image.fromarray(coarse).resize((SIDE, SIDE)).save(folder / f"{number:05d}.png")
