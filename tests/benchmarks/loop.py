"""How fast a million stored calls of an endpoint list, filter, page and are summed up.

Asked over the API within a process, on PostgreSQL and on SQLite; ``p95_ms`` is the worst address of
both, and ``summary_first_ms`` what the figures above the list take after a change.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.servers import postgresql
from tests.site import ROOT, environment, free_port

NUM_CALLS = 1_000_000
QUERIES = (
    "?page_size=48",
    "?page_size=48&ordering=top_score",
    "?page_size=48&reason=low_confidence",
    "?page_size=48&label=label%207",
    "?page_size=48&label=label%207&reason=requested&state=waiting",
    "?page_size=48&state=added",
    "?page_size=48&state=answered&ordering=top_score",
    "?page_size=48&revision=2&below_score=0.3",
    "/summary",
)


def run(*, quick: bool) -> dict[str, float]:
    """Return the worst p95 over the addresses, each asked 40 times (20 of 100,000 when quick)."""
    arguments = [str(NUM_CALLS // 10 if quick else NUM_CALLS), str(20 if quick else 40)]
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        runs = [_measure("sqlite", Path(folder) / "sqlite", "", arguments)]
        with postgresql() as address:
            runs.append(_measure("postgresql", Path(folder) / "postgresql", address, arguments))
    return {key: max(figures[key] for figures in runs) for key in runs[0]}


def _measure(database: str, data: Path, address: str, arguments: list[str]) -> dict[str, float]:
    variables = environment(data, free_port())
    if address:
        variables["EASEL_DATABASE_URL"] = address
    asked = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.loop_site", *arguments, *QUERIES],
        cwd=ROOT,
        env=variables,
        stdout=subprocess.PIPE,
        check=True,
        timeout=900,
    )
    seen = json.loads(asked.stdout.splitlines()[-1])
    for query, p95_ms, first_ms in zip(QUERIES, seen["p95_ms"], seen["first_ms"], strict=True):
        print(f"    {database:<10} {query:<62} p95 {p95_ms:7.1f} ms, first {first_ms:7.1f} ms")
    return {"p95_ms": max(seen["p95_ms"]), "summary_first_ms": seen["first_ms"][-1]}
