"""CVAT's XML on its way out: "for images" of images, "for video" of videos."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element, SubElement

from engine.formats.cvat.labels import Labels, add_attributes
from engine.formats.cvat.videos_written import HEAD, write_video
from engine.formats.findings import drawn_as_outline, parts_as_mask
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.reading.images import image_size
from engine.formats.reading.media import VIDEOS, has_suffix
from engine.formats.reading.paths import FreePaths
from engine.formats.shapes.boxes import number_text
from engine.formats.shapes.run_lengths import draw_rings, mask_from_pixels, rows_of
from engine.formats.shapes.turned_boxes import turned_box
from engine.formats.writing.conversion_losses import conversion_losses, not_held
from engine.formats.writing.pieces import Spool
from engine.formats.writing.xml import renamed_labels, xml_piece, xml_text
from engine.specs.data import Region, Split
from engine.specs.samples.geometry import Box, FrameBox, Mask, Point, Polygon, Quad

_HOLDS = frozenset({"labels", "regions", "attributes", "split"})
_DOCUMENT, _BODY = "annotations.xml", "body"
_EDGES = ("xtl", "ytl", "xbr", "ybr")


def written_items(
    items: Iterable[Item], tree: FileTree, labels: Sequence[str]
) -> Iterator[Written]:
    """Yield images with one document for all, and a folder per video."""
    images = _Images(tree, labels)
    with Spool() as spool:
        for item in items:
            if _is_video(item):
                yield from write_video(item, tree, images.paths, labels)
            else:
                yield from images.add(item, spool)
        if images.num:
            yield Piece(_DOCUMENT, f"{HEAD}{images.head()}".encode())
            if _BODY in spool:
                yield from spool.pieces(_BODY, into=_DOCUMENT)
            yield Piece(_DOCUMENT, b"</annotations>\n")


def _is_video(item: Item) -> bool:
    if item.frames or has_suffix(item.name, VIDEOS) or item.name.lower().endswith(".zip"):
        return True
    return any(isinstance(region.geometry, FrameBox) for region in item.regions)


class _Images:
    """The images of an export: one document, whose head is known once all are written."""

    def __init__(self, tree: FileTree, labels: Sequence[str]) -> None:
        self._tree = tree
        self._labels = Labels(labels)
        self._splits: dict[Split, None] = {}
        self.paths = FreePaths()
        self.num = 0

    def add(self, item: Item, spool: Spool) -> Iterator[Written]:
        """Yield an image, and put what is said of it into the body of the document."""
        yield from conversion_losses(item, holds=_HOLDS)
        yield from renamed_labels(item)
        size = item.size or image_size(self._tree, item.file or "")
        if isinstance(size, Problem):
            yield size
            return
        subset = item.split.value if item.split else ""
        name = PurePosixPath(item.name).name
        path = self.paths.take("/".join(filter(None, ("images", subset, name))))
        yield Copy(item, path)
        self.num += 1
        if item.split:
            self._splits.setdefault(item.split)
        if not item.is_annotated:
            return
        # CVAT counts images from 0.
        about = {"id": str(self.num - 1), "name": xml_text(PurePosixPath(path).name)}
        image = Element("image", about | ({"subset": subset} if subset else {}))
        image.set("width", str(size[0]))
        image.set("height", str(size[1]))
        for region in item.regions:
            for found in _shape(item, region, size):
                if isinstance(found, Problem):
                    yield found
                    continue
                found.set("label", xml_text(region.label or ""))
                add_attributes(found, region, self._labels, is_video=False)
                image.append(found)
        for label in item.labels:
            self._labels.add(label, {})
            SubElement(image, "tag", {"label": xml_text(label), "source": "file"})
        spool.add(_BODY, xml_piece(image, level=1))

    def head(self) -> str:
        """Return the head of the document."""
        meta = Element("meta")
        whole = SubElement(meta, "project" if self._splits else "task")
        SubElement(whole, "name").text = "Easel"
        if self._splits:
            self._labels.write(whole, is_video=False)
            SubElement(whole, "subsets").text = "\n".join(split.value for split in self._splits)
        else:
            SubElement(whole, "size").text = str(self.num)
            SubElement(whole, "mode").text = "annotation"
            self._labels.write(whole, is_video=False)
        return xml_piece(meta, level=1)


def _shape(item: Item, region: Region, size: tuple[int, int]) -> Iterator[Element | Problem]:
    """Yield the element of a region, and what of it changes or has no place."""
    geometry = region.geometry
    if isinstance(geometry, Box):
        edges = (geometry.left, geometry.top)
        yield _box((*edges, edges[0] + geometry.width, edges[1] + geometry.height), 0.0)
    elif isinstance(geometry, Quad):
        turned = turned_box(geometry.points)
        if turned is None:
            yield drawn_as_outline(item, geometry.kind)
            yield _polygon(geometry.points)
        else:
            (x, y), width, height, angle = turned
            edges = (x - width / 2, y - height / 2)
            yield _box((*edges, x + width / 2, y + height / 2), math.degrees(angle) % 360)
    elif isinstance(geometry, Polygon) and len(geometry.rings) == 1:
        yield _polygon(geometry.rings[0])
    elif isinstance(geometry, Polygon):
        yield parts_as_mask(item, len(geometry.rings))
        yield from _mask(item, mask_from_pixels(draw_rings(geometry.rings, (size[1], size[0]))))
    elif isinstance(geometry, Mask):
        yield from _mask(item, geometry)
    else:
        yield not_held(item, geometry.kind, 1)


def _box(edges: tuple[float, float, float, float], degrees: float) -> Element:
    named = zip(_EDGES, map(number_text, edges), strict=True)
    element = Element("box", {"source": "file", **dict(named)})
    if degrees:
        element.set("rotation", number_text(degrees))
    return element


def _polygon(points: Iterable[Point]) -> Element:
    shown = ";".join(f"{number_text(x)},{number_text(y)}" for x, y in points)
    return Element("polygon", {"source": "file", "points": shown})


def _mask(item: Item, mask: Mask) -> Iterator[Element | Problem]:
    try:
        found = rows_of(mask)
    except ValueError:
        found = None
    if found is None:
        yield not_held(item, "masks without pixels", 1)
        return
    counts, place = found
    element = Element("mask", {"source": "file", "rle": ", ".join(map(str, counts))})
    for name, value in zip(("left", "top", "width", "height"), place, strict=True):
        element.set(name, str(value))
    yield element
