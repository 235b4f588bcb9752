"""MOT Challenge: a folder per film with ``gt/gt.txt`` and frames below ``img1``, or a film file.

A line is ``frame, track, left, top, width, height, counts, class, visibility``; frames count from 1
there and from 0 here. CVAT's "MOT 1.1" zip is one such folder; its ``gt/labels.txt`` names the
classes.

Source: Milan et al., MOT16: A Benchmark for Multi-Object Tracking, section 3.3.
"""

from __future__ import annotations

import configparser
import csv
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.boxes import bounded_box, number_text
from engine.formats.encodings import open_text
from engine.formats.films import DEFAULT_FRAME_RATE, frame_path, sequence_info
from engine.formats.findings import class_unknown, missing_sample
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.leftovers import leftovers
from engine.formats.losses import losses, not_held
from engine.formats.media import FILMS, PICTURES, has_suffix
from engine.formats.mot_frames import unpacked_frames
from engine.formats.paths import FreePaths, split_of_path
from engine.formats.pictures import picture_size
from engine.specs.data import Region
from engine.specs.geometry import FrameBox

_GT = "gt/gt.txt"
_HOLDS = frozenset({"regions", "split"})
_NUM_CELLS = 6
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


@dataclass(frozen=True)
class _Sequence:
    """One film: its folder, and what it consists of."""

    folder: str
    frames: tuple[str, ...]
    film: str | None
    frame_rate: float | None
    size: tuple[int, int] | None


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a film per ``gt.txt``.

    Raises:
        DataError: ``format_mismatch`` when there is none.
    """
    tables = [name for name in tree.names() if name == _GT or name.endswith(f"/{_GT}")]
    if not tables:
        raise DataError(
            "There is no 'gt/gt.txt'. Put the frames of a film into 'img1' and its boxes into "
            "'gt/gt.txt' beside, as MOT Challenge does.",
            code="format_mismatch",
            format="mot",
        )
    used = set(tables)
    for name in tables:
        folder = name[: -len(_GT)]
        labels, about = f"{folder}gt/labels.txt", f"{folder}seqinfo.ini"
        used |= {labels, about}
        sequence = _sequence(tree, folder, about)
        used |= {*sequence.frames, sequence.film or ""}
        if not sequence.frames and sequence.film is None:
            yield missing_sample(name, f"{folder}img1")
            continue
        yield from _read_table(tree, name, sequence, _class_names(tree, labels))
    yield from leftovers(tree, used)


def _sequence(tree: FileTree, folder: str, about: str) -> _Sequence:
    """Find the frames or the film of a folder, and what ``seqinfo.ini`` says of them."""
    inside = [name for name in tree.names() if name.startswith(folder)]
    frames = tuple(
        name for name in inside if name.startswith(f"{folder}img1/") and has_suffix(name, PICTURES)
    )
    films = [name for name in inside if has_suffix(name, FILMS) and "/" not in name[len(folder) :]]
    info = configparser.ConfigParser(strict=False, interpolation=None)
    if about in tree.names():
        stream, _ = open_text(tree, about)
        with stream:
            try:
                info.read_string(stream.read(1 << 16))
            except configparser.Error:
                info.clear()
    rate = info.getfloat("Sequence", "frameRate", fallback=None)
    size = picture_size(tree, frames[0]) if frames else None
    return _Sequence(
        folder=folder,
        frames=frames,
        film=films[0] if films and not frames else None,
        frame_rate=(rate or DEFAULT_FRAME_RATE) if frames else None,
        size=size if isinstance(size, tuple) else None,
    )


def _class_names(tree: FileTree, name: str) -> list[str] | None:
    if name not in tree.names():
        return None
    stream, _ = open_text(tree, name)
    with stream:
        return [line.strip() for line in stream if line.strip()]


def _read_table(
    tree: FileTree, name: str, sequence: _Sequence, classes: list[str] | None
) -> Iterator[Item | Problem]:
    regions: list[Region] = []
    seen: set[tuple[int, int]] = set()
    num_ignored = 0
    try:
        stream, problems = open_text(tree, name)
    except OSError as error:
        yield Problem("file_unreadable", name, f"The file cannot be read ({error}).")
        return
    yield from problems
    with stream:
        rows = csv.reader(stream)
        for cells in rows:
            place = f"{name}:{rows.line_num}"
            numbers = _numbers(cells)
            if numbers is None:
                if any(cell.strip() for cell in cells):
                    text = "This line has not the six numbers of a box; it is left out."
                    yield Problem("line_malformed", place, text, {"num": len(cells)})
                continue
            if len(numbers) > _NUM_CELLS and numbers[6] == 0:
                num_ignored += 1
                continue
            region, problem = _region(numbers, sequence, classes, seen, place)
            if problem is not None:
                yield problem
            if region is not None:
                regions.append(region)
    if num_ignored:
        text = f"{num_ignored} boxes are marked as not counting and are left out."
        yield Problem("boxes_not_counting", name, text, {"num": num_ignored})
    folder = sequence.folder.rstrip("/")
    yield Item(
        place=name,
        name=sequence.film or f"{folder or 'film'}.zip",
        file=sequence.film,
        frames=sequence.frames,
        frame_rate=sequence.frame_rate,
        size=sequence.size,
        regions=tuple(regions),
        split=split_of_path(name),
    )


def _numbers(cells: Sequence[str]) -> list[float] | None:
    try:
        numbers = [float(cell) for cell in cells]
    except ValueError:
        return None
    return numbers if len(numbers) >= _NUM_CELLS and all(map(math.isfinite, numbers)) else None


def _region(
    numbers: list[float],
    sequence: _Sequence,
    classes: list[str] | None,
    seen: set[tuple[int, int]],
    place: str,
) -> tuple[Region | None, Problem | None]:
    frame, track = int(numbers[0]) - 1, int(numbers[1])
    num_frames = len(sequence.frames)
    if frame < 0 or track < 0 or (num_frames and frame >= num_frames):
        text = (
            f"Track {track} has a box in frame {frame + 1} of {num_frames or '?'}; it is left out."
        )
        return None, Problem("frame_outside", place, text, {"frame": frame + 1, "num": num_frames})
    if (frame, track) in seen:
        text = f"Track {track} has a box in frame {frame + 1} already; the first one is kept."
        return None, Problem("box_repeated", place, text, {"frame": frame + 1, "track": track})
    number = int(numbers[7]) if len(numbers) > 7 else -1
    known = classes if classes is not None else _MOT16
    label = known[number - 1] if 0 < number <= len(known) else None
    if label is None and number > 0:
        return None, class_unknown(place, str(number))
    left, top, width, height = numbers[2:_NUM_CELLS]
    box, problem = bounded_box(
        left, top, left + width, top + height, size=sequence.size, place=place
    )
    if box is None:
        return None, problem
    seen.add((frame, track))
    geometry = FrameBox(
        frame=frame, track=track, left=box.left, top=box.top, width=box.width, height=box.height
    )
    return Region(id=f"{track}-{frame}", label=label, geometry=geometry), problem


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield a folder per film: its frames or the film, ``gt/gt.txt`` and ``gt/labels.txt``."""
    paths = FreePaths()
    for item in items:
        yield from losses(item, holds=_HOLDS)
        stem = PurePosixPath(item.name).stem
        folder = paths.take("/".join(filter(None, (item.split, stem))))
        yield from _write_film(item, tree, folder)
        yield from _write_boxes(item, folder)


def _write_film(item: Item, tree: FileTree, folder: str) -> Iterator[Written]:
    if item.frames:
        yield Piece(f"{folder}/seqinfo.ini", sequence_info(item).encode())
        for number, frame in enumerate(item.frames, start=1):
            copied = Item(place=frame, name=frame, file=frame)
            yield Copy(copied, f"{folder}/{frame_path(number, frame)}")
    elif item.file is not None and item.name.lower().endswith(".zip"):
        # A film that came as pictures is kept as a zip of them.
        for piece in unpacked_frames(item, tree):
            yield piece if isinstance(piece, Problem) else Piece(f"{folder}/{piece[0]}", piece[1])
    else:
        yield Copy(item, f"{folder}/{PurePosixPath(item.name).name}")


def _write_boxes(item: Item, folder: str) -> Iterator[Written]:
    classes: dict[str, int] = {}
    lines = []
    for region in item.regions:
        box = region.geometry
        if not isinstance(box, FrameBox):
            yield not_held(item, box.kind, 1)
            continue
        number = -1
        if region.label is not None:
            number = classes.setdefault(region.label, len(classes) + 1)
        edges = map(number_text, (box.left, box.top, box.width, box.height))
        lines.append(f"{box.frame + 1},{box.track},{','.join(edges)},1,{number},1\n")
    yield Piece(f"{folder}/{_GT}", "".join(lines).encode())
    names = "".join(f"{label}\n" for label in classes)
    yield Piece(f"{folder}/gt/labels.txt", names.encode())
