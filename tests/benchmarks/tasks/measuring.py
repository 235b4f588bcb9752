"""Train a task in this process on records of real data, and measure the whole."""

from __future__ import annotations

import json
import os
import resource
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.commands.train import train
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.parse import parse_training_spec
from tests.engine.texts import text_document, write_texts


def shared_data(name: str) -> Path:
    """Return a folder of real data.

    Raises:
        FileNotFoundError: when this machine has no such data.
    """
    root = Path(__file__).resolve().parents[3]
    folder = Path(os.environ.get("EASEL_SHARED", root.parent / "shared")) / "data" / name
    if not folder.is_dir():
        raise FileNotFoundError(f"There is no data in '{folder}'. Set EASEL_SHARED.")
    return folder


def measure(
    task: str,
    backbone: str,
    samples: Iterable[dict[str, Any]],
    options: Mapping[str, Any] | None = None,
    **data: Any,
) -> dict[str, Any]:
    """Train, export and replay one model; return its report and what it took.

    Args:
        task: key of the card.
        backbone: key of its backbone.
        samples: see ``write_texts``.
        options: of the task.
        data: further fields of the data spec.
    """
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        document = text_document(
            task, write_texts(root / "data", samples, **data), backbone, **(options or {})
        )
        began = time.perf_counter()
        work = root / "work"
        work.mkdir()
        with EventSink(work / "events.jsonl") as emit:
            train(parse_training_spec(document), work, emit, Interrupt())
        seconds = time.perf_counter() - began
        package = work / "package"
        report = json.loads((package / "report.json").read_bytes())
        size = sum(path.stat().st_size for path in package.rglob("*") if path.is_file())
    return {
        "report": report,
        "seconds": round(seconds, 1),
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "package_mb": round(size / 1e6, 2),
        "latency_p50_ms": round(report["runtime"]["latency_p50_ms"], 3),
        "train_seconds": round(report["training"]["train_seconds"], 1),
    }


def summary(measured: list[dict[str, Any]], metrics: list[float], bar: float) -> dict[str, Any]:
    """Return the mean metric over runs beside its bar, and the largest of what they took."""
    return {
        "metric": round(sum(metrics) / len(metrics), 4),
        "runs": [round(metric, 4) for metric in metrics],
        "bar": bar,
        **{
            name: max(one[name] for one in measured)
            for name in ("seconds", "peak_memory_mb", "package_mb", "latency_p50_ms")
        },
    }


def headline(measured: dict[str, Any], name: str) -> float:
    """Return a metric of the head of a sectioned report."""
    metrics = measured["report"]["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == name))
