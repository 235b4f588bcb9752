"""The table of boxes of one video, as MOT Challenge has it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.formats.findings import class_unknown
from engine.formats.layout import FileTree, Problem
from engine.formats.reading.budgets import MAX_FRAMES, MAX_REGIONS
from engine.formats.reading.encodings import lines_of, open_text, unreadable
from engine.formats.shapes.boxes import bounded_box
from engine.specs.data import Region
from engine.specs.samples.geometry import Box, FrameBox

VISIBILITY = "visibility"
_NUM_CELLS = 6
_MAX_LINE, _MAX_TRACK = 10_000, 2**53
# The classes of MOT16 by number, for folders that name none.
_MOT16 = (
    "pedestrian",
    "person on vehicle",
    "car",
    "bicycle",
    "motorbike",
    "non motorized vehicle",
    "static person",
    "distractor",
    "occluder",
    "occluder on the ground",
    "occluder full",
    "reflection",
)


@dataclass
class Table:
    """Reads a table; its boxes are regions once it has been read."""

    name: str
    classes: Sequence[str] | None
    num_frames: int
    size: tuple[int, int] | None
    _found: list[tuple[int, int, str | None, Box, float]] = field(default_factory=list)
    _seen: set[tuple[int, int]] = field(default_factory=set)
    _num_ignored: int = 0
    _num_alone: int = 0
    _num_beyond: int = 0

    def read(self, tree: FileTree) -> Iterator[Problem]:
        """Yield what is wrong with lines, and count what is left out."""
        try:
            stream, problems = open_text(tree, self.name)
        except OSError as error:
            yield unreadable(self.name, error)
            return
        yield from problems
        with stream:
            try:
                for number, line in lines_of(stream, _MAX_LINE):
                    yield from self._line(line, f"{self.name}:{number}")
            except OSError as error:
                yield unreadable(self.name, error)
        yield from self._counted()

    def regions(self) -> tuple[Region, ...]:
        """Return the boxes; those without a track follow the others' numbers, each with its own."""
        number = max((track for _, track, *_ in self._found), default=-1)
        regions = []
        for frame, track, label, box, seen in self._found:
            if track < 0:
                number += 1
            own = number if track < 0 else track
            geometry = FrameBox(
                frame=frame,
                track=own,
                left=box.left,
                top=box.top,
                width=box.width,
                height=box.height,
            )
            attributes = {VISIBILITY: seen} if 0 <= seen < 1 else {}
            key = f"{own}-{frame}"
            regions.append(Region(id=key, label=label, geometry=geometry, attributes=attributes))
        return tuple(regions)

    def _line(self, line: str | None, place: str) -> Iterator[Problem]:
        cells = [] if line is None else [_unquoted(cell) for cell in line.split(",")]
        numbers = _numbers(cells)
        if numbers is None:
            if line is None or any(cells):
                text = "This line has not the six numbers of a box; it is left out."
                yield Problem("line_malformed", place, text, {"num": len(cells)}, 1)
        elif len(numbers) > _NUM_CELLS and numbers[6] == 0:
            self._num_ignored += 1
        elif len(self._found) >= MAX_REGIONS:
            self._num_beyond += 1
        else:
            problem = self._box(numbers, place)
            if problem is not None:
                yield problem

    def _box(self, numbers: Sequence[float], place: str) -> Problem | None:
        frame, track = int(numbers[0]) - 1, int(numbers[1])
        if not 0 <= frame < (self.num_frames or MAX_FRAMES):
            shown = self.num_frames or "?"
            text = f"Track {track} has a box in frame {frame + 1} of {shown}; it is left out."
            params = {"frame": frame + 1, "num": self.num_frames}
            return Problem("frame_outside", place, text, {**params}, 1)
        if (frame, track) in self._seen:
            text = f"Track {track} has a box in frame {frame + 1} already; the first one is kept."
            params = {"frame": frame + 1, "track": track}
            return Problem("box_repeated", place, text, {**params}, 1)
        number = int(numbers[7]) if len(numbers) > 7 else -1
        known = self.classes if self.classes is not None else _MOT16
        label = known[number - 1] if 0 < number <= len(known) else None
        if label is None and number > 0:
            return class_unknown(place, str(number))
        left, top, width, height = numbers[2:_NUM_CELLS]
        box, problem = bounded_box(
            left, top, left + width, top + height, size=self.size, place=place
        )
        if box is not None:
            if track < 0:
                self._num_alone += 1
            else:
                self._seen.add((frame, track))
            seen = numbers[8] if len(numbers) > 8 else 1.0
            self._found.append((frame, max(track, -1), label, box, seen))
        return problem

    def _counted(self) -> Iterator[Problem]:
        if self._num_ignored:
            text = f"{self._num_ignored} boxes are marked as not counting and are left out."
            num = self._num_ignored
            yield Problem("boxes_not_counting", self.name, text, {"num": num}, num)
        if self._num_alone:
            text = (
                f"{self._num_alone} boxes have the track -1, which means that nobody followed "
                "them: each is a track of one frame. Give objects numbers to follow them."
            )
            yield Problem("tracks_without_id", self.name, text, {"num": self._num_alone})
        if self._num_beyond:
            text = (
                f"{self._num_beyond} boxes are more than the {MAX_REGIONS} that one file may have; "
                "they are left out. Send fewer videos at once."
            )
            params = {"num": self._num_beyond, "maximum": MAX_REGIONS}
            yield Problem("regions_beyond", self.name, text, {**params}, self._num_beyond)


def _unquoted(cell: str) -> str:
    plain = cell.strip()
    return plain[1:-1] if len(plain) > 1 and plain[0] == plain[-1] == '"' else plain


def _numbers(cells: Sequence[str]) -> list[float] | None:
    """Return the numbers of a line, ``None`` where they are no box of a frame and a track."""
    try:
        numbers = [float(cell) for cell in cells]
    except ValueError:
        return None
    if len(numbers) < _NUM_CELLS or not all(map(math.isfinite, numbers)):
        return None
    is_whole = all(number == int(number) and abs(number) < _MAX_TRACK for number in numbers[:2])
    return numbers if is_whole else None
