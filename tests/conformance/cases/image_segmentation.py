"""Red and blue blocks, each with an outline: told apart, and as classes of pixels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.marked_images import STEADY, outline, write_marked_images
from tests.engine.runs import spec_document


def _document(root: Path, **options: object) -> dict[str, Any]:
    return {
        **spec_document(
            write_marked_images(root / "data", 60, outline),
            batch_size=6,
            image_size=64,
            learning_rate=3e-3,
            augmentation=STEADY,
            **options,
        ),
        "task": "image.segmentation",
        "backbone": "light_nano",
    }


def _objects(root: Path) -> dict[str, Any]:
    return _document(root, epochs=14, mode="instance")


def _pixels(root: Path) -> dict[str, Any]:
    return _document(root, epochs=10, mode="semantic")


def _marked_like_recordings(root: Path) -> tuple[dict[str, object], str]:
    def segment(*_: int) -> dict[str, Any]:
        return {"kind": "segment", "start_ms": 0, "end_ms": 3}

    return write_marked_images(root / "data", 10, segment), "region_without_place"


CASES = (
    Case(
        task="image.segmentation",
        name="instance",
        like="image.segmentation semantic",
        document=_objects,
        gate=0.8,
        quick={"epochs": 2},
        backbone_options={"mode": "semantic"},
        refused=_marked_like_recordings,
    ),
    Case(
        task="image.segmentation",
        name="semantic",
        document=_pixels,
        gate=0.8,
        quick={"epochs": 2, "class_weights": "balanced"},
        refused=_marked_like_recordings,
    ),
)
