"""Cut a product out of its own photo: before a plain background, or as it is."""

# H height, W width

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from easel.runtime.image.geometry import Pixels

# Per channel, of 255: a border that varies less is taken for a plain background.
_PLAIN = 14.0
# A pixel that differs more than this from the background is of the product.
_DIFFERENT = 36.0
_MARGIN = 0.03
# A product of a smaller part of its photo was not told from its background.
_LEAST_SHARE = 0.04


@dataclass(frozen=True)
class CutOut:
    """A product, tightly cut.

    Attributes:
        pixels: (H, W, 3) uint8.
        alpha: (H, W) uint8, 255 where the product is.
    """

    pixels: Pixels
    alpha: NDArray[np.uint8]


def cut_out(pixels: Pixels) -> CutOut:
    """Cut a product out of a photo (H, W, 3) that shows it alone.

    Where the photo's border is of one colour, all that is of that colour on the way inwards along
    its row or column is background, and the photo is cropped to the rest. Any other photo is the
    product as a whole: a package that fills it, or goods in bulk.
    """
    border = _border(pixels)
    colour = np.median(border, axis=0)
    if np.abs(border - colour).mean(axis=0).max() > _PLAIN:
        return _whole(pixels)
    is_product = np.abs(pixels.astype(np.float64) - colour).max(axis=2) > _DIFFERENT
    inside = _spanned(is_product, 0) & _spanned(is_product, 1)
    if inside.mean() < _LEAST_SHARE or inside.all():
        return _whole(pixels)
    rows, columns = _extent(is_product.mean(axis=1)), _extent(is_product.mean(axis=0))
    part = slice(rows[0], rows[1]), slice(columns[0], columns[1])
    alpha = np.where(inside, np.uint8(255), np.uint8(0))[part]
    return CutOut(np.ascontiguousarray(pixels[part]), np.ascontiguousarray(alpha))


def _whole(pixels: Pixels) -> CutOut:
    return CutOut(pixels, np.full(pixels.shape[:2], 255, np.uint8))


def _border(pixels: Pixels) -> NDArray[np.float64]:
    height, width = pixels.shape[:2]
    across, down = max(1, round(_MARGIN * width)), max(1, round(_MARGIN * height))
    parts = (pixels[:down], pixels[-down:], pixels[:, :across], pixels[:, -across:])
    return np.concatenate([part.reshape(-1, 3) for part in parts]).astype(np.float64)


def _spanned(marked: NDArray[np.bool_], axis: int) -> NDArray[np.bool_]:
    """Return what lies between the first and the last mark of each line along an axis."""
    before = np.logical_or.accumulate(marked, axis=axis)
    after = np.flip(np.logical_or.accumulate(np.flip(marked, axis), axis=axis), axis)
    between: NDArray[np.bool_] = before & after
    return between


def _extent(shares: NDArray[np.float64]) -> tuple[int, int]:
    """Return where more than a hundredth of a line is marked: first and one past the last."""
    places = np.flatnonzero(shares > 0.01)
    return (int(places[0]), int(places[-1]) + 1) if places.size else (0, len(shares))
