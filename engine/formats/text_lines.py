"""Lines of text in images: PPOCRLabel's ``Label.txt``, or a text per image as ICDAR has it.

``Label.txt`` has an image, a tab and a JSON list of ``transcription`` and ``points`` a line.
ICDAR's ``gt_a.txt`` or ``a.txt`` has ``x1,y1,…,x4,y4,text`` (or left, top, right, bottom, text) a
line, with spaces instead of commas in some years. A transcription of ``###`` marks a line that
cannot be read: the region is kept without a text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.findings import drawn_as_outline, line_too_long, missing_sample
from engine.formats.layout import Copy, FileTree, Item, Problem, Written
from engine.formats.reading.encodings import lines_of, open_text, unreadable
from engine.formats.reading.images import bare_images, image_size
from engine.formats.reading.media import MediaIndex
from engine.formats.reading.paths import FreePaths, split_of_path
from engine.formats.reading.values import (
    MALFORMED,
    list_of,
    numbers,
    object_of,
    parse_json,
    reason_of,
)
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.shapes.boxes import bounded_box, bounded_points
from engine.formats.writing.conversion_losses import conversion_losses, not_held
from engine.formats.writing.pieces import Spool
from engine.specs.data import AttributeValue, Region, Split
from engine.specs.samples.geometry import Box, Point, Polygon, Quad

ILLEGIBLE = "###"
_HOLDS = frozenset({"regions", "attributes", "split"})
_MAX_LINE = 4 * 2**20
_PREFIX = "gt_"
_NO_LABEL = ("None", "")


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield an image with its lines per line of a list or per text, then the others.

    Raises:
        DataError: ``format_mismatch`` when there is neither a list nor a text of an image.
    """
    images = MediaIndex(tree)
    texts = [name for name in tree.names() if name.lower().endswith(".txt")]
    lists = [name for name in texts if _is_list(tree, name)]
    pairs = {name: _image_of(name, images) for name in texts if name not in lists}
    singles = {name: image for name, image in pairs.items() if image}
    if not lists and not singles:
        raise DataError(
            "There is neither a 'Label.txt' of PPOCRLabel nor a text of corners beside an image, "
            "such as 'gt_a.txt' beside 'a.jpg'.",
            code="format_mismatch",
            format="text_lines",
        )
    for name in lists:
        yield from _read_list(tree, name, images)
    for name, image in singles.items():
        yield from _read_single(tree, name, image)
    yield from bare_images(images)
    alone = {name: num for name in pairs.keys() - singles if (num := _num_lines(tree, name))}
    for name, num in sorted(alone.items()):
        yield missing_sample(name, PurePosixPath(name).stem.removeprefix(_PREFIX)).losing(num)
    yield from unused_files(tree, {*lists, *singles, *alone, *images.names})


def _is_list(tree: FileTree, name: str) -> bool:
    try:
        stream, _ = open_text(tree, name)
        with stream:
            return "\t[" in stream.readline(_MAX_LINE)
    except OSError:
        return False


def _num_lines(tree: FileTree, name: str) -> int:
    """Return how many lines with corners a text has."""
    try:
        stream, _ = open_text(tree, name)
        with stream:
            return sum(
                line is None or bool(_corners(line)[0]) for _, line in lines_of(stream, _MAX_LINE)
            )
    except OSError:
        return 0


def _image_of(name: str, images: MediaIndex) -> str | None:
    stem = PurePosixPath(name).stem
    return images.find_stem(f"{stem.removeprefix(_PREFIX)}.x", beside=name) or images.find_stem(
        f"{stem}.x", beside=name
    )


def _read_list(tree: FileTree, name: str, images: MediaIndex) -> Iterator[Item | Problem]:
    try:
        stream, problems = open_text(tree, name)
    except OSError as error:
        yield unreadable(name, error)
        return
    yield from problems
    with stream:
        for number, line in lines_of(stream, _MAX_LINE):
            place = f"{name}:{number}"
            if line is None:
                yield line_too_long(place, _MAX_LINE)
                continue
            given, _, content = line.strip().partition("\t")
            if not given:
                continue
            image = images.locate(given, beside=name)
            if isinstance(image, Problem):
                yield replace(image, place=place, num_lost=_num_entries(content))
                continue
            images.claim(image)
            try:
                entries = [object_of(entry) for entry in list_of(parse_json(content))]
            except MALFORMED as error:
                yield _malformed(place, reason_of(error))
                yield Item(
                    place,
                    image,
                    file=image,
                    is_annotated=False,
                    split=split_of_path(image) or split_of_path(name),
                )
                continue
            marks = ((entry, f"{place}:{n}") for n, entry in enumerate(entries, start=1))
            lines = ((_entry_points(entry), entry, at) for entry, at in marks)
            split = split_of_path(image) or split_of_path(name)
            yield from _item(tree, image, place, lines, split)


def _num_entries(content: str) -> int:
    """Return how many regions a line of a list has."""
    try:
        return len(list_of(parse_json(content)))
    except MALFORMED:
        return 1


def _entry_points(entry: dict[str, Any]) -> list[float] | None:
    try:
        points = [numbers(point) for point in list_of(entry["points"])]
    except MALFORMED:
        return None
    return [edge for point in points for edge in point] if _are_pairs(points) else None


def _are_pairs(points: list[list[float]]) -> bool:
    return all(len(point) == 2 for point in points)


def _read_single(tree: FileTree, name: str, image: str) -> Iterator[Item | Problem]:
    try:
        stream, problems = open_text(tree, name)
    except OSError as error:
        yield unreadable(name, error)
        return
    yield from problems
    lines: list[tuple[list[float] | None, dict[str, Any], str]] = []
    with stream:
        for number, line in lines_of(stream, _MAX_LINE):
            if line is None:
                yield line_too_long(f"{name}:{number}", _MAX_LINE).losing()
            elif line.strip():
                points, text = _corners(line.strip("\r\n"))
                lines.append((points, {"transcription": text}, f"{name}:{number}"))
    split = split_of_path(image) or split_of_path(name)
    yield from _item(tree, image, name, lines, split)


def _corners(line: str) -> tuple[list[float] | None, str]:
    """Return eight or four numbers and the rest of a line, parted by commas or else by spaces.

    The text is what follows the numbers, letter by letter: it may hold commas and spaces itself.
    """
    for sign in (",", None):
        for num in (8, 4):
            cells = line.split(sign, num)
            try:
                edges = [float(cell) for cell in cells[:num]]
            except ValueError:
                continue
            if len(edges) == num:
                has_spaces = sign is None or cells[1].startswith(" ")
                return edges, _unquoted("".join(cells[num:]), has_spaces=has_spaces)
    return None, ""


def _unquoted(text: str, *, has_spaces: bool) -> str:
    """Return a text without quotation marks around it, and without the space that parts it."""
    inner = text.strip()
    if len(inner) > 1 and inner[0] == inner[-1] == '"':
        # ICDAR writes a quotation mark within one twice.
        return inner[1:-1].replace('""', '"')
    return text.removeprefix(" ") if has_spaces else text


def _item(
    tree: FileTree,
    image: str,
    place: str,
    lines: Iterable[tuple[list[float] | None, dict[str, Any], str]],
    split: Split | None,
) -> Iterator[Item | Problem]:
    size = image_size(tree, image)
    if isinstance(size, Problem):
        yield size.losing(sum(1 for _ in lines))
        return
    regions: list[Region] = []
    for edges, entry, at in lines:
        if edges is None or len(edges) % 2:
            yield _malformed(at, "no corners")
            continue
        geometry, problem = _shape(edges, size, at)
        if problem is not None:
            yield problem
        if geometry is None:
            continue
        given = entry.get("transcription", "")
        written = str(given) if isinstance(given, str | int | float) else ""
        is_illegible = written.strip() in ("", ILLEGIBLE)
        if is_illegible:
            text = "A line that cannot be read is kept as a region without a text."
            yield Problem("text_illegible", at, text)
        label = entry.get("key_cls")
        region = Region(
            id=str(len(regions) + 1),
            label=str(label) if isinstance(label, str | int) and label not in _NO_LABEL else None,
            geometry=geometry,
            text=None if is_illegible else written,
            attributes=_attributes(entry),
        )
        regions.append(region)
    yield Item(place, image, file=image, size=size, regions=tuple(regions), split=split)


def _attributes(entry: dict[str, Any]) -> dict[str, AttributeValue]:
    """Return what PPOCRLabel says beside: whether a line is hard to read."""
    return {"difficult": True} if entry.get("difficult") is True else {}


def _shape(
    edges: list[float], size: tuple[int, int], place: str
) -> tuple[Box | Quad | Polygon | None, Problem | None]:
    if len(edges) == 4:
        left, top, right, bottom = edges
        return bounded_box(left, top, right, bottom, size=size, place=place)
    points = list(zip(edges[::2], edges[1::2], strict=True))
    ring, problem = bounded_points(points, size=size, place=place)
    if ring is None:
        return None, problem
    if len(ring) == 4:
        return Quad(points=(ring[0], ring[1], ring[2], ring[3])), problem
    return Polygon(rings=(ring,)), problem


def _malformed(place: str, reason: str) -> Problem:
    text = f"This line is no list of corners and texts ({reason[:200]}); it is left out."
    return Problem("line_malformed", place, text, {"num": 0}, 1)


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield copies to ``images/`` and a ``Label.txt``, in a folder per split."""
    paths = FreePaths()
    with Spool() as spool:
        for item in items:
            yield from conversion_losses(item, holds=_HOLDS)
            folder = item.split.value if item.split else ""
            path = f"images/{PurePosixPath(item.name).name}"
            path = paths.take("/".join(filter(None, (folder, path))))
            yield Copy(item, path)
            if not item.is_annotated:
                continue
            entries: list[dict[str, Any]] = []
            for region in item.regions:
                kept = (
                    {"difficult"} if region.attributes.get("difficult") in (True, False) else set()
                )
                if num_lost := len(region.attributes.keys() - kept):
                    yield not_held(item, "attributes", num_lost)
                ring, problem = _ring(item, region)
                if problem is not None:
                    yield problem
                if ring is not None:
                    entries.append(_entry(region, ring))
            line = f"{path.removeprefix(f'{folder}/')}\t{json.dumps(entries, ensure_ascii=False)}\n"
            spool.add("/".join(filter(None, (folder, "Label.txt"))), line)
        yield from spool.pieces()


def _ring(item: Item, region: Region) -> tuple[Sequence[Point] | None, Problem | None]:
    """Return the corners of a region, ``None`` when it has none, and what was changed."""
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
        "difficult": region.attributes.get("difficult") is True,
    }
    return entry if region.label is None else {**entry, "key_cls": region.label}


_CORNERS = re.compile(r"^\ufeff?(-?\d+\s*,\s*){8}", re.MULTILINE)


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    names = signs.ending(".txt")[:5]
    num = sum(
        _CORNERS.search(signs.text(name)) is not None or '"transcription"' in signs.text(name)
        for name in names
    )
    if not num:
        return None
    return Sign(
        0.9,
        "corners_and_text",
        f"{num} text file(s) hold corners and what is written there.",
        {"num": num},
    )
