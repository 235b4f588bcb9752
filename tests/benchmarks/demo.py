"""From an installed machine to the first prediction: ``make demo`` in an empty data folder."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.site import ROOT, environment, free_port


def run(*, quick: bool) -> dict[str, float]:
    """Return medians over 3 whole demos (1 when quick)."""
    runs = [_demo() for _ in range(1 if quick else 3)]
    return {key: statistics.median(figures[key] for figures in runs) for key in runs[0]}


def _demo() -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        port = free_port()
        result = subprocess.run(
            [sys.executable, "-m", "backend.demo", "--exit", "--json", "--port", str(port)],
            cwd=ROOT,
            env=environment(Path(folder), port),
            stdout=subprocess.PIPE,
            timeout=600,
            check=True,
        )
    figures: dict[str, float] = json.loads(result.stdout.splitlines()[-1])
    return figures
