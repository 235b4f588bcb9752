"""Build the network behind a backbone key of the tasks that find or outline things."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import SpecError
from engine.models.vision.detection.light_detector import LightDetector
from engine.models.vision.segmentation.instance_segmenter import InstanceSegmenter
from engine.models.vision.segmentation.light_unet import LightUnet


class _Shape(NamedTuple):
    width: int
    depth: int
    neck_width: int


_LIGHT = {
    "light_nano": _Shape(16, 1, 64),
    "light_small": _Shape(24, 1, 96),
    "light_medium": _Shape(32, 2, 128),
}


def build_instance_segmenter(
    backbone: str, size: tuple[int, int], num_classes: int
) -> InstanceSegmenter:
    """Build a network that outlines single objects; see ``build_detector``."""
    shape = _shape(backbone)
    return InstanceSegmenter(
        size, num_classes, width=shape.width, depth=shape.depth, neck_width=shape.neck_width
    )


def build_semantic_segmenter(backbone: str, num_classes: int) -> LightUnet:
    """Build a network that tells the class of every pixel; see ``build_detector``."""
    shape = _shape(backbone)
    return LightUnet(
        num_classes, width=shape.width, depth=shape.depth, decoder_width=shape.neck_width // 2
    )


def build_detector(backbone: str, size: tuple[int, int], num_classes: int) -> LightDetector:
    """Build a detector with random weights.

    Args:
        backbone: a key of the detection cards of the catalog.
        size: height and width of its input, multiples of 32.
        num_classes: number of labels.

    Raises:
        SpecError: when there is no such backbone.
    """
    shape = _shape(backbone)
    return LightDetector(
        size, num_classes, width=shape.width, depth=shape.depth, neck_width=shape.neck_width
    )


def _shape(backbone: str) -> _Shape:
    if backbone not in _LIGHT:
        raise SpecError(
            f"There is no network '{backbone}'. Choose one that the task's card lists.",
            code="backbone_unknown",
            backbone=backbone,
        )
    return _LIGHT[backbone]
