"""``image.object_detection``: blood cells, divided as their image sets say."""

from __future__ import annotations

from tests.benchmarks.tasks.measuring import Measurement, measurement, shared_data, train


def run(quick: bool) -> list[Measurement]:
    """Return the mean average precision at overlaps of half (``quick``: after one epoch)."""
    data = {"kind": "files", "format": "voc", "root": str(shared_data("blood_cells"))}
    document = {
        "task": "image.object_detection",
        "backbone": "light_nano",
        "data": data,
        "options": {"epochs": 1, "image_size": 64} if quick else {},
    }
    return [measurement("blood cells", "map_50", [train(document, threads=2)], bar=0.80)]
