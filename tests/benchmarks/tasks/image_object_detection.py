"""``image.object_detection`` on blood cells: mean average precision on the test part.

The light detector from random weights, with the splits that the data set names.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.benchmarks.tasks.engine_run import shared_data, train

BAR = 0.80
THREADS = 2


def run(quick: bool, backbone: str = "light_nano") -> dict[str, float]:
    """Train and measure; ``quick`` trains a fifth as long, which does not reach the bar.

    Returns:
        Precisions on the test part through the exported package, the bar, and what the run took.
    """
    document = {
        "run_id": "blood_cells",
        "task": "image.object_detection",
        "backbone": backbone,
        "data": {"kind": "files", "format": "voc", "root": str(shared_data("blood_cells"))},
        "options": {"epochs": 10} if quick else {},
    }
    with tempfile.TemporaryDirectory() as folder:
        done = train(document, Path(folder), threads=THREADS)
        return {
            "map_50": done.report.runtime.metric,
            "map_50_trained": done.report.runtime.trained_metric,
            "map_50_95": done.metric("map_50_95"),
            "bar": BAR,
            "seconds": done.seconds,
            "train_seconds": done.report.training.train_seconds,
            "peak_megabytes": done.peak_megabytes,
            "package_megabytes": done.package_megabytes,
            "latency_p50_ms": done.report.runtime.latency_p50_ms,
        }
