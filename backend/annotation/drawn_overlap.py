"""How far two regions of any form cover the same, drawn on a grid."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from backend.annotation.bounds import Bounds, Geometry, box_bounds
from engine.formats.shapes.run_lengths import pixels_of
from engine.specs.samples.geometry import Mask

Cells = np.ndarray[Any, np.dtype[np.bool_]]

# Regions are compared on a grid of this many cells on the longer side of what they cover.
GRID = 512


def drawn_overlap(one: Geometry, other: Geometry) -> float:
    """Return the intersection over union of boxes, corners, outlines and masks, from 0 to 1."""
    first, second = _bounds(one), _bounds(other)
    if min(first[2], second[2]) <= max(first[0], second[0]):
        return 0.0
    if min(first[3], second[3]) <= max(first[1], second[1]):
        return 0.0
    window = (
        min(first[0], second[0]),
        min(first[1], second[1]),
        max(first[2], second[2]),
        max(first[3], second[3]),
    )
    pixels, others = _cells(one, window), _cells(other, window)
    together = np.count_nonzero(pixels | others)
    return float(np.count_nonzero(pixels & others) / together) if together else 0.0


def _bounds(geometry: Geometry) -> Bounds:
    """Return left, top, right and bottom of what a region covers."""
    if geometry["kind"] == "box":
        return box_bounds(geometry)
    if geometry["kind"] == "mask":
        rows, columns = np.nonzero(_pixels(geometry))
        if rows.size == 0:
            return (0.0, 0.0, 0.0, 0.0)
        edges = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        return (float(edges[0]), float(edges[1]), float(edges[2]), float(edges[3]))
    rings = [geometry["points"]] if geometry["kind"] == "quad" else geometry["rings"]
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    return (min(xs), min(ys), max(xs), max(ys))


def _cells(geometry: Geometry, window: Bounds) -> Cells:
    """Return which cells of a grid over ``window`` have their centre in a region."""
    left, top, right, bottom = window
    scale = GRID / max(right - left, bottom - top)
    width = max(1, round((right - left) * scale))
    height = max(1, round((bottom - top) * scale))
    if geometry["kind"] == "mask":
        pixels = _pixels(geometry)
        rows = np.floor(top + (np.arange(height) + 0.5) / scale).astype(int)
        columns = np.floor(left + (np.arange(width) + 0.5) / scale).astype(int)
        inside = ((rows >= 0) & (rows < pixels.shape[0]))[:, None] & (
            (columns >= 0) & (columns < pixels.shape[1])
        )[None, :]
        rows = np.clip(rows, 0, pixels.shape[0] - 1)
        columns = np.clip(columns, 0, pixels.shape[1] - 1)
        drawn: Cells = pixels[rows][:, columns] & inside
        return drawn
    cells = np.zeros((height, width), dtype=np.bool_)
    for ring in _rings(geometry):
        image = Image.new("1", (width, height))
        # Pillow's point (x, y) is the centre of a cell.
        points = [((x - left) * scale - 0.5, (y - top) * scale - 0.5) for x, y in ring]
        ImageDraw.Draw(image).polygon(points, fill=1)
        cells ^= np.asarray(image, dtype=np.bool_)
    return cells


def _rings(geometry: Geometry) -> list[list[tuple[float, float]]]:
    if geometry["kind"] == "box":
        left, top, right, bottom = _bounds(geometry)
        return [[(left, top), (right, top), (right, bottom), (left, bottom)]]
    if geometry["kind"] == "quad":
        return [geometry["points"]]
    return list(geometry["rings"])


def _pixels(geometry: Geometry) -> Cells:
    height, width = geometry["size"]
    return _unpacked((height, width), geometry["counts"])


@lru_cache(maxsize=128)
def _unpacked(size: tuple[int, int], counts: str) -> Cells:
    # Every mask is compared with every other one of its sample.
    return np.asarray(pixels_of(Mask(size=size, counts=counts)), dtype=np.bool_)
