"""Key points in CVAT's XML: those of skeletons, and shapes of points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element

from engine.specs.samples.geometry import KeyPoint, Point

_MAX_NAME = 64


def skeleton(elements: Iterable[tuple[Element, Sequence[Point]]]) -> tuple[KeyPoint, ...]:
    """Return the points of a skeleton; those that are outside the image are none."""
    found: dict[str, KeyPoint] = {}
    for element, places in elements:
        if element.get("outside") == "1":
            continue
        for name, (x, y) in _named(element, places):
            is_visible = element.get("occluded") != "1"
            found.setdefault(name, KeyPoint(name=name, x=x, y=y, is_visible=is_visible))
    return tuple(found.values())


def _named(element: Element, places: Sequence[Point]) -> Iterator[tuple[str, Point]]:
    label = element.get("label", "").strip()
    for number, place in enumerate(places, start=1):
        name = label if len(places) == 1 and label else f"{label[: _MAX_NAME - 8]} {number}".strip()
        yield name[:_MAX_NAME], place
