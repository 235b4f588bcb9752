"""Annotations of a sample as the results of a Label Studio annotation."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from engine.formats.findings import drawn_as_outline, parts_as_mask
from engine.formats.label_studio.packed_runs import pack_runs
from engine.formats.label_studio.points import point_results
from engine.formats.layout import Item, Problem
from engine.formats.shapes.run_lengths import draw_rings, mask_from_pixels, pixels_of
from engine.formats.writing.conversion_losses import not_held
from engine.specs.data import Region
from engine.specs.samples.geometry import Box, Mask, Point, Polygon, Quad, Segment, Span

_CHANNELS = 4
# Corners that files round to whole pixels are right angles still.
_SQUARE = 0.02
Result = dict[str, Any]


def results_of(
    item: Item, size: tuple[int, int] | None, text: str | None, tag: str
) -> Iterator[Result | Problem]:
    """Yield the results of all that is said of a sample, and a problem for what has no place.

    Args:
        item: the sample.
        size: width and height of the image, where it is one.
        text: the text, where it is one.
        tag: name of the object that is annotated, such as ``image``.
    """
    sides = {} if size is None else {"original_width": size[0], "original_height": size[1]}
    about = {"to_name": tag, **sides}
    if item.labels:
        yield _result("choices", {"choices": list(item.labels)}, about)
    for region in item.regions:
        yield from _of_region(item, region, size, text, about)
    for number, relation in enumerate(item.relations):
        yield {
            "type": "relation",
            "from_id": relation.subject,
            "to_id": relation.object,
            "direction": "right",
            "labels": [relation.label] if relation.label else [],
            "id": f"relation-{number}",
        }
    if item.texts:
        yield _result("textarea", {"text": list(item.texts), "textarea": list(item.texts)}, about)
    if item.value is not None:
        yield _result("number", {"number": item.value}, about)


def _of_region(
    item: Item,
    region: Region,
    size: tuple[int, int] | None,
    text: str | None,
    about: Result,
) -> Iterator[Result | Problem]:
    geometry, about = region.geometry, {**about, "id": region.id}
    if size is not None and isinstance(geometry, Polygon) and len(geometry.rings) > 1:
        yield parts_as_mask(item, len(geometry.rings))
        geometry = mask_from_pixels(draw_rings(geometry.rings, (size[1], size[0])))
    if region.points and size is None:
        yield not_held(item, "points", len(region.points))
    if isinstance(geometry, Span) and text is not None:
        yield from _labelled("labels", _units(text, geometry), region, about)
        return
    if isinstance(geometry, Segment):
        value = {"start": geometry.start_ms / 1000, "end": geometry.end_ms / 1000}
        yield from _labelled("labels", value, region, about)
        return
    if size is None or not isinstance(geometry, Box | Quad | Polygon | Mask):
        yield not_held(item, geometry.kind, 1)
        return
    if isinstance(geometry, Box):
        corner = (geometry.left, geometry.top)
        value = _rectangle(corner, geometry.width, geometry.height, 0.0, size)
        yield from _labelled("rectanglelabels", value, region, about)
    elif isinstance(geometry, Mask):
        pixels = pixels_of(geometry).ravel().repeat(_CHANNELS).astype("uint8") * 255
        brush = {"format": "rle", "rle": pack_runs(pixels)}
        yield from _labelled("brushlabels", brush, region, about)
    elif isinstance(geometry, Quad) and (turned := _turned(geometry, size)) is not None:
        yield from _labelled("rectanglelabels", turned, region, about)
    else:
        if isinstance(geometry, Quad):
            yield drawn_as_outline(item, "quad")
        rings = (geometry.points,) if isinstance(geometry, Quad) else geometry.rings
        yield from _labelled("polygonlabels", _outline(rings[0], size), region, about)
    yield from point_results(item, region, size, about)


def _labelled(kind: str, value: Result, region: Region, about: Result) -> Iterator[Result]:
    names = [] if region.label is None else [region.label]
    yield _result(kind, {**value, kind: names}, about)
    if region.text is not None:
        yield _result("textarea", {**value, "textarea": [region.text]}, about)
    for name, given in region.attributes.items():
        # A number has a control of its own; a flag is a choice between two words.
        is_number = isinstance(given, int | float) and not isinstance(given, bool)
        kind = "number" if is_number else "choices"
        word = str(given).lower() if isinstance(given, bool) else given
        content: object = given if is_number else [word]
        yield {**_result(kind, {**value, kind: content}, about), "from_name": name}


def _result(kind: str, value: Result, about: Result) -> Result:
    return {**about, "from_name": kind, "type": kind, "value": value}


def _rectangle(
    corner: Point, width: float, height: float, degrees: float, size: tuple[int, int]
) -> Result:
    return {
        "x": 100 * corner[0] / size[0],
        "y": 100 * corner[1] / size[1],
        "width": 100 * width / size[0],
        "height": 100 * height / size[1],
        "rotation": degrees,
    }


def _turned(quad: Quad, size: tuple[int, int]) -> Result | None:
    """Return four corners as a turned rectangle, ``None`` where they are none."""
    first, second, third, last = quad.points
    along = (second[0] - first[0], second[1] - first[1])
    across = (last[0] - first[0], last[1] - first[1])
    width, height = math.hypot(*along), math.hypot(*across)
    far = (first[0] + along[0] + across[0] - third[0], first[1] + along[1] + across[1] - third[1])
    if min(width, height) == 0 or math.hypot(*far) > _SQUARE * min(width, height):
        return None
    turn = (along[0] * across[1] - along[1] * across[0]) / (width * height)
    if turn < 1 - _SQUARE**2:
        return None
    return _rectangle(first, width, height, math.degrees(math.atan2(along[1], along[0])), size)


def _outline(ring: tuple[Point, ...], size: tuple[int, int]) -> Result:
    return {"points": [[100 * x / size[0], 100 * y / size[1]] for x, y in ring], "closed": True}


def _units(text: str, span: Span) -> Result:
    """Return a span in UTF-16 units, with what it holds."""
    start = _num_units(text[: span.start])
    end = start + _num_units(text[span.start : span.end])
    return {"start": start, "end": end, "text": text[span.start : span.end]}


def _num_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
