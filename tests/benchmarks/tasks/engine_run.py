"""Train with the engine's own command and measure what a launcher would see."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.specs.report import SectionedReport

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Run:
    """A finished run: its package, its report, and what it took."""

    package: Path
    report: SectionedReport
    seconds: float
    peak_megabytes: float

    @property
    def package_megabytes(self) -> float:
        """Return the size of all files of the package."""
        files = (path for path in self.package.rglob("*") if path.is_file())
        return sum(path.stat().st_size for path in files) / 1e6

    def metric(self, name: str) -> float:
        """Return a number of the report."""
        return next(metric.value for metric in self.report.metrics if metric.name == name)


def shared_data(*parts: str) -> Path:
    """Return a path of the shared real data.

    Raises:
        FileNotFoundError: when the folder is absent; says where it was looked for.
    """
    place = Path(os.environ.get("EASEL_SHARED", ROOT.parent / "shared")).joinpath("data", *parts)
    if not place.exists():
        raise FileNotFoundError(f"The real data '{place}' is absent. Set EASEL_SHARED.")
    return place


def train(document: dict[str, Any], work: Path, *, threads: int = 1) -> Run:
    """Train in a child process with fixed threads.

    Raises:
        CalledProcessError: when the run fails; its output is shown.
    """
    work.mkdir(parents=True, exist_ok=True)
    spec = work / "given.json"
    spec.write_text(json.dumps({**document, "resources": {"num_threads": threads}}))
    environment = os.environ | {
        "OMP_NUM_THREADS": str(threads),
        "OMP_WAIT_POLICY": "PASSIVE",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "deploy/sdk/python/src")]),
    }
    began = time.monotonic()
    subprocess.run(
        [sys.executable, "-m", "engine", "train", "--spec", str(spec), "--work", str(work)],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    seconds = time.monotonic() - began
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    package = work / "package"
    report = SectionedReport.model_validate_json((package / "report.json").read_bytes())
    return Run(package, report, seconds, peak)
