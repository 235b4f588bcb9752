"""Options of ``video.classification``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.options.image.classification import AugmentationSpec
from engine.specs.schedule import ScheduleOptions
from engine.specs.spec import option


class VideoAugmentationSpec(AugmentationSpec):
    """Random changes of videos: cameras that film stand straighter than those that photograph."""

    rotation_degrees: float = option(
        5.0, group="augmentation", unit="degrees", ge=0, le=180, search=(0, 30)
    )


class VideoClassificationOptions(ScheduleOptions):
    """What a user may set for a video classification run; defaults suit most data.

    ``augmentation`` changes all frames of a video alike.
    """

    num_frames: Annotated[int, Field(ge=2, le=128)] | Literal["auto"] = option("auto", group="data")
    image_size: Annotated[int, Field(ge=16, le=512)] | Literal["auto"] = option(
        "auto", group="data", unit="pixels"
    )
    augmentation: VideoAugmentationSpec = Field(
        default_factory=VideoAugmentationSpec, json_schema_extra={"group": "augmentation"}
    )
    label_smoothing: float = option(
        0.05, group="regularisation", ge=0, le=0.5, expert=True, search=(0, 0.2)
    )
    mixup: float = option(0.0, group="regularisation", ge=0, le=1, expert=True, search=(0, 0.4))
    class_weights: Literal["auto", "none", "balanced"] = option("auto", group="data", expert=True)


OPTIONS = VideoClassificationOptions
