"""How lines are found in a picture and read."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec

Share = Annotated[float, Field(ge=0, le=1)]


class ReadLinesOp(Spec):
    """Rectangles of a map of shrunk regions, each cut out, made straight and read.

    The first network's ``probability`` (R, 1, H', W') covers its whole picture. Cells above
    ``map_threshold`` are marked; regions of a lower mean than ``region_threshold`` are left out.
    ``recognizer`` takes lines (R, 1, ``line_height``, W) and gives ``logits`` (R, T, K); the JSON
    list ``characters`` names classes 1 to K - 1, class 0 is the blank. The preprocessing begins
    with ``keep_source``, since lines are cut out of the picture as it was sent.
    """

    op: Literal["read_lines"] = "read_lines"
    recognizer: str
    characters: str
    line_height: Annotated[int, Field(ge=8, le=256)] = 32
    map_threshold: Share = 0.3
    region_threshold: Share = 0.5
