"""Operations on images: geometry on 8-bit pixels, then ``normalize``, ``pad``, ``layout``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec


class KeepSourceOp(Spec):
    """Hand the decoded image on to an answer that looks at parts of it again; always first."""

    op: Literal["keep_source"] = "keep_source"


class ResizeOp(Spec):
    """Stretch the image to ``size`` (height, width) in exact integer arithmetic."""

    op: Literal["resize"] = "resize"
    size: tuple[int, int]
    interpolation: Literal["bilinear_fx11", "nearest"] = "bilinear_fx11"
    antialias: Literal["box", "none"] = "box"


class LetterboxOp(Spec):
    """Resize keeping the aspect into ``size`` (height, width), centred, padded with grey."""

    op: Literal["letterbox"] = "letterbox"
    size: tuple[int, int]
    pad: Annotated[int, Field(ge=0, le=255)] = 114
    interpolation: Literal["bilinear_fx11"] = "bilinear_fx11"
    antialias: Literal["box", "none"] = "box"


class FitOp(Spec):
    """Resize keeping the aspect into ``size`` (height, width), with nothing around it.

    It is the last op before ``normalize``, and ``pad`` follows that.
    """

    op: Literal["fit"] = "fit"
    size: tuple[int, int]
    interpolation: Literal["bilinear_fx11"] = "bilinear_fx11"
    antialias: Literal["box", "none"] = "box"


class CenterCropOp(Spec):
    """Keep the middle ``size`` (height, width); the image must be at least as large."""

    op: Literal["center_crop"] = "center_crop"
    size: tuple[int, int]


class NormalizeOp(Spec):
    """``float32((value / 255 - mean) / std)`` per channel, as one float32 multiply and one add."""

    op: Literal["normalize"] = "normalize"
    mean: tuple[float, float, float]
    std: tuple[float, float, float]


class PadOp(Spec):
    """Put zeros below and to the right of what ``normalize`` made, up to ``size``."""

    op: Literal["pad"] = "pad"
    size: tuple[int, int]


class LayoutOp(Spec):
    """Order of the axes handed to the network; a batch axis is put first."""

    op: Literal["layout"] = "layout"
    to: Literal["NCHW", "NHWC"] = "NCHW"


ImageOp = (
    KeepSourceOp | ResizeOp | LetterboxOp | FitOp | CenterCropOp | NormalizeOp | PadOp | LayoutOp
)
