"""Train, export and replay one model in this process, and measure the whole."""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.commands.process import run_work
from engine.commands.train import train
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.parse import parse_training_spec


def measured_run(document: Mapping[str, Any], work: Path, bar: float) -> dict[str, Any]:
    """Run a training spec and return the figures of its report beside the bar.

    Raises:
        RuntimeError: when the run does not end well; carries the last event.
    """
    spec = parse_training_spec(dict(document))

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        train(spec, work, emit, interrupt)

    began = time.perf_counter()
    if run_work(work, command) != 0:
        raise RuntimeError((work / "events.jsonl").read_text().splitlines()[-1])
    seconds = time.perf_counter() - began
    package = work / "package"
    report = json.loads((package / "report.json").read_bytes())
    size = sum(path.stat().st_size for path in package.rglob("*") if path.is_file())
    return {
        "metric": round(report["metrics"][0]["value"], 4),
        "metrics": {one["name"]: round(one["value"], 4) for one in report["metrics"]},
        "bar": bar,
        "seconds": round(seconds, 1),
        "train_seconds": round(report["training"]["train_seconds"], 1),
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "package_mb": round(size / 1e6, 2),
        "latency_p50_ms": round(report["runtime"]["latency_p50_ms"], 3),
    }
