"""Lines of text that are annotated in images, and the maps that a detector learns from them."""

# H height, W width

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from easel.runtime.image import ImageContext
from easel.runtime.ocr.regions import shrink_distance
from numpy.typing import NDArray

from engine.errors import DataError
from engine.specs.data import SampleRecord
from engine.specs.samples.geometry import Box, Quad

Points = NDArray[np.float64]
_LOW, _HIGH = 0.3, 0.7


@dataclass(frozen=True)
class AnnotatedLine:
    """Corners (4, 2) in pixels, clockwise from where the text begins, and what it says.

    ``text`` is ``None`` for a line that nobody can read: nothing is learnt there, and finding it is
    neither right nor wrong.
    """

    corners: Points
    text: str | None


def annotated_lines(record: SampleRecord) -> list[AnnotatedLine]:
    """Return the lines of a sample.

    Raises:
        DataError: ``line_without_place`` when one is neither a box nor a quadrilateral.
    """
    return [
        AnnotatedLine(_corners(one.geometry, record), one.text or None) for one in record.regions
    ]


def _corners(geometry: object, record: SampleRecord) -> Points:
    if isinstance(geometry, Quad):
        return np.array(geometry.points, np.float64)
    if isinstance(geometry, Box):
        left, top = geometry.left, geometry.top
        right, bottom = left + geometry.width, top + geometry.height
        return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64)
    kind = getattr(geometry, "kind", type(geometry).__name__)
    raise DataError(
        f"A line of '{record.name}' is annotated as {kind}. Annotate lines as boxes or as "
        "four corners.",
        code="line_without_place",
        sample=record.name,
        kind=str(kind),
    )


@dataclass(frozen=True)
class Maps:
    """What a detector should say, (H, W) float32 each; see ``engine.training.losses.reading``."""

    shrunk: NDArray[np.float32]
    border: NDArray[np.float32]
    known: NDArray[np.float32]


def maps_of(lines: Sequence[AnnotatedLine], context: ImageContext, stride: int) -> Maps:
    """Draw the maps of the lines of one image.

    A line counts as the rectangle of its mean sides. Inside of it, further than its shrink
    distance from the border, the first map is 1; within that distance of the border the second
    falls from 0.7 at the border to 0.3.

    Args:
        lines: in pixels of the image that was sent.
        context: where the network's image lies in it.
        stride: pixels of the network's image per cell.

    Source: Liao et al., AAAI 2020, section 3.4.
    """
    height, width = (side // stride for side in context.placement.size)
    shape = (height, width)
    maps = Maps(
        np.zeros(shape, np.float32), np.zeros(shape, np.float32), np.ones(shape, np.float32)
    )
    y, x = np.mgrid[:height, :width] + 0.5
    for line in lines:
        corners = _to_network(line.corners, context) / stride
        distance, shrink = _distance_inside(corners, x, y)
        if line.text is None:
            maps.known[distance >= 0] = 0
            continue
        maps.shrunk[distance >= shrink] = 1
        nearness = _LOW + (_HIGH - _LOW) * (1 - np.abs(distance) / shrink)
        np.maximum(maps.border, np.where(nearness >= _LOW, nearness, 0), out=maps.border)
    return maps


def _to_network(corners: Points, context: ImageContext) -> Points:
    place = context.placement
    moved: Points = (corners - (place.left, place.top)) / (place.x_scale, place.y_scale)
    return moved


def _distance_inside(corners: Points, x: Points, y: Points) -> tuple[Points, float]:
    """Return how far cells are inside of a rectangle, negative outside, and its shrink distance."""
    along = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
    across = (corners[3] + corners[2] - corners[0] - corners[1]) / 2
    width, height = max(float(np.hypot(*along)), 1e-6), max(float(np.hypot(*across)), 1e-6)
    middle = corners.mean(axis=0)
    u = ((x - middle[0]) * along[0] + (y - middle[1]) * along[1]) / width
    v = ((x - middle[0]) * across[0] + (y - middle[1]) * across[1]) / height
    distance: Points = np.minimum(width / 2 - np.abs(u), height / 2 - np.abs(v))
    return distance, max(shrink_distance(width, height), 1e-6)
