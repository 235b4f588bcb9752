"""Which regions of two statements about one sample are the same."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from backend.annotation.contracts.states import Region
from backend.annotation.extents import corners

# Files write pixels with few digits, and some of them whole.
NEAR_PIXELS = 0.5
NEAR_MS = 1

Ring = Sequence[tuple[float, float]]


def matched(
    ours: Sequence[Region], theirs: Sequence[Region], *, by_track: bool = True
) -> dict[str, str]:
    """Return which of our regions each of theirs is, by keys; one is matched at most once.

    Regions are the same when label, text and place are; places may differ by half a pixel or a
    millisecond. Key points and attributes say more of a region and are not compared.

    Args:
        ours: the regions of one statement.
        theirs: those of another.
        by_track: whether boxes in frames have to be of the same track.
    """
    # Put in cells by their place: a sample may have 20,000 regions, too many to compare all pairs.
    waiting: dict[Hashable, list[Region]] = defaultdict(list)
    for region in ours:
        waiting[_cell(region, by_track, 0, 0)].append(region)
    found: dict[str, str] = {}
    for region in theirs:
        # The edge of a cell may run between two places that are near enough.
        for cell in _cells_around(region, by_track):
            same = next((one for one in waiting.get(cell, ()) if _is_same_place(one, region)), None)
            if same is not None:
                waiting[cell].remove(same)
                found[region.key] = same.key
                break
    return found


def _cells_around(region: Region, by_track: bool) -> Iterator[Hashable]:
    steps = (0, -1, 1)
    for down in steps:
        for right in steps:
            yield _cell(region, by_track, right, down)


def _cell(region: Region, by_track: bool, right: int, down: int) -> Hashable:
    """Return what same regions share, but for a step to a place beside it."""
    geometry = region.geometry
    kind = str(geometry["kind"])
    content: tuple[Hashable, ...] = (region.label_id, region.text)
    match kind:
        case "span":
            return *content, kind, geometry["start"], geometry["end"], right, down
        case "mask":
            return *content, kind, geometry["counts"], right, down
        case "segment":
            width = 2 * NEAR_MS
            start, end = geometry["start_ms"] // width, geometry["end_ms"] // width
            return *content, kind, start + right, end + down
    points = corners(geometry)
    # A box that is written as four corners is still that box.
    family: tuple[Hashable, ...] = ("corners" if kind in ("box", "quad") else kind,)
    if kind == "frame_box":
        family += (geometry["frame"], geometry["track"] if by_track else None)
    pixels = 2 * NEAR_PIXELS
    left = math.floor(min(x for x, _ in points) / pixels)
    top = math.floor(min(y for _, y in points) / pixels)
    return *content, *family, left + right, top + down


def _is_same_place(one: Region, other: Region) -> bool:
    mine, theirs = one.geometry, other.geometry
    match mine["kind"]:
        case "span" | "mask":
            return True
        case "segment":
            return all(abs(mine[end] - theirs[end]) <= NEAR_MS for end in ("start_ms", "end_ms"))
    mine_rings, their_rings = _rings(mine), _rings(theirs)
    return len(mine_rings) == len(their_rings) and all(
        _is_same_ring(ring, their) for ring, their in zip(mine_rings, their_rings, strict=True)
    )


def _rings(geometry: Mapping[str, Any]) -> list[Ring]:
    if "rings" in geometry:
        return [[(x, y) for x, y in ring] for ring in geometry["rings"]]
    if "points" in geometry:
        return [corners(geometry)]
    (left, top), (right, bottom) = corners(geometry)
    return [[(left, top), (right, top), (right, bottom), (left, bottom)]]


def _is_same_ring(one: Ring, other: Ring) -> bool:
    """Compare outlines that may begin at another corner and go round the other way."""
    if len(one) != len(other):
        return False
    for way in (list(other), list(other)[::-1]):
        for start in range(len(way)):
            if _is_near(one[0], way[start]):
                turned = way[start:] + way[:start]
                if all(_is_near(a, b) for a, b in zip(one, turned, strict=True)):
                    return True
    return False


def _is_near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) <= NEAR_PIXELS and abs(one[1] - other[1]) <= NEAR_PIXELS
