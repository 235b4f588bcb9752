"""Real digits that move to the left, to the right, or turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.videos import video_folder, write_videos

_AUGMENTATION = {"rotation_degrees": 0, "translation": 0.05, "scale": 0, "brightness": 0}


def _single_label(root: Path) -> dict[str, Any]:
    videos = write_videos(root / "data", 20, ("left", "right", "spin"), size=32, num_frames=6)
    return {
        "run_id": "run",
        "task": "video.classification",
        "data": video_folder(videos, validation_share=0.2, test_share=0.2),
        "backbone": "film_cnn",
        "options": {
            "epochs": 12,
            "batch_size": 6,
            "learning_rate": 4e-3,
            "num_frames": 6,
            "image_size": 32,
            "augmentation": _AUGMENTATION,
        },
        "resources": {"num_threads": 1},
        "seed": 3,
    }


def _one_class(root: Path) -> tuple[dict[str, object], str]:
    return video_folder(write_videos(root / "data", 3, ("left",), size=32)), "single_class"


CASES = (
    Case(
        task="video.classification",
        name="single-label",
        like="image.classification single-label",
        document=_single_label,
        gate=0.9,
        quick={"epochs": 2},
        refused=_one_class,
        backbone_options={"image_size": 32, "num_frames": 6},
    ),
)
