"""What a shape covers, as formats give it beside an outline."""

from __future__ import annotations

from engine.formats.shapes.boxes import box_of
from engine.formats.shapes.parts import covered_area
from engine.formats.shapes.run_lengths import mask_area, mask_box
from engine.specs.samples.geometry import Box, Mask, Polygon, Quad


def box_and_area(geometry: Box | Quad | Polygon | Mask) -> tuple[list[float], float]:
    """Return left, top, width and height around a shape, and the area inside, in pixels."""
    if isinstance(geometry, Mask):
        box, area = mask_box(geometry), float(mask_area(geometry))
    elif isinstance(geometry, Box):
        box, area = geometry, geometry.width * geometry.height
    else:
        rings = (geometry.points,) if isinstance(geometry, Quad) else geometry.rings
        box, area = box_of(geometry), covered_area(rings)
    if box is None:
        return [0.0, 0.0, 0.0, 0.0], 0.0
    return [box.left, box.top, box.width, box.height], area
