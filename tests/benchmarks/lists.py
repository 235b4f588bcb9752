"""How fast a dataset of 100,000 samples lists, filters and pages, and with how many queries.

Every address is asked on SQLite and on PostgreSQL: inside the process, where its queries are
counted, and over HTTP from a web process. The figures are the worst of both databases. What a
process has to count once after a change, for the statistics, shows in ``first_ms``.
"""

from __future__ import annotations

import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from tests.servers import postgresql
from tests.site import ROOT, environment, free_port

QUERIES = (
    "samples?page_size=100",
    "samples?page_size=100&label={label}",
    "samples?page_size=100&unlabelled=true",
    "samples?page_size=100&search=0042",
    "samples?page_size=100&search=not%20there",
    "samples?page_size=100&ordering=name",
    "samples?page_size=100&ordering=-bytes",
    "samples/count?label={label}",
    "samples/count?unlabelled=true",
    "samples/count?search=0042",
    "next-unlabelled",
    "statistics",
)


def run(*, quick: bool) -> dict[str, float]:
    """Return the worst p95 over the addresses, each asked 40 times (20 when quick)."""
    repetitions = 20 if quick else 40
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        runs = [_measure("sqlite", Path(folder) / "sqlite", "", repetitions)]
        with postgresql() as address:
            runs.append(_measure("postgresql", Path(folder) / "postgresql", address, repetitions))
    return {key: max(figures[key] for figures in runs) for key in runs[0]}


def _measure(database: str, data: Path, address: str, repetitions: int) -> dict[str, float]:
    """Fill one database, ask it within the process and over HTTP, and print both."""
    port = free_port()
    variables = environment(data, port)
    if address:
        variables["EASEL_DATABASE_URL"] = address
    filled = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.lists_site", str(repetitions), *QUERIES],
        cwd=ROOT,
        env=variables,
        stdout=subprocess.PIPE,
        check=True,
        timeout=600,
    )
    seen = json.loads(filled.stdout.splitlines()[-1])
    with web(variables, port) as url:
        headers = {"Authorization": f"Bearer {seen['key']}"}
        with httpx.Client(base_url=f"{url}/api/v1/datasets/", headers=headers) as client:
            http_p95_ms = [
                _http_p95_ms(client, f"{seen['dataset']}/{query}", repetitions)
                for query in seen["queries"]
            ]
    for query, p95_ms, http, first_ms, num in zip(
        QUERIES, seen["p95_ms"], http_p95_ms, seen["first_ms"], seen["num_queries"], strict=True
    ):
        print(
            f"    {database:<10} {query:<42} p95 {p95_ms:6.1f} ms, over HTTP {http:6.1f} ms, "
            f"first {first_ms:6.1f} ms, {num} queries",
            flush=True,
        )
    return {
        "p95_ms": max(seen["p95_ms"]),
        "http_p95_ms": max(http_p95_ms),
        "first_ms": max(seen["first_ms"]),
        "max_queries": max(seen["num_queries"]),
    }


@contextlib.contextmanager
def web(variables: dict[str, str], port: int) -> Iterator[str]:
    """Run a web process over a filled installation and yield its address."""
    serve = ["uvicorn", "backend.config.asgi:application", "--port", str(port)]
    web = subprocess.Popen(
        [sys.executable, "-m", *serve, "--log-level", "warning"], cwd=ROOT, env=variables
    )
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"{url}/api/v1/health", timeout=5).raise_for_status()
                break
            time.sleep(0.05)
        yield url
    finally:
        web.terminate()
        web.wait(timeout=30)


def _http_p95_ms(client: httpx.Client, address: str, repetitions: int) -> float:
    times = []
    page = address
    for _ in range(repetitions + 1):
        start = time.perf_counter()
        response = client.get(page)
        times.append(1000 * (time.perf_counter() - start))
        response.raise_for_status()
        page = response.json().get("next") or address
    # The first opens the connection.
    return p95(times[1:])


def p95(times: list[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(times, n=20)[18]
