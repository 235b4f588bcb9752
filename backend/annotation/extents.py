"""Whether a geometry lies within the image, text, recording or video that it marks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from backend.api.errors import Param
from engine.formats.shapes.run_lengths import unpack_counts

# What drawing on a scaled image may be off by, in pixels.
TOLERANCE = 0.01


@dataclass(frozen=True)
class Extent:
    """How large a sample is; ``None`` where it has no such measure."""

    width: int | None = None
    height: int | None = None
    duration_ms: int | None = None
    num_frames: int | None = None
    num_characters: int | None = None


@dataclass(frozen=True)
class Misfit:
    """Why a geometry does not fit; the message goes on after "Region 'x'"."""

    code: str
    message: str
    params: dict[str, Param] = field(default_factory=dict)


def outside(geometry: Mapping[str, Any], extent: Extent) -> Misfit | None:
    """Return why a checked geometry does not fit its sample, ``None`` when it does."""
    match geometry["kind"]:
        case "span":
            return _beyond(geometry["start"], geometry["end"], extent.num_characters, "characters")
        case "segment" if extent.duration_ms is None:
            return Misfit(
                "region_without_time",
                "is a stretch of time, and the sample has none. Segments are for recordings and "
                "videos.",
            )
        case "segment":
            return _beyond(
                geometry["start_ms"], geometry["end_ms"], extent.duration_ms, "milliseconds"
            )
        case "mask":
            return _wrong_mask(geometry, extent)
        case "frame_box":
            frame = int(geometry["frame"])
            found = _beyond(frame, frame + 1, extent.num_frames, "frames")
            return found or off_image(corners(geometry), extent)
        case _:
            return off_image(corners(geometry), extent)


def corners(geometry: Mapping[str, Any]) -> list[tuple[float, float]]:
    """Return the points (x, y) that a geometry in an image spans."""
    if "points" in geometry:
        return [(x, y) for x, y in geometry["points"]]
    if "rings" in geometry:
        return [(x, y) for ring in geometry["rings"] for x, y in ring]
    left, top = geometry["left"], geometry["top"]
    return [(left, top), (left + geometry["width"], top + geometry["height"])]


def off_image(points: Iterable[tuple[float, float]], extent: Extent) -> Misfit | None:
    """Return why points (x, y) do not lie in an image, ``None`` when they do."""
    width = math.inf if extent.width is None else extent.width
    height = math.inf if extent.height is None else extent.height
    for x, y in points:
        if not (-TOLERANCE <= x <= width + TOLERANCE and -TOLERANCE <= y <= height + TOLERANCE):
            return Misfit(
                "region_outside_image",
                f"has the point ({x:g}, {y:g}), outside the {extent.width} × {extent.height} "
                "pixels of the image. Draw it again.",
                {"x": x, "y": y, "width": extent.width, "height": extent.height},
            )
    return None


def _beyond(start: int, end: int, length: int | None, unit: str) -> Misfit | None:
    if start >= end:
        return Misfit(
            "region_empty",
            f"goes from {start} to {end}. Its end has to be after its start.",
            {"start": start, "end": end},
        )
    if length is not None and end > length:
        return Misfit(
            "region_beyond_end",
            f"goes to {end}, beyond the {length} {unit} of the sample. Mark it again.",
            {"end": end, "length": length, "unit": unit},
        )
    return None


def _wrong_mask(geometry: Mapping[str, Any], extent: Extent) -> Misfit | None:
    height, width = geometry["size"]
    if (width, height) != (extent.width, extent.height):
        return Misfit(
            "mask_size",
            f"is a mask of {width} × {height} pixels over an image of {extent.width} × "
            f"{extent.height}. Draw it again.",
            {"width": width, "height": height},
        )
    try:
        covered = sum(unpack_counts(geometry["counts"]))
    except ValueError:
        covered = -1
    if covered != width * height:
        return Misfit(
            "mask_counts",
            f"is a mask whose run lengths cover {covered} of {width * height} pixels. "
            "Draw it again.",
            {"covered": covered, "pixels": width * height},
        )
    return None
