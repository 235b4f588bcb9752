"""Key points in CVAT's XML: those of skeletons, and those that stand beside their object."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from engine.formats.coco_shapes import box_and_area
from engine.formats.layout import Problem
from engine.specs.data import Region
from engine.specs.geometry import Box, KeyPoint, Mask, Point, Polygon, Quad

_MAX_NAME = 64
# Points times objects that are looked at; hands draw far fewer.
_MAX_PAIRS = 10_000_000


def skeleton(elements: Iterable[tuple[Element, Sequence[Point]]]) -> tuple[KeyPoint, ...]:
    """Return the points of a skeleton; those that are outside the picture are none."""
    found: dict[str, KeyPoint] = {}
    for element, places in elements:
        if element.get("outside") == "1":
            continue
        for name, (x, y) in _named(element, places):
            is_visible = element.get("occluded") != "1"
            found.setdefault(name, KeyPoint(name=name, x=x, y=y, is_visible=is_visible))
    return tuple(found.values())


@dataclass
class PicturePoints:
    """Gathers the points of a picture and gives them to the objects that they lie in."""

    place: str
    _found: list[tuple[str, list[KeyPoint]]] = field(default_factory=list)

    def add(self, element: Element, places: Sequence[Point]) -> None:
        """Take a shape of points."""
        self._found.append((element.get("group_id", ""), list(skeleton([(element, places)]))))

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


def _named(element: Element, places: Sequence[Point]) -> Iterator[tuple[str, Point]]:
    label = element.get("label", "").strip()
    for number, place in enumerate(places, start=1):
        name = label if len(places) == 1 and label else f"{label[: _MAX_NAME - 8]} {number}".strip()
        yield name[:_MAX_NAME], place


def _alone(place: str, points: Sequence[KeyPoint]) -> Problem:
    shown = points[0].name if points else ""
    text = (
        f"The key point '{shown}' belongs to no box, outline or mask and is left out. Draw one "
        "around the object."
    )
    return Problem("keypoint_alone", place, text, {"point": shown})
