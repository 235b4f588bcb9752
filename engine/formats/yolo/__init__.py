"""YOLO: a text per image, one object a line, coordinates as parts of the image's sides.

``class x y width height`` is a box by its centre, ``class x1 y1 … x4 y4`` four corners (OBB), and
``class x1 y1 x2 y2 …`` an outline. Four corners are an outline too when any line of the dataset has
another number of them. Where ``data.yaml`` speaks of key points, a line is a box and its points
and never an outline (see ``engine.formats.yolo.pose``). ``data.yaml`` or ``classes.txt`` names the
classes; folders or lists named ``train``, ``val`` and ``test`` the splits.

Whoever trains on such a dataset takes all its lines for one of these kinds, so one kind is written:
outlines where the samples hold any, else four corners where any box is turned, else boxes.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import IntEnum
from pathlib import PurePosixPath
from typing import IO

from pydantic import TypeAdapter

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.conversion_losses import conversion_losses, not_held
from engine.formats.findings import class_unknown, drawn_as_outline, line_too_long, missing_sample
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.reading.encodings import lines_of, num_lines, open_text, unreadable
from engine.formats.reading.images import image_size
from engine.formats.reading.media import MediaIndex
from engine.formats.reading.paths import FreePaths, split_of, split_of_path
from engine.formats.shapes.boxes import (
    bounded_box,
    bounded_points,
    corners_of,
    number_text,
    ring_area,
)
from engine.formats.shapes.parts import num_holes
from engine.formats.shapes.run_lengths import outline, pixels_of
from engine.formats.signs import NUM_HEADS, Sign, Signs
from engine.formats.yolo.classes import (
    class_gaps,
    find_class_file,
    is_yaml,
    read_class_names,
    write_data_yaml,
)
from engine.formats.yolo.pose import NUM_BOX, Pose, read_pose
from engine.formats.yolo.splits import YoloSplits
from engine.specs.data import Region
from engine.specs.samples.geometry import Box, KeyPoint, Mask, Point, Polygon, Quad

_HOLDS = frozenset({"regions", "split"})
_BOX, _QUAD = 5, 9
_MAX_LINE = 2**20
"""Characters of one object: an outline of some fifty thousand corners."""
_RECORDS = TypeAdapter(Item)


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield every image, with the objects of its text if it has one.

    Raises:
        DataError: ``format_mismatch`` when no image has a text of objects.
    """
    texts = {name for name in tree.names() if name.lower().endswith(".txt")}
    images = MediaIndex(tree)
    lists = _lists(tree, texts)
    listed = {name for names in lists.values() for name in names}
    class_file = find_class_file(tree)
    labels = _LabelFiles(texts - listed - {class_file})
    pairs = [(name, labels.of(name)) for name in images.names]
    if not any(label for _, label in pairs):
        raise DataError(
            "No image has a text of the same name. YOLO keeps the objects of 'images/a.jpg' in "
            "'labels/a.txt'.",
            code="format_mismatch",
            format="yolo",
        )
    reader = _Reader(tree, [label for _, label in pairs if label])
    if class_file is None:
        text = "No data.yaml or classes.txt names the classes; they are called by their numbers."
        yield Problem("class_names_missing", "classes.txt", text)
    else:
        reader.classes, problems = read_class_names(tree, class_file)
        yield from problems
        yield from class_gaps(reader.classes, class_file)
    splits = YoloSplits(tree, images)
    if class_file is not None and is_yaml(class_file):
        reader.pose, problems = read_pose(tree, class_file)
        yield from problems
        yield from splits.read_yaml(class_file)
    yield from splits.read_lists(lists)
    yield from splits.problems(class_file or next(iter(sorted(listed)), ""))
    for name, label in pairs:
        for found in reader.read(name, label):
            if isinstance(found, Item):
                yield replace(found, split=splits.apply(found) or found.split)
            else:
                yield found
    alone = labels.alone(tree)
    for name in alone:
        yield missing_sample(name, PurePosixPath(name).stem).losing(num_lines(tree, name))
    used = {*images.names, *listed, *splits.lists, *labels.used, *alone, class_file or ""}
    yield from unused_files(tree, used)


def declared(tree: FileTree) -> Iterator[str]:
    """Yield the names of the classes in the order of their numbers."""
    name = find_class_file(tree)
    if name is not None:
        classes, _ = read_class_names(tree, name)
        yield from (classes[number] for number in sorted(classes))


def _lists(tree: FileTree, texts: set[str]) -> dict[str, list[str]]:
    """Return the lists of images by split: texts called so that hold no numbers."""
    found: dict[str, list[str]] = {}
    for name in sorted(texts):
        stem = PurePosixPath(name).stem.lower()
        if split_of(stem) is not None:
            try:
                stream, _ = open_text(tree, name)
            except OSError:
                # Where it is the text of an image, it is named as such.
                continue
            with stream:
                first = stream.readline(_MAX_LINE).split()
            if first and not _is_number(first[0]):
                found.setdefault(stem, []).append(name)
    return found


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


class _LabelFiles:
    """Finds the text of an image: beside it, or below ``labels`` as it lies below ``images``."""

    def __init__(self, texts: set[str]) -> None:
        self._texts = texts
        self.used: set[str] = set()
        stems: dict[str, list[str]] = {}
        for text in texts:
            stems.setdefault(PurePosixPath(text).stem, []).append(text)
        self._only = {stem: names[0] for stem, names in stems.items() if len(names) == 1}

    def of(self, image: str) -> str | None:
        path = PurePosixPath(image).with_suffix(".txt")
        parts = ["labels" if part.lower() == "images" else part for part in path.parts[:-1]]
        for name in ("/".join([*parts, path.name]), str(path), self._only.get(path.stem, "")):
            if name in self._texts:
                self.used.add(name)
                return name
        return None

    def alone(self, tree: FileTree) -> list[str]:
        """Return the texts of objects whose images are not there."""
        found = []
        for name in sorted(self._texts - self.used):
            try:
                stream, _ = open_text(tree, name)
                with stream:
                    is_text = begins_with_box(stream.readline(_MAX_LINE))
            except OSError:
                continue
            found += [name] if is_text else []
        return found


class _Reader:
    """Reads the objects of one image after the other."""

    def __init__(self, tree: FileTree, texts: Sequence[str]) -> None:
        self._tree, self._texts = tree, texts
        self._has_outlines: bool | None = None
        self.classes: dict[int, str] | None = None
        self.pose: Pose | None = None

    def read(self, image: str, text: str | None) -> Iterator[Item | Problem]:
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
            for number, line in lines_of(stream, _MAX_LINE):
                place = f"{text}:{number}"
                if line is None:
                    yield line_too_long(place, _MAX_LINE).losing()
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
        if not self._is_known_form(words) or not all(_is_number(word) for word in words):
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
                counts = {len(line.split()) for _, line in lines_of(stream, _MAX_LINE) if line}
        except OSError:
            return False
        return any(num >= 7 and num % 2 and num != _QUAD for num in counts)


class _Kind(IntEnum):
    """What all lines of a dataset are, each able to say what those before it do."""

    BOXES = 0
    CORNERS = 1
    OUTLINES = 2


_KINDS = {Box: _Kind.BOXES, Quad: _Kind.CORNERS, Polygon: _Kind.OUTLINES, Mask: _Kind.OUTLINES}


LISTS_LABELS = True


def write(
    items: Iterable[Item], tree: FileTree, *, labels: Sequence[str] = ()
) -> Iterator[Written]:
    """Yield ``images/split``, ``labels/split`` and a ``data.yaml``."""
    with tempfile.TemporaryFile() as annotated:
        writer = _Writer(tree, annotated, labels)
        for item in items:
            yield from writer.add(item)
        yield from writer.texts()
        yield Piece("data.yaml", write_data_yaml(writer.classes, writer.splits))


class _Writer:
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


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    names = signs.ending(".txt")
    texts = [name for name in names[:NUM_HEADS] if begins_with_box(signs.text(name))]
    lists = signs.called(r"(^|/)(data\.ya?ml|[^/]*classes\.txt|obj\.names)$")
    if not texts and not lists:
        return None
    score = 0.92 if texts and lists else 0.75 if texts else 0.6
    return Sign(
        score,
        "yolo_lines",
        f"{len(names)} text files; those looked at have a class and a box per line.",
        {"num": len(names)},
    )


def begins_with_box(text: str) -> bool:
    """Tell a first line of a class and at least four numbers."""
    cells = text.partition("\n")[0].split()
    if len(cells) < 5 or not cells[0].isdecimal():
        return False
    try:
        return all(float(cell) < 2 for cell in cells[1:])
    except ValueError:
        return False
