"""MOT Challenge: a folder per video with ``gt/gt.txt`` and frames below ``img1``, or a video file.

A line is ``frame, track, left, top, width, height, counts, class, visibility``; frames count from 1
there and from 0 here. A box of the track -1 was followed by nobody and is a track of its own. A
visibility below 1 is an attribute of the box. CVAT's "MOT 1.1" zip is one such folder; its
``gt/labels.txt`` names the classes.

Source: Milan et al., MOT16: A Benchmark for Multi-Object Tracking, section 3.3.
"""

from __future__ import annotations

import configparser
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.findings import malformed, missing_sample
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.mot.frames import unpacked_frames
from engine.formats.mot.tables import VISIBILITY, Table
from engine.formats.reading.encodings import num_lines, read_lines
from engine.formats.reading.images import image_size
from engine.formats.reading.media import IMAGES, VIDEOS, has_suffix
from engine.formats.reading.paths import FreePaths, split_of_path
from engine.formats.reading.videos import DEFAULT_FRAME_RATE, frame_path, sequence_info
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.shapes.attributes import without
from engine.formats.shapes.boxes import number_text
from engine.formats.writing.conversion_losses import conversion_losses, not_held
from engine.specs.data import Region
from engine.specs.samples.geometry import FrameBox

_GT = "gt/gt.txt"
_HOLDS = frozenset({"regions", "attributes", "split"})


@dataclass(frozen=True)
class _Sequence:
    """One video: its folder, and what it consists of."""

    folder: str
    frames: tuple[str, ...]
    video: str | None
    frame_rate: float | None
    size: tuple[int, int] | None


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a video per ``gt.txt``.

    Raises:
        DataError: ``format_mismatch`` when there is none.
    """
    tables = [name for name in tree.names() if name == _GT or name.endswith(f"/{_GT}")]
    if not tables:
        raise DataError(
            "There is no 'gt/gt.txt'. Put the frames of a video into 'img1' and its boxes into "
            "'gt/gt.txt' beside, as MOT Challenge does.",
            code="format_mismatch",
            format="mot",
        )
    used = set(tables)
    for folder in _bare_folders(tree, tables):
        sequence, problems = _sequence(tree, folder, f"{folder}seqinfo.ini")
        yield from problems
        used |= {*sequence.frames, sequence.video or "", f"{folder}seqinfo.ini"}
        yield replace(_item(sequence, folder.rstrip("/")), is_annotated=False)
    for name in tables:
        folder = name[: -len(_GT)]
        labels, about = f"{folder}gt/labels.txt", f"{folder}seqinfo.ini"
        used |= {labels, about}
        sequence, problems = _sequence(tree, folder, about)
        yield from problems
        used |= {*sequence.frames, sequence.video or ""}
        if not sequence.frames and sequence.video is None:
            yield missing_sample(name, f"{folder}img1").losing(num_lines(tree, name))
            continue
        classes, problems = _class_names(tree, labels)
        yield from problems
        table = Table(name, classes, len(sequence.frames), sequence.size)
        yield from table.read(tree)
        yield replace(_item(sequence, name), regions=table.regions())
    yield from unused_files(tree, used)


def declared(tree: FileTree) -> Iterator[str]:
    """Yield the names of the classes in their order."""
    for name in tree.names():
        if name == "gt/labels.txt" or name.endswith("/gt/labels.txt"):
            names, _ = _class_names(tree, name)
            yield from names or ()


def _bare_folders(tree: FileTree, tables: Sequence[str]) -> list[str]:
    """Return the folders of videos whose boxes nobody drew, as those of MOT's test sequences."""
    known = {name[: -len(_GT)] for name in tables}
    found = set()
    for name in tree.names():
        frame = re.search(r"(^|/)(img1/)[^/]+$", name)
        if frame is not None and has_suffix(name, IMAGES):
            found.add(name[: frame.start(2)])
        elif has_suffix(name, VIDEOS):
            found.add(name[: -len(PurePosixPath(name).name)])
    return sorted(found - known)


def _item(sequence: _Sequence, place: str) -> Item:
    folder = sequence.folder.rstrip("/")
    return Item(
        place=place,
        name=sequence.video or f"{folder or 'video'}.zip",
        file=sequence.video,
        frames=sequence.frames,
        frame_rate=sequence.frame_rate,
        size=sequence.size,
        split=split_of_path(place),
    )


def _sequence(tree: FileTree, folder: str, about: str) -> tuple[_Sequence, list[Problem]]:
    """Find the frames or the video of a folder, and what ``seqinfo.ini`` says of them."""
    inside = [name for name in tree.names() if name.startswith(folder)]
    frames = tuple(
        name for name in inside if name.startswith(f"{folder}img1/") and has_suffix(name, IMAGES)
    )
    videos = [
        name for name in inside if has_suffix(name, VIDEOS) and "/" not in name[len(folder) :]
    ]
    rate, problems = _frame_rate(tree, about)
    size = image_size(tree, frames[0]) if frames else None
    sequence = _Sequence(
        folder=folder,
        frames=frames,
        video=videos[0] if videos and not frames else None,
        frame_rate=(rate or DEFAULT_FRAME_RATE) if frames else None,
        size=size if isinstance(size, tuple) else None,
    )
    return sequence, problems + ([size] if isinstance(size, Problem) else [])


def _frame_rate(tree: FileTree, about: str) -> tuple[float | None, list[Problem]]:
    """Return what ``seqinfo.ini`` says, and what is wrong with it."""
    if about not in tree.names():
        return None, []
    lines, problems = read_lines(tree, about)
    # Written by hand: a key may stand twice, and a percent sign refers to nothing.
    info = configparser.ConfigParser(strict=False, interpolation=None)
    try:
        info.read_string("\n".join(lines))
        rate = info.getfloat("Sequence", "frameRate", fallback=None)
        if rate is not None and not 0 < rate < math.inf:
            raise ValueError(f"a frame rate of {rate}")
    except (configparser.Error, ValueError) as error:
        return None, [*problems, malformed(about, error)]
    return rate, problems


def _class_names(tree: FileTree, name: str) -> tuple[list[str] | None, list[Problem]]:
    if name not in tree.names():
        return None, []
    lines, problems = read_lines(tree, name)
    return [line for line in lines if line], problems


LISTS_LABELS = True


def write(
    items: Iterable[Item], tree: FileTree, *, labels: Sequence[str] = ()
) -> Iterator[Written]:
    """Yield a folder per video: its frames or the video, ``gt/gt.txt`` and ``gt/labels.txt``."""
    paths = FreePaths()
    for item in items:
        yield from conversion_losses(item, holds=_HOLDS)
        stem = PurePosixPath(item.name).stem
        folder = paths.take("/".join(filter(None, (item.split, stem))))
        yield from _write_video(item, tree, folder)
        if item.is_annotated:
            yield from _write_boxes(item, folder, labels)


def _write_video(item: Item, tree: FileTree, folder: str) -> Iterator[Written]:
    if item.frames:
        yield Piece(f"{folder}/seqinfo.ini", sequence_info(item).encode())
        for number, frame in enumerate(item.frames, start=1):
            copied = Item(place=frame, name=frame, file=frame)
            yield Copy(copied, f"{folder}/{frame_path(number, frame)}")
    elif item.file is not None and item.name.lower().endswith(".zip"):
        # A video that came as images is kept as a zip of them.
        for piece in unpacked_frames(item, tree):
            yield piece if isinstance(piece, Problem) else Piece(f"{folder}/{piece[0]}", piece[1])
    else:
        yield Copy(item, f"{folder}/{PurePosixPath(item.name).name}")


def _write_boxes(item: Item, folder: str, labels: Sequence[str]) -> Iterator[Written]:
    classes = {label: number for number, label in enumerate(labels, start=1)}
    lines = []
    others = sum(len(without(region.attributes, VISIBILITY)) for region in item.regions)
    if others:
        yield not_held(item, "attributes", others)
    for region in item.regions:
        box = region.geometry
        if not isinstance(box, FrameBox):
            yield not_held(item, box.kind, 1)
            continue
        number = -1
        if region.label is not None:
            number = classes.setdefault(region.label, len(classes) + 1)
        edges = map(number_text, (box.left, box.top, box.width, box.height))
        lines.append(f"{box.frame + 1},{box.track},{','.join(edges)},1,{number},{_seen(region)}\n")
    yield Piece(f"{folder}/{_GT}", "".join(lines).encode())
    names = "".join(f"{label}\n" for label in classes)
    yield Piece(f"{folder}/gt/labels.txt", names.encode())


def _seen(region: Region) -> str:
    value = region.attributes.get(VISIBILITY, 1)
    return number_text(value) if isinstance(value, int | float) else "1"


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    num = len(signs.called(r"(^|/)gt/gt\.txt$"))
    if not num:
        return None
    return Sign(0.97, "mot_truth", f"{num} file(s) gt/gt.txt tell the tracks.", {"num": num})
