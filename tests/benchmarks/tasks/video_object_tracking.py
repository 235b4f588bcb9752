"""``video.object_tracking``: real digits that cross and cover one another; the scenes are made."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.benchmarks.tasks.measuring import Measurement, measurement, train
from tests.engine.crossing_digits import write_scenes

BAR = 0.85
_TRAIN, _VALIDATION, _TEST = 32, 4, 12
# Fewer videos and steps, for a look in a few minutes.
_QUICK_TRAIN, _QUICK_TEST = 12, 4
_QUICK_OPTIONS = {"epochs": 4}


def run(quick: bool) -> list[Measurement]:
    """Return IDF1 on videos of other seeds (``quick``: of a short run)."""
    num_train, num_test = (_QUICK_TRAIN, _QUICK_TEST) if quick else (_TRAIN, _TEST)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "data"
        # Videos of even seeds and of odd ones share no glyph.
        write_scenes(root / "train", range(0, 2 * num_train, 2))
        write_scenes(root / "validation", range(1001, 1001 + 2 * _VALIDATION, 2))
        write_scenes(root / "test", range(2001, 2001 + 2 * num_test, 2))
        document = {
            "task": "video.object_tracking",
            "data": {"kind": "files", "format": "mot", "root": str(root)},
            "backbone": "light_nano",
            "options": _QUICK_OPTIONS if quick else {},
        }
        finished = train(document, threads=2)
    return [measurement("crossing digits", "idf1", [finished], bar=BAR)]
