"""One file of COCO, read object by object, whatever its size."""

from __future__ import annotations

import json
import tempfile
from array import array
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, cast

from engine.formats.coco.points import point_names, read_points
from engine.formats.coco.shapes import as_drawn, own_box, read_shape
from engine.formats.findings import class_unknown, malformed, size_differs
from engine.formats.layout import FileTree, Item, Problem
from engine.formats.reading.encodings import open_text
from engine.formats.reading.images import image_size
from engine.formats.reading.json_stream import JsonError, Member, Unusable, iterate_json
from engine.formats.reading.media import MediaIndex
from engine.formats.reading.paths import split_of_path
from engine.formats.reading.values import (
    MALFORMED,
    key_of,
    kind_of,
    name_text,
    numbers,
    object_of,
    reason_of,
)
from engine.formats.shapes.attributes import read_attributes
from engine.formats.shapes.boxes import bounded_box
from engine.specs.data import CROWD, Region, Split
from engine.specs.samples.geometry import Box, Mask, Polygon, Quad

_PARTS = frozenset({"images", "annotations", "categories"})
_FLAGS = ("occluded", "truncated", "difficult")
_MAX_SIDE = 2**31
_MAX_SHOWN = 100


@dataclass
class _Image:
    """An image of the file; ``offsets`` are the places of its annotations in the store."""

    file: str
    size: tuple[int, int] | None
    offsets: array[int] = field(default_factory=lambda: array("q"))


class Document:
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

    def __enter__(self) -> Document:
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
