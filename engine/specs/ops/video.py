"""Operations on films: ``sample_frames``, then those of pictures on each frame alike."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec


class SampleFramesOp(Spec):
    """Keep the frames in the middle of ``frames`` equal parts; a short film repeats some."""

    op: Literal["sample_frames"] = "sample_frames"
    frames: Annotated[int, Field(ge=1, le=1024)]


VideoOp = SampleFramesOp
