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

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.findings import missing_sample
from engine.formats.layout import FileTree, Item, Piece, Problem, Written
from engine.formats.reading.encodings import num_lines, open_text
from engine.formats.reading.media import MediaIndex
from engine.formats.reading.paths import split_of
from engine.formats.recognition.signs import NUM_HEADS, Sign, Signs
from engine.formats.yolo.classes import (
    class_gaps,
    find_class_file,
    is_yaml,
    read_class_names,
    write_data_yaml,
)
from engine.formats.yolo.objects import MAX_LINE, Reader, is_number
from engine.formats.yolo.pose import read_pose
from engine.formats.yolo.splits import YoloSplits
from engine.formats.yolo.writing import Writer


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
    reader = Reader(tree, [label for _, label in pairs if label])
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
                first = stream.readline(MAX_LINE).split()
            if first and not is_number(first[0]):
                found.setdefault(stem, []).append(name)
    return found


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
                    is_text = begins_with_box(stream.readline(MAX_LINE))
            except OSError:
                continue
            found += [name] if is_text else []
        return found


LISTS_LABELS = True


def write(
    items: Iterable[Item], tree: FileTree, *, labels: Sequence[str] = ()
) -> Iterator[Written]:
    """Yield ``images/split``, ``labels/split`` and a ``data.yaml``."""
    with tempfile.TemporaryFile() as annotated:
        writer = Writer(tree, annotated, labels)
        for item in items:
            yield from writer.add(item)
        yield from writer.texts()
        yield Piece("data.yaml", write_data_yaml(writer.classes, writer.splits))


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
