"""Outlines as pixels: which pixels of an image an object covers."""

# H height, W width

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from easel.runtime.run_lengths import decompress
from numpy.typing import NDArray

from engine.data.image.region_boxes import enclosing_box
from engine.specs.samples.geometry import Geometry, Mask, Point, Polygon, Quad

Flags = NDArray[np.bool_]


def covered(geometry: Geometry, size: tuple[int, int]) -> Flags:
    """Return the pixels (H, W) of an image of ``size`` whose middle is in an object.

    Raises:
        DataError: ``region_without_place`` for places in texts, recordings and videos.
    """
    match geometry:
        case Mask():
            return decompress(geometry.size, geometry.counts).mask()
        case Polygon():
            return fill(geometry.rings, size)
        case Quad():
            return fill([geometry.points], size)
        case _:
            left, top, right, bottom = enclosing_box(geometry)
            return fill([((left, top), (right, top), (right, bottom), (left, bottom))], size)


def fill(rings: Sequence[Sequence[Point]], size: tuple[int, int]) -> Flags:
    """Return the pixels (H, W) whose middle is inside an odd number of closed rings.

    Each edge toggles, in every row of pixels that it crosses, all pixels from the crossing on.
    """
    height, width = size
    toggles = np.zeros((height, width + 1), dtype=np.int32)
    for ring in rings:
        points = np.asarray(ring, dtype=np.float64)
        for (x0, y0), (x1, y1) in zip(points, np.roll(points, -1, axis=0), strict=True):
            low, high = (y0, y1) if y0 < y1 else (y1, y0)
            # Half open: a corner between two edges is crossed once.
            first, end = np.ceil(np.clip([low - 0.5, high - 0.5], 0, height)).astype(int)
            rows = np.arange(first, end)
            if len(rows) == 0:
                continue
            crossings = x0 + (rows + 0.5 - y0) * (x1 - x0) / (y1 - y0)
            columns = np.ceil(np.clip(crossings - 0.5, 0, width)).astype(int)
            np.add.at(toggles, (rows, columns), 1)
    inside: Flags = np.cumsum(toggles[:, :-1], axis=1) % 2 == 1
    return inside
