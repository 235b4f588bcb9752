"""Build the network behind a backbone key of the tasks that find or outline things."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, TypeVar

from engine.errors import SpecError
from engine.models.vision.detection.light_detector import LightDetector
from engine.models.vision.segmentation.instance_segmenter import InstanceSegmenter
from engine.models.vision.segmentation.light_unet import LightUnet
from engine.weights.built_in import load_built_in

Model = TypeVar("Model", LightDetector, InstanceSegmenter, LightUnet)


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
    backbone: str, size: tuple[int, int], num_classes: int, weights: Path | None = None
) -> InstanceSegmenter:
    """Build a network that outlines single objects; see ``build_detector``."""
    shape = _shape(backbone)
    model = InstanceSegmenter(
        size, num_classes, width=shape.width, depth=shape.depth, neck_width=shape.neck_width
    )
    return _started(model, weights)


def build_semantic_segmenter(
    backbone: str, num_classes: int, weights: Path | None = None
) -> LightUnet:
    """Build a network that tells the class of every pixel; see ``build_detector``."""
    shape = _shape(backbone)
    model = LightUnet(
        num_classes, width=shape.width, depth=shape.depth, decoder_width=shape.neck_width // 2
    )
    return _started(model, weights)


def build_detector(
    backbone: str, size: tuple[int, int], num_classes: int, weights: Path | None = None
) -> LightDetector:
    """Build a detector with a new neck and new branches.

    Args:
        backbone: a key of the detection cards of the catalog.
        size: height and width of its input, multiples of 32.
        num_classes: number of labels.
        weights: the file of those of its backbone that come with the engine, ``None`` for random
            ones.

    Raises:
        ResourceError: when the weights are damaged.
        SpecError: when there is no such backbone.
    """
    shape = _shape(backbone)
    model = LightDetector(
        size, num_classes, width=shape.width, depth=shape.depth, neck_width=shape.neck_width
    )
    return _started(model, weights)


def _started(model: Model, weights: Path | None) -> Model:
    if weights is not None:
        load_built_in(model.backbone, weights)
    return model


def _shape(backbone: str) -> _Shape:
    if backbone not in _LIGHT:
        raise SpecError(
            f"There is no network '{backbone}'. Choose one that the task's card lists.",
            code="backbone_unknown",
            backbone=backbone,
        )
    return _LIGHT[backbone]
