"""Build the detector behind a backbone key of the catalog."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import SpecError
from engine.models.vision.light_detector import LightDetector


class _Shape(NamedTuple):
    width: int
    depth: int
    neck_width: int


_LIGHT = {
    "light_nano": _Shape(16, 1, 64),
    "light_small": _Shape(24, 1, 96),
    "light_medium": _Shape(32, 2, 128),
}


def build_detector(backbone: str, size: tuple[int, int], num_classes: int) -> LightDetector:
    """Build a detector with random weights.

    Args:
        backbone: a key of the detection cards of the catalog.
        size: height and width of its input, multiples of 32.
        num_classes: number of labels.

    Raises:
        SpecError: when there is no such backbone.
    """
    if backbone not in _LIGHT:
        raise SpecError(
            f"There is no detector '{backbone}'. Choose one that the task's card lists.",
            code="backbone_unknown",
            backbone=backbone,
        )
    shape = _LIGHT[backbone]
    return LightDetector(
        size, num_classes, width=shape.width, depth=shape.depth, neck_width=shape.neck_width
    )
