"""Price tags of a shelf: where to look for them, what they say, and whose they are."""

# N products, x1 y1 x2 y2 in pixels

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from easel.runtime.results import Document, Words
from easel.runtime.retail.shelf import Product

TAG = "price_tag"
"""The name of a price tag among the results."""

Floats = NDArray[np.float64]
Piece = tuple[int, int, int, int]

# In heights of the products above: where the edge of the board may be.
_ABOVE, _BELOW, _LEAST_BELOW = 0.15, 0.8, 0.25
# In heights of a strip: pieces are so wide at least and at most; they share one with the next.
_NARROWEST, _WIDEST = 2, 4
# In heights and widths of a product: how far its tag may hang below it and beside it.
_FARTHEST, _BESIDE = 1.0, 0.5

_CURRENCY = r"(?:[¥$€£元]|RMB|CNY|USD|EUR|GBP)"
_NUMBER = r"(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:[.,]\d{1,2})?)"
_MARKED = re.compile(rf"{_CURRENCY}\s*{_NUMBER}(?![\d.,])|(?<![\d.,]){_NUMBER}\s*{_CURRENCY}")
_BARE = re.compile(r"(\d{1,3}(?:,\d{3})+\.\d{2}|\d{1,5}[.,]\d{2})")


@dataclass(frozen=True)
class PriceTag(Words):
    """A price tag that was read.

    Attributes:
        price: the number on it.
        facing: the place among the results of the product that it belongs to, the nearest one
            above; ``None`` where there is none.
    """

    price: float = 0.0
    facing: int | None = None

    def document(self) -> Document:
        """Return the JSON form: that of a line of text, ``price`` and ``facing``."""
        return {**super().document(), "price": self.price, "facing": self.facing}


def price_of(text: str) -> float | None:
    """Return the price that a line says; ``None`` when it says none.

    A number beside a sign of currency is one, and so is a line of nothing but a number with two
    decimals: weights, dates and shares are not.
    """
    text = unicodedata.normalize("NFKC", text).replace("￥", "¥").upper().strip()
    marked = _MARKED.search(text)
    if marked is not None:
        return _number(marked.group(1) or marked.group(2))
    bare = _BARE.fullmatch(text)
    return None if bare is None else _number(bare.group(1))


def _number(written: str) -> float:
    if re.fullmatch(r"\d+,\d{1,2}", written):
        return float(written.replace(",", "."))
    return float(written.replace(",", ""))


def tag_pieces(products: Sequence[Product], size: tuple[int, int], width: int) -> list[Piece]:
    """Return the parts of an image where price tags are looked for: the edges of the boards.

    Below each layer is a strip. It is read in pieces, since tags are small beside a whole shelf:
    two to four times as wide as high, and no wider than what the reader sees where that allows it.

    Args:
        products: of an image, with their layers.
        size: height and width of the image.
        width: of the reader's image.
    """
    most_down, most_across = size
    layers = [
        _corners([one for one in products if one.layer == layer])
        for layer in sorted({one.layer for one in products})
    ]
    pieces: list[Piece] = []
    for boxes_N4, below_N4 in zip(layers, [*layers[1:], np.zeros((0, 4))]):
        tall = float(np.median(boxes_N4[:, 3] - boxes_N4[:, 1]))
        bottom = float(np.median(boxes_N4[:, 3]))
        end = bottom + _BELOW * tall
        if len(below_N4):
            end = min(end, float(np.median(below_N4[:, 1])))
        top = max(0, int(bottom - _ABOVE * tall))
        stop = min(most_down, int(np.ceil(max(end, bottom + _LEAST_BELOW * tall))))
        left = max(0, int(boxes_N4[:, 0].min() - tall / 4))
        right = min(most_across, int(np.ceil(boxes_N4[:, 2].max() + tall / 4)))
        if stop > top:
            pieces += _cut(left, top, right, stop, width)
    return pieces


def _cut(left: int, top: int, right: int, bottom: int, width: int) -> list[Piece]:
    tall = bottom - top
    wide = min(max(width, _NARROWEST * tall), _WIDEST * tall)
    starts = range(left, max(left + 1, right - tall), wide - tall)
    return [(start, top, min(right, start + wide), bottom) for start in starts]


def facing_of(points: Floats, products: Sequence[Product]) -> int | None:
    """Return the product that a tag belongs to: of the nearest layer above, the nearest one.

    Args:
        points: (4, 2) corners of the tag.
        products: of the same image.
    """
    if not products:
        return None
    (x, y), boxes_N4 = points.mean(axis=0), _corners(products)
    widths, heights = boxes_N4[:, 2] - boxes_N4[:, 0], boxes_N4[:, 3] - boxes_N4[:, 1]
    below_N = y - boxes_N4[:, 3]
    beside_N = np.maximum(np.maximum(boxes_N4[:, 0] - x, x - boxes_N4[:, 2]), 0)
    is_near_N = (below_N >= -_ABOVE * heights) & (below_N <= _FARTHEST * heights)
    is_near_N &= beside_N <= _BESIDE * widths
    if not is_near_N.any():
        return None
    layers_N = np.array([one.layer for one in products])
    is_near_N &= layers_N == layers_N[is_near_N].max()
    apart_N = np.where(is_near_N, np.abs(x - boxes_N4[:, ::2].mean(axis=1)), np.inf)
    return int(apart_N.argmin())


def without_repeats(tags: Sequence[PriceTag]) -> list[PriceTag]:
    """Leave out tags that two pieces show, the shorter and then the less sure reading of each."""
    kept: list[PriceTag] = []
    for tag in sorted(tags, key=lambda one: (-len(one.words), -one.score)):
        middle = np.mean(tag.points, axis=0)
        if not any(_is_within(middle, other) for other in kept):
            kept.append(tag)
    return sorted(kept, key=lambda one: (one.points[0][1], one.points[0][0]))


def _is_within(point: Floats, tag: PriceTag) -> bool:
    corners = np.array(tag.points)
    low, high = corners.min(axis=0), corners.max(axis=0)
    return bool(np.all(point >= low) and np.all(point <= high))


def _corners(products: Sequence[Product]) -> Floats:
    boxes = [one.box for one in products]
    return np.array(
        [(one.left, one.top, one.left + one.width, one.top + one.height) for one in boxes],
        np.float64,
    ).reshape(-1, 4)
