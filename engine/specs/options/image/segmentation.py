"""Options of ``image.segmentation``."""

from __future__ import annotations

from typing import Literal

from engine.specs.options.image.object_detection import ObjectDetectionOptions
from engine.specs.spec import option


class SegmentationOptions(ObjectDetectionOptions):
    """What a user may set for a segmentation run; defaults suit most data.

    ``mode`` says what is wanted: the outline of every single object (``instance``), or the class of
    every pixel (``semantic``), where things of one label that touch are one.
    """

    mode: Literal["instance", "semantic"] = option("instance", group="data")


OPTIONS = SegmentationOptions
