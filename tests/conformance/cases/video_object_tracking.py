"""Two real digits, one before the other, in films of a few frames."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.crossing_digits import write_scenes
from tests.engine.films import write_films

_SCENE = {
    "num_frames": 6,
    "size": (64, 64),
    "num_objects": (1, 2),
    "labels": ("0", "1"),
    "sides": (26, 34),
    "speed": 3.0,
}
_STEADY = {
    "horizontal_flip": False,
    "translation": 0.05,
    "scale": 0.1,
    "stretch": 0.0,
    "mosaic": 0.0,
    "brightness": 0.1,
    "contrast": 0.1,
    "saturation": 0.1,
}


def _crossing(root: Path) -> dict[str, Any]:
    write_scenes(root / "data" / "train", range(16), **_SCENE)
    write_scenes(root / "data" / "validation", range(16, 20), **_SCENE)
    write_scenes(root / "data" / "test", range(20, 24), **_SCENE)
    return {
        "run_id": "run",
        "task": "video.object_tracking",
        "data": {"kind": "files", "format": "mot", "root": str(root / "data")},
        "backbone": "light_nano",
        "options": {
            "epochs": 10,
            "batch_size": 6,
            "image_size": 64,
            "learning_rate": 3e-3,
            "augmentation": _STEADY,
        },
        "resources": {"num_threads": 1},
        "seed": 3,
    }


def _without_frames(root: Path) -> tuple[dict[str, object], str]:
    films = write_films(root / "data", 2, ("left",), size=32)
    return {"kind": "files", "format": "mot", "root": str(films)}, "format_mismatch"


CASES = (
    Case(
        task="video.object_tracking",
        name="crossing-digits",
        document=_crossing,
        gate=0.5,
        quick={"epochs": 2},
        refused=_without_frames,
    ),
)
