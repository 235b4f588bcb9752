"""Red and blue blocks, each with a box."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.marked_images import STEADY, box, write_marked_images
from tests.engine.runs import spec_document


def _blocks(root: Path) -> dict[str, Any]:
    return {
        **spec_document(
            write_marked_images(root / "data", 60, box),
            epochs=12,
            batch_size=6,
            image_size=64,
            learning_rate=3e-3,
            augmentation=STEADY,
        ),
        "task": "image.object_detection",
        "backbone": "light_nano",
    }


def _marked_like_texts(root: Path) -> tuple[dict[str, object], str]:
    def span(*_: int) -> dict[str, Any]:
        return {"kind": "span", "start": 0, "end": 3}

    return write_marked_images(root / "data", 10, span), "region_without_place"


CASES = (
    Case(
        task="image.object_detection",
        name="blocks",
        document=_blocks,
        gate=0.8,
        quick={"epochs": 2, "class_weights": "balanced"},
        refused=_marked_like_texts,
    ),
)
