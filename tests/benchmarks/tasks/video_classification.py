"""``video.classification``: generated motions of real digits, and the decoding of real clips."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from easel.runtime.video import open_film

from tests.benchmarks.tasks.media_run import shared_data, train
from tests.engine.films import MOTIONS, video_folder, write_films

BAR = 0.95
_TRAIN, _TEST = 60, 25


def run(quick: bool) -> dict[str, Any]:
    """Return the accuracy of the fast tier (and, unless ``quick``, of the balanced one)."""
    backbones = ("film_cnn",) if quick else ("film_cnn", "r2plus1d_small")
    return {**{backbone: _measure(backbone) for backbone in backbones}, "decoding": _decode()}


def _measure(backbone: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        # No digit of the test part is among those trained on.
        write_films(root / "data" / "train", _TRAIN)
        write_films(root / "data" / "test", _TEST, first=_TRAIN * len(MOTIONS))
        document = {
            "run_id": "moving-digits",
            "task": "video.classification",
            "data": video_folder(root / "data"),
            "backbone": backbone,
            "options": {},
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
