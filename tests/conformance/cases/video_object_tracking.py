"""A red and a blue block that pass one another, in videos of a few frames."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.annotated_videos import write_blocks
from tests.engine.marked_images import STEADY
from tests.engine.videos import write_videos


def _passing(root: Path) -> dict[str, Any]:
    write_blocks(root / "data" / "train", range(10))
    write_blocks(root / "data" / "validation", range(10, 12))
    write_blocks(root / "data" / "test", range(12, 15))
    return {
        "run_id": "run",
        "task": "video.object_tracking",
        "data": {"kind": "files", "format": "mot", "root": str(root / "data")},
        "backbone": "light_nano",
        "options": {
            "epochs": 8,
            "batch_size": 6,
            "image_size": 64,
            "learning_rate": 3e-3,
            "augmentation": STEADY,
        },
        "resources": {"num_threads": 1},
        "seed": 3,
    }


def _without_frames(root: Path) -> tuple[dict[str, object], str]:
    videos = write_videos(root / "data", 2, ("left",), size=32)
    return {"kind": "files", "format": "mot", "root": str(videos)}, "format_mismatch"


CASES = (
    Case(
        task="video.object_tracking",
        name="blocks",
        like="image.object_detection blocks",
        document=_passing,
        gate=0.6,
        quick={"epochs": 2},
        refused=_without_frames,
        # Those of another task.
        backbone_options=None,
    ),
)
