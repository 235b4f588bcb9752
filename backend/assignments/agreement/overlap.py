"""How far two regions cover the same: intersection over union, on pixels, characters or time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from engine.formats.run_lengths import pixels_of
from engine.specs.geometry import Mask

Geometry = Mapping[str, Any]
Bounds = tuple[float, float, float, float]
Cells = np.ndarray[Any, np.dtype[np.bool_]]

# Outlines are compared on a grid of this many cells on the longer side of what they cover.
GRID = 512


def overlap(one: Geometry, other: Geometry) -> float:
    """Return the intersection over union of two regions, from 0 to 1.

    Upright boxes, spans and segments are exact. Four corners, outlines and masks are drawn on a
    grid over what both cover, 512 cells on its longer side, so thin slivers are rounded. Regions
    that cannot meet (a span and a box, boxes in different frames) have 0.

    Args:
        one: a geometry (``engine.specs.geometry``) as JSON values.
        other: another.

    Source: Jaccard, Bulletin de la Société Vaudoise des Sciences Naturelles 37, 1901.
    """
    kinds = (one["kind"], other["kind"])
    if kinds == ("frame_box", "frame_box"):
        return _boxes(one, other) if one["frame"] == other["frame"] else 0.0
    if kinds == ("box", "box"):
        return _boxes(one, other)
    if kinds == ("span", "span"):
        return _stretches(one["start"], one["end"], other["start"], other["end"])
    if kinds == ("segment", "segment"):
        return _stretches(one["start_ms"], one["end_ms"], other["start_ms"], other["end_ms"])
    areal = {"box", "quad", "polygon", "mask"}
    return _drawn(one, other) if set(kinds) <= areal else 0.0


def _stretches(start: float, end: float, other_start: float, other_end: float) -> float:
    shared = max(0.0, min(end, other_end) - max(start, other_start))
    together = (end - start) + (other_end - other_start) - shared
    return shared / together if together > 0 else 0.0


def _boxes(one: Geometry, other: Geometry) -> float:
    first, second = _bounds(one), _bounds(other)
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    shared = max(0.0, width) * max(0.0, height)
    together = _area(first) + _area(second) - shared
    return shared / together if together > 0 else 0.0


def _area(bounds: Bounds) -> float:
    return (bounds[2] - bounds[0]) * (bounds[3] - bounds[1])


def _bounds(geometry: Geometry) -> Bounds:
    """Return left, top, right and bottom of what a region covers."""
    if geometry["kind"] in ("box", "frame_box"):
        left, top = geometry["left"], geometry["top"]
        return (left, top, left + geometry["width"], top + geometry["height"])
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


def _drawn(one: Geometry, other: Geometry) -> float:
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
