"""Options of ``video.object_tracking``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.options.image.object_detection import ObjectDetectionOptions
from engine.specs.spec import option

Auto = Literal["auto"]
Share = Annotated[float, Field(ge=0, le=1)]


class ObjectTrackingOptions(ObjectDetectionOptions):
    """What a user may set for an object tracking run; defaults suit most data.

    The detector learns from single frames. What ``auto`` leaves open of how finds are joined to
    tracks is chosen on the validation videos after training. ``appearance`` is how much the colours
    of objects count beside where they are, 0 for not at all: it helps where objects that look
    different meet, and takes time, since every frame is looked at again.
    """

    frame_step: int = option(1, group="data", ge=1, le=100)
    frames_per_video: Annotated[int, Field(ge=1, le=10000)] | Auto = option("auto", group="data")
    low_score: Share | Auto = option("auto", group="tracking", expert=True)
    birth_margin: Share | Auto = option("auto", group="tracking", expert=True)
    match_iou: Share | Auto = option("auto", group="tracking", expert=True)
    max_lost: Annotated[int, Field(ge=0, le=1000)] | Auto = option(
        "auto", group="tracking", unit="frames"
    )
    max_gap: Annotated[int, Field(ge=0, le=1000)] | Auto = option(
        "auto", group="tracking", unit="frames", expert=True
    )
    min_length: Annotated[int, Field(ge=1, le=1000)] | Auto = option(
        "auto", group="tracking", unit="frames"
    )
    label_changes: Literal["auto", "allowed", "forbidden"] = option(
        "auto", group="tracking", expert=True
    )
    appearance: float = option(0.0, group="tracking", ge=0, le=2, search=(0, 1))


OPTIONS = ObjectTrackingOptions
