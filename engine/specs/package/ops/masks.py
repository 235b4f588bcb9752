"""From a network's maps to the pixels of each object, or of each class."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.package.ops.boxes import BoxesOp
from engine.specs.spec import Spec


class InstanceMasksOp(Spec):
    """Name the objects as ``boxes`` does, and mix a mask for each from common prototypes.

    Beside ``logits`` and ``boxes`` the network has ``coefficients`` (R, places, prototypes) and
    ``prototypes`` (R, prototypes, h, w), which cover the network's image. A pixel belongs to an
    object when the mix, interpolated at its middle, is above zero, and it is in the object's box.
    """

    op: Literal["instance_masks"] = "instance_masks"
    iou_threshold: Annotated[float, Field(ge=0, le=1)] | None = BoxesOp().iou_threshold
    max_candidates: Annotated[int, Field(ge=1)] = BoxesOp().max_candidates
    max_results: Annotated[int, Field(ge=1)] = BoxesOp().max_results


class SemanticMasksOp(Spec):
    """Give each pixel to the class of the greatest score; name the classes that are present.

    The network's ``logits`` are (R, 1 + labels, h, w) over its image, the background first.
    They are interpolated at the middle of each pixel of the image that was sent.
    """

    op: Literal["semantic_masks"] = "semantic_masks"


class PromptedMaskOp(Spec):
    """Give the pixels of what the prompt points at.

    The network ``decoder`` takes all that the first one says, ``points`` (R, N, 2) in pixels of
    the network's image and ``labels`` (R, N): 1 on the thing, 0 beside it, 2 and 3 the corners of
    the box, -1 no point. It answers ``masks`` (R, M, h, w) over the network's image and
    ``scores`` (R, M). A single click means the best of the masks after the first, any other prompt
    the first. A pixel belongs to it when the mask, interpolated at its middle, is above zero.
    """

    op: Literal["prompted_mask"] = "prompted_mask"
    decoder: str


MaskOp = InstanceMasksOp | SemanticMasksOp | PromptedMaskOp
