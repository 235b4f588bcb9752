"""Run by an interpreter that has datumaro: between its formats and our JSON lines.

``list``, ``import FORMAT SOURCE OUT`` or ``export FORMAT SOURCE OUT``; ``OUT`` is an empty folder.
The last line of the output is one JSON object with what was counted; ``losses.jsonl`` beside
``OUT``'s samples, or beside ``OUT`` itself, has a line for all that did not come through. This file
stands alone: datumaro needs older libraries than the product, so nothing of ours is imported.
"""

from __future__ import annotations

import ctypes
import inspect
import itertools
import json
import math
import os
import re
import resource
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import datumaro as dm
import numpy as np
from datumaro.components import annotation as annotation_types
from datumaro.components.annotation import AnnotationType
from datumaro.components.environment import DEFAULT_ENVIRONMENT
from datumaro.components.errors import ConflictingCategoriesError, DatasetImportError
from datumaro.components.hl_ops import HLOps
from datumaro.components.media import Image
from PIL import Image as PillowImage
from pycocotools import mask as run_lengths

SAMPLES, FILES, LOSSES = "samples.jsonl", "files", "losses.jsonl"
# Four corners are a turned rectangle while they differ from one by no more than this share.
_SQUARE = 0.02
# Rings that lie beside each other have no more in common, by the smaller one's pixels.
_TOUCHING = 0.5
_PR_SET_PDEATHSIG = 1
_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_MAX_NAME, _MAX_TEXT, _MAX_WHOLE = 64, 1000, 2**53
# Formats round to whole pixels, or count them from 1.
_NEAR = 1.5
_MAX_FILES = 100
"""Files that are named; of the others only their number is told."""


class OpenedFiles:
    """Notes which files below a folder are opened for reading."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self.found: set[Path] = set()
        sys.addaudithook(self._note)

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | bytes):
            path = Path(os.path.realpath(os.fsdecode(arguments[0])))
            if path.is_relative_to(self._folder):
                self.found.add(path)

    def others(self) -> list[str]:
        """Return the files that nobody opened, but for what systems leave."""
        paths = (path for path in sorted(self._folder.rglob("*")) if path.is_file())
        names = {path: path.relative_to(self._folder) for path in paths if path not in self.found}
        return [
            name.as_posix()
            for name in names.values()
            if not any(part.startswith(".") for part in name.parts)
        ]


class Losses:
    """Counts what did not come through, by place, kind and reason."""

    def __init__(self) -> None:
        self._found: Counter[tuple[str, str, str]] = Counter()

    def add(self, place: str, kind: str, reason: str, num: int = 1) -> None:
        """Count some."""
        if num > 0:
            self._found[place, kind, reason] += num

    def write(self, path: Path) -> None:
        """Write a line for each."""
        with path.open("w", encoding="utf-8") as file:
            for (place, kind, reason), num in self._found.items():
                line = {"place": place, "kind": kind, "reason": reason, "num": num}
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


def list_formats() -> dict[str, Any]:
    """Return what the installed version reads and writes."""
    known = DEFAULT_ENVIRONMENT
    return {
        "version": dm.__version__,
        "imports": sorted(name for name in known.importers if is_plain(known.importers, name)),
        "exports": sorted(name for name in known.exporters if is_plain(known.exporters, name)),
    }


def is_plain(plugins: Any, name: str) -> bool:
    """Tell whether a format can be used and is data: to read a pickle is to run it."""
    try:
        module = inspect.getmodule(plugins[name])
    except ImportError:
        # A library that only this format needs is not installed.
        return False
    return module is not None and "pickle" not in inspect.getsource(module)


def require_plain(plugins: Any, name: str) -> None:
    """Refuse formats that are unknown, or no plain data.

    Raises:
        ValueError: says which.
    """
    if name not in plugins:
        raise ValueError(f"datumaro {dm.__version__} has no format '{name}' of this direction")
    if not is_plain(plugins, name):
        raise ValueError(f"'{name}' holds pickles, which could run anything, or lacks a library")


def bring_in(name: str, source: Path, out: Path) -> dict[str, Any]:
    """Read data of any format and write it as JSON lines."""
    require_plain(DEFAULT_ENVIRONMENT.importers, name)
    opened = OpenedFiles(source)
    data = read(name, source)
    reader = Reader(data.categories())
    (out / FILES).mkdir(parents=True)
    num_samples = num_annotations = num_written = 0
    with (out / SAMPLES).open("w", encoding="utf-8") as lines:
        for item in data:
            place = f"{item.subset}/{item.id}"
            num_samples += 1
            num_annotations += len(item.annotations)
            file = save_image(item, source, out, num_samples)
            if file is None:
                reader.losses.add(place, "sample", "no_image")
                reader.losses.add(place, "mark", "no_image", len(item.annotations))
                continue
            value, num = reader.read(item, place)
            num_written += num
            # Our reader knows which words mean a split, and names those that do not.
            split = {"split": item.subset} if item.subset else {}
            name_of = f"{item.id}{PurePosixPath(file).suffix}"
            value = {"file": file, "name": name_of, **value, **split}
            lines.write(json.dumps(value, ensure_ascii=False) + "\n")
    others = opened.others()
    for unused in others[:_MAX_FILES]:
        reader.losses.add(unused, "file", "unused")
    reader.losses.add("…", "file", "unused", len(others) - _MAX_FILES)
    reader.losses.write(out.parent / LOSSES)
    return {"samples": num_samples, "annotations": num_annotations, "written": num_written}


def read(name: str, path: Path) -> dm.Dataset:
    """Read data of a format, each split of which may know labels of its own."""
    try:
        return dm.Dataset.import_from(str(path), name)
    except DatasetImportError as error:
        if not isinstance(error.__cause__, ConflictingCategoriesError):
            raise
    known = DEFAULT_ENVIRONMENT
    splits = [
        dm.Dataset.from_extractors(
            known.make_extractor(one["format"], one["url"], **one.get("options", {}))
        )
        for one in known.make_importer(name)(str(path))
    ]
    return HLOps.merge(*splits, merge_policy="union")


def save_image(item: Any, source: Path, out: Path, number: int) -> str | None:
    """Copy an item's image under a name of its own; ``None`` where it has none.

    An image that is named by its path has to lie in the folder that was sent: annotations may
    name any file of the machine, or an address.
    """
    media = item.media
    if not isinstance(media, Image):
        return None
    given = getattr(media, "path", "") or ""
    suffix = PurePosixPath(given).suffix.lower() or (media.ext or ".png")
    name = f"{FILES}/{number:07d}{suffix}"
    if given:
        path = Path(given).resolve()
        if not path.is_relative_to(source.resolve()) or not path.is_file():
            return None
        shutil.copyfile(path, out / name)
        return name
    if media.data is None:
        return None
    media.save(str(out / name))
    return name


class Reader:
    """Says what is annotated on datumaro's items in the words of our JSON lines."""

    def __init__(self, categories: Any) -> None:
        self._names = label_names(categories)
        self._points = categories.get(AnnotationType.points)
        self.losses = Losses()

    def read(self, item: Any, place: str) -> tuple[dict[str, Any], int]:
        """Return the annotations of an item as a record, and how many went into it."""
        labels: list[str] = []
        texts: list[str] = []
        regions: list[dict[str, Any]] = []
        by_group: dict[int, dict[str, Any]] = {}
        points = []
        num = 0
        for one in item.annotations:
            attributes = plain_attributes(one)
            is_region = one.type not in (AnnotationType.label, AnnotationType.caption)
            kept = len(attributes) if is_region and one.type is not AnnotationType.points else 0
            # datumaro says of every region of COCO that it is no crowd.
            num_given = len(one.attributes) - (one.attributes.get("is_crowd") is False)
            self.losses.add(place, "attribute", "no_place", num_given - kept)
            if one.type is AnnotationType.label:
                labels.append(self._name(one))
            elif one.type is AnnotationType.caption:
                texts.append(one.caption)
            elif one.type is AnnotationType.points:
                points.append(one)
                continue
            else:
                geometry = geometry_of(one)
                if geometry is None:
                    self.losses.add(place, one.type.name, "no_place")
                    self.losses.add(place, "attribute", "no_place", kept)
                    continue
                region: dict[str, Any] = {"id": str(len(regions)), "geometry": geometry}
                region["label"] = None if one.label is None else self._name(one)
                if attributes:
                    region["attributes"] = attributes
                regions.append(region)
                if one.group:
                    by_group.setdefault(one.group, region)
            num += 1
        for one in points:
            owner = by_group.get(one.group) if one.group else None
            if owner is None or "points" in owner:
                self.losses.add(place, "points", "no_object")
                continue
            owner["points"] = list(self._named_points(one))
            num += 1
        once = list(dict.fromkeys(labels))
        # Where nothing is left of something, nobody knows what the image shows.
        is_known = bool(once or regions) or not item.annotations
        value: dict[str, Any] = {"labels": once, "regions": regions} if is_known else {}
        self.losses.add(place, "label", "twice", len(labels) - len(once))
        if texts:
            value["texts"] = texts
        return value, num - (len(labels) - len(once))

    def _name(self, one: Any) -> str:
        known = one.label is not None and one.label < len(self._names)
        return self._names[one.label] if known else str(one.label)

    def _named_points(self, one: Any) -> Iterator[dict[str, Any]]:
        described = self._points.items.get(one.label) if self._points is not None else None
        names = list(described.labels) if described is not None else []
        for place, (x, y) in enumerate(zip(one.points[::2], one.points[1::2], strict=True)):
            visibility = one.visibility[place].name
            if visibility != "absent":
                name = names[place] if place < len(names) else str(place + 1)
                yield {"name": name, "x": x, "y": y, "is_visible": visibility == "visible"}


def plain_attributes(one: Any) -> dict[str, Any]:
    """Return the attributes of an annotation that JSON lines have a place for."""
    return {
        name: value
        for name, value in one.attributes.items()
        if isinstance(name, str)
        and 0 < len(name) <= _MAX_NAME
        and is_plain_value(value)
        and (name, value) != ("is_crowd", False)
    }


def is_plain_value(value: Any) -> bool:
    """Tell a flag, a text of a certain length, or a number that keeps its digits."""
    if isinstance(value, str):
        return 0 < len(value) <= _MAX_TEXT
    if isinstance(value, bool):
        return True
    if isinstance(value, int):
        return abs(value) <= _MAX_WHOLE
    return isinstance(value, float) and math.isfinite(value)


def geometry_of(one: Any) -> dict[str, Any] | None:
    """Return where an annotation is, ``None`` where we have no such place."""
    if one.type is AnnotationType.bbox:
        x, y, width, height = one.get_bbox()
        if width <= 0 or height <= 0:
            return None
        return {"kind": "box", "left": x, "top": y, "width": width, "height": height}
    if one.type is AnnotationType.rotated_bbox:
        corners = turned_corners(*map(float, one.points))
        return None if corners is None else {"kind": "quad", "points": corners}
    if one.type is AnnotationType.polygon:
        return {"kind": "polygon", "rings": [pairs(one.points)]} if len(one.points) >= 6 else None
    if one.type is AnnotationType.ellipse:
        corners = one.as_polygon()
        return {"kind": "polygon", "rings": [pairs(corners)]} if len(corners) >= 6 else None
    if one.type is AnnotationType.mask:
        pixels = np.asfortranarray(np.asarray(one.image, dtype=bool).astype(np.uint8))
        if not pixels.any():
            return None
        packed = run_lengths.encode(pixels)
        size = [int(side) for side in packed["size"]]
        return {"kind": "mask", "size": size, "counts": packed["counts"].decode()}
    return None


def turned_corners(
    x: float, y: float, width: float, height: float, degrees: float
) -> list[list[float]] | None:
    """Return the corners of a rectangle that is turned about its middle, ``None`` without area.

    They are clockwise in the image, and the first is the upper left one where nothing is turned.
    """
    if width <= 0 or height <= 0:
        return None
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    halves = [(sign * width / 2, other * height / 2) for sign, other in _CORNERS]
    return [[x + u * cos - v * sin, y + u * sin + v * cos] for u, v in halves]


def pairs(numbers: Sequence[float]) -> list[list[float]]:
    """Return x y x y … as points."""
    return [[float(x), float(y)] for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def take_out(name: str, source: Path, out: Path) -> dict[str, Any]:
    """Write JSON lines as data of any format, and read it again to see what it keeps.

    Formats that do not know turned boxes, or forget them, get their outlines; those whose texts
    cannot hold the names of labels get names without spaces and signs.
    """
    require_plain(DEFAULT_ENVIRONMENT.exporters, name)
    records = [json.loads(line) for line in (source / SAMPLES).read_text("utf-8").splitlines()]
    beside = out.with_name(f"{out.name}-again")
    attempt = Attempt(name, records, source, out)
    if attempt.has_turned and (attempt.error or attempt.num_turned_lost):
        attempt = attempt.or_better(Attempt(name, records, source, beside, is_turned=False))
    if attempt.writer.has_signs and (attempt.error or not attempt.is_whole):
        is_turned = attempt.writer.is_turned
        plain = Attempt(name, records, source, beside, is_turned=is_turned, is_plain=True)
        attempt = attempt.or_better(plain)
    if attempt.error is not None:
        raise attempt.error
    attempt.writer.losses.write(out.parent / LOSSES)
    return attempt.counted()


class Attempt:
    """One way to write records in a format, and what it keeps of them when it is read again."""

    def __init__(
        self,
        name: str,
        records: Sequence[dict[str, Any]],
        source: Path,
        out: Path,
        *,
        is_turned: bool = True,
        is_plain: bool = False,
    ) -> None:
        self.out = out
        self.error: Exception | None = None
        self.writer = Writer(records, is_turned=is_turned, is_plain=is_plain)
        self._items = [self.writer.item(record, source) for record in records]
        self._given = Counter(one.type.name for item in self._items for one in item.annotations)
        self._found: Counter[str] | None = None
        self.num_lost = self.num_turned_lost = 0
        data = dm.Dataset.from_iterable(
            self._items, categories=self.writer.categories(), media_type=Image
        )
        try:
            data.export(str(out), name, save_media=True)
        except Exception as error:
            self.error = error
            # What is left of a failed attempt must not be taken for a whole one.
            shutil.rmtree(out, ignore_errors=True)
            out.mkdir(parents=True)
            return
        self._compare(name)

    @property
    def has_turned(self) -> bool:
        """Whether there are turned boxes at all."""
        return bool(self._given[AnnotationType.rotated_bbox.name])

    @property
    def is_whole(self) -> bool:
        """Whether it was read again and all annotations were there with their labels."""
        return self._found is not None and self.num_lost == 0

    def or_better(self, other: Attempt) -> Attempt:
        """Return the one that keeps more, in the place of this one; the other is gone."""
        if not self.error and (other.error or other.rank >= self.rank):
            shutil.rmtree(other.out, ignore_errors=True)
            return self
        shutil.rmtree(self.out, ignore_errors=True)
        other.out.rename(self.out)
        other.out = self.out
        return other

    @property
    def rank(self) -> tuple[bool, int]:
        """Less is better: what cannot be read again comes last."""
        return self._found is None, self.num_lost

    def counted(self) -> dict[str, Any]:
        """Return what was written, and what of it was found again."""
        return {
            "samples": len(self._items),
            "annotations": self.writer.num_annotations,
            "written": sum(self._given.values()),
            "read_again": None if self._found is None else dict(self._found),
            "lost": self.num_lost,
        }

    def _compare(self, name: str) -> None:
        losses = self.writer.losses
        again = None
        if name in DEFAULT_ENVIRONMENT.importers:
            try:
                again = read(name, self.out)
            except Exception as error:
                sys.stderr.write(f"The export cannot be read again: {reason_of(error)}\n")
        if again is None:
            losses.add(name, "sample", "not_checked", len(self._items))
            return
        found = Counter(one.type.name for item in again for one in item.annotations)
        for kind, num in (self._given - found).items():
            losses.add(name, kind, "not_kept", num)
            self.num_lost += num
        self.num_turned_lost = (self._given - found)[AnnotationType.rotated_bbox.name]
        given = placed(self._items, self.writer.names)
        back = placed(again, label_names(again.categories()))
        for reason, num in (
            ("unnamed", num_unnamed(given, back)),
            ("moved", num_moved(given, back)),
        ):
            num_changed = max(0, num - self.num_lost)
            losses.add(name, "annotation", reason, num_changed)
            self.num_lost += num_changed
        attributes = attributes_of(self._items) - attributes_of(again)
        losses.add(name, "attribute", "not_kept", sum(attributes.values()))
        losses.add(name, "sample", "not_kept", len(self._items) - len(again))
        self._found = found


# What something is (its kind, and the name of its label or its words), and where it lies.
Placed = dict[tuple[str, str], list[tuple[float, ...]]]


def placed(items: Iterable[Any], names: Sequence[str]) -> Placed:
    """Return the places of annotations by what they are."""
    found: Placed = {}
    for item in items:
        for one in item.annotations:
            if one.type is AnnotationType.caption:
                word = one.caption
            else:
                word = "" if one.label is None else names[one.label]
            has_place = one.type not in (AnnotationType.label, AnnotationType.caption)
            # Points that are absent have some place or other.
            has_place = has_place and one.type is not AnnotationType.points
            extent = tuple(map(float, one.get_bbox())) if has_place else ()
            found.setdefault((one.type.name, word), []).append(extent)
    return found


def num_unnamed(given: Placed, back: Placed) -> int:
    """Count what is not found again under its name."""
    return sum(max(0, len(places) - len(back.get(what, ()))) for what, places in given.items())


def num_moved(given: Placed, back: Placed) -> int:
    """Count what is not found again under its name at its place, but for rounding."""
    return sum(num_without_partner(places, back.get(what, ())) for what, places in given.items())


def num_without_partner(given: Sequence[tuple[float, ...]], back: Iterable[Any]) -> int:
    """Count extents that have none near them among others, each of which is near one at most."""
    cells: dict[tuple[int, ...], list[tuple[float, ...]]] = {}
    for extent in back:
        cells.setdefault(tuple(int(value // _NEAR) for value in extent[:2]), []).append(extent)
    num = 0
    for extent in given:
        middle = [int(value // _NEAR) for value in extent[:2]]
        around = itertools.product(*((cell - 1, cell, cell + 1) for cell in middle))
        near = (
            (cell, other)
            for cell in around
            for other in cells.get(cell, ())
            if all(abs(a - b) <= _NEAR for a, b in zip(extent, other, strict=True))
        )
        partner = next(near, None)
        if partner is None:
            num += 1
        else:
            cell, other = partner
            cells[cell].remove(other)
    return num


def label_names(categories: Any) -> list[str]:
    """Return the names of labels by their numbers."""
    labels = categories.get(AnnotationType.label)
    return [one.name for one in labels.items] if labels is not None else []


def plain_name(name: str) -> str:
    """Return a name that fields, paths and lines of any text can hold."""
    return re.sub(r"[^\w.-]+", "_", name).strip(".") or "_"


def plain_names(names: Iterable[str]) -> dict[str, str]:
    """Return the plain form of each name; no two are the same."""
    found: dict[str, str] = {}
    for name in names:
        plain = tried = plain_name(name)
        for number in itertools.count(2):
            if tried not in found.values():
                break
            tried = f"{plain}_{number}"
        found[name] = tried
    return found


def attributes_of(items: Sequence[Any]) -> Counter[tuple[str, str]]:
    """Count the attributes of annotations by name and value; formats may write texts for all."""
    return Counter(
        (name, str(value).lower())
        for item in items
        for one in item.annotations
        for name, value in one.attributes.items()
    )


class Writer:
    """Turns lines of ours into datumaro's items."""

    def __init__(
        self, records: Sequence[dict[str, Any]], *, is_turned: bool, is_plain: bool
    ) -> None:
        self.is_turned = is_turned
        names = {label for record in records for label in record.get("labels", ())}
        self._points: dict[str, dict[str, None]] = {}
        for record in records:
            for region in record.get("regions", ()):
                names.add(region.get("label") or "")
                found = self._points.setdefault(region.get("label") or "", {})
                found.update(dict.fromkeys(point["name"] for point in region.get("points", ())))
        self.has_signs = any(plain_name(name) != name for name in names)
        # Where a format cannot do without a name, what has none gets one.
        given = sorted(names if is_plain else names - {""})
        # Names that are plain already stay; the others make way for them.
        in_order = sorted(given, key=lambda name: plain_name(name) != name)
        written = plain_names(in_order) if is_plain else {name: name for name in given}
        self.names = [written[name] for name in given]
        self._place = {name: place for place, name in enumerate(given)}
        self._taken: Counter[str] = Counter()
        self.losses = Losses()
        for name, other in written.items():
            self.losses.add(f"{name} → {other}", "name", "renamed", int(name != other))
        self.num_annotations = 0

    def categories(self) -> dict[Any, Any]:
        """Return all labels, and the key points of those that have some."""
        found: dict[Any, Any] = {
            AnnotationType.label: annotation_types.LabelCategories.from_iterable(self.names)
        }
        points = [
            (self._place[label], list(names))
            for label, names in self._points.items()
            if names and label in self._place
        ]
        if points:
            found[AnnotationType.points] = annotation_types.PointsCategories.from_iterable(points)
        return found

    def item(self, record: dict[str, Any], source: Path) -> Any:
        """Return the item of a line."""
        file = PurePosixPath(record["file"])
        self._taken[file.stem] += 1
        again = self._taken[file.stem]
        found: list[Any] = [
            annotation_types.Label(label=self._place[label]) for label in record.get("labels", ())
        ]
        found += [annotation_types.Caption(text) for text in record.get("texts", ())]
        self.num_annotations += len(found)
        for group, region in enumerate(record.get("regions", ()), start=1):
            found += self._region(region, group, record["file"], source)
        for part in ("spans", "relations"):
            self.num_annotations += len(record.get(part, ()))
            self.losses.add(record["file"], part, "no_place", len(record.get(part, ())))
        self.losses.add(record["file"], "value", "no_place", int(record.get("value") is not None))
        return dm.DatasetItem(
            id=file.stem if again == 1 else f"{file.stem}-{again}",
            subset={"validation": "val"}.get(record.get("split", ""), record.get("split", "train")),
            media=Image.from_file(path=str(source / record["file"])),
            annotations=found,
        )

    def _region(self, region: dict[str, Any], group: int, place: str, source: Path) -> list[Any]:
        shared: dict[str, Any] = {
            "label": self._place.get(region.get("label") or ""),
            "group": group,
            "id": group,
            "attributes": dict(region.get("attributes", {})),
        }
        geometry, points = region["geometry"], region.get("points", ())
        self.num_annotations += 1 + bool(points)
        self.losses.add(place, "text", "no_place", int(region.get("text") is not None))
        found: list[Any] = []
        if geometry["kind"] == "box":
            sides = (geometry[side] for side in ("left", "top", "width", "height"))
            found.append(annotation_types.Bbox(*sides, **shared))
        elif geometry["kind"] == "quad":
            turned = turned_box(geometry["points"]) if self.is_turned else None
            if turned is None:
                self.losses.add(place, "quad", "as_outline")
                found.append(annotation_types.Polygon(flat(geometry["points"]), **shared))
            else:
                found.append(annotation_types.RotatedBbox(*turned, **shared))
        elif geometry["kind"] == "polygon":
            rings = geometry["rings"]
            pixels = pixels_with_holes(rings, source / place) if len(rings) > 1 else None
            if pixels is not None:
                self.losses.add(place, "polygon", "as_mask")
                found.append(annotation_types.Mask(image=pixels, **shared))
            else:
                self.num_annotations += len(rings) - 1
                found += [annotation_types.Polygon(flat(ring), **shared) for ring in rings]
        elif geometry["kind"] == "mask":
            packed = {"size": geometry["size"], "counts": geometry["counts"].encode()}
            found.append(
                annotation_types.Mask(image=run_lengths.decode(packed).astype(bool), **shared)
            )
        else:
            self.losses.add(place, geometry["kind"], "no_place", 1 + bool(points))
            self.losses.add(place, "attribute", "no_place", len(shared["attributes"]))
            return []
        if points and shared["label"] is None:
            self.losses.add(place, "points", "no_place")
        elif points:
            shared = {**shared, "attributes": {}}
            found.append(self._key_points(region.get("label") or "", points, shared))
        return found

    def _key_points(self, label: str, given: Sequence[dict[str, Any]], shared: Any) -> Any:
        known = {point["name"]: point for point in given}
        kinds = annotation_types.Points.Visibility
        numbers: list[float] = []
        seen = []
        for name in self._points[label]:
            point = known.get(name)
            numbers += [0.0, 0.0] if point is None else [point["x"], point["y"]]
            if point is None:
                seen.append(kinds.absent)
            else:
                seen.append(kinds.visible if point.get("is_visible", True) else kinds.hidden)
        return annotation_types.Points(numbers, seen, **shared)


def pixels_with_holes(rings: Sequence[Sequence[Sequence[float]]], image: Path) -> Any:
    """Return the pixels within an outline with holes, ``None`` where no ring lies in another.

    What is gone around twice is outside; datumaro takes each ring for an object of its own.
    """
    width, height = PillowImage.open(image).size
    drawn = run_lengths.decode(
        run_lengths.frPyObjects([flat(ring) for ring in rings], height, width)
    )
    times = drawn.sum(axis=2)
    # Rings that touch share the pixels of a border.
    shared = np.count_nonzero(times > 1)
    if shared <= _TOUCHING * min(np.count_nonzero(drawn, axis=(0, 1))):
        return None
    return times % 2 == 1


def flat(points: Sequence[Sequence[float]]) -> list[float]:
    """Return points as x y x y …."""
    return [number for point in points for number in point]


def turned_box(points: Sequence[Sequence[float]]) -> tuple[float, ...] | None:
    """Return middle, sides and degrees of four corners, ``None`` where they are no rectangle."""
    first, second, third, last = points
    along = (second[0] - first[0], second[1] - first[1])
    across = (last[0] - first[0], last[1] - first[1])
    width, height = math.hypot(*along), math.hypot(*across)
    far = (first[0] + along[0] + across[0] - third[0], first[1] + along[1] + across[1] - third[1])
    if min(width, height) == 0 or math.hypot(*far) > _SQUARE * min(width, height):
        return None
    if abs(along[0] * across[0] + along[1] * across[1]) > _SQUARE * width * height:
        return None
    middle = ((first[0] + third[0]) / 2, (first[1] + third[1]) / 2)
    return (*middle, width, height, math.degrees(math.atan2(along[1], along[0])))


def main(arguments: Sequence[str]) -> None:
    """Do what the arguments say."""
    if arguments[0] == "list":
        done = list_formats()
    else:
        work = {"import": bring_in, "export": take_out}[arguments[0]]
        done = work(arguments[1], Path(arguments[2]), Path(arguments[3]))
    sys.stdout.write(f"\n{json.dumps(done)}\n")


def reason_of(error: BaseException) -> str:
    """Return what an error and its causes say, the innermost last."""
    reason = f"{type(error).__name__}: {error}"
    cause = error.__cause__
    return reason if cause is None else f"{reason} {reason_of(cause)}"


def end_with_parent() -> None:
    """Have the kernel end this process when whoever waits for its answer is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def limit_memory() -> None:
    """Take no more memory than whoever started this allows."""
    allowed = int(os.environ.get("EASEL_CONVERSION_MEMORY_BYTES", "0"))
    if allowed:
        resource.setrlimit(resource.RLIMIT_AS, (allowed, allowed))


if __name__ == "__main__":
    end_with_parent()
    limit_memory()
    try:
        main(sys.argv[1:])
    except Exception as error:
        reason = reason_of(error).replace("\n", " ")
        # Folders of this machine tell whoever reads this nothing.
        for folder in sys.argv[3:]:
            reason = reason.replace(f"{folder}/", "").replace(folder, "the data")
        sys.stderr.write(f"\n{reason}\n")
        sys.exit(1)
