"""How far two regions cover the same: intersection over union, on pixels, characters or time."""

from __future__ import annotations

from backend.annotation.bounds import Bounds, Geometry, box_bounds


def overlap(one: Geometry, other: Geometry) -> float:
    """Return the intersection over union of two regions, from 0 to 1.

    Upright boxes, spans and segments are exact. Four corners, outlines and masks are drawn on a
    grid over what both cover, 512 cells on its longer side, so thin slivers are rounded. Regions
    that cannot meet (a span and a box, boxes in different frames) have 0.

    Args:
        one: a geometry (``engine.specs.samples.geometry``) as JSON values.
        other: another.

    Source: Jaccard, Bulletin de la Société Vaudoise des Sciences Naturelles 37, 1901.
    """
    kinds = (one["kind"], other["kind"])
    if kinds == ("frame_box", "frame_box"):
        return _boxes(one, other) if one["frame"] == other["frame"] else 0.0
    if kinds == ("box", "box"):
        return _boxes(one, other)
    if kinds == ("span", "span"):
        return _stretches(one["start"], one["end"], other["start"], other["end"])
    if kinds == ("segment", "segment"):
        return _stretches(one["start_ms"], one["end_ms"], other["start_ms"], other["end_ms"])
    areal = {"box", "quad", "polygon", "mask"}
    if not set(kinds) <= areal:
        return 0.0
    # NumPy and Pillow come with it, which the web process does without until then.
    from backend.annotation.drawn_overlap import drawn_overlap

    return drawn_overlap(one, other)


def _stretches(start: float, end: float, other_start: float, other_end: float) -> float:
    shared = max(0.0, min(end, other_end) - max(start, other_start))
    together = (end - start) + (other_end - other_start) - shared
    return shared / together if together > 0 else 0.0


def _boxes(one: Geometry, other: Geometry) -> float:
    first, second = box_bounds(one), box_bounds(other)
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    shared = max(0.0, width) * max(0.0, height)
    together = _area(first) + _area(second) - shared
    return shared / together if together > 0 else 0.0


def _area(bounds: Bounds) -> float:
    return (bounds[2] - bounds[0]) * (bounds[3] - bounds[1])
