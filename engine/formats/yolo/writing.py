"""Files of YOLO on their way out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import IntEnum
from pathlib import PurePosixPath
from typing import IO

from pydantic import TypeAdapter

from engine.formats.findings import drawn_as_outline
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.reading.images import image_size
from engine.formats.reading.paths import FreePaths
from engine.formats.shapes.boxes import corners_of, number_text, ring_area
from engine.formats.shapes.parts import num_holes
from engine.formats.shapes.run_lengths import outline, pixels_of
from engine.formats.writing.conversion_losses import conversion_losses, not_held
from engine.specs.data import Region
from engine.specs.samples.geometry import Box, Mask, Point, Polygon, Quad

_HOLDS = frozenset({"regions", "split"})
_RECORDS = TypeAdapter(Item)


class _Kind(IntEnum):
    """What all lines of a dataset are, each able to say what those before it do."""

    BOXES = 0
    CORNERS = 1
    OUTLINES = 2


_KINDS = {Box: _Kind.BOXES, Quad: _Kind.CORNERS, Polygon: _Kind.OUTLINES, Mask: _Kind.OUTLINES}


class Writer:
    """Copies samples at once and keeps their annotations on disk until their kind is known."""

    def __init__(self, tree: FileTree, annotated: IO[bytes], labels: Sequence[str]) -> None:
        self._tree, self._annotated = tree, annotated
        self._paths = FreePaths()
        self._kind = _Kind.BOXES
        self.classes = {label: number for number, label in enumerate(labels)}
        self.splits: dict[str, None] = {}

    def add(self, item: Item) -> Iterator[Written]:
        """Yield the copy of a sample, and what of it this format has no place for."""
        yield from conversion_losses(item, holds=_HOLDS)
        size = item.size or image_size(self._tree, item.file or "")
        if isinstance(size, Problem):
            yield size
            return
        split = item.split.value if item.split else ""
        self.splits[split] = None
        pure = PurePosixPath(item.name)
        # The text is named after the image without its suffix, so that has to be free.
        text = self._paths.take("/".join(filter(None, ("labels", split, f"{pure.stem}.txt"))))
        stem = PurePosixPath(text).stem
        yield Copy(item, "/".join(filter(None, ("images", split, f"{stem}{pure.suffix}"))))
        if not item.is_annotated:
            return
        kept = []
        for region in item.regions:
            kind = _KINDS.get(type(region.geometry))
            if kind is None:
                yield not_held(item, region.geometry.kind, 1)
                continue
            self._kind = max(self._kind, kind)
            kept.append(region)
        record = replace(Item(text, item.name), size=size, regions=tuple(kept))
        self._annotated.write(_RECORDS.dump_json(record) + b"\n")

    def texts(self) -> Iterator[Written]:
        """Yield the text of each sample that was annotated, and what its annotations became."""
        self._annotated.seek(0)
        for line in self._annotated:
            item = _RECORDS.validate_json(line)
            assert item.size is not None
            lines = []
            for region in item.regions:
                numbers, problems = _numbers(item, region, item.size, self._kind)
                yield from problems
                if numbers:
                    number = self.classes.setdefault(region.label or "", len(self.classes))
                    lines.append(" ".join([str(number), *map(number_text, numbers)]) + "\n")
            yield Piece(item.place, "".join(lines).encode())


def _numbers(
    item: Item, region: Region, size: tuple[int, int], kind: _Kind
) -> tuple[list[float], list[Problem]]:
    """Return the numbers of a line after the class, none when the shape cannot be written."""
    width, height = size
    geometry = region.geometry
    if isinstance(geometry, Box) and kind is _Kind.BOXES:
        x, y = geometry.left + geometry.width / 2, geometry.top + geometry.height / 2
        return [x / width, y / height, geometry.width / width, geometry.height / height], []
    if isinstance(geometry, Box | Quad):
        corners = geometry.points if isinstance(geometry, Quad) else corners_of(geometry)
        if kind is _Kind.CORNERS:
            return _scaled(corners, size), []
        return _closed(corners, size), [drawn_as_outline(item, geometry.kind)]
    assert isinstance(geometry, Polygon | Mask)
    problems = []
    rings: Sequence[Sequence[Point]]
    if isinstance(geometry, Mask):
        problems.append(drawn_as_outline(item, "mask"))
        rings = outline(pixels_of(geometry))
    else:
        rings = geometry.rings
    if not rings:
        return [], [*problems, not_held(item, "regions", 1)]
    holes = num_holes(rings)
    problems += [not_held(item, "holes", holes)] if holes else []
    parts = len(rings) - 1 - holes
    problems += [not_held(item, "parts", parts)] if parts > 0 else []
    return _closed(max(rings, key=ring_area), size), problems


def _closed(ring: Sequence[Point], size: tuple[int, int]) -> list[float]:
    """Return an outline; four corners alone would come back as a box that is turned."""
    return _scaled([*ring, ring[0]] if len(ring) == 4 else ring, size)


def _scaled(points: Sequence[Point], size: tuple[int, int]) -> list[float]:
    return [part for x, y in points for part in (x / size[0], y / size[1])]
