"""From scores and boxes in the frames of a video to objects that are followed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.package.ops.boxes import BoxesOp
from engine.specs.spec import Spec

Share = Annotated[float, Field(ge=0, le=1)]


class TracksOp(Spec):
    """Find objects in each frame as ``boxes`` does, and join those of different frames to tracks.

    A find is sure from its label's threshold on. The other fields are those of
    ``easel.runtime.tracking.Association``.
    """

    op: Literal["tracks"] = "tracks"
    iou_threshold: Share | None = BoxesOp().iou_threshold
    max_candidates: Annotated[int, Field(ge=1)] = BoxesOp().max_candidates
    max_results: Annotated[int, Field(ge=1)] = BoxesOp().max_results
    low_score: Share = 0.1
    birth_margin: Share = 0.1
    match_iou: Share = 0.2
    low_match_iou: Share = 0.5
    birth_match_iou: Share = 0.3
    max_lost: Annotated[int, Field(ge=0)] = 30
    max_gap: Annotated[int, Field(ge=0)] = 20
    min_length: Annotated[int, Field(ge=1)] = 2
    joins_labels: bool = False
    duplicate_iou: Share = 0.6
    appearance: Annotated[float, Field(ge=0, le=10)] = 0.0
    appearance_gate: Share = 0.6
