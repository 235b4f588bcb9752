"""The shapes of one image in CVAT's XML, as regions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from engine.formats.cvat.meta import Meta
from engine.formats.cvat.points import skeleton
from engine.formats.layout import Problem
from engine.formats.reading.values import MALFORMED, finite, reason_of
from engine.formats.shapes.attributes import read_attributes
from engine.formats.shapes.boxes import bounded_box, bounded_points, points_box
from engine.formats.shapes.image_points import ImagePoints
from engine.formats.shapes.run_lengths import mask_from_rows
from engine.formats.shapes.turned_boxes import circle_corners, turned_corners
from engine.specs.data import Region
from engine.specs.samples.geometry import Geometry, KeyPoint, Mask, Point, Polygon, Quad

_CORNERS = 64
_EDGES = ("xtl", "ytl", "xbr", "ybr")
_SHAPES = ("box", "polygon", "ellipse", "mask", "skeleton")

Found = tuple[Geometry | None, Problem | None]


def read_shapes(
    image: Element, meta: Meta, size: tuple[int, int], place: str
) -> Iterator[Region | Problem]:
    """Yield a region per shape around an object, and what is wrong with others.

    Args:
        image: the element of the image.
        meta: the head of the document.
        size: width and height of the image.
        place: where it stands.
    """
    regions: list[Region] = []
    unread: Counter[str] = Counter()
    points = ImagePoints(place)
    for child in image:
        if child.tag == "tag":
            continue
        if child.tag not in (*_SHAPES, "points"):
            unread[child.tag] += 1
            continue
        try:
            if child.tag == "points":
                points.add(child.get("group_id", ""), skeleton([(child, corners_of(child))]))
                continue
            geometry, problem = _geometry(child, size, place)
            named = skeleton_points(child) if child.tag == "skeleton" else ()
        except MALFORMED as error:
            text = f"An annotation has no usable corners ({reason_of(error)}) and is left out."
            yield Problem("shape_malformed", place, text, {"reason": reason_of(error)}, 1)
            continue
        if problem is not None:
            yield problem
        if geometry is None:
            continue
        label = child.get("label") or None
        attributes, problems = read_attributes(meta.attributes(child, label), place)
        yield from problems
        key = str(len(regions) + 1)
        regions.append(
            Region(id=key, label=label, geometry=geometry, points=named, attributes=attributes)
        )
    yield from points.given_to(regions)
    for kind, num in sorted(unread.items()):
        text = f"{num} annotation(s) of kind '{kind}' are not read; they are left out."
        yield Problem("shape_unsupported", place, text, {"kind": kind, "num": num}, num)


def skeleton_points(element: Element) -> tuple[KeyPoint, ...]:
    """Return the named points of a skeleton."""
    return skeleton((one, corners_of(one)) for one in element.iterfind("points"))


def corners_of(element: Element) -> list[Point]:
    """Return the corners or points of a shape.

    Raises:
        MALFORMED: when it has none.
    """
    pairs = [pair.split(",") for pair in element.attrib["points"].split(";")]
    return [(finite(x), finite(y)) for x, y in pairs]


def axis_aligned_edges(element: Element) -> tuple[list[float], bool]:
    """Return left, top, right and bottom of a box, or of what is around it when it is turned.

    Raises:
        MALFORMED: when it has none.
    """
    edges = [float(element.attrib[key]) for key in _EDGES]
    corners = _turned(element, edges)
    if corners is None:
        return edges, False
    columns, rows = [x for x, _ in corners], [y for _, y in corners]
    return [min(columns), min(rows), max(columns), max(rows)], True


def _geometry(element: Element, size: tuple[int, int], place: str) -> Found:
    if element.tag == "box":
        return _box(element, size, place)
    if element.tag == "mask":
        return _mask(element, size), None
    if element.tag == "skeleton":
        return _skeleton(element, size, place)
    drawn: Problem | None = None
    if element.tag == "ellipse":
        points = _ellipse(element)
        text = f"An ellipse is read as an outline of {_CORNERS} corners."
        drawn = Problem("circle_drawn", place, text, {"num": _CORNERS})
    else:
        points = corners_of(element)
    ring, problem = bounded_points(points, size=size, place=place)
    return (None, problem) if ring is None else (Polygon(rings=(ring,)), problem or drawn)


def _box(element: Element, size: tuple[int, int], place: str) -> Found:
    edges = [float(element.attrib[key]) for key in _EDGES]
    corners = _turned(element, edges)
    if corners is None:
        return bounded_box(*edges, size=size, place=place)
    if edges[2] <= edges[0] or edges[3] <= edges[1]:
        return bounded_box(*edges, size=None, place=place)
    ring, problem = bounded_points(corners, size=size, place=place)
    return (Quad(points=(ring[0], ring[1], ring[2], ring[3])) if ring else None), problem


def _turned(element: Element, edges: list[float]) -> list[Point] | None:
    """Return the corners of a box that is turned, ``None`` of one that stands upright."""
    degrees = finite(element.get("rotation", "0") or "0") % 360
    if not degrees:
        return None
    left, top, right, bottom = edges
    middle = ((left + right) / 2, (top + bottom) / 2)
    return list(turned_corners(middle, right - left, bottom - top, math.radians(degrees)))


def _ellipse(element: Element) -> list[Point]:
    x, y, across, down = (finite(element.attrib[key]) for key in ("cx", "cy", "rx", "ry"))
    angle = math.radians(finite(element.get("rotation", "0") or "0"))
    return circle_corners((x, y), (abs(across), abs(down)), angle, _CORNERS)


def _mask(element: Element, size: tuple[int, int]) -> Mask:
    left, top, width, height = (
        int(element.attrib[key]) for key in ("left", "top", "width", "height")
    )
    counts = [int(count) for count in element.attrib["rle"].split(",")]
    return mask_from_rows(counts, (left, top, width, height), size)


def _skeleton(element: Element, size: tuple[int, int], place: str) -> Found:
    places = [(one.x, one.y) for one in skeleton_points(element)]
    if not places:
        return bounded_box(0, 0, 0, 0, size=size, place=place)
    return points_box(places, size=size, place=place)
