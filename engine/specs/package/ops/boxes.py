"""From scores and boxes at many places to the objects of an image."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec


class BoxesOp(Spec):
    """Name the objects: sigmoid, thresholds, non-maximum suppression per label.

    The network's ``logits`` are (R, places, labels), its ``boxes`` (R, places, 4): x1 y1 x2 y2 as
    shares of the network's image. ``iou_threshold`` is how much two boxes of a label may overlap;
    ``None`` where the network finds each object once.
    """

    op: Literal["boxes"] = "boxes"
    iou_threshold: Annotated[float, Field(ge=0, le=1)] | None = 0.6
    max_candidates: Annotated[int, Field(ge=1)] = 1000
    max_results: Annotated[int, Field(ge=1)] = 100


BoxOp = BoxesOp
