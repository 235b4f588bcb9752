"""How lines are found in an image and read, and how the fields of a form are."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec

Share = Annotated[float, Field(ge=0, le=1)]


class ReadingOp(Spec):
    """Rectangles of a map of shrunk regions, each cut out, made straight and read.

    The first network's ``probability`` (R, 1, H', W') covers its whole image. Cells above
    ``map_threshold`` are marked; regions of a lower mean than ``region_threshold`` are left out.
    ``recognizer`` takes lines (R, 1, ``line_height``, W) and gives ``logits`` (R, T, K); the JSON
    list ``characters`` names classes 1 to K - 1, class 0 is the blank. The preprocessing begins
    with ``keep_source``, since lines are cut out of the image as it was sent.
    """

    recognizer: str
    characters: str
    line_height: Annotated[int, Field(ge=8, le=256)] = 32
    map_threshold: Share = 0.3
    region_threshold: Share = 0.5


class ReadLinesOp(ReadingOp):
    """All lines of an image; see ``ReadingOp``."""

    op: Literal["read_lines"] = "read_lines"


class ReadFieldsOp(ReadingOp):
    """The fields of a form, found by the anchors of its template among the lines of an image.

    ``templates`` names a JSON file of templates, which names the images of their anchors.
    ``reach`` is how far values stray from their field, in heights of it; a template is there when
    at least the share ``least_anchors`` of its anchors is seen. See ``ReadingOp``.
    """

    op: Literal["read_fields"] = "read_fields"
    templates: str
    reach: Annotated[float, Field(ge=0, le=5)] = 0.25
    least_anchors: Share = 0.5


WordsOp = ReadLinesOp | ReadFieldsOp
