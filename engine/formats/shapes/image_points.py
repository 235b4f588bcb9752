"""Key points that stand beside the objects of an image, and the objects that they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.formats.layout import Problem
from engine.formats.shapes.areas import box_and_area
from engine.specs.data import Region
from engine.specs.samples.geometry import Box, KeyPoint, Mask, Polygon, Quad

# Points times objects that are looked at; hands draw far fewer.
_MAX_PAIRS = 10_000_000


@dataclass
class ImagePoints:
    """Gathers the points of an image and gives them to the objects that they lie in."""

    place: str
    _found: list[tuple[str, list[KeyPoint]]] = field(default_factory=list)

    def add(self, group: str, points: Sequence[KeyPoint]) -> None:
        """Take points that are of one object; ``group`` is empty where they are in none."""
        self._found.append((group, list(points)))

    def given_to(self, regions: Iterable[Region]) -> Iterator[Region | Problem]:
        """Yield the regions with their points, and a problem for points that belong to none.

        Points belong to the object of their group that they lie in, else to the smallest one.
        """
        given = list(regions)
        around = [_around(region) for region in given]
        own: list[dict[str, KeyPoint]] = [
            {one.name: one for one in region.points} for region in given
        ]
        looked = len(given) * len(self._found) <= _MAX_PAIRS
        for group, points in self._found:
            held = looked and [
                index
                for index, box in enumerate(around)
                if box is not None
                and points
                and all(_holds(box, one) for one in points)
                and not {one.name for one in points} & set(own[index])
            ]
            of_group = [
                k for k in held or () if str(given[k].attributes.get("group_id", "")) == group
            ]
            best = min(
                of_group or held or (), key=lambda k: (around[k] or _NOWHERE)[4], default=None
            )
            if best is None:
                yield _alone(self.place, points)
            else:
                own[best] |= {one.name: one for one in points}
        for region, points_of in zip(given, own, strict=True):
            yield region.model_copy(update={"points": tuple(points_of.values())})


_NOWHERE = (0.0, 0.0, 0.0, 0.0, 0.0)


def _around(region: Region) -> tuple[float, float, float, float, float] | None:
    if not isinstance(region.geometry, Box | Quad | Polygon | Mask):
        return None
    (left, top, width, height), area = box_and_area(region.geometry)
    return left, top, left + width, top + height, area


def _holds(around: tuple[float, float, float, float, float], point: KeyPoint) -> bool:
    left, top, right, bottom, _ = around
    return left <= point.x <= right and top <= point.y <= bottom


def _alone(place: str, points: Sequence[KeyPoint]) -> Problem:
    shown = points[0].name if points else ""
    text = (
        f"The key point '{shown}' belongs to no box, outline or mask and is left out. Draw one "
        "around the object."
    )
    return Problem("keypoint_alone", place, text, {"point": shown}, len(points))
