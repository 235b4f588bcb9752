"""Samples of which nothing is left because what stood there was refused: nobody knows them.

A sample that is annotated with nothing is a negative: training learns that nothing is there. Where
an object stood that no reader could use, that would be wrong, so such a sample stays open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.formats.layout import Item, Problem
from engine.specs.data import DatasetFormat

REFUSALS = frozenset(
    {
        "box_empty",
        "box_outside",
        "boxes_not_counting",
        "class_unknown",
        "frame_outside",
        "frames_missing",
        "keypoint_alone",
        "keypoints_malformed",
        "line_malformed",
        "line_too_long",
        "mask_ignored",
        "number_malformed",
        "outline_empty",
        "outline_malformed",
        "pose_malformed",
        "region_malformed",
        "regions_beyond",
        "relation_unknown",
        "shape_malformed",
        "shape_unsupported",
        "span_outside",
    }
)
"""What readers say of an object, line or result that they leave out, just before its sample."""

# A line that holds a whole sample may be refused itself; what comes next is another one then.
_BY_PLACE = frozenset({DatasetFormat.JSON_LINES, DatasetFormat.LABEL_STUDIO})


def without_false_negatives(
    found: Iterable[Item | Problem], key: DatasetFormat
) -> Iterator[Item | Problem]:
    """Yield what a reader found; samples of which all was refused are not annotated."""
    places: list[str] = []
    for one in found:
        if isinstance(one, Problem):
            if one.code in REFUSALS:
                places.append(one.place)
            yield one
            continue
        if key in _BY_PLACE:
            places = [place for place in places if _is_within(place, one.place)]
        yield replace(one, is_annotated=False) if places and says_nothing(one) else one
        places = []


def says_nothing(item: Item) -> bool:
    """Tell a sample that is annotated with nothing, which means that it shows nothing."""
    has_any = item.labels or item.regions or item.relations or item.texts
    return item.is_annotated and not has_any and item.value is None


def _is_within(place: str, whole: str) -> bool:
    return place == whole or place.startswith(f"{whole}:")
