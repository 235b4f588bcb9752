"""Options of ``image.object_detection``, and of every task that learns from marked images."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.schedule import ScheduleOptions
from engine.specs.spec import Spec, option


class RegionAugmentationSpec(Spec):
    """Random changes made to training images and what is marked on them; zero switches off."""

    horizontal_flip: bool = option(True, group="augmentation", among=(False, True))
    vertical_flip: bool = option(False, group="augmentation")
    translation: float = option(0.1, group="augmentation", ge=0, le=0.5, search=(0, 0.25))
    scale: float = option(0.3, group="augmentation", ge=0, le=0.9, search=(0, 0.6))
    stretch: float = option(0.1, group="augmentation", ge=0, le=0.5, search=(0, 0.3))
    brightness: float = option(0.2, group="augmentation", ge=0, le=1, search=(0, 0.5))
    contrast: float = option(0.2, group="augmentation", ge=0, le=1, search=(0, 0.5))
    saturation: float = option(0.2, group="augmentation", ge=0, le=1, search=(0, 0.5))
    mosaic: float = option(0.5, group="augmentation", ge=0, le=1, search=(0, 1))


class ObjectDetectionOptions(ScheduleOptions):
    """What a user may set for an object detection run; defaults suit most data."""

    image_size: Annotated[int, Field(ge=64, le=1280, multiple_of=32)] | Literal["auto"] = option(
        "auto", group="data", unit="pixels"
    )
    augmentation: RegionAugmentationSpec = Field(
        default_factory=RegionAugmentationSpec, json_schema_extra={"group": "augmentation"}
    )
    iou_threshold: float = option(0.6, group="data", ge=0.1, le=1, expert=True)
    class_weights: Literal["none", "balanced"] = option(
        "none", group="data", expert=True, among=("none", "balanced")
    )


OPTIONS = ObjectDetectionOptions
