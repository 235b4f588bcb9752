"""The shapes of a LabelMe file: regions of an image, in and out."""

from __future__ import annotations

import base64
import io
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.formats.findings import drawn_as_outline, fields_unread, holes_as_mask
from engine.formats.layout import Item, Problem
from engine.formats.reading.values import MALFORMED, finite, key_of, list_of, name_text, reason_of
from engine.formats.shapes.attributes import read_attributes, without
from engine.formats.shapes.boxes import bounded_box, bounded_points
from engine.formats.shapes.image_points import ImagePoints
from engine.formats.shapes.parts import are_apart, united
from engine.formats.shapes.run_lengths import (
    MAX_MASK_PIXELS,
    draw_rings,
    mask_box,
    mask_from_part,
    mask_from_pixels,
    outline,
    pixels_of,
)
from engine.formats.shapes.turned_boxes import circle_corners
from engine.formats.writing.conversion_losses import not_held
from engine.specs.data import AttributeValue, Region
from engine.specs.samples.geometry import Box, Geometry, KeyPoint, Mask, Point, Polygon, Quad

_CORNERS = 64
_MAX_NAME = 64
_GROUP, _DESCRIPTION, _DIFFICULT = "group_id", "description", "difficult"
_OUTLINES = ("polygon", "rotation", "circle")
# The angle of a rotation follows from its corners; colours are how an old LabelMe drew a shape.
_KNOWN = frozenset(
    {
        "label",
        "points",
        "shape_type",
        "mask",
        "flags",
        "attributes",
        "direction",
        "line_color",
        "fill_color",
        _GROUP,
        _DESCRIPTION,
        _DIFFICULT,
    }
)

Found = tuple[Geometry | None, Problem | None]


class Objects:
    """The objects of one image, parts of one object put together."""

    def __init__(self, name: str, size: tuple[int, int]) -> None:
        self._name, self._size = name, size
        self._regions: list[Region] = []
        self._groups: dict[tuple[str | None, str | int | float], int] = {}
        self._points = ImagePoints(name)
        self._unread: Counter[str] = Counter()
        self._others: Counter[str] = Counter()

    def add(self, number: int, shape: Any) -> Iterator[Problem]:
        """Take a shape, and yield what is wrong with it."""
        place = f"{self._name}:shape {number}"
        try:
            kind = name_text(shape.get("shape_type") or "polygon")
            points = [(finite(x), finite(y)) for x, y in list_of(shape["points"])]
            given = shape.get("label")
            label = None if given in (None, "") else name_text(given)
            group = shape.get(_GROUP)
            key = None if group is None else key_of(group)
            if kind == "point" and len(points) == 1:
                self._add_point(label, points[0], "" if key is None else str(key))
                return
            geometry, problem = self._geometry(kind, points, shape, place)
        except MALFORMED as error:
            text = f"An annotation has no usable corners ({reason_of(error)}) and is left out."
            yield Problem("shape_malformed", place, text, {"reason": reason_of(error)}, 1)
            return
        if problem is not None:
            yield problem
        if geometry is None:
            return
        attributes, problems = read_attributes(_attributes(shape), place)
        yield from problems
        self._others.update(
            name[:_MAX_NAME]
            for name, one in shape.items()
            if name not in _KNOWN and isinstance(one, list | dict) and one
        )
        if isinstance(geometry, Polygon) and key is not None:
            if (label, key) in self._groups:
                self._join(self._groups[label, key], geometry)
                return
            self._groups[label, key] = len(self._regions)
        id = str(len(self._regions) + 1)
        self._regions.append(Region(id=id, label=label, geometry=geometry, attributes=attributes))

    def found(self) -> Iterator[Region | Problem]:
        """Yield the objects with their key points, and what was left out by its kind."""
        regions: list[Region] = []
        for region in self._regions:
            geometry, problem = self._whole(region)
            if problem is not None:
                yield problem
            if geometry is not None:
                regions.append(region.model_copy(update={"geometry": geometry}))
        yield from self._points.given_to(regions)
        yield from fields_unread(f"{self._name}:shapes", self._others)
        for kind, num in sorted(self._unread.items()):
            text = f"{num} annotation(s) of kind '{kind}' enclose nothing; they are left out."
            yield Problem("shape_unsupported", self._name, text, {"kind": kind, "num": num}, num)

    def _add_point(self, label: str | None, place: Point, group: str) -> None:
        name = (label or "point")[:_MAX_NAME]
        self._points.add(group, [KeyPoint(name=name, x=place[0], y=place[1])])

    def _join(self, index: int, part: Polygon) -> None:
        before = self._regions[index]
        assert isinstance(before.geometry, Polygon)
        whole = Polygon(rings=(*before.geometry.rings, *part.rings))
        # The group has told which parts belong together; it says nothing more.
        kept = without(before.attributes, _GROUP)
        changes = {"geometry": whole, "attributes": kept}
        self._regions[index] = before.model_copy(update=changes)

    def _whole(self, region: Region) -> Found:
        """Return the object of all parts of a group."""
        if not isinstance(region.geometry, Polygon):
            return region.geometry, None
        place = f"{self._name}:{region.label or region.id}"
        try:
            return united(region.geometry.rings, self._size, place)
        except ValueError as error:
            text = f"The parts of an object cannot be put together ({error}); it is left out."
            return None, Problem("shape_malformed", place, text, {"reason": str(error)}, 1)

    def _geometry(self, kind: str, points: list[Point], shape: dict[str, Any], place: str) -> Found:
        if kind == "rectangle" and len(points) in (2, 4):
            columns, rows = [x for x, _ in points], [y for _, y in points]
            edges = (min(columns), min(rows), max(columns), max(rows))
            return bounded_box(*edges, size=self._size, place=place)
        if kind == "mask" and points:
            return _mask(shape, points[0], self._size), None
        if kind not in _OUTLINES:
            self._unread[kind[:_MAX_NAME]] += 1
            return None, None
        drawn: Problem | None = None
        if kind == "circle" and len(points) == 2:
            radius = math.dist(*points)
            points = circle_corners(points[0], (radius, radius), 0.0, _CORNERS)
            text = f"A circle is read as an outline of {_CORNERS} corners."
            drawn = Problem("circle_drawn", place, text, {"num": _CORNERS})
        ring, problem = bounded_points(points, size=self._size, place=place)
        if ring is None:
            return None, problem
        if kind == "rotation" and len(ring) == 4:
            return Quad(points=(ring[0], ring[1], ring[2], ring[3])), problem
        return Polygon(rings=(ring,)), drawn or problem


def _mask(shape: dict[str, Any], place: Point, size: tuple[int, int]) -> Mask:
    """Return a mask, which LabelMe keeps as a small PNG that begins at its first point.

    Raises:
        MALFORMED: when it is none.
    """
    import numpy as np
    from PIL import Image

    data = base64.b64decode(shape["mask"], validate=True)
    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
            if image.width * image.height > MAX_MASK_PIXELS:
                raise ValueError(f"a mask of {image.width} × {image.height} pixels is not read")
            inside = np.asarray(image.convert("L")) > 0
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError("its mask is no image that can be read") from error
    return mask_from_part(inside, (round(place[0]), round(place[1])), size)


def _attributes(shape: dict[str, Any]) -> dict[str, AttributeValue]:
    """Return what a file says of an object beside its label and place."""
    attributes: dict[str, Any] = {}
    for part in ("flags", "attributes"):
        given = shape.get(part)
        attributes |= given if isinstance(given, dict) else {}
        # What is no object is one attribute that cannot be kept, and counted as such.
        attributes |= {part: given} if given and not isinstance(given, dict) else {}
    own = {name: shape[name] for name in (_DESCRIPTION, _GROUP) if shape.get(name) is not None}
    # What other programs write beside, such as X-AnyLabeling's score.
    others = {
        name: one
        for name, one in shape.items()
        if name not in _KNOWN and not isinstance(one, list | dict)
    }
    return others | attributes | own | ({_DIFFICULT: True} if shape.get(_DIFFICULT) is True else {})


def written_shapes(
    item: Item, region: Region, number: int
) -> tuple[list[dict[str, Any]], Problem | None]:
    """Return the shapes of one object, and what of it could not be kept."""
    geometry, problem = _in_parts(item, region.geometry)
    kind, mask = "polygon", None
    if isinstance(geometry, Box):
        kind = "rectangle"
        right, bottom = geometry.left + geometry.width, geometry.top + geometry.height
        rings: tuple[tuple[Point, ...], ...] = (((geometry.left, geometry.top), (right, bottom)),)
    elif isinstance(geometry, Quad):
        kind, rings = "rotation", (geometry.points,)
    elif isinstance(geometry, Polygon):
        rings = geometry.rings
    elif isinstance(geometry, Mask):
        kind, mask = "mask", _written_mask(geometry)
        if mask is None:
            return [], not_held(item, "masks without pixels", 1)
        rings = (mask[0],)
    else:
        return [], not_held(item, geometry.kind, 1)
    attributes = region.attributes
    group, held = attributes.get(_GROUP), [_DESCRIPTION]
    # Outlines of one group are parts of one object, so theirs is written beside.
    if isinstance(group, int) and not isinstance(group, bool) and kind != "polygon":
        held.append(_GROUP)
    else:
        group = number if len(rings) > 1 else None
    others = without(attributes, *held)
    shape: dict[str, Any] = {
        "label": region.label,
        "shape_type": kind,
        _GROUP: group,
        _DESCRIPTION: str(attributes.get(_DESCRIPTION, region.text or "")),
        "flags": {name: value for name, value in others.items() if isinstance(value, bool)},
        "attributes": {name: one for name, one in others.items() if not isinstance(one, bool)},
    }
    shape |= {} if mask is None else {"mask": mask[1]}
    return [{**shape, "points": [list(point) for point in ring]} for ring in rings], problem


def _in_parts(item: Item, geometry: Geometry) -> tuple[Geometry, Problem | None]:
    """Return a shape whose rings, if it has several, are parts: what has holes is a mask."""
    if isinstance(geometry, Mask):
        rings = outline(pixels_of(geometry))
        if not rings or not are_apart(rings):
            return geometry, None
        return Polygon(rings=rings), drawn_as_outline(item, "mask")
    if not isinstance(geometry, Polygon) or are_apart(geometry.rings) or item.size is None:
        return geometry, None
    mask = mask_from_pixels(draw_rings(geometry.rings, (item.size[1], item.size[0])))
    return mask, holes_as_mask(item, len(geometry.rings))


def _written_mask(mask: Mask) -> tuple[tuple[Point, ...], str] | None:
    """Return the corners of a mask and its pixels as LabelMe keeps them; ``None`` without any."""
    import numpy as np
    from PIL import Image

    box = mask_box(mask)
    if box is None:
        return None
    left, top, width, height = (int(side) for side in (box.left, box.top, box.width, box.height))
    inside = pixels_of(mask)[top : top + height, left : left + width]
    out = io.BytesIO()
    Image.fromarray(inside.astype(np.uint8) * 255).convert("1").save(out, "PNG")
    corners = ((float(left), float(top)), (float(left + width - 1), float(top + height - 1)))
    return corners, base64.b64encode(out.getvalue()).decode()
