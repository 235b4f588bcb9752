"""Pascal VOC: an XML file of boxes per picture; lists under ``ImageSets`` name the splits.

VOC counts pixels from 1 and its maxima belong to the box: ``xmin=1, xmax=10`` are ten pixels from
the left edge. Many tools count from 0 instead. A dataset where some box begins at 0 is read so,
throughout.

Source: Everingham et al., The PASCAL VOC Challenge 2012 Development Kit, section 4.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from engine.errors import DataError
from engine.formats.boxes import bounded_box, box_of, number_text
from engine.formats.findings import drawn_as_box, malformed, missing_sample
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.leftovers import leftovers
from engine.formats.losses import losses, not_held
from engine.formats.media import MediaIndex
from engine.formats.paths import FreePaths, split_of
from engine.formats.pictures import (
    bare_pictures,
    picture_size,
)
from engine.formats.pieces import Spool
from engine.formats.safe_xml import XmlError, parse_xml
from engine.formats.splits_named import NamedSplits
from engine.specs.data import Region
from engine.specs.geometry import Box, Polygon, Quad

_HOLDS = frozenset({"regions", "split"})
_FROM_ZERO = re.compile(rb"<[xy]min>\s*0(?:\.0*)?\s*</[xy]min>")
_MAX_ANNOTATION = 32 * 2**20


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a picture with its boxes per XML file, then the pictures without one.

    Raises:
        DataError: ``format_mismatch`` when there is no XML file.
    """
    names = [name for name in tree.names() if name.lower().endswith(".xml")]
    if not names:
        raise DataError(
            "There is no XML file of Pascal VOC annotations. Put one beside each picture, or into "
            "a folder 'Annotations'.",
            code="format_mismatch",
            format="voc",
        )
    pictures = MediaIndex(tree)
    lists = _lists(tree)
    splits = NamedSplits.read(tree, lists)
    from_zero = next((name for name in names if _begins_at_zero(tree, name)), None)
    if from_zero is not None:
        text = "A box begins at 0, so these files count pixels from 0 and not, as VOC does, from 1."
        yield Problem("voc_from_zero", from_zero, text)
    for name in names:
        yield from _read_file(tree, name, pictures, splits, 0 if from_zero else 1)
    for item in bare_pictures(pictures):
        yield splits.apply(item)
    used = {*names, *pictures.names, *(path for paths in lists.values() for path in paths)}
    yield from leftovers(tree, used)


def _lists(tree: FileTree) -> dict[str, list[str]]:
    """Return the lists under ``ImageSets`` by split; ``trainval`` only repeats two of them."""
    listed: dict[str, list[str]] = defaultdict(list)
    for name in tree.names():
        path = PurePosixPath(name)
        if path.suffix == ".txt" and "imagesets" in str(path).lower() and _list_split(path.stem):
            listed[path.stem.lower()].append(name)
    return listed


def _list_split(stem: str) -> bool:
    return stem.lower() == "trainval" or split_of(stem) is not None


def _begins_at_zero(tree: FileTree, name: str) -> bool:
    try:
        with tree.open(name) as file:
            return bool(_FROM_ZERO.search(file.read(_MAX_ANNOTATION)))
    except OSError:
        return False


def _read_file(
    tree: FileTree, name: str, pictures: MediaIndex, splits: NamedSplits, first: int
) -> Iterator[Item | Problem]:
    try:
        with tree.open(name) as file:
            root = parse_xml(file)
    except (XmlError, OSError) as error:
        yield malformed(name, error)
        return
    given = root.findtext("filename") or PurePosixPath(name).stem
    picture = pictures.find_stem(name, beside=name) or pictures.find(given, beside=name)
    if root.tag != "annotation":
        yield malformed(name, ValueError(f"its root is '{root.tag}', not 'annotation'"))
        return
    if picture is None:
        yield missing_sample(name, given)
        return
    size = picture_size(tree, picture)
    if isinstance(size, Problem):
        yield size
        return
    regions = []
    for number, element in enumerate(root.findall("object"), start=1):
        place = f"{name}:{element.findtext('name') or number}"
        box, problem = _box(element, size, place, first)
        if problem is not None:
            yield problem
        if box is None:
            continue
        label = (element.findtext("name") or "").strip() or None
        if (element.findtext("difficult") or "0").strip() == "1":
            text = "An object marked as difficult is kept like any other."
            yield Problem("region_difficult", place, text, {"label": label})
        regions.append(Region(id=str(number), label=label, geometry=box))
    yield splits.apply(
        Item(place=name, name=picture, file=picture, size=size, regions=tuple(regions))
    )


def _box(
    element: Element, size: tuple[int, int], place: str, first: int
) -> tuple[Box | None, Problem | None]:
    found = element.find("bndbox")
    values = [found.findtext(tag) if found is not None else None for tag in _EDGES]
    try:
        left, top, right, bottom = (float(value or "") for value in values)
    except ValueError:
        shown = ", ".join(str(value) for value in values)
        text = f"An object has no box of four numbers ({shown}) and is left out."
        return None, Problem("number_malformed", place, text, {"given": shown})
    return bounded_box(left - first, top - first, right, bottom, size=size, place=place)


_EDGES = ("xmin", "ymin", "xmax", "ymax")


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield ``JPEGImages``, ``Annotations`` and the lists of ``ImageSets/Main``."""
    paths = FreePaths()
    with Spool() as spool:
        for item in items:
            yield from losses(item, holds=_HOLDS)
            size = item.size or picture_size(tree, item.file or "")
            if isinstance(size, Problem):
                yield size
                continue
            pure = PurePosixPath(item.name)
            stem = PurePosixPath(paths.take(f"Annotations/{pure.stem}.xml")).stem
            file = f"{stem}{pure.suffix}"
            yield Copy(item, f"JPEGImages/{file}")
            if item.split:
                name = {"validation": "val"}.get(item.split.value, item.split.value)
                spool.add(f"ImageSets/Main/{name}.txt", f"{stem}\n")
            if item.is_annotated:
                root, problems = _annotation(item, file, size)
                yield from problems
                yield Piece(f"Annotations/{stem}.xml", root)
        yield from spool.pieces()


def _annotation(item: Item, file: str, size: tuple[int, int]) -> tuple[bytes, list[Problem]]:
    root = Element("annotation")
    SubElement(root, "folder").text = "JPEGImages"
    SubElement(root, "filename").text = file
    about = SubElement(root, "size")
    for tag, value in zip(("width", "height", "depth"), (*size, 3), strict=True):
        SubElement(about, tag).text = str(value)
    problems = []
    for region in item.regions:
        geometry = region.geometry
        box = box_of(geometry) if isinstance(geometry, Box | Quad | Polygon) else None
        if box is None:
            problems.append(not_held(item, geometry.kind, 1))
            continue
        if not isinstance(geometry, Box):
            problems.append(drawn_as_box(item, geometry.kind))
        entry = SubElement(root, "object")
        SubElement(entry, "name").text = region.label or ""
        SubElement(entry, "difficult").text = "0"
        place = SubElement(entry, "bndbox")
        edges = (box.left + 1, box.top + 1, box.left + box.width, box.top + box.height)
        for tag, edge in zip(_EDGES, edges, strict=True):
            SubElement(place, tag).text = number_text(edge)
    indent(root)
    return tostring(root, encoding="utf-8", xml_declaration=True), problems
