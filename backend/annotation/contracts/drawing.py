"""Regions as small images draw them: few numbers for each, however finely they were marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Protocol
from uuid import UUID

from engine.formats.shapes.run_lengths import outline, small_pixels_of
from engine.specs.samples.geometry import Mask

# Of one sample: a thumbnail of more regions shows none of them.
MAX_DRAWN = 40
MAX_CHARACTERS = 4_000
# Of one ring, and of the longer side of one mask: what can be told apart on a thumbnail.
_MAX_CORNERS = 32
_MAX_CELLS = 24
# Masks with more letters are those of large images or noise; reading many of them takes time.
_MAX_LETTERS = 20_000
_EXACT = 1_000


class Drawable(Protocol):
    """A region of a sample."""

    @property
    def label_id(self) -> UUID | None:
        """Its label."""

    @property
    def geometry(self) -> Any:
        """Where it is."""

    @property
    def points(self) -> Sequence[Mapping[str, Any]]:
        """Its key points."""


@dataclass
class DrawnLabel:
    """The first regions of a label, as a small image draws them; the label may be ``null``.

    ``num`` regions are drawn. ``outlines`` and ``points`` (key points, as lines of no length) are
    SVG path data in pixels of the sample, or in milliseconds from left to right with a height of
    1; ``spans`` are pairs of characters, where a text's region begins and ends. Of a video, what is
    marked in its first frame is drawn.
    """

    label_id: UUID | None
    num: int = 0
    outlines: str = ""
    points: str = ""
    spans: list[list[int]] = field(default_factory=list)


def drawn(regions: Iterable[Drawable]) -> list[DrawnLabel]:
    """Return the first regions of a sample by label, as many as fit a small image."""
    found: dict[UUID | None, DrawnLabel] = {}
    num = num_characters = 0
    for region in regions:
        if num >= MAX_DRAWN:
            break
        lines = path_of(region.geometry)
        points = _dots(region.points)
        span = _span(region.geometry)
        length = len(lines) + len(points)
        if not (lines or points or span) or num_characters + length > MAX_CHARACTERS:
            continue
        label = found.setdefault(region.label_id, DrawnLabel(region.label_id))
        label.num += 1
        label.outlines += lines
        label.points += points
        label.spans += span
        num += 1
        num_characters += length
    return list(found.values())


def path_of(geometry: Mapping[str, Any]) -> str:
    """Return the outline of a region as SVG path data, empty where it has none."""
    match geometry["kind"]:
        case "box":
            return _box(geometry)
        case "frame_box" if geometry["frame"] == 0:
            return _box(geometry)
        case "quad":
            return _ring(geometry["points"])
        case "polygon":
            return "".join(_ring(_thinned(ring)) for ring in geometry["rings"])
        case "mask" if len(geometry["counts"]) <= _MAX_LETTERS:
            return _mask(geometry)
        case "segment":
            length = geometry["end_ms"] - geometry["start_ms"]
            return f"M{geometry['start_ms']} 0h{length}v1h{-length}z"
    return ""


def _span(geometry: Mapping[str, Any]) -> list[list[int]]:
    return [[geometry["start"], geometry["end"]]] if geometry["kind"] == "span" else []


def _box(box: Mapping[str, Any]) -> str:
    width = _written(box["width"])
    return (
        f"M{_written(box['left'])} {_written(box['top'])}h{width}v{_written(box['height'])}"
        f"h-{width}z"
    )


def _ring(corners: Sequence[Sequence[float]]) -> str:
    return "M" + "L".join(f"{_written(x)} {_written(y)}" for x, y in corners) + "z"


def _thinned(ring: Sequence[Sequence[float]]) -> Sequence[Sequence[float]]:
    return ring[:: ceil(len(ring) / _MAX_CORNERS)] if len(ring) > _MAX_CORNERS else ring


def _mask(geometry: Mapping[str, Any]) -> str:
    """Return the outline of a mask in cells of several pixels each."""
    mask = Mask.model_construct(size=tuple(geometry["size"]), counts=geometry["counts"])
    small = small_pixels_of(mask, max_cells=_MAX_CELLS)
    if small is None:
        return ""
    cells, step, (left, top) = small
    return "".join(
        _ring([(left + x * step, top + y * step) for x, y in ring]) for ring in outline(cells)
    )


def _dots(points: Sequence[Mapping[str, Any]]) -> str:
    return "".join(f"M{_written(point['x'])} {_written(point['y'])}h0" for point in points)


def _written(value: float) -> str:
    """Return a number with as many digits as a small image of a large one shows."""
    return str(round(value)) if abs(value) >= _EXACT else f"{round(value, 1):g}"
