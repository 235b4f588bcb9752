"""``image.segmentation`` on real digits pasted on canvases: real glyphs, synthetic layout.

Single digits by the average precision of their masks, and the class of every pixel by mean overlap.
No glyph of the test part was trained on.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.benchmarks.tasks.engine_run import train
from tests.engine.pasted_digits import write_pasted_digits

BARS = {"instance": 0.85, "semantic": 0.80}
EPOCHS = {"instance": 40, "semantic": 40}
THREADS = 2


def run(quick: bool, backbone: str = "light_nano") -> dict[str, float]:
    """Train and measure both modes; ``quick`` takes a fifth of the pictures.

    Returns:
        By mode the mask quality through the exported package, the bar, and what the run took.
    """
    figures: dict[str, float] = {}
    for mode, bar in BARS.items():
        with tempfile.TemporaryDirectory() as folder:
            document = {
                "run_id": f"digits-{mode}",
                "task": "image.segmentation",
                "backbone": backbone,
                "data": write_pasted_digits(Path(folder) / "data", 100 if quick else 500),
                "options": {
                    "mode": mode,
                    "epochs": EPOCHS[mode],
                    # A mirrored digit is none.
                    "augmentation": {"horizontal_flip": False},
                },
            }
            done = train(document, Path(folder) / "work", threads=THREADS)
            figures |= {
                f"{mode}_quality": done.report.runtime.metric,
                f"{mode}_quality_trained": done.report.runtime.trained_metric,
                f"{mode}_bar": bar,
                f"{mode}_seconds": done.seconds,
                f"{mode}_peak_megabytes": done.peak_megabytes,
                f"{mode}_package_megabytes": done.package_megabytes,
                f"{mode}_latency_p50_ms": done.report.runtime.latency_p50_ms,
            }
    return figures
