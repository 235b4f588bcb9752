"""COCO instances: one JSON file of images, categories and annotations per split.

Key points are read and written with the objects they belong to; see ``engine.formats.coco.points``.
So are ``attributes``, an object beside the shape as CVAT and datumaro write it.
An annotation with an outline or run lengths is read as such, its box being that of the shape; one
without is read as its box.

Source: https://cocodataset.org/#format-data
"""

from __future__ import annotations

import json
import tempfile
from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, cast

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.coco.points import PointNames, point_names, read_points
from engine.formats.coco.shapes import (
    QUAD,
    as_coco,
    as_drawn,
    box_and_area,
    own_box,
    read_shape,
    write_shape,
)
from engine.formats.conversion_losses import conversion_losses, not_held
from engine.formats.findings import (
    class_unknown,
    drawn_as_outline,
    malformed,
    size_differs,
)
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.pieces import Spool
from engine.formats.reading.encodings import open_text
from engine.formats.reading.images import bare_images, image_size
from engine.formats.reading.json_stream import JsonError, Member, Unusable, iterate_json
from engine.formats.reading.media import MediaIndex
from engine.formats.reading.paths import FreePaths, split_of_path
from engine.formats.reading.values import (
    MALFORMED,
    key_of,
    kind_of,
    name_text,
    numbers,
    object_of,
    reason_of,
)
from engine.formats.shapes.attributes import is_set, read_attributes, without
from engine.formats.shapes.boxes import bounded_box
from engine.formats.signs import Sign, Signs
from engine.specs.data import CROWD, Region, Split
from engine.specs.samples.geometry import Box, FrameBox, Mask, Polygon, Quad, Segment, Span

_HOLDS = frozenset({"regions", "points", "attributes", "split"})
_PARTS = frozenset({"images", "annotations", "categories"})
_FLAGS = ("occluded", "truncated", "difficult")
_START = 64 * 1024
_MAX_SIDE = 2**31
_MAX_SHOWN = 100


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield the images of each file with their objects, then the images of no file.

    Raises:
        DataError: ``format_mismatch`` when no JSON file lists images and annotations.
    """
    names = [name for name in tree.names() if name.lower().endswith(".json")]
    documents = [name for name in names if _is_coco(tree, name)]
    if not documents:
        raise DataError(
            "There is no JSON file with 'images' and 'annotations', as COCO has them. Put one "
            "beside the folder of images.",
            code="format_mismatch",
            format="coco",
        )
    images = MediaIndex(tree)
    for name in documents:
        with _Document(tree, name) as document:
            yield from document.load()
            yield from document.items(images)
    yield from bare_images(images)
    yield from unused_files(tree, {*documents, *images.names})


def declared(tree: FileTree) -> Iterator[str]:
    """Yield the names of the categories, those that no object has among them."""
    for name in tree.names():
        if name.lower().endswith(".json") and _is_coco(tree, name):
            yield from _categories(tree, name)


def _categories(tree: FileTree, name: str) -> Iterator[str]:
    found: list[dict[str, Any]] = []
    try:
        stream, _ = open_text(tree, name)
        with stream:
            members = (one for one in iterate_json(stream) if one.key == "categories")
            found.extend(one.value for one in members if isinstance(one.value, dict))
    except (JsonError, OSError):
        # Said where the file is read.
        pass
    groups = {str(one.get("supercategory")) for one in found}
    for one in found:
        given = one.get("name")
        # Roboflow lists the name of the whole set as a category that holds the others.
        is_group = one.get("supercategory") == "none" and str(given) in groups
        if isinstance(given, str) and not is_group:
            yield given


def _is_coco(tree: FileTree, name: str) -> bool:
    """Tell a COCO file, an object, by the keys it begins or ends with."""
    try:
        with tree.open(name) as file:
            start = file.read(_START)
            # Others, such as Create ML's, list objects with annotations of their own.
            if start.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"["):
                return False
            if b'"images"' in start or b'"annotations"' in start:
                return True
            while chunk := file.read(1 << 20):
                if b'"images"' in chunk or b'"annotations"' in chunk:
                    return True
    except OSError:
        return False
    return False


@dataclass
class _Image:
    """An image of the file; ``offsets`` are the places of its annotations in the store."""

    file: str
    size: tuple[int, int] | None
    offsets: array[int] = field(default_factory=lambda: array("q"))


class _Document:
    """One COCO file, its annotations sorted by image on disk rather than in memory."""

    def __init__(self, tree: FileTree, name: str) -> None:
        self._tree, self._name = tree, name
        self._images: dict[object, _Image] = {}
        self._orphans: dict[object, array[int]] = {}
        self._categories: dict[object, str] = {}
        self._point_names: dict[object, list[str]] = {}
        # Annotations that nobody can tell the images of: what has none may not be empty.
        self._has_lost = False
        # Annotations may stand before their images, and those of one image anywhere.
        self._store = tempfile.TemporaryFile()  # noqa: SIM115 closed on exit

    def __enter__(self) -> _Document:
        return self

    def __exit__(self, *error: object) -> None:
        self._store.close()

    def load(self) -> Iterator[Problem]:
        """Read the file once and yield what is malformed."""
        try:
            stream, problems = open_text(self._tree, self._name)
            yield from problems
            num_parts = 0
            with stream:
                for member in iterate_json(stream):
                    if member.key in _PARTS:
                        num_parts += 1
                        yield from self._take(member)
            yield from self._gaps()
            if not num_parts:
                yield malformed(self._name, ValueError("it lists neither images nor annotations"))
        except (JsonError, OSError) as error:
            self._has_lost = True
            yield Problem(
                "annotation_malformed",
                self._name,
                f"This file cannot be read to its end ({error}). Export it again.",
                {"reason": str(error)[:200]},
            )

    def _gaps(self) -> Iterator[Problem]:
        """Yield the problem of numbers of categories that an export will not have."""
        numbers = {key for key in self._categories if isinstance(key, int)}
        if not numbers or len(numbers) == max(numbers) - min(numbers) + 1:
            return
        missing = next(one for one in range(min(numbers), max(numbers)) if one not in numbers)
        yield Problem(
            "category_ids_closed",
            self._name,
            f"No category has the id {missing}. Labels have their order here and no ids: an export "
            "numbers them from 1 without gaps.",
            {"missing": missing},
        )

    def _take(self, member: Member) -> Iterator[Problem]:
        key = member.key
        place = f"{self._name}:{key}" + ("" if member.index is None else f"[{member.index}]")
        try:
            if isinstance(member.value, Unusable):
                raise ValueError(member.value.reason)
            if member.index is None:
                raise TypeError(f"{kind_of(member.value)} stands where a list should")
            value = object_of(member.value)
            if key == "categories":
                yield from self._category(value, place)
            elif key == "images":
                size = (value.get("width"), value.get("height"))
                known = all(isinstance(side, int) and 0 < side < _MAX_SIDE for side in size)
                image = _Image(name_text(value["file_name"]), cast(Any, size) if known else None)
                self._images[key_of(value["id"])] = image
            else:
                self._keep(key_of(value["image_id"]), value)
        except MALFORMED as error:
            self._has_lost |= key == "annotations"
            reason = reason_of(error)
            text = f"An entry of '{key}' cannot be used ({reason}); it is left out."
            yield Problem(
                "annotation_malformed", place, text, {"reason": reason}, int(key == "annotations")
            )

    def _category(self, value: dict[str, Any], place: str) -> Iterator[Problem]:
        key = key_of(value["id"])
        self._categories[key] = name_text(value["name"])
        self._point_names[key], problems = point_names(value, place)
        yield from problems

    def _keep(self, image_id: object, value: dict[str, Any]) -> None:
        if image_id not in self._images:
            offsets = self._orphans.setdefault(image_id, array("q"))
        else:
            offsets = self._images[image_id].offsets
        self._store.seek(0, 2)
        offsets.append(self._store.tell())
        self._store.write(json.dumps(value).encode() + b"\n")

    def items(self, images: MediaIndex) -> Iterator[Item | Problem]:
        """Yield every image with its objects."""
        split = split_of_path(self._name)
        for image_id, image in self._images.items():
            image.offsets.extend(self._orphans.pop(image_id, array("q")))
        # Annotations of nobody may be those of an image that seems to have none.
        self._has_lost |= bool(self._orphans)
        for image in self._images.values():
            yield from self._item(image, images, split)
        for image_id, offsets in self._orphans.items():
            place = f"{self._name}:image {image_id}"
            text = f"{len(offsets)} annotations are of an image that the file does not list."
            yield Problem("image_unlisted", place, text, {"num": len(offsets)}, len(offsets))

    def _item(
        self, image: _Image, images: MediaIndex, split: Split | None
    ) -> Iterator[Item | Problem]:
        file = images.locate(image.file, beside=self._name)
        if isinstance(file, Problem):
            place = f"{self._name}:{image.file}"
            yield replace(file, place=place, num_lost=len(image.offsets))
            return
        images.claim(file)
        size = image_size(self._tree, file)
        if isinstance(size, Problem):
            yield size.losing(len(image.offsets))
            return
        if image.size is not None and image.size != size:
            yield size_differs(f"{self._name}:{image.file}", image.size, size)
        regions: list[Region] = []
        boxes: list[tuple[str, Box]] = []
        for offset in image.offsets:
            self._store.seek(offset)
            value = json.loads(self._store.readline())
            place = f"{self._name}:annotation {str(value.get('id', '?'))[:_MAX_SHOWN]}"
            try:
                region, problems = self._region(value, len(regions) + 1, size, place)
            except MALFORMED as error:
                region, problems = None, [_no_shape(place, error)]
            yield from problems
            if region is not None:
                regions.append(region)
                box = own_box(value, region, size)
                boxes += [] if box is None else [(region.id, box)]
        yield Item(
            place=f"{self._name}:{image.file}",
            name=file,
            file=file,
            size=size,
            regions=tuple(regions),
            is_annotated=bool(regions) or not self._has_lost,
            split=split,
            boxes=tuple(boxes),
        )

    def _region(
        self, value: dict[str, Any], number: int, size: tuple[int, int], place: str
    ) -> tuple[Region | None, list[Problem]]:
        """Return a region and what was wrong with it.

        Raises:
            MALFORMED: when a value is of another kind than it should be.
        """
        category = value.get("category_id")
        label = self._categories.get(category) if isinstance(category, Hashable) else None
        if label is None or isinstance(category, bool):
            return None, [class_unknown(place, str(category)[:_MAX_SHOWN])]
        problems: list[Problem] = []
        if value.get("iscrowd"):
            text = (
                "An annotation of a crowd marks many objects at once; it is kept with the "
                f"attribute '{CROWD}', and nothing is learnt from it."
            )
            problems.append(Problem("region_crowd", place, text, {"label": label}))
        names = self._point_names[category]
        points, wrong = read_points(value.get("keypoints"), names, place)
        problems.extend(filter(None, [wrong]))
        attributes, odd = read_attributes(_attributes(value), place)
        problems.extend(odd)
        geometry: Box | Quad | Polygon | Mask | None
        try:
            geometry, problem = read_shape(value.get("segmentation"), size, place)
            if geometry is None and problem is None:
                left, top, width, height = numbers(value["bbox"])
                geometry, problem = bounded_box(
                    left, top, left + width, top + height, size=size, place=place
                )
        except MALFORMED as error:
            return None, [*problems, _no_shape(place, error)]
        problems.extend(filter(None, [problem]))
        if geometry is None:
            return None, problems
        geometry = as_drawn(geometry, value.get("shape"))
        region = Region(
            id=str(number), label=label, geometry=geometry, points=points, attributes=attributes
        )
        return region, problems


def _attributes(value: dict[str, Any]) -> object:
    """Return the attributes of an annotation; some tools write ``occluded`` beside them."""
    given = value.get("attributes")
    beside = {name: bool(value[name]) for name in _FLAGS if value.get(name) in (0, 1)}
    beside |= {CROWD: True} if value.get("iscrowd") else {}
    return {**beside, **given} if isinstance(given, dict) else given or beside


def _no_shape(place: str, error: Exception) -> Problem:
    reason = reason_of(error)
    text = f"An annotation has no usable box or outline ({reason}) and is left out."
    return Problem("shape_malformed", place, text, {"reason": reason}, 1)


LISTS_LABELS = True


def write(
    items: Iterable[Item], tree: FileTree, *, labels: Sequence[str] = ()
) -> Iterator[Written]:
    """Yield images below ``images/`` and a file below ``annotations/`` per split."""
    writer = _Writer(tree, labels)
    with Spool() as spool:
        for item in items:
            yield from writer.add(item, spool)
        yield from writer.documents(spool)


class _Writer:
    def __init__(self, tree: FileTree, labels: Sequence[str]) -> None:
        self._tree = tree
        self._paths = FreePaths()
        self._categories = {label: number for number, label in enumerate(labels, start=1)}
        self._point_names = PointNames()
        self._num_images = self._num_objects = 0
        self._names: dict[str, None] = {}

    def add(self, item: Item, spool: Spool) -> Iterator[Written]:
        yield from conversion_losses(item, holds=_HOLDS)
        size = item.size or image_size(self._tree, item.file or "")
        if isinstance(size, Problem):
            yield size
            return
        part = item.split.value if item.split else ""
        name = PurePosixPath(item.name).name
        path = self._paths.take("/".join(filter(None, ("images", part, name))))
        yield Copy(item, path)
        if not item.is_annotated:
            return
        key = f"instances_{part}" if part else "instances"
        self._names[key] = None
        self._num_images += 1
        image = {"id": self._num_images, "file_name": path.removeprefix("images/")}
        _append(spool, f"{key}.images", {**image, "width": size[0], "height": size[1]})
        for region in item.regions:
            geometry = region.geometry
            if isinstance(geometry, Span | Segment | FrameBox):
                yield not_held(item, geometry.kind, 1)
                continue
            if geometry.kind == "quad":
                yield drawn_as_outline(item, "quad")
            geometry, problem = as_coco(item, geometry, size)
            if problem is not None:
                yield problem
            label = region.label or ""
            category = self._categories.setdefault(label, len(self._categories) + 1)
            self._num_objects += 1
            box, area = box_and_area(geometry)
            entry: dict[str, Any] = {
                "id": self._num_objects,
                "image_id": self._num_images,
                "category_id": category,
                "bbox": box,
                "area": area,
                "iscrowd": int(is_set(region.attributes, CROWD)),
            }
            if geometry.kind == QUAD:
                entry["shape"] = QUAD
            shape = write_shape(geometry)
            if shape is not None:
                entry["segmentation"] = shape
            if attributes := without(region.attributes, CROWD):
                entry["attributes"] = attributes
            self._point_names.add(entry, region)
            _append(spool, f"{key}.annotations", entry)

    def documents(self, spool: Spool) -> Iterator[Piece]:
        named = [
            {"id": number, "name": label, **self._point_names.described(number)}
            for label, number in self._categories.items()
        ]
        for key in self._names:
            path = f"annotations/{key}.json"
            yield Piece(path, b'{"images":[\n')
            yield from spool.pieces(f"{key}.images", into=path)
            yield Piece(path, b'],"annotations":[\n')
            if f"{key}.annotations" in spool:
                lines = spool.pieces(f"{key}.annotations", into=path)
                yield from self._point_names.completed(lines)
            categories = json.dumps(named, ensure_ascii=False)
            yield Piece(path, f'],"categories":{categories}}}\n'.encode())


def _append(spool: Spool, path: str, value: dict[str, Any]) -> None:
    comma = "," if path in spool else ""
    spool.add(path, f"{comma}{json.dumps(value, ensure_ascii=False)}\n")


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    num = signs.holding(signs.ending(".json"), '"images"') * (
        signs.holding(signs.ending(".json"), '"shapes"', '"imagePath"') == 0
    )
    if not num:
        return None
    return Sign(0.85, "coco_keys", f"{num} JSON file(s) list images, as COCO does.", {"num": num})
