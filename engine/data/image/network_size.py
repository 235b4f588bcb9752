"""How large an image a network that finds things is shown: a size for the data's shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from engine.data.image.region_boxes import enclosing_box, image_size, labelled_regions
from engine.specs.data import SampleRecord

STRIDE = 32
_LONG_SIDES = (320, 416, 512, 640)
_LARGEST = {"cpu": 416, "cuda": 640}
# Below this many pixels across, an object is hardly more than one place of the finest map.
_LEAST_PIXELS = 12
# Images whose shapes differ more than this are shown as squares.
_ALIKE = 1.5


def default_long_side(
    records: Sequence[SampleRecord], device: Literal["cpu", "cuda"], usual: int | None = None
) -> int:
    """Return the longer side in pixels, a multiple of 32.

    It is no larger than the images, and large enough for all but the smallest tenth of the
    objects to be seen, as far as the device allows. ``usual`` is the size of pretrained weights.
    """
    if usual is not None:
        return usual
    longest = int(np.median([max(image_size(record)) for record in records]))
    shares = _object_shares(records)
    smallest = float(np.quantile(shares, 0.1)) if shares else 1.0
    wanted = next(
        (side for side in _LONG_SIDES if side * smallest >= _LEAST_PIXELS), _LONG_SIDES[-1]
    )
    return min(_up(longest), wanted, _LARGEST[device])


def network_size(records: Sequence[SampleRecord], long_side: int) -> tuple[int, int]:
    """Return height and width, multiples of 32, of the shape that most images have.

    Images of very different shapes are shown on squares.
    """
    shapes = np.array([image_size(record) for record in records], dtype=np.float64)
    aspects = shapes[:, 0] / shapes[:, 1]
    low, middle, high = np.quantile(aspects, [0.1, 0.5, 0.9])
    if high / low > _ALIKE:
        return long_side, long_side
    if middle < 1:
        return _up(long_side * middle), long_side
    return long_side, _up(long_side / middle)


def _object_shares(records: Sequence[SampleRecord]) -> list[float]:
    """Return the mean side of each object as a share of its image's longer side."""
    shares = []
    for record in records:
        longest = max(image_size(record))
        for region in labelled_regions(record):
            left, top, right, bottom = enclosing_box(region.geometry)
            shares.append(((right - left) * (bottom - top)) ** 0.5 / longest)
    return shares


def _up(side: float) -> int:
    """Return the next multiple of 32; a hair over one does not count."""
    return max(STRIDE, -int(-(side - 0.5) // STRIDE) * STRIDE)
