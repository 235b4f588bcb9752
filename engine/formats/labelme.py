"""LabelMe: a JSON file beside each picture.

Rectangles are boxes, polygons outlines, X-AnyLabeling's ``rotation`` four corners. Outlines of one
label and one ``group_id`` are parts of one object. Flags that are set are labels of the picture,
and ``description`` is what is written in a mark.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any

from engine.errors import DataError
from engine.formats.boxes import bounded_box, bounded_points
from engine.formats.findings import (
    drawn_as_outline,
    malformed,
    missing_sample,
    size_differs,
)
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.leftovers import leftovers
from engine.formats.losses import losses, not_held
from engine.formats.media import MediaIndex
from engine.formats.paths import FreePaths, split_of_path
from engine.formats.pictures import bare_pictures, picture_size
from engine.formats.run_lengths import outline, pixels_of
from engine.formats.trees import MemoryTree
from engine.specs.data import Region
from engine.specs.geometry import Box, Mask, Point, Polygon, Quad

_HOLDS = frozenset({"labels", "regions", "split"})
_MAX_BYTES = 256 * 2**20
_CIRCLE_CORNERS = 64
_VERSION = "5.5.0"


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a picture per JSON file, then the pictures without one.

    Raises:
        DataError: ``format_mismatch`` when there is no JSON file.
    """
    names = [name for name in tree.names() if name.lower().endswith(".json")]
    if not names:
        raise DataError(
            "There is no JSON file of LabelMe. It keeps the marks of 'a.jpg' in 'a.json' beside.",
            code="format_mismatch",
            format="labelme",
        )
    pictures = MediaIndex(tree)
    for name in names:
        yield from _read_file(tree, name, pictures)
    yield from bare_pictures(pictures)
    yield from leftovers(tree, {*names, *pictures.names})


def _read_file(tree: FileTree, name: str, pictures: MediaIndex) -> Iterator[Item | Problem]:
    try:
        with tree.open(name) as file:
            content = json.loads(file.read(_MAX_BYTES).decode("utf-8-sig"))
        shapes, given = content["shapes"], str(content.get("imagePath") or name)
        flags = content.get("flags") or {}
        if not isinstance(shapes, list) or not isinstance(flags, dict):
            raise TypeError("'shapes' has to be a list, 'flags' an object")
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        yield malformed(name, error)
        return
    picture = pictures.find(given, beside=name) or pictures.find_stem(name, beside=name)
    embedded = None
    if picture is None:
        embedded = _embedded(content)
        if embedded is None:
            yield missing_sample(name, given)
            return
    shown = picture or str(PurePosixPath(name).with_suffix(PurePosixPath(given).suffix))
    source = MemoryTree({shown: embedded}) if embedded is not None else tree
    size = picture_size(source, shown)
    if isinstance(size, Problem):
        yield size
        return
    stated = (content.get("imageWidth"), content.get("imageHeight"))
    if all(isinstance(side, int) for side in stated) and stated != size:
        yield size_differs(name, stated, size)
    objects = _Objects(name, size)
    for number, shape in enumerate(shapes, start=1):
        problem = objects.add(number, shape)
        if problem is not None:
            yield problem
    labels = tuple(str(flag) for flag, is_set in flags.items() if is_set is True)
    yield Item(
        place=name,
        name=shown,
        file=picture,
        content=embedded,
        size=size,
        labels=labels,
        regions=objects.regions(),
        split=split_of_path(shown),
    )


def _embedded(content: dict[str, Any]) -> bytes | None:
    """Return the picture that the file itself holds."""
    data = content.get("imageData")
    if not isinstance(data, str):
        return None
    try:
        return base64.b64decode(data, validate=True) or None
    except (binascii.Error, ValueError):
        return None


class _Objects:
    """The marks of one picture, parts of one object put together."""

    def __init__(self, name: str, size: tuple[int, int]) -> None:
        self._name, self._size = name, size
        self._regions: list[Region] = []
        self._groups: dict[tuple[str | None, object], int] = {}

    def regions(self) -> tuple[Region, ...]:
        return tuple(self._regions)

    def add(self, number: int, shape: Any) -> Problem | None:
        place = f"{self._name}:shape {number}"
        try:
            kind = str(shape.get("shape_type") or "polygon")
            points = [(float(x), float(y)) for x, y in shape["points"]]
            label = str(shape["label"]) if shape.get("label") is not None else None
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            text = f"A mark has no usable corners ({error}) and is left out."
            return Problem("shape_malformed", place, text, {"reason": str(error)[:200]})
        geometry, problem = self._geometry(kind, points, place)
        if geometry is None:
            return problem
        written = str(shape.get("description") or "") or None
        group = (label, shape.get("group_id"))
        if isinstance(geometry, Polygon) and group[1] is not None:
            if group in self._groups:
                self._join(self._groups[group], geometry)
                return problem
            self._groups[group] = len(self._regions)
        key = str(len(self._regions) + 1)
        self._regions.append(Region(id=key, label=label, geometry=geometry, text=written))
        return problem

    def _join(self, index: int, part: Polygon) -> None:
        before = self._regions[index]
        assert isinstance(before.geometry, Polygon)
        whole = Polygon(rings=(*before.geometry.rings, *part.rings))
        self._regions[index] = before.model_copy(update={"geometry": whole})

    def _geometry(
        self, kind: str, points: list[Point], place: str
    ) -> tuple[Box | Quad | Polygon | None, Problem | None]:
        if kind == "rectangle" and len(points) in (2, 4):
            columns, rows = [x for x, _ in points], [y for _, y in points]
            edges = (min(columns), min(rows), max(columns), max(rows))
            return bounded_box(*edges, size=self._size, place=place)
        drawn: Problem | None = None
        if kind == "circle" and len(points) == 2:
            points = _circle(*points)
            text = f"A circle is read as an outline of {_CIRCLE_CORNERS} corners."
            drawn = Problem("circle_drawn", place, text, {"num": _CIRCLE_CORNERS})
        elif kind not in ("polygon", "rotation"):
            text = f"A mark of kind '{kind}' encloses nothing that can be learnt; it is left out."
            return None, Problem("shape_unsupported", place, text, {"kind": kind})
        ring, problem = bounded_points(points, size=self._size, place=place)
        if ring is None:
            return None, problem
        if kind == "rotation" and len(ring) == 4:
            return Quad(points=(ring[0], ring[1], ring[2], ring[3])), problem
        return Polygon(rings=(ring,)), drawn or problem


def _circle(centre: Point, edge: Point) -> list[Point]:
    radius = math.dist(centre, edge)
    angles = [2 * math.pi * number / _CIRCLE_CORNERS for number in range(_CIRCLE_CORNERS)]
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield pictures with their JSON files, in a folder per split."""
    paths = FreePaths()
    for item in items:
        yield from losses(item, holds=_HOLDS)
        size = item.size or picture_size(tree, item.file or "")
        if isinstance(size, Problem):
            yield size
            continue
        folder = item.split.value if item.split else ""
        pure = PurePosixPath(item.name)
        marks = paths.take("/".join(filter(None, (folder, f"{pure.stem}.json"))))
        file = f"{PurePosixPath(marks).stem}{pure.suffix}"
        yield Copy(item, "/".join(filter(None, (folder, file))))
        if not item.is_annotated:
            continue
        shapes: list[dict[str, Any]] = []
        for number, region in enumerate(item.regions, start=1):
            found, problem = _shapes(item, region, number)
            shapes.extend(found)
            if problem is not None:
                yield problem
        content = {
            "version": _VERSION,
            "flags": dict.fromkeys(item.labels, True),
            "shapes": shapes,
            "imagePath": file,
            "imageData": None,
            "imageHeight": size[1],
            "imageWidth": size[0],
        }
        yield Piece(marks, json.dumps(content, ensure_ascii=False, indent=1).encode())


def _shapes(item: Item, region: Region, number: int) -> tuple[list[dict[str, Any]], Problem | None]:
    """Return the shapes of one object, and what of it could not be kept."""
    geometry = region.geometry
    problem, kind = None, "polygon"
    if isinstance(geometry, Box):
        kind = "rectangle"
        right, bottom = geometry.left + geometry.width, geometry.top + geometry.height
        rings: tuple[tuple[Point, ...], ...] = (((geometry.left, geometry.top), (right, bottom)),)
    elif isinstance(geometry, Quad):
        kind, rings = "rotation", (geometry.points,)
    elif isinstance(geometry, Polygon):
        rings = geometry.rings
    elif isinstance(geometry, Mask):
        problem = drawn_as_outline(item, "mask")
        rings = outline(pixels_of(geometry))
    else:
        return [], not_held(item, geometry.kind, 1)
    group = number if len(rings) > 1 else None
    shape: dict[str, Any] = {
        "label": region.label,
        "shape_type": kind,
        "group_id": group,
        "flags": {},
    }
    shape["description"] = region.text or ""
    return [{**shape, "points": [list(point) for point in ring]} for ring in rings], problem
