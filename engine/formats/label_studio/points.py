"""Key points of Label Studio, which stand beside the regions that they belong to.

A point is a result of its own. It names its region as ``parentID`` where somebody put it under one
in the list of regions; else it belongs to the smallest rectangle, outline or brush around it that
has no point of its name yet. Label Studio knows no covered points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from engine.formats.layout import Item, Problem
from engine.formats.reading.values import finite
from engine.formats.shapes.areas import box_and_area
from engine.formats.writing.conversion_losses import not_held
from engine.specs.data import Region
from engine.specs.samples.geometry import Box, Geometry, KeyPoint, Mask, Polygon, Quad

KINDS = ("keypoint", "keypointlabels")
_MAX_NAME = 64
# Label Studio draws a point as a circle of so many percents of the image's width.
_WIDTH = 0.5


@dataclass(frozen=True)
class _Point:
    """A point that waits for its region; without a name it is numbered there."""

    place: str
    name: str | None
    x: float
    y: float
    parent: str | None


@dataclass(frozen=True)
class _Place:
    """What a region covers: left, top, width and height of the box around it, and its area."""

    box: list[float]
    area: float

    def holds(self, point: _Point) -> bool:
        left, top, width, height = self.box
        return left <= point.x <= left + width and top <= point.y <= top + height


class TaskPoints:
    """Gathers the key points of one task, and gives them to its regions at the end."""

    def __init__(self) -> None:
        self._found: list[_Point] = []
        self._ids: set[str] = set()
        self.problems: list[Problem] = []

    def __contains__(self, key: str) -> bool:
        return key in self._ids

    def add(
        self, result: Mapping[str, Any], name: str | None, place: str, size: tuple[int, int]
    ) -> None:
        """Take a result.

        Raises:
            MALFORMED: when it does not say where the point is.
        """
        value, parent = result["value"], result.get("parentID")
        x, y = (finite(value[key]) * side / 100 for key, side in zip("xy", size, strict=True))
        self._found.append(
            _Point(place, name[:_MAX_NAME] if name else None, x, y, str(parent) if parent else None)
        )
        self._ids.add(str(result.get("id", place)))

    def given_to(self, places: Mapping[str, Geometry]) -> dict[str, tuple[KeyPoint, ...]]:
        """Return the points of each region by its id; those that belong to none are problems."""
        around = {
            key: _Place(*box_and_area(geometry))
            for key, geometry in places.items()
            if isinstance(geometry, Box | Quad | Polygon | Mask)
        }
        taken: dict[str, dict[str, KeyPoint]] = {}
        # A point that names its region comes before those that only lie there.
        for point in sorted(self._found, key=lambda one: one.parent is None):
            key = self._region_of(point, around, taken)
            if key is None:
                continue
            points = taken.setdefault(key, {})
            name = point.name or next(n for n in map(str, count(1)) if n not in points)
            points[name] = KeyPoint(name=name, x=point.x, y=point.y)
        return {key: tuple(points.values()) for key, points in taken.items()}

    def _region_of(
        self,
        point: _Point,
        places: Mapping[str, _Place],
        taken: Mapping[str, Mapping[str, KeyPoint]],
    ) -> str | None:
        wanted = [key for key, place in places.items() if place.holds(point)]
        wanted.sort(key=lambda key: places[key].area)
        if point.parent is not None and point.parent in places:
            wanted = [point.parent]
        free = [key for key in wanted if point.name is None or point.name not in taken.get(key, {})]
        if free:
            return free[0]
        shown = point.name or ""
        if wanted:
            text = f"The key point '{shown}' is there twice; the first one is kept."
            self.problems.append(
                Problem("keypoint_repeated", point.place, text, {"point": shown}, 1)
            )
        else:
            text = (
                f"The key point '{shown}' belongs to no rectangle, outline or brush and is left "
                "out. Draw one around the object, or put the point under it in Label Studio."
            )
            self.problems.append(Problem("keypoint_alone", point.place, text, {"point": shown}, 1))
        return None


def point_results(
    item: Item, region: Region, size: tuple[int, int], about: Mapping[str, Any]
) -> Iterator[dict[str, Any] | Problem]:
    """Yield the key points of a region as results that name it, and a problem for covered ones."""
    covered = sum(not point.is_visible for point in region.points)
    if covered:
        yield not_held(item, "visibility of points", covered)
    for point in region.points:
        value = {
            "x": 100 * point.x / size[0],
            "y": 100 * point.y / size[1],
            "width": _WIDTH,
            "keypointlabels": [point.name],
        }
        yield {
            **about,
            "id": f"{region.id}:{point.name}",
            "parentID": region.id,
            "from_name": "keypointlabels",
            "type": "keypointlabels",
            "value": value,
        }
