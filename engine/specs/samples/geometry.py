"""Where in a sample something is: in an image, a text, a recording or a frame of a video.

Pixels are those of the upright image (EXIF applied), counted from its top left corner; a box of
one pixel at the corner is ``left=0, top=0, width=1, height=1``. Characters are Unicode code points,
half open. Times are milliseconds from the beginning, half open.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec

Point = tuple[float, float]


class Box(Spec):
    """An upright rectangle in an image, in pixels."""

    kind: Literal["box"] = "box"
    left: float
    top: float
    width: Annotated[float, Field(gt=0)]
    height: Annotated[float, Field(gt=0)]


class Quad(Spec):
    """Four corners (x, y), clockwise in the image, the first drawn one first."""

    kind: Literal["quad"] = "quad"
    points: tuple[Point, Point, Point, Point]


class Polygon(Spec):
    """The outline of one object; several rings are its parts (even-odd where they meet)."""

    kind: Literal["polygon"] = "polygon"
    rings: Annotated[
        tuple[Annotated[tuple[Point, ...], Field(min_length=3)], ...], Field(min_length=1)
    ]


class Mask(Spec):
    """The pixels of one object: COCO's compressed run lengths, columns first, over ``size``."""

    kind: Literal["mask"] = "mask"
    size: tuple[int, int]
    counts: str


class KeyPoint(Spec):
    """A named point of an object, in pixels; one that is covered is known but not visible."""

    name: Annotated[str, Field(min_length=1, max_length=64)]
    x: float
    y: float
    is_visible: bool = True


class Span(Spec):
    """A run of characters of a text."""

    kind: Literal["span"] = "span"
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(gt=0)]


class Segment(Spec):
    """A stretch of a recording or video."""

    kind: Literal["segment"] = "segment"
    start_ms: Annotated[int, Field(ge=0)]
    end_ms: Annotated[int, Field(gt=0)]


class FrameBox(Spec):
    """A box in one frame of a video; frames count from 0. Boxes of one object share its track."""

    kind: Literal["frame_box"] = "frame_box"
    frame: Annotated[int, Field(ge=0)]
    track: Annotated[int, Field(ge=0)]
    left: float
    top: float
    width: Annotated[float, Field(gt=0)]
    height: Annotated[float, Field(gt=0)]


Geometry = Annotated[
    Box | Quad | Polygon | Mask | Span | Segment | FrameBox, Field(discriminator="kind")
]
