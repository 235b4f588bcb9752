"""``video.classification``: generated motions of real digits, and the decoding of real clips."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from easel.runtime.video import open_film

from tests.benchmarks.tasks.media_run import shared_data, train
from tests.engine.films import MOTIONS, video_folder, write_films

BAR = 0.95
_TRAIN, _TEST = 60, 25
# Fewer films at half the side, for a look in a few minutes.
_QUICK_TRAIN, _QUICK_TEST = 36, 15
_QUICK_OPTIONS = {"image_size": 32, "epochs": 20}


def run(quick: bool) -> dict[str, Any]:
    """Return the accuracy of the fast and the balanced tier; ``quick``: the fast one, smaller."""
    if quick:
        fast = _measure("film_cnn", _QUICK_TRAIN, _QUICK_TEST, _QUICK_OPTIONS)
        return {"film_cnn": fast, "decoding": _decode()}
    measured = {name: _measure(name, _TRAIN, _TEST, {}) for name in ("film_cnn", "r2plus1d_small")}
    return {**measured, "decoding": _decode()}


def _measure(
    backbone: str, num_train: int, num_test: int, options: Mapping[str, object]
) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        # No digit of the test part is among those trained on.
        write_films(root / "data" / "train", num_train)
        write_films(root / "data" / "test", num_test, first=num_train * len(MOTIONS))
        document = {
            "run_id": "moving-digits",
            "task": "video.classification",
            "data": video_folder(root / "data"),
            "backbone": backbone,
            "options": dict(options),
        }
        finished = train(document, root)
        return finished.figures(finished.report["accuracy"]["value"], BAR)


def _decode() -> dict[str, float]:
    """Return frames and seconds of each real clip."""
    figures: dict[str, float] = {}
    for path in sorted(shared_data("video_clips").glob("*.[am][vp][i4]")):
        began = time.perf_counter()
        film = open_film(path)
        film.frames([0, film.num_frames - 1])
        figures[f"{path.name}_frames"] = film.num_frames
        figures[f"{path.name}_seconds"] = round(time.perf_counter() - began, 2)
    return figures
