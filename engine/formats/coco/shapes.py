"""The shapes of COCO annotations: outlines, and run lengths plain or compressed."""

from __future__ import annotations

from typing import Any, cast

from engine.formats.findings import holes_as_mask
from engine.formats.layout import Item, Problem
from engine.formats.reading.values import MALFORMED, finite, list_of, numbers
from engine.formats.shapes.boxes import bounded_box, bounded_points, box_of
from engine.formats.shapes.parts import are_apart, united
from engine.formats.shapes.run_lengths import (
    draw_rings,
    mask_box,
    mask_from_counts,
    mask_from_pixels,
    unpack_counts,
)
from engine.specs.data import Region
from engine.specs.samples.geometry import Box, Mask, Polygon, Quad

QUAD = "quad"
"""Said as ``shape`` of an outline that is four corners; others pass over it."""
_MAX_LETTERS = 7
_ROUNDING = 0.02


def read_shape(
    given: Any, size: tuple[int, int], place: str
) -> tuple[Polygon | Mask | None, Problem | None]:
    """Return the shape of a ``segmentation``, ``None`` when there is none, and what was changed.

    Args:
        given: a list of rings, or an object with ``size`` and ``counts``.
        size: width and height of the image.
        place: where it stands.

    Raises:
        MALFORMED: when it is neither.
    """
    if not given:
        return None, None
    if isinstance(given, dict):
        return _mask(given, size), None
    rings, problem = [], None
    for ring in list_of(given):
        edges = numbers(ring)
        if len(edges) % 2:
            raise ValueError("an outline has an odd number of coordinates")
        points = list(zip(edges[::2], edges[1::2], strict=True))
        bounded, wrong = bounded_points(points, size=size, place=place)
        problem = problem or wrong
        if bounded is not None:
            rings.append(bounded)
    if not rings:
        return None, problem
    shape, drawn = united(rings, size, place)
    return shape, drawn or problem


def _mask(given: dict[str, Any], size: tuple[int, int]) -> Mask:
    """Return a mask that covers the image; anything larger is refused before it is unpacked."""
    height, width = (int(side) for side in numbers(given["size"]))
    if (width, height) != size:
        raise ValueError(f"a mask of {width} × {height} on an image of {size[0]} × {size[1]}")
    counts = given["counts"]
    num = len(counts) if isinstance(counts, list | str) else 0
    # Plain run lengths are one a pixel at most; compressed ones have up to seven letters each.
    if num > _MAX_LETTERS * (height * width + 2):
        raise ValueError(f"{num} run lengths are more than {width} × {height} pixels can have")
    if isinstance(counts, str):
        runs = unpack_counts(counts)
    else:
        runs = [_run(run) for run in list_of(counts)]
    return mask_from_counts(runs, (height, width))


def _run(value: object) -> int:
    number = finite(value)
    if not number.is_integer():
        raise ValueError(f"a run of {number} pixels")
    return int(number)


def as_drawn(geometry: Box | Polygon | Mask, drawn_as: object) -> Box | Quad | Polygon | Mask:
    """Return the four corners that an outline is said to be."""
    if drawn_as != QUAD or not isinstance(geometry, Polygon) or len(geometry.rings) != 1:
        return geometry
    corners = geometry.rings[0]
    if len(corners) != 4:
        return geometry
    return Quad(points=(corners[0], corners[1], corners[2], corners[3]))


def own_box(value: dict[str, Any], region: Region, size: tuple[int, int]) -> Box | None:
    """Return the ``bbox`` of an annotation, where it is not the box around what is drawn."""
    if isinstance(region.geometry, Box | Quad):
        return None
    try:
        left, top, width, height = numbers(value["bbox"])
    except MALFORMED:
        return None
    box, _ = bounded_box(left, top, left + width, top + height, size=size, place="")
    shape = region.geometry
    around = mask_box(shape) if isinstance(shape, Mask) else box_of(cast(Polygon, shape))
    if box is None or around is None:
        return box
    edges = zip(_edges(box), _edges(around), strict=True)
    return box if any(abs(one - other) > _ROUNDING for one, other in edges) else None


def _edges(box: Box) -> tuple[float, float, float, float]:
    return box.left, box.top, box.width, box.height


def as_coco(
    item: Item, geometry: Box | Quad | Polygon | Mask, size: tuple[int, int]
) -> tuple[Box | Quad | Polygon | Mask, Problem | None]:
    """Return a shape that COCO's readers take as it is meant, and what was changed.

    They take the rings of an outline as parts, so one with holes is written as a mask.
    """
    if not isinstance(geometry, Polygon) or are_apart(geometry.rings):
        return geometry, None
    mask = mask_from_pixels(draw_rings(geometry.rings, (size[1], size[0])))
    return mask, holes_as_mask(item, len(geometry.rings))


def write_shape(geometry: Box | Quad | Polygon | Mask) -> list[list[float]] | dict[str, Any] | None:
    """Return the ``segmentation`` of a shape, ``None`` for a box."""
    if isinstance(geometry, Box):
        return None
    if isinstance(geometry, Mask):
        return {"size": list(geometry.size), "counts": geometry.counts}
    rings = (geometry.points,) if isinstance(geometry, Quad) else geometry.rings
    return [[edge for point in ring for edge in point] for ring in rings]
