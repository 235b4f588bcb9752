"""Train on recordings or films with the engine's own command, and measure the whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
_MEASURED = (
    "import resource, subprocess, sys; code = subprocess.call(sys.argv[1:]); "
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(code)"
)


@dataclass(frozen=True)
class MediaRun:
    """A finished run: its package, the document of its report, and what it took."""

    package: Path
    report: dict[str, Any]
    seconds: float
    peak_memory_mb: float

    def figures(self, metric: float, bar: float) -> dict[str, float]:
        """Return a metric beside its bar, with what the run took."""
        files = (path for path in self.package.rglob("*") if path.is_file())
        return {
            "metric": round(metric, 4),
            "bar": bar,
            "seconds": round(self.seconds, 1),
            "train_seconds": round(self.report["training"]["train_seconds"], 1),
            "peak_memory_mb": round(self.peak_memory_mb),
            "package_mb": round(sum(path.stat().st_size for path in files) / 1e6, 2),
            "latency_p50_ms": round(self.report["runtime"]["latency_p50_ms"], 3),
        }

    def number(self, name: str) -> float:
        """Return a metric of the head of a sectioned report."""
        return float(next(one["value"] for one in self.report["metrics"] if one["name"] == name))


def shared_data(name: str) -> Path:
    """Return a folder of real data.

    Raises:
        FileNotFoundError: when this machine has no such data.
    """
    folder = Path(os.environ.get("EASEL_SHARED", ROOT.parent / "shared")) / "data" / name
    if not folder.is_dir():
        raise FileNotFoundError(f"There is no data in '{folder}'. Set EASEL_SHARED.")
    return folder


def train(document: dict[str, Any], root: Path, *, threads: int = 1) -> MediaRun:
    """Train below a folder, in a process of its own with fixed threads.

    Raises:
        CalledProcessError: when the run fails; what it said is shown.
    """
    spec, work = root / "spec.json", root / "work"
    document = {**document, "resources": {"num_threads": threads}}
    spec.write_text(json.dumps(document))
    path = os.pathsep.join([str(ROOT), str(ROOT / "deploy/sdk/python/src")])
    began = time.perf_counter()
    engine = [sys.executable, "-m", "engine", "train", "--spec", str(spec), "--work", str(work)]
    process = subprocess.run(
        [sys.executable, "-c", _MEASURED, *engine],
        env={**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": str(threads)},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    package = work / "package"
    return MediaRun(
        package,
        json.loads((package / "report.json").read_bytes()),
        time.perf_counter() - began,
        int(process.stdout.split()[-1]) / 1024,
    )
