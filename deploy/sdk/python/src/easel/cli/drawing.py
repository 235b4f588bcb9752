"""Predictions drawn on the image they are about: rectangles, pixels, words and names."""

from __future__ import annotations

import colorsys
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from easel.runtime.run_lengths import decompress

Colour = tuple[int, int, int]
Font = Union[ImageFont.ImageFont, ImageFont.FreeTypeFont]
Point = tuple[float, float]

FONTS = (
    "NotoSansCJK-Regular.ttc",
    "wqy-zenhei.ttc",
    "wqy-microhei.ttc",
    "msyh.ttc",
    "PingFang.ttc",
)
"""Fonts with Chinese letters that are widely installed; Pillow's own has Latin ones only."""

OPACITY = 0.45
WARM = (255, 40, 0)
MARGIN = 3


def annotate(pixels: NDArray[np.uint8], results: Sequence[Mapping[str, Any]]) -> Image.Image:
    """Draw a prediction.

    What has a mask or a heat map is coloured in, what has a place is framed and named there; what
    has only a name is written at the top.

    Args:
        pixels: (H, W, 3) RGB.
        results: JSON forms of the results.
    """
    image = Image.fromarray(_coloured(pixels, results))
    draw = ImageDraw.Draw(image)
    font = _font(max(12, min(image.size) // 28))
    width = max(1, min(image.size) // 200)
    num_named = 0
    for result in results:
        words, colour = _caption(result), _colour(result)
        outline = _outline(result)
        if outline:
            draw.line([*outline, outline[0]], fill=colour, width=width, joint="curve")
            corner = (min(x for x, _ in outline), min(y for _, y in outline) - _height(font))
            _write(draw, corner, words, font, colour)
        elif words:
            _write(draw, (0, num_named * _height(font)), words, font, colour)
            num_named += 1
    return image


def _coloured(pixels: NDArray[np.uint8], results: Sequence[Mapping[str, Any]]) -> NDArray[np.uint8]:
    """Return the pixels with heat maps and masks laid over, the least sure below."""
    painted = pixels.astype(np.float32)
    height, width = pixels.shape[:2]
    for result in reversed(results):
        if "map" in result:
            heat = Image.fromarray(np.asarray(result["map"], np.float32))
            share = np.asarray(heat.resize((width, height), Image.Resampling.BILINEAR))
            share = OPACITY * np.clip(share, 0, 1)[:, :, np.newaxis]
            painted = painted * (1 - share) + np.array(WARM, np.float32) * share
        if "mask" in result:
            mask = decompress((height, width), result["mask"]).mask()
            tint = np.array(_colour(result), np.float32)
            painted[mask] = painted[mask] * (1 - OPACITY) + tint * OPACITY
    return painted.astype(np.uint8)


def _outline(result: Mapping[str, Any]) -> list[Point]:
    """Return the corners of where a result is; none where it is of the whole image."""
    location = result.get("location")
    if not isinstance(location, Mapping):
        return []
    if "points" in location:
        return [(x, y) for x, y in location["points"]]
    left, top = location["left"], location["top"]
    right, bottom = left + location["width"] - 1, top + location["height"] - 1
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _caption(result: Mapping[str, Any]) -> str:
    words = [str(result[field]) for field in ("name", "words", "text") if result.get(field)]
    if isinstance(result.get("score"), float):
        words.append(f"{result['score']:.2f}")
    return " ".join(words)


def _write(
    draw: ImageDraw.ImageDraw, corner: Point, words: str, font: Font, colour: Colour
) -> None:
    """Write words on a patch of a colour whose upper left corner is within the image."""
    width = draw.textlength(words, font=font) + 2 * MARGIN
    x = max(0.0, min(corner[0], draw.im.size[0] - width))
    y = max(0.0, corner[1])
    draw.rectangle((x, y, x + width, y + _height(font) - 1), fill=colour)
    draw.text((x + MARGIN, y), words, font=font, fill=_readable(colour))


def _height(font: Font) -> float:
    """Return the height of a patch, the same for all words."""
    return font.getbbox("Äg字")[3] + MARGIN


def _colour(result: Mapping[str, Any]) -> Colour:
    """Return a colour that a label keeps in all images."""
    # Python's own hash of a text differs from process to process.
    hue = zlib.crc32(str(result.get("name", "")).encode()) % 360 / 360
    red, green, blue = colorsys.hsv_to_rgb(hue, 0.85, 0.95)
    return (round(red * 255), round(green * 255), round(blue * 255))


def _readable(colour: Colour) -> Colour:
    """Return black or white, whichever is told better from a colour."""
    red, green, blue = colour
    is_bright = 0.299 * red + 0.587 * green + 0.114 * blue > 140
    return (0, 0, 0) if is_bright else (255, 255, 255)


@lru_cache
def _font(size: int) -> Font:
    for name in FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)
