"""Move regions along when their image is cropped or scaled, or their text or audio is cut."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from engine.cleaning.texts import Edited
from engine.formats.shapes.run_lengths import mask_from_pixels, pixels_of
from engine.specs.data import Region, Relation
from engine.specs.samples.geometry import (
    Box,
    Geometry,
    KeyPoint,
    Mask,
    Point,
    Polygon,
    Quad,
    Segment,
    Span,
)

Move = Callable[[Geometry], Geometry | None]
MovePoint = Callable[[KeyPoint], KeyPoint | None]
# What is left of a box that is cut at the border has to be seen.
_LEAST_PIXELS = 1.0


class Moved(NamedTuple):
    """The regions that are left, relations between them, and how many regions are lost."""

    regions: tuple[Region, ...]
    relations: tuple[Relation, ...]
    num_lost: int


def moved(
    regions: Sequence[Region],
    relations: Iterable[Relation],
    move: Move,
    move_point: MovePoint | None = None,
) -> Moved:
    """Move all regions and their key points; relations stay whose two ends are left.

    Key points that are lost take nothing else along.
    """
    kept = []
    for region in regions:
        geometry = move(region.geometry)
        if geometry is not None:
            points = region.points
            if move_point is not None:
                points = tuple(filter(None, map(move_point, points)))
            kept.append(region.model_copy(update={"geometry": geometry, "points": points}))
    ids = {region.id for region in kept}
    joined = tuple(one for one in relations if one.subject in ids and one.object in ids)
    return Moved(tuple(kept), joined, len(regions) - len(kept))


class Window(NamedTuple):
    """A part of an image that becomes the image, in pixels of the old one, and its scale."""

    left: float
    top: float
    width: float
    height: float
    scale_x: float = 1.0
    scale_y: float = 1.0

    def move(self, geometry: Geometry) -> Geometry | None:
        """Return a geometry in the new image, cut at its border; ``None`` when it is lost.

        A quadrilateral that reaches beyond the border is lost: cut, it would be none any more.
        """
        match geometry:
            case Box():
                left, top = self._inside((geometry.left, geometry.top))
                right, bottom = self._inside(
                    (geometry.left + geometry.width, geometry.top + geometry.height)
                )
                if right - left < _LEAST_PIXELS or bottom - top < _LEAST_PIXELS:
                    return None
                return Box(left=left, top=top, width=right - left, height=bottom - top)
            case Quad():
                points = [self._place(point) for point in geometry.points]
                if points != [self._inside(point) for point in geometry.points]:
                    return None
                return Quad(points=(points[0], points[1], points[2], points[3]))
            case Polygon():
                rings = [self._cut(ring) for ring in geometry.rings]
                left_over = tuple(tuple(ring) for ring in rings if len(ring) >= 3)
                return Polygon(rings=left_over) if left_over else None
            case Mask():
                return self._cut_mask(geometry)
            case _:
                return None

    def move_point(self, point: KeyPoint) -> KeyPoint | None:
        """Return a key point in the new image, ``None`` when it lies outside."""
        place = self._place((point.x, point.y))
        if place != self._inside((point.x, point.y)):
            return None
        return point.model_copy(update={"x": place[0], "y": place[1]})

    def _place(self, point: Point) -> Point:
        return (point[0] - self.left) * self.scale_x, (point[1] - self.top) * self.scale_y

    def _inside(self, point: Point) -> Point:
        x, y = self._place(point)
        return (
            min(max(x, 0.0), self.width * self.scale_x),
            min(max(y, 0.0), self.height * self.scale_y),
        )

    def _cut_mask(self, mask: Mask) -> Mask | None:
        """Return the pixels of a mask in the new image; each takes the nearest old one."""
        rows, columns = (
            (start + (np.arange(round(length * scale)) + 0.5) / scale).astype(np.int64)
            for start, length, scale in (
                (self.top, self.height, self.scale_y),
                (self.left, self.width, self.scale_x),
            )
        )
        height, width = mask.size
        try:
            old = pixels_of(mask)
        except ValueError:
            # Its run lengths are damaged: there is nothing to be moved.
            return None
        pixels = old[np.ix_(rows.clip(0, height - 1), columns.clip(0, width - 1))]
        return mask_from_pixels(pixels) if pixels.any() else None

    def _cut(self, ring: Sequence[Point]) -> list[Point]:
        """Return a ring cut at the four borders (Sutherland & Hodgman, CACM 1974)."""
        points = [self._place(point) for point in ring]
        limits = (
            (0, 0.0, 1.0),
            (1, 0.0, 1.0),
            (0, self.width * self.scale_x, -1.0),
            (1, self.height * self.scale_y, -1.0),
        )
        for axis, limit, sign in limits:
            cut: list[Point] = []
            for before, point in zip(_previous(points), points, strict=True):
                is_in = (point[axis] - limit) * sign >= 0
                was_in = (before[axis] - limit) * sign >= 0
                if is_in != was_in:
                    share = (limit - before[axis]) / (point[axis] - before[axis])
                    cut.append(
                        (
                            before[0] + share * (point[0] - before[0]),
                            before[1] + share * (point[1] - before[1]),
                        )
                    )
                if is_in:
                    cut.append(point)
            points = cut
            if not points:
                return []
        return points


def _previous(points: Sequence[Point]) -> list[Point]:
    return [*points[-1:], *points[:-1]]


def in_text(edited: Edited) -> Move:
    """Return how spans follow the changes of their text."""

    def move(geometry: Geometry) -> Geometry | None:
        if not isinstance(geometry, Span):
            return None
        place = edited.span(geometry.start, geometry.end)
        return None if place is None else Span(start=place[0], end=place[1])

    return move


def in_audio(start_ms: int, end_ms: int) -> Move:
    """Return how segments follow when only a part of their recording is left."""

    def move(geometry: Geometry) -> Geometry | None:
        if not isinstance(geometry, Segment):
            return None
        first = max(geometry.start_ms, start_ms) - start_ms
        last = min(geometry.end_ms, end_ms) - start_ms
        return Segment(start_ms=first, end_ms=last) if last > first else None

    return move
