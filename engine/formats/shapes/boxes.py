"""Boxes and outlines as files give them, brought inside their image or refused."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from engine.formats.layout import Problem
from engine.specs.samples.geometry import Box, Point, Polygon, Quad

# Files with normalised or rounded numbers overhang by less than this; nothing is lost there.
_ROUNDING = 0.02
_MAX_CROSSING = 2000


def bounded_box(
    left: float,
    top: float,
    right: float,
    bottom: float,
    *,
    size: tuple[int, int] | None,
    place: str,
) -> tuple[Box | None, Problem | None]:
    """Return a box cut to its image, ``None`` when nothing is left, and what was wrong.

    Args:
        left, top, right, bottom: edges in pixels.
        size: width and height of the image; ``None`` when nobody knows them.
        place: where the box stands.
    """
    edges = (left, top, right, bottom)
    shown = ", ".join(f"{edge:g}" for edge in edges)
    if not all(map(math.isfinite, edges)):
        text = "A box has a corner that is no number."
        return None, Problem("number_malformed", place, text, {"given": shown}, 1)
    if right <= left or bottom <= top:
        return None, Problem(
            "box_empty",
            place,
            f"The box ({shown}) has no width or no height and is left out. Draw it again.",
            {"box": shown},
            1,
        )
    if size is None:
        return Box(left=left, top=top, width=right - left, height=bottom - top), None
    width, height = size
    inner = (max(left, 0.0), max(top, 0.0), min(right, float(width)), min(bottom, float(height)))
    if inner[2] <= inner[0] or inner[3] <= inner[1]:
        return None, Problem(
            "box_outside",
            place,
            f"The box ({shown}) lies outside its image of {width} × {height} and is left out.",
            {"box": shown, "width": width, "height": height},
            1,
        )
    problem = None
    if max(abs(a - b) for a, b in zip(edges, inner, strict=True)) > _ROUNDING:
        problem = Problem(
            "box_clipped",
            place,
            f"The box ({shown}) reached beyond its image of {width} × {height} and was cut.",
            {"box": shown, "width": width, "height": height},
        )
    box = Box(left=inner[0], top=inner[1], width=inner[2] - inner[0], height=inner[3] - inner[1])
    return box, problem


def points_box(
    points: Sequence[Point], *, size: tuple[int, int] | None, place: str
) -> tuple[Box | None, Problem | None]:
    """Return the box around points, and that they have none of their own; a point has one pixel.

    Args:
        points: one or more, in pixels.
        size: width and height of the image; ``None`` when nobody knows them.
        place: where they stand.
    """
    limits = (math.inf, math.inf) if size is None else size
    (left, right), (top, bottom) = (
        _stretched([point[axis] for point in points], limits[axis]) for axis in (0, 1)
    )
    box, problem = bounded_box(left, top, right, bottom, size=size, place=place)
    if box is None:
        return None, problem
    text = "A skeleton has no box of its own; the one around its points is taken."
    return box, problem or Problem("skeleton_boxed", place, text)


def _stretched(places: Sequence[float], limit: float) -> tuple[float, float]:
    """Return the least and greatest of places, apart by a pixel; one inside an image stays so."""
    low, high = min(places), max(places)
    if high - low >= 1:
        return low, high
    begin = (low + high - 1) / 2
    if low >= 0 and high <= limit:
        begin = max(0.0, min(begin, limit - 1))
    return begin, begin + 1


def bounded_points(
    points: Sequence[Point], *, size: tuple[int, int] | None, place: str
) -> tuple[tuple[Point, ...] | None, Problem | None]:
    """Return corners moved into their image, ``None`` when they enclose nothing there."""
    if len(points) < 3 or not all(math.isfinite(x) and math.isfinite(y) for x, y in points):
        text = f"An outline with {len(points)} usable corners is left out. It needs three or more."
        return None, Problem("outline_malformed", place, text, {"num": len(points)}, 1)
    inner = tuple(points)
    if size is not None:
        width, height = size
        inner = tuple((min(max(x, 0.0), width), min(max(y, 0.0), height)) for x, y in points)
    if ring_area(inner) <= 0 and not crosses_itself(inner):
        text = "An outline encloses nothing inside its image and is left out. Draw it again."
        return None, Problem("outline_empty", place, text, num_lost=1)
    problem = None
    moved = max(max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in zip(points, inner, strict=True))
    if moved > _ROUNDING:
        text = "An outline reached beyond its image; its corners were moved to the edge."
        problem = Problem("outline_clipped", place, text)
    elif crosses_itself(inner):
        text = "An outline crosses itself; what it goes around twice counts as outside. Check it."
        problem = Problem("outline_crosses", place, text)
    return inner, problem


def crosses_itself(ring: Sequence[Point]) -> bool:
    """Tell whether two sides of a ring that are no neighbours cross; long rings are not asked."""
    import numpy as np

    if not 4 <= len(ring) <= _MAX_CROSSING:
        return False
    starts = np.asarray(ring, dtype=np.float64)
    ends = np.roll(starts, -1, axis=0)
    ways = ends - starts
    # The side of each line i on which the beginning and the end of each side j lie.
    x, y = starts[None, :, 0] - starts[:, None, 0], starts[None, :, 1] - starts[:, None, 1]
    before = ways[:, None, 0] * y - ways[:, None, 1] * x
    x, y = ends[None, :, 0] - starts[:, None, 0], ends[None, :, 1] - starts[:, None, 1]
    after = ways[:, None, 0] * y - ways[:, None, 1] * x
    splits = before * after < 0
    return bool((splits & splits.T).any())


def ring_area(ring: Sequence[Point]) -> float:
    """Return the area inside a ring in square pixels (shoelace formula)."""
    following = (*ring[1:], ring[0])
    doubled = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, following, strict=True))
    return abs(doubled) / 2


def corners_of(box: Box) -> tuple[Point, Point, Point, Point]:
    """Return the corners of a box, clockwise from the top left one."""
    right, bottom = box.left + box.width, box.top + box.height
    return (box.left, box.top), (right, box.top), (right, bottom), (box.left, bottom)


def box_of(geometry: Box | Quad | Polygon) -> Box | None:
    """Return the upright box around a shape, ``None`` around nothing."""
    if isinstance(geometry, Box):
        return geometry
    points = list(_corners(geometry))
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    if right <= left or bottom <= top:
        return None
    return Box(left=left, top=top, width=right - left, height=bottom - top)


def _corners(geometry: Quad | Polygon) -> Iterator[Point]:
    if isinstance(geometry, Quad):
        yield from geometry.points
    else:
        for ring in geometry.rings:
            yield from ring


def number_text(value: float) -> str:
    """Return a number as short as it can be written without changing it."""
    return str(int(value)) if value == int(value) else repr(value)
