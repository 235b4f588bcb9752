"""Train with the engine's own command, in a process of its own, and say what came of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

from engine.specs.package.report import ClassificationReport, MetricValue, SectionedReport

ROOT = Path(__file__).resolve().parents[3]

# A small process stands between: the peak of a child counts what its parent held when it began.
_WATCHED = (
    "import resource, subprocess, sys; code = subprocess.call(sys.argv[1:], stdout=sys.stderr); "
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(code)"
)


@dataclass(frozen=True)
class Measurement:
    """One metric of one model on one set of data, and what it took.

    Attributes:
        data: the data set, with what tells this model from others on it.
        metric: name of the metric.
        value: its mean over the runs.
        bar: the value to reach.
        higher_is_better: whether ``value`` must be at least ``bar``, rather than at most.
        peer: a plain method on the same data, and its value.
        seconds: of the longest run, from the spec to the finished package.
        peak_memory_mb: resident memory of the largest run.
        package_mb: of the largest package.
        latency_p50_ms: of one prediction by the exported model.
        runs: the value of each run.
    """

    data: str
    metric: str
    value: float
    bar: float
    higher_is_better: bool
    peer: tuple[str, float] | None
    seconds: float
    peak_memory_mb: float
    package_mb: float
    latency_p50_ms: float
    runs: tuple[float, ...]

    @property
    def is_met(self) -> bool:
        """Whether the value reaches the bar."""
        return self.value >= self.bar if self.higher_is_better else self.value <= self.bar


class TrainingFailed(Exception):
    """A run ended without a package; the message is the engine's."""


@dataclass(frozen=True)
class Run:
    """A finished run: its report, and what it took."""

    report: ClassificationReport | SectionedReport
    seconds: float
    peak_memory_mb: float
    package_mb: float

    def number(self, name: str) -> float:
        """Return a metric of the report's head."""
        return _metric(self.report, name).value

    @property
    def baseline(self) -> float:
        """The metric of the simple method that the report compares with."""
        assert isinstance(self.report, SectionedReport)
        assert self.report.baseline is not None
        return self.report.baseline.value


def shared_data(*parts: str) -> Path:
    """Return a file or folder of real data.

    Raises:
        FileNotFoundError: when this machine has no such data.
    """
    place = Path(os.environ.get("EASEL_SHARED", ROOT.parent / "shared")).joinpath("data", *parts)
    if not place.exists():
        raise FileNotFoundError(f"There is no data in '{place}'. Set EASEL_SHARED.")
    return place


def train(document: Mapping[str, Any], *, threads: int = 1) -> Run:
    """Train in a child process with fixed threads, and forget its files.

    Args:
        document: a training spec; ``run_id`` and ``resources`` may be left out.
        threads: of the child, which keeps figures comparable between machines.

    Raises:
        TrainingFailed: when the run fails.
    """
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        work = Path(folder) / "work"
        spec = Path(folder) / "spec.json"
        resources = {"num_threads": threads}
        spec.write_text(json.dumps({"run_id": "benchmark", **document, "resources": resources}))
        began = time.perf_counter()
        process = _watch(["train", "--spec", str(spec), "--work", str(work)], threads)
        seconds = time.perf_counter() - began
        if process.returncode:
            raise TrainingFailed(_failure(work / "events.jsonl", process.returncode))
        package = work / "package"
        files = [path for path in package.rglob("*") if path.is_file()]
        return Run(
            _report((package / "report.json").read_bytes()),
            seconds,
            int(process.stdout) / 1024,
            sum(path.stat().st_size for path in files) / 1e6,
        )


def measurement(
    data: str,
    metric: str,
    runs: Sequence[Run],
    *,
    bar: float,
    peer: tuple[str, float] | None = None,
) -> Measurement:
    """Sum up the runs of one model on one set of data."""
    values = [run.number(metric) for run in runs]
    return Measurement(
        data=data,
        metric=metric,
        value=round(fmean(values), 5),
        bar=round(bar, 5),
        higher_is_better=_metric(runs[0].report, metric).higher_is_better,
        peer=None if peer is None else (peer[0], round(peer[1], 5)),
        seconds=round(max(run.seconds for run in runs), 1),
        peak_memory_mb=round(max(run.peak_memory_mb for run in runs)),
        package_mb=round(max(run.package_mb for run in runs), 2),
        latency_p50_ms=round(median(run.report.runtime.latency_p50_ms for run in runs), 3),
        runs=tuple(round(value, 5) for value in values),
    )


def _watch(command: Sequence[str], threads: int) -> subprocess.CompletedProcess[str]:
    """Run a command of the engine; the output is its peak of resident memory in KiB."""
    environment = os.environ | {
        "OMP_NUM_THREADS": str(threads),
        "MKL_NUM_THREADS": str(threads),
        "OMP_WAIT_POLICY": "PASSIVE",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "deploy/sdk/python/src")]),
    }
    return subprocess.run(
        [sys.executable, "-c", _WATCHED, sys.executable, "-m", "engine", *command],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )


def _failure(events: Path, status: int) -> str:
    """Return what a failed run said last."""
    said = [json.loads(line) for line in events.read_text().splitlines()] if events.exists() else []
    errors = [event["message"] for event in said if event["kind"] == "error"]
    return str(errors[-1]) if errors else f"The run ended with status {status}."


def _report(content: bytes) -> ClassificationReport | SectionedReport:
    if json.loads(content)["kind"] == "classification":
        return ClassificationReport.model_validate_json(content)
    return SectionedReport.model_validate_json(content)


def _metric(report: ClassificationReport | SectionedReport, name: str) -> MetricValue:
    if isinstance(report, SectionedReport):
        return next(metric for metric in report.metrics if metric.name == name)
    numbers = {
        "accuracy": report.accuracy.value,
        "macro_f1": report.macro_f1.value,
        "mean_average_precision": report.mean_average_precision,
    }
    return MetricValue(name=name, value=numbers[name])
