"""Small images per second into a dataset: through HTTP, and labelled ones where they are."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

import numpy as np
import psutil
from easel.client import Client
from PIL import Image

from tests.benchmarks.labelled_images import write_coco
from tests.site import Site, running_site, sign_up

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
        in_place = import_in_place(site, client, organisation, 1_000 if quick else 10_000)
    return {
        **in_place,
        "images_per_second": statistics.median(rates),
        "server_cpu_ms_per_image": statistics.median(server_ms),
        "client_cpu_ms_per_image": statistics.median(client_ms),
        "num_images": num_images,
    }


def import_in_place(
    site: Site, client: Client, organisation: str, num_images: int
) -> dict[str, float]:
    """Return how quickly a COCO file is taken in whose images stay in a folder of the server."""
    write_coco(site.data / "shared" / "coco", num_images)
    project = client.projects.create(
        organisation_id=organisation, name="In place", task="image.object_detection"
    )
    dataset = client.datasets.create(project_id=project["id"], name="COCO")
    before = _cpu_seconds(site.process.pid)
    start = time.perf_counter()
    archive = client.imports.in_place(
        dataset["id"], {"kind": "folder", "folder": 0, "path": "coco"}, format="coco"
    )
    client.jobs.wait(archive["job"]["id"])
    seconds = time.perf_counter() - start
    cpu = _cpu_seconds(site.process.pid) - before
    result = client.imports.close(archive["import_id"])
    assert (result["num_added"], result["num_labelled"]) == (num_images, num_images), result
    return {
        "in_place_images_per_second": num_images / seconds,
        "in_place_cpu_ms_per_image": 1e3 * cpu / num_images,
        "in_place_images": num_images,
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
