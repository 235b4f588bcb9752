"""Outlines of several rings, where formats disagree on what they mean.

In Easel the rings of an outline are even-odd: a ring within another is a hole. In COCO and LabelMe
they are parts of one object, whose union counts. Both are the same only where no part lies on
another.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.formats.layout import Problem
from engine.formats.shapes.boxes import crosses_itself, ring_area
from engine.formats.shapes.run_lengths import MAX_MASK_PIXELS, draw_rings, mask_from_part
from engine.specs.samples.geometry import Mask, Point, Polygon

if TYPE_CHECKING:
    from engine.formats.shapes.run_lengths import Pixels

Ring = Sequence[Point]
# Of more rings it is not asked which boxes meet: they are drawn.
_MAX_COMPARED = 1000


def united(
    rings: Sequence[tuple[Point, ...]], size: tuple[int, int], place: str
) -> tuple[Polygon | Mask, Problem | None]:
    """Return the object whose parts are rings, and that it is a mask where they overlap.

    Args:
        rings: corners in pixels, within the image.
        size: width and height of the image.
        place: where they stand.

    Raises:
        ValueError: when the parts are more than can be drawn.
    """
    if are_apart(rings):
        return Polygon(rings=tuple(rings)), None
    corner, union, _ = _drawn(rings)
    text = "Parts of this object lie on each other; it is read as a mask of all they cover."
    problem = Problem("parts_united", place, text, {"num": len(rings)})
    return mask_from_part(union, corner, size), problem


def are_apart(rings: Sequence[Ring]) -> bool:
    """Tell whether no ring covers a pixel of another, so that union and even-odd are the same.

    Raises:
        ValueError: when the rings are more than can be drawn.
    """
    if len(rings) == 1:
        return True
    boxes = [_box(ring) for ring in rings[:_MAX_COMPARED]]
    if len(rings) <= _MAX_COMPARED and not any(
        _meet(one, other) for at, one in enumerate(boxes) for other in boxes[:at]
    ):
        return True
    _, union, num_covered = _drawn(rings)
    return int(union.sum()) == num_covered


def covered_area(rings: Sequence[Ring]) -> float:
    """Return the area of rings that are apart, in pixels; of one that crosses itself as drawn."""
    return sum(
        float(_drawn([ring])[2]) if crosses_itself(ring) else ring_area(ring) for ring in rings
    )


def num_holes(rings: Sequence[Ring]) -> int:
    """Return how many rings lie within an odd number of others: they are holes of an object."""
    return sum(
        sum(_holds(other, ring) for other in rings if other is not ring) % 2 for ring in rings
    )


def _holds(outer: Ring, inner: Ring) -> bool:
    """Tell whether a ring lies in another, asked of a point just inside its first corner."""
    left, top, right, bottom = _box(outer)
    own = _box(inner)
    if own[0] < left or own[1] < top or own[2] > right or own[3] > bottom:
        return False
    # Corners may touch the outer ring; most corners of one within it do not.
    inside = sum(_is_in(outer, point) for point in inner)
    return 2 * inside > len(inner)


def _is_in(ring: Ring, point: Point) -> bool:
    """Tell whether a ring goes around a point (even-odd)."""
    x, y = point
    is_in = False
    for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            is_in = not is_in
    return is_in


def _drawn(rings: Sequence[Ring]) -> tuple[tuple[int, int], Pixels, int]:
    """Return left and top of what rings cover, its pixels, and how many all rings cover together.

    A pixel counts for the number as often as rings cover it.
    """
    import numpy as np

    boxes = [_box(ring) for ring in rings]
    if sum((box[2] - box[0]) * (box[3] - box[1]) for box in boxes) > MAX_MASK_PIXELS:
        raise ValueError(f"{len(rings)} parts of more than {MAX_MASK_PIXELS} pixels are not drawn")
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    if (right - left) * (bottom - top) > MAX_MASK_PIXELS:
        raise ValueError(f"parts on more than {MAX_MASK_PIXELS} pixels are not drawn")
    union = np.zeros((bottom - top, right - left), dtype=np.bool_)
    num_covered = 0
    for ring, (x0, y0, x1, y1) in zip(rings, boxes, strict=True):
        moved = [(x - x0, y - y0) for x, y in ring]
        inside = draw_rings([moved], (y1 - y0, x1 - x0))
        num_covered += int(inside.sum())
        union[y0 - top : y1 - top, x0 - left : x1 - left] |= inside
    return (left, top), union, num_covered


def _box(ring: Ring) -> tuple[int, int, int, int]:
    """Return the whole pixels around a ring: left, top, right and bottom."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs)), math.ceil(max(ys))


def _meet(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
