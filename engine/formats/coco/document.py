"""One file of COCO, read object by object, whatever its size."""

from __future__ import annotations

import json
import tempfile
from array import array
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, cast

from engine.formats.coco.members import OtherMembers, attributes_of
from engine.formats.coco.points import SeenPoints, point_names, read_points
from engine.formats.coco.repeated_ids import RepeatedIds, list_repeated
from engine.formats.coco.shapes import as_drawn, own_box, read_shape
from engine.formats.findings import (
    class_unknown,
    classes_merged,
    malformed,
    repeated_sample,
    size_differs,
)
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
from engine.formats.shapes.boxes import bounded_box, points_box
from engine.specs.data import CROWD, Region, Split
from engine.specs.samples.geometry import Box, Mask, Polygon, Quad

_PARTS = frozenset({"images", "annotations", "categories"})
_MAX_SIDE = 2**31
_MAX_SHOWN = 100


@dataclass
class _Image:
    """An image of the file; ``offsets`` are the places of its annotations in the store.

    ``is_known`` is false when others have the same id.
    """

    file: str
    size: tuple[int, int] | None
    is_known: bool = True
    offsets: array[int] = field(default_factory=lambda: array("q"))


class Document:
    """One COCO file, its annotations sorted by image on disk rather than in memory."""

    def __init__(self, tree: FileTree, name: str) -> None:
        self._tree, self._name = tree, name
        self._images: dict[object, _Image] = {}
        self._orphans: dict[object, array[int]] = {}
        self._categories: dict[object, str] = {}
        self._point_names: dict[object, list[str]] = {}
        self._repeated_images, self._repeated_categories = RepeatedIds(), RepeatedIds()
        self._further: list[_Image] = []
        self._others, self._seen_points = OtherMembers(), SeenPoints()
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
            begun: set[str] = set()
            with stream:
                for member in iterate_json(stream):
                    if member.key in _PARTS:
                        num_parts += 1
                        if member.index == 0 and member.key in begun:
                            yield list_repeated(self._name, member.key)
                        begun.add(member.key)
                        yield from self._take(member)
            yield from self._gaps()
            yield from self._others.problems(self._name)
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
        """Yield what an export will not have of categories: numbers between, names that repeat."""
        yield from classes_merged(self._name, self._categories.values())
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
            self._others.count(key, value)
            if key == "categories":
                yield from self._category(value, place)
            elif key == "images":
                yield from self._image(value, place)
            else:
                self._keep(key_of(value["image_id"]), value)
        except MALFORMED as error:
            self._has_lost |= key == "annotations"
            reason = reason_of(error)
            text = f"An entry of '{key}' cannot be used ({reason}); it is left out."
            yield Problem(
                "annotation_malformed", place, text, {"reason": reason}, int(key == "annotations")
            )

    def _image(self, value: dict[str, Any], place: str) -> Iterator[Problem]:
        size = (value.get("width"), value.get("height"))
        known = all(isinstance(side, int) and 0 < side < _MAX_SIDE for side in size)
        image = _Image(name_text(value["file_name"]), cast(Any, size) if known else None)
        key = key_of(value["id"])
        first = self._images.setdefault(key, image)
        if first is image:
            return
        if first.file == image.file:
            yield repeated_sample(place, image.file)
            return
        self._repeated_images.add(key, first.file, image.file)
        first.is_known = image.is_known = False
        self._further.append(image)

    def _category(self, value: dict[str, Any], place: str) -> Iterator[Problem]:
        key, name = key_of(value["id"]), name_text(value["name"])
        points, problems = point_names(value, place)
        if key not in self._categories:
            self._categories[key], self._point_names[key] = name, points
            yield from problems
        elif self._categories[key] != name:
            self._repeated_categories.add(key, self._categories[key], name)
        elif self._point_names[key] != points:
            self._repeated_categories.add(key, name, f"{name}: {', '.join(points)}")

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
        for image_id, image in self._images.items():
            if image.is_known:
                yield from self._item(image, images, split)
            else:
                self._repeated_images.leave_out(image_id, len(image.offsets))
                self._further.append(replace(image, offsets=array("q")))
        for image in self._further:
            yield from self._item(image, images, split)
        yield from self._repeated_images.image_problems(self._name)
        yield from self._repeated_categories.category_problems(self._name)
        for key, label in self._categories.items():
            if key not in self._repeated_categories:
                yield from self._seen_points.unseen(key, label, self._point_names[key], self._name)
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
        if not images.claim(file) and not image.is_known:
            return
        size = image_size(self._tree, file)
        if isinstance(size, Problem):
            yield size.losing(len(image.offsets))
            return
        if image.size is not None and image.size != size:
            yield size_differs(f"{self._name}:{image.file}", image.size, size)
        regions: list[Region] = []
        boxes: list[tuple[str, Box]] = []
        is_known = image.is_known and not self._has_lost
        for offset in image.offsets:
            self._store.seek(offset)
            value = json.loads(self._store.readline())
            place = f"{self._name}:annotation {str(value.get('id', '?'))[:_MAX_SHOWN]}"
            if self._is_unsure(value.get("category_id")):
                is_known = False
                continue
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
            is_annotated=bool(regions) or is_known,
            split=split,
            boxes=tuple(boxes),
        )

    def _is_unsure(self, category: object) -> bool:
        """Tell the id of several categories, and count an annotation that has it."""
        if not isinstance(category, Hashable) or category not in self._repeated_categories:
            return False
        self._repeated_categories.leave_out(category)
        return True

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
        self._seen_points.add(category, points)
        problems.extend(filter(None, [wrong]))
        attributes, odd = read_attributes(attributes_of(value), place)
        problems.extend(odd)
        geometry: Box | Quad | Polygon | Mask | None
        try:
            geometry, problem = read_shape(value.get("segmentation"), size, place)
            if geometry is None and problem is None and points and not _has_box(value):
                places = [(point.x, point.y) for point in points]
                geometry, problem = points_box(places, size=size, place=place)
            elif geometry is None and problem is None:
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


def _has_box(value: dict[str, Any]) -> bool:
    """Tell a box from none, and from one of no width or height."""
    given = value.get("bbox")
    return bool(given) and not (isinstance(given, list) and len(given) == 4 and 0 in given[2:])


def _no_shape(place: str, error: Exception) -> Problem:
    reason = reason_of(error)
    text = f"An annotation has no usable box or outline ({reason}) and is left out."
    return Problem("shape_malformed", place, text, {"reason": reason}, 1)
