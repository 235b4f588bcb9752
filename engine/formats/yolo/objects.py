"""Texts of YOLO, a line for each object of an image."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from engine.formats.findings import class_unknown, line_too_long
from engine.formats.layout import FileTree, Item, Problem
from engine.formats.reading.encodings import lines_of, num_lines, open_text, unreadable
from engine.formats.reading.images import image_size
from engine.formats.reading.paths import split_of_path
from engine.formats.shapes.boxes import bounded_box, bounded_points
from engine.formats.yolo.pose import NUM_BOX, Pose
from engine.specs.data import Region
from engine.specs.samples.geometry import Box, KeyPoint, Polygon, Quad

_BOX, _QUAD = 5, 9
MAX_LINE = 2**20
"""Characters of one object: an outline of some fifty thousand corners."""


class Reader:
    """Reads the objects of one image after the other."""

    def __init__(self, tree: FileTree, texts: Sequence[str]) -> None:
        self._tree, self._texts = tree, texts
        self._has_outlines: bool | None = None
        self.classes: dict[int, str] | None = None
        self.pose: Pose | None = None

    def read(self, image: str, text: str | None) -> Iterator[Item | Problem]:
        """Yield an image with the objects of its text; without a text nothing is said of it."""
        split = split_of_path(image)
        if text is None:
            yield Item(image, image, file=image, is_annotated=False, split=split)
            return
        size = image_size(self._tree, image)
        if isinstance(size, Problem):
            yield size.losing(num_lines(self._tree, text))
            return
        regions: list[Region] = []
        try:
            stream, problems = open_text(self._tree, text)
        except OSError as error:
            yield unreadable(text, error)
            yield Item(image, image, file=image, size=size, is_annotated=False, split=split)
            return
        yield from problems
        with stream:
            for number, line in lines_of(stream, MAX_LINE):
                place = f"{text}:{number}"
                if line is None:
                    yield line_too_long(place, MAX_LINE).losing()
                    continue
                if not line.strip():
                    continue
                region, problem = self._region(line.split(), size, place)
                if problem is not None:
                    yield problem
                if region is not None:
                    regions.append(region.model_copy(update={"id": str(len(regions) + 1)}))
        yield Item(image, image, file=image, size=size, regions=tuple(regions), split=split)

    def _region(
        self, words: list[str], size: tuple[int, int], place: str
    ) -> tuple[Region | None, Problem | None]:
        if not self._is_known_form(words) or not all(is_number(word) for word in words):
            return None, self._malformed(words, place)
        label = self._label(words[0])
        if label is None:
            return None, class_unknown(place, words[0])
        numbers = [float(word) for word in words[1:]]
        points: tuple[KeyPoint, ...] = ()
        if self.pose is not None and len(numbers) > NUM_BOX:
            points = self.pose.points(numbers[NUM_BOX:], int(float(words[0])), size)
            numbers = numbers[:NUM_BOX]
        geometry, problem = self._geometry(numbers, size, place)
        if geometry is None:
            return None, problem
        return Region(id="1", label=label, geometry=geometry, points=points), problem

    def _is_known_form(self, words: Sequence[str]) -> bool:
        if len(words) == _BOX:
            return True
        if self.pose is not None:
            return len(words) == 1 + self.pose.num_numbers
        return len(words) >= 7 and len(words) % 2 == 1

    def _malformed(self, words: Sequence[str], place: str) -> Problem:
        num = len(words)
        if self.pose is not None:
            expected = 1 + self.pose.num_numbers
            text = (
                f"This line has {num} words; by 'kpt_shape' it is a class, a box and key points, "
                f"{expected} words. It is left out."
            )
            return Problem("pose_malformed", place, text, {"num": num, "expected": expected}, 1)
        text = (
            f"This line has {num} words; a class and 4, or an even number from 6, of numbers are "
            "read. It is left out."
        )
        return Problem("line_malformed", place, text, {"num": num}, 1)

    def _label(self, word: str) -> str | None:
        number = int(float(word))
        if self.classes is None:
            return str(number)
        return self.classes.get(number)

    def _geometry(
        self, numbers: list[float], size: tuple[int, int], place: str
    ) -> tuple[Box | Quad | Polygon | None, Problem | None]:
        width, height = size
        if len(numbers) == _BOX - 1:
            x, y, w, h = numbers
            left, top = (x - w / 2) * width, (y - h / 2) * height
            right, bottom = (x + w / 2) * width, (y + h / 2) * height
            return bounded_box(left, top, right, bottom, size=size, place=place)
        points = [(x * width, y * height) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if points[0] == points[-1]:
            points.pop()
        ring, problem = bounded_points(points, size=size, place=place)
        if ring is None:
            return None, problem
        if len(numbers) == _QUAD - 1 and len(ring) == 4 and not self._dataset_has_outlines():
            return Quad(points=(ring[0], ring[1], ring[2], ring[3])), problem
        return Polygon(rings=(ring,)), problem

    def _dataset_has_outlines(self) -> bool:
        """Tell whether any line has other than four corners; asked only where it matters."""
        if self._has_outlines is None:
            self._has_outlines = any(self._has_outline(text) for text in self._texts)
        return self._has_outlines

    def _has_outline(self, text: str) -> bool:
        try:
            stream, _ = open_text(self._tree, text)
            with stream:
                counts = {len(line.split()) for _, line in lines_of(stream, MAX_LINE) if line}
        except OSError:
            return False
        return any(num >= 7 and num % 2 and num != _QUAD for num in counts)


def is_number(text: str) -> bool:
    """Tell whether a word is one."""
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False
