"""The track of one object: boxes in some frames, and those between them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from engine.formats.cvat.meta import Meta, number_of
from engine.formats.cvat.shapes import axis_aligned_edges
from engine.formats.layout import Problem
from engine.formats.reading.values import MALFORMED, reason_of
from engine.formats.shapes.attributes import read_attributes
from engine.formats.shapes.boxes import bounded_box
from engine.specs.data import AttributeValue, Region
from engine.specs.samples.geometry import Box, FrameBox

NOTHING: dict[str, AttributeValue] = {}


@dataclass
class Track:
    """Boxes by the number of their frame; ``None`` where the object is outside the image."""

    place: str
    number: int
    label: str | None
    boxes: dict[int, Box | None] = field(default_factory=dict)
    attributes: dict[int, dict[str, AttributeValue]] = field(default_factory=dict)
    group: dict[str, AttributeValue] = field(default_factory=dict)

    def read(self, element: Element, meta: Meta, size: tuple[int, int] | None) -> Iterator[Problem]:
        """Take the boxes of an element, and yield what was wrong with them."""
        num_turned = 0
        if group := number_of(element.get("group_id")):
            self.group = {"group_id": group}
        for child in element.iterfind("box"):
            try:
                frame = number_of(child.attrib["frame"])
                edges, is_turned = axis_aligned_edges(child)
                if frame is None:
                    raise ValueError(f"frame {child.attrib['frame'][:20]}")
            except MALFORMED as error:
                text = (
                    f"A box of the track has no usable frame or corners ({reason_of(error)}); it "
                    "is left out."
                )
                reason = reason_of(error)
                yield Problem("shape_malformed", self.place, text, {"reason": reason}, 1)
                continue
            num_turned += is_turned
            yield from self._add(frame, child, edges, meta, size)
        if num_turned:
            text = f"{num_turned} turned boxes of the track are read as the upright ones around."
            yield Problem("boxes_turned", self.place, text, {"num": num_turned})

    def num_between(self, frames: Sequence[int]) -> int:
        """Count the boxes that would be made between those that are there."""
        return sum(len(_between(frames, one, other)) for one, other in self._spans())

    def regions(self, frames: Sequence[int], *, is_filled: bool) -> Iterator[Region]:
        """Yield the boxes by the place of their frame; between two of them they change evenly.

        Args:
            frames: the numbers of the video's frames, in order.
            is_filled: whether to make those between.
        """
        following = dict(self._spans())
        for number in sorted(self.boxes):
            box = self.boxes[number]
            if box is None:
                continue
            attributes = self.attributes.get(number, NOTHING)
            place = place_of(frames, number)
            if place is not None:
                yield self._region(place, box, attributes)
            after = following.get(number)
            if after is None or not is_filled:
                continue
            # Before a frame where the object is outside there is nothing to move towards.
            towards = self.boxes[after] or box
            for between in _between(frames, number, after):
                share = (between - number) / (after - number)
                yield self._region(
                    bisect_left(frames, between), _mixed(box, towards, share), attributes
                )

    def _add(
        self,
        frame: int,
        element: Element,
        edges: Sequence[float],
        meta: Meta,
        size: tuple[int, int] | None,
    ) -> Iterator[Problem]:
        place = f"{self.place} frame {frame}"
        if frame in self.boxes:
            text = "The track has a box in this frame already; the first one is kept."
            yield Problem("box_repeated", place, text, {"frame": frame, "track": self.place}, 1)
            return
        if element.get("outside") == "1":
            self.boxes[frame] = None
            return
        self.boxes[frame], problem = bounded_box(*edges, size=size, place=place)
        if problem is not None:
            yield problem
        attributes, problems = read_attributes(
            self.group | meta.attributes(element, self.label), place
        )
        yield from problems
        if attributes:
            self.attributes[frame] = attributes

    def _spans(self) -> Iterator[tuple[int, int]]:
        """Yield the frames of each box and of what comes after it."""
        frames = sorted(self.boxes)
        for index, frame in enumerate(frames[:-1]):
            if self.boxes[frame] is not None:
                yield frame, frames[index + 1]

    def _region(self, place: int, box: Box, attributes: dict[str, AttributeValue]) -> Region:
        geometry = FrameBox(
            frame=place,
            track=self.number,
            left=box.left,
            top=box.top,
            width=box.width,
            height=box.height,
        )
        key = f"{self.number}-{place}"
        return Region(id=key, label=self.label, geometry=geometry, attributes=attributes)


def place_of(frames: Sequence[int], number: int) -> int | None:
    """Return where a frame stands in its video, ``None`` when it is not there."""
    place = bisect_left(frames, number)
    return place if place < len(frames) and frames[place] == number else None


def _between(frames: Sequence[int], one: int, other: int) -> Sequence[int]:
    return frames[bisect_right(frames, one) : bisect_left(frames, other)]


def _mixed(one: Box, other: Box, share: float) -> Box:
    def mix(a: float, b: float) -> float:
        return a + (b - a) * share

    return Box(
        left=mix(one.left, other.left),
        top=mix(one.top, other.top),
        width=mix(one.width, other.width),
        height=mix(one.height, other.height),
    )
