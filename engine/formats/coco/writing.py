"""Files of COCO on their way out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from engine.formats.coco.points import PointNames
from engine.formats.coco.shapes import QUAD, as_coco, write_shape
from engine.formats.findings import drawn_as_outline
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.reading.images import image_size
from engine.formats.reading.paths import FreePaths
from engine.formats.shapes.areas import box_and_area
from engine.formats.shapes.attributes import is_set, without
from engine.formats.writing.conversion_losses import conversion_losses, not_held
from engine.formats.writing.pieces import Spool
from engine.specs.data import CROWD
from engine.specs.samples.geometry import FrameBox, Segment, Span

_HOLDS = frozenset({"regions", "points", "attributes", "split"})


class Writer:
    """Collects the objects of samples in a spool, and joins them to a file per split."""

    def __init__(self, tree: FileTree, labels: Sequence[str]) -> None:
        self._tree = tree
        self._paths = FreePaths()
        self._categories = {label: number for number, label in enumerate(labels, start=1)}
        self._point_names = PointNames()
        self._num_images = self._num_objects = 0
        self._names: dict[str, None] = {}

    def add(self, item: Item, spool: Spool) -> Iterator[Written]:
        """Yield the image of a sample and what is lost; its objects are kept in the spool."""
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
        # COCO names files from the folder of images on, not from that of the annotations.
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
        """Yield the files, piece by piece."""
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
