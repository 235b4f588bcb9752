"""Annotations in the shape that a kind of task learns from, where a format gives more."""

from __future__ import annotations

from dataclasses import replace

from engine.formats.layout import Item
from engine.formats.shapes.boxes import box_of
from engine.formats.shapes.run_lengths import draw_rings, mask_box, mask_from_pixels
from engine.specs.data import Region
from engine.specs.geometry import Geometry, Mask, Polygon, Quad


def with_boxes(item: Item) -> Item:
    """Return an item whose outlines and masks are the boxes around them.

    Boxes and quads stay, and what is no region of an image. A mask without pixels has no box
    and goes.
    """
    boxed = ((region, _boxed(region.geometry)) for region in item.regions)
    return replace(item, regions=tuple(_with(one, box) for one, box in boxed if box is not None))


def with_masks(item: Item) -> Item:
    """Return an item whose outlines and quads are the pixels inside them.

    Raises:
        ValueError: when the item does not say how large its image is.
    """
    if item.size is None:
        raise ValueError(f"The size of '{item.name}' is not known, so nothing can be drawn on it.")
    size = (item.size[1], item.size[0])
    masked = tuple(_with(region, _masked(region.geometry, size)) for region in item.regions)
    return replace(item, regions=masked)


def _boxed(geometry: Geometry) -> Geometry | None:
    if isinstance(geometry, Mask):
        return mask_box(geometry)
    return box_of(geometry) if isinstance(geometry, Polygon) else geometry


def _masked(geometry: Geometry, size: tuple[int, int]) -> Geometry:
    if isinstance(geometry, Polygon):
        return mask_from_pixels(draw_rings(geometry.rings, size))
    if isinstance(geometry, Quad):
        return mask_from_pixels(draw_rings([geometry.points], size))
    return geometry


def _with(region: Region, geometry: Geometry) -> Region:
    return region.model_copy(update={"geometry": geometry})
