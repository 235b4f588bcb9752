"""Lines of text in pictures: PPOCRLabel's ``Label.txt``, or a text per picture as ICDAR has it.

``Label.txt`` has a picture, a tab and a JSON list of ``transcription`` and ``points`` a line.
ICDAR's ``gt_a.txt`` or ``a.txt`` has ``x1,y1,…,x4,y4,text`` (or left, top, right, bottom, text) a line. A
transcription of ``###`` marks a line that cannot be read: the mark is kept without a text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from engine.errors import DataError
from engine.formats.boxes import bounded_box, bounded_points
from engine.formats.encodings import open_text
from engine.formats.findings import drawn_as_outline, missing_sample
from engine.formats.layout import Copy, FileTree, Item, Problem, Written
from engine.formats.leftovers import leftovers
from engine.formats.losses import losses, not_held
from engine.formats.media import MediaIndex
from engine.formats.paths import FreePaths, split_of_path
from engine.formats.pictures import bare_pictures, picture_size
from engine.formats.pieces import Spool
from engine.specs.data import Region, Split
from engine.specs.geometry import Box, Point, Polygon, Quad

ILLEGIBLE = "###"
_HOLDS = frozenset({"regions", "split"})
_MAX_LINE = 16 * 2**20
_PREFIX = "gt_"


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a picture with its lines per line of a list or per text, then the others.

    Raises:
        DataError: ``format_mismatch`` when there is neither a list nor a text of a picture.
    """
    pictures = MediaIndex(tree)
    texts = [name for name in tree.names() if name.lower().endswith(".txt")]
    lists = [name for name in texts if _is_list(tree, name)]
    pairs = {name: _picture_of(name, pictures) for name in texts if name not in lists}
    singles = {name: picture for name, picture in pairs.items() if picture}
    if not lists and not singles:
        raise DataError(
            "There is neither a 'Label.txt' of PPOCRLabel nor a text of corners beside a picture, "
            "such as 'gt_a.txt' beside 'a.jpg'.",
            code="format_mismatch",
            format="text_lines",
        )
    for name in lists:
        yield from _read_list(tree, name, pictures)
    for name, picture in singles.items():
        yield from _read_single(tree, name, picture)
    yield from bare_pictures(pictures)
    yield from leftovers(tree, {*lists, *singles, *pictures.names})


def _is_list(tree: FileTree, name: str) -> bool:
    try:
        stream, _ = open_text(tree, name)
        with stream:
            return "\t[" in stream.readline(_MAX_LINE)
    except OSError:
        return False


def _picture_of(name: str, pictures: MediaIndex) -> str | None:
    stem = PurePosixPath(name).stem
    return pictures.find_stem(f"{stem.removeprefix(_PREFIX)}.x", beside=name) or pictures.find_stem(
        f"{stem}.x", beside=name
    )


def _read_list(tree: FileTree, name: str, pictures: MediaIndex) -> Iterator[Item | Problem]:
    stream, problems = open_text(tree, name)
    yield from problems
    number = 0
    with stream:
        while line := stream.readline(_MAX_LINE):
            number += 1
            given, _, content = line.strip().partition("\t")
            if not given:
                continue
            place = f"{name}:{number}"
            picture = pictures.find(given, beside=name)
            if picture is None:
                yield missing_sample(place, given)
                continue
            try:
                entries = json.loads(content)
                if not all(isinstance(entry, dict) for entry in entries):
                    raise ValueError("not a list of objects")
            except (ValueError, TypeError, RecursionError) as error:
                yield _malformed(place, str(error))
                continue
            marks = ((entry, f"{place}:{n}") for n, entry in enumerate(entries, start=1))
            lines = ((_entry_points(entry), entry, at) for entry, at in marks)
            split = split_of_path(picture) or split_of_path(name)
            yield from _item(tree, picture, place, lines, split)


def _entry_points(entry: dict[str, Any]) -> list[float] | None:
    try:
        return [float(edge) for point in entry["points"] for edge in point]
    except (KeyError, TypeError, ValueError):
        return None


def _read_single(tree: FileTree, name: str, picture: str) -> Iterator[Item | Problem]:
    stream, problems = open_text(tree, name)
    yield from problems
    lines: list[tuple[list[float] | None, dict[str, Any], str]] = []
    with stream:
        for number, line in enumerate(stream, start=1):
            if line.strip():
                points, text = _corners(line.strip())
                lines.append((points, {"transcription": text}, f"{name}:{number}"))
    split = split_of_path(picture) or split_of_path(name)
    yield from _item(tree, picture, name, lines, split)


def _corners(line: str) -> tuple[list[float] | None, str]:
    """Return eight or four numbers and the rest of a line, which may hold commas itself."""
    cells = line.split(",")
    for num in (8, 4):
        try:
            numbers = [float(cell) for cell in cells[:num]]
        except ValueError:
            continue
        if len(numbers) == num:
            return numbers, ",".join(cells[num:]).strip().removeprefix('"').removesuffix('"')
    return None, ""


def _item(
    tree: FileTree,
    picture: str,
    place: str,
    lines: Iterable[tuple[list[float] | None, dict[str, Any], str]],
    split: Split | None,
) -> Iterator[Item | Problem]:
    size = picture_size(tree, picture)
    if isinstance(size, Problem):
        yield size
        return
    regions: list[Region] = []
    for numbers, entry, at in lines:
        if numbers is None or len(numbers) % 2:
            yield _malformed(at, "no corners")
            continue
        geometry, problem = _shape(numbers, size, at)
        if problem is not None:
            yield problem
        if geometry is None:
            continue
        written = str(entry.get("transcription", ""))
        is_illegible = written == ILLEGIBLE or not written
        if is_illegible:
            text = "A line that cannot be read is kept as a mark without a text."
            yield Problem("text_illegible", at, text)
        label = entry.get("key_cls")
        region = Region(
            id=str(len(regions) + 1),
            label=str(label) if label not in (None, "None", "") else None,
            geometry=geometry,
            text=None if is_illegible else written,
        )
        regions.append(region)
    yield Item(place, picture, file=picture, size=size, regions=tuple(regions), split=split)


def _shape(
    numbers: list[float], size: tuple[int, int], place: str
) -> tuple[Box | Quad | Polygon | None, Problem | None]:
    if len(numbers) == 4:
        left, top, right, bottom = numbers
        return bounded_box(left, top, right, bottom, size=size, place=place)
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    ring, problem = bounded_points(points, size=size, place=place)
    if ring is None:
        return None, problem
    if len(ring) == 4:
        return Quad(points=(ring[0], ring[1], ring[2], ring[3])), problem
    return Polygon(rings=(ring,)), problem


def _malformed(place: str, reason: str) -> Problem:
    text = f"This line is no list of corners and texts ({reason[:200]}); it is left out."
    return Problem("line_malformed", place, text, {"num": 0})


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield copies to ``images/`` and a ``Label.txt``, in a folder per split."""
    paths = FreePaths()
    with Spool() as spool:
        for item in items:
            yield from losses(item, holds=_HOLDS)
            folder = item.split.value if item.split else ""
            path = f"images/{PurePosixPath(item.name).name}"
            path = paths.take("/".join(filter(None, (folder, path))))
            yield Copy(item, path)
            if not item.is_annotated:
                continue
            entries: list[dict[str, Any]] = []
            for region in item.regions:
                ring, problem = _ring(item, region)
                if problem is not None:
                    yield problem
                if ring is not None:
                    entries.append(_entry(region, ring))
            line = f"{path.removeprefix(f'{folder}/')}\t{json.dumps(entries, ensure_ascii=False)}\n"
            spool.add("/".join(filter(None, (folder, "Label.txt"))), line)
        yield from spool.pieces()


def _ring(item: Item, region: Region) -> tuple[Sequence[Point] | None, Problem | None]:
    """Return the corners of a mark, ``None`` when it has none, and what was changed."""
    geometry = region.geometry
    if isinstance(geometry, Quad):
        return geometry.points, None
    if isinstance(geometry, Polygon) and len(geometry.rings) == 1:
        return geometry.rings[0], None
    if isinstance(geometry, Box):
        left, top = geometry.left, geometry.top
        right, bottom = left + geometry.width, top + geometry.height
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return corners, drawn_as_outline(item, "box")
    return None, not_held(item, geometry.kind, 1)


def _entry(region: Region, ring: Sequence[Point]) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "transcription": region.text or ILLEGIBLE,
        "points": [list(point) for point in ring],
        "difficult": False,
    }
    return entry if region.label is None else {**entry, "key_cls": region.label}
