"""Operations on videos: which frames are seen, then those of images on each frame alike."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec


class SampleFramesOp(Spec):
    """Keep the frames in the middle of ``frames`` equal parts; a short video repeats some."""

    op: Literal["sample_frames"] = "sample_frames"
    frames: Annotated[int, Field(ge=1, le=1024)]


class EveryFrameOp(Spec):
    """Make a row ``image`` of every frame, or of one in ``step``, the first among them."""

    op: Literal["every_frame"] = "every_frame"
    step: Annotated[int, Field(ge=1)] = 1


VideoOp = SampleFramesOp | EveryFrameOp
