"""``video.classification``: generated motions of real digits; synthetic, the digits are not."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from engine.examples.video.classification import MOTIONS
from tests.benchmarks.tasks.measuring import Measurement, measurement, train
from tests.engine.videos import video_folder, write_videos

BAR = 0.95
_TRAIN, _TEST = 60, 25
# Fewer videos at half the side, for a look in a few minutes.
_QUICK_TRAIN, _QUICK_TEST = 36, 15
_QUICK_OPTIONS = {"image_size": 32, "epochs": 20}


def run(quick: bool) -> list[Measurement]:
    """Return the accuracy of the fast and the balanced tier; ``quick``: the fast one, smaller."""
    if quick:
        return [_measure("film_cnn", _QUICK_TRAIN, _QUICK_TEST, _QUICK_OPTIONS)]
    return [_measure(name, _TRAIN, _TEST, {}) for name in ("film_cnn", "r2plus1d_small")]


def _measure(
    backbone: str, num_train: int, num_test: int, options: Mapping[str, object]
) -> Measurement:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        # No digit of the test part is among those trained on.
        write_videos(root / "data" / "train", num_train)
        write_videos(root / "data" / "test", num_test, first=num_train * len(MOTIONS))
        document = {
            "task": "video.classification",
            "data": video_folder(root / "data"),
            "backbone": backbone,
            "options": dict(options),
        }
        name = f"moving digits, {backbone}"
        return measurement(name, "accuracy", [train(document)], bar=BAR)
