"""``image.segmentation``: real digits pasted on noisy canvases, each to be outlined."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.benchmarks.tasks.measuring import Measurement, measurement, train
from tests.engine.pasted_digits import write_pasted_digits

NUM_IMAGES, NUM_QUICK = 1500, 60


def run(quick: bool) -> list[Measurement]:
    """Return the mean average precision of masks (``quick``: few images, one epoch)."""
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        data = write_pasted_digits(Path(folder) / "data", NUM_QUICK if quick else NUM_IMAGES)
        document = {
            "task": "image.segmentation",
            "backbone": "light_nano",
            "data": data,
            "options": {
                "mode": "instance",
                "image_size": 128,
                # A mirrored digit is none, and a mirrored 2 looks much like a 5.
                "augmentation": {"horizontal_flip": False},
                **({"epochs": 1} if quick else {}),
            },
        }
        done = train(document, threads=2)
    return [measurement("pasted digits", "map_50", [done], bar=0.85)]
