"""How fast a dataset of 1,000,000 samples lists, filters, jumps and freezes, on PostgreSQL.

Every list is asked over HTTP, each time at another place. Beside the time of a request, which
other work on the machine makes longer, stands the processor time that the web process and the
database spent on it. The version is frozen by a process of its own, whose memory is the most that
it ever held.
"""

from __future__ import annotations

import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psutil

from tests.benchmarks.lists import p95, web
from tests.servers import postgresql
from tests.site import ROOT, environment, free_port

NUM_LABELS = 20


def run(*, quick: bool) -> dict[str, float]:
    """Return the p95 of each way to ask, and what freezing takes (100,000 samples when quick)."""
    num_samples, repetitions = (100_000, 20) if quick else (1_000_000, 40)
    with tempfile.TemporaryDirectory(prefix="easel-") as folder, postgresql() as address:
        port = free_port()
        variables = environment(Path(folder), port) | {"EASEL_DATABASE_URL": address}
        seen = _site(variables, "fill", str(num_samples))
        times, work = {}, {}
        ports = (str(port), str(urlsplit(address).port))
        with web(variables, port) as url:
            headers = {"Authorization": f"Bearer {seen['key']}"}
            base = f"{url}/api/v1/datasets/{seen['dataset']}/"
            with httpx.Client(base_url=base, headers=headers, timeout=60) as client:
                for name, ask in _questions(seen, num_samples).items():
                    before = _cpu_seconds(ports)
                    times[name] = _p95_ms(client, ask, repetitions)
                    work[name] = 1e3 * (_cpu_seconds(ports) - before) / (repetitions + 1)
                    print(
                        f"    {name:<24} p95 {times[name]:7.1f} ms, processor {work[name]:6.1f} ms",
                        flush=True,
                    )
        frozen = _site(variables, "freeze", seen["dataset"])
        print(
            f"    freeze                   {frozen['seconds']} s, "
            f"processor {frozen['cpu_seconds']} s, peak {frozen['peak_mb']} MB",
            flush=True,
        )
    return {
        **{f"{name}_p95_ms": value for name, value in times.items()},
        **{f"{name}_cpu_ms": value for name, value in work.items()},
        "freeze_seconds": float(frozen["seconds"]),
        "freeze_peak_mb": float(frozen["peak_mb"]),
        "num_samples": num_samples,
    }


def _questions(seen: Mapping[str, str], num_samples: int) -> dict[str, Callable[[], str]]:
    """Return how each list is asked for, at a place drawn each time."""
    draw = random.Random(0)
    page = "samples?page_size=100"
    common = f"{page}&label={seen['common']}"
    num_common = num_samples * 9 // 10 // NUM_LABELS
    return {
        "first_page": lambda: page,
        "label": lambda: common,
        "rare_label": lambda: f"{page}&label={seen['rare']}",
        "unlabelled": lambda: f"{page}&unlabelled=true",
        "labelled_last": lambda: f"{page}&ordering=-labelled_at",
        "jump": lambda: f"{page}&at={draw.randrange(num_samples)}",
        "jump_by_name": lambda: (
            f"{page}&ordering=name&start=images/{draw.randrange(num_samples):07d}"
        ),
        "jump_in_label": lambda: f"{common}&at={draw.randrange(num_common)}",
        "count_label": lambda: f"samples/count?label={seen['common']}",
        "count_two_labels": lambda: f"samples/count?label={seen['common']}&label={seen['rare']}",
    }


def _p95_ms(client: httpx.Client, ask: Callable[[], str], repetitions: int) -> float:
    times = []
    for _ in range(repetitions + 1):
        address = ask()
        start = time.perf_counter()
        response = client.get(address)
        times.append(1000 * (time.perf_counter() - start))
        response.raise_for_status()
    # The first opens the connection.
    return p95(times[1:])


def _cpu_seconds(ports: tuple[str, ...]) -> float:
    """Return the processor time of the servers told these ports, and of their children."""
    total = 0.0
    for process in psutil.process_iter(["cmdline"]):
        words = " ".join(process.info["cmdline"] or ())
        if any(f"--port {port}" in words or f"-cport={port}" in words for port in ports):
            for one in (process, *process.children(recursive=True)):
                with contextlib.suppress(psutil.NoSuchProcess):
                    total += sum(one.cpu_times()[:4])
    return total


def _site(variables: dict[str, str], *arguments: str) -> dict[str, str]:
    """Run a command of ``million_site`` and return what it says last."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.million_site", *arguments],
        cwd=ROOT,
        env=variables,
        stdout=subprocess.PIPE,
        check=True,
        timeout=1800,
    )
    response: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return response
