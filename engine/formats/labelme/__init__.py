"""LabelMe: a JSON file beside each image.

Rectangles are boxes, polygons outlines, X-AnyLabeling's ``rotation`` four corners. Outlines of one
label and one ``group_id`` are parts of one object. Flags that are set are labels of the image;
flags, ``description`` and ``group_id`` of a shape are attributes of its region.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.findings import malformed, repeated_sample, size_differs
from engine.formats.labelme.shapes import Objects, written_shapes
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.reading.images import bare_images, image_size
from engine.formats.reading.media import MediaIndex
from engine.formats.reading.paths import FreePaths, split_of_path
from engine.formats.reading.trees import MemoryTree
from engine.formats.reading.values import (
    MALFORMED,
    list_of,
    name_text,
    object_of,
    parse_json,
    reason_of,
)
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.writing.conversion_losses import conversion_losses

_HOLDS = frozenset({"labels", "regions", "attributes", "split"})
_MAX_BYTES = 256 * 2**20
_MAX_VALUES = 5_000_000
_VERSION = "5.5.0"


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield an image per JSON file, then the images without one.

    Raises:
        DataError: ``format_mismatch`` when there is no JSON file.
    """
    names = [name for name in tree.names() if name.lower().endswith(".json")]
    if not names:
        raise DataError(
            "There is no JSON file of LabelMe. It keeps the annotations of 'a.jpg' in 'a.json' "
            "beside.",
            code="format_mismatch",
            format="labelme",
        )
    images = MediaIndex(tree)
    for name in names:
        yield from _read_file(tree, name, images)
    yield from bare_images(images)
    yield from unused_files(tree, {*names, *images.names})


def _read_file(tree: FileTree, name: str, images: MediaIndex) -> Iterator[Item | Problem]:
    try:
        content = _document(tree, name)
        shapes = list_of(content["shapes"])
        flags = object_of(content.get("flags") or {})
        given = name_text(content.get("imagePath") or name)
    except (OSError, *MALFORMED) as error:
        yield malformed(name, ValueError(reason_of(error)))
        return
    image = _image(name, given, images)
    embedded = _embedded(content) if isinstance(image, Problem) else None
    num_annotations = len(shapes) + sum(is_set is True for is_set in flags.values())
    if isinstance(image, Problem) and embedded is None:
        yield image.losing(num_annotations)
        return
    file = None if isinstance(image, Problem) else image
    shown = file or str(PurePosixPath(name).with_suffix(PurePosixPath(given).suffix))
    source = MemoryTree({shown: embedded}) if embedded is not None else tree
    size = image_size(source, shown)
    if isinstance(size, Problem):
        yield size.losing(num_annotations)
        return
    stated = (content.get("imageWidth"), content.get("imageHeight"))
    if isinstance(stated[0], int) and isinstance(stated[1], int) and stated != size:
        yield size_differs(name, (stated[0], stated[1]), size)
    objects = Objects(name, size)
    for number, shape in enumerate(shapes, start=1):
        yield from objects.add(number, shape)
    regions = []
    for found in objects.found():
        if isinstance(found, Problem):
            yield found
        else:
            regions.append(found)
    labels = tuple(str(flag) for flag, is_set in flags.items() if is_set is True)
    yield Item(
        place=name,
        name=shown,
        file=file,
        content=embedded,
        size=size,
        labels=labels,
        regions=tuple(regions),
        split=split_of_path(shown),
    )


def _document(tree: FileTree, name: str) -> dict[str, Any]:
    """Return the object that a file holds.

    Raises:
        OSError: when it cannot be read.
        MALFORMED: when it is none, or larger than any that a tool writes.
    """
    with tree.open(name) as file:
        text = file.read(_MAX_BYTES + 1)
    # Counted before it is parsed: a value may take thirty times the memory of its letters.
    num_values = sum(text.count(sign) for sign in (b",", b"[", b"{"))
    if len(text) > _MAX_BYTES or num_values > _MAX_VALUES:
        raise ValueError(f"it has more than {_MAX_BYTES} bytes or {_MAX_VALUES} values")
    return object_of(parse_json(text.decode("utf-8-sig")))


def _image(name: str, given: str, images: MediaIndex) -> str | Problem:
    """Return the image of a file: the one that it names, else the one that is called as it."""
    own = str(PurePosixPath(name).parent)
    folders = ["" if own == "." else own]
    found = [
        images.locate(given, beside=name, folders=folders),
        images.locate(name, beside=name, folders=folders, by_stem=True),
    ]
    for image in found:
        if isinstance(image, str) and images.claim(image):
            return image
    return repeated_sample(name, found[0]) if isinstance(found[0], str) else found[0]


def _embedded(content: dict[str, Any]) -> bytes | None:
    """Return the image that the file itself holds."""
    data = content.get("imageData")
    if not isinstance(data, str):
        return None
    try:
        return base64.b64decode(data, validate=True) or None
    except (binascii.Error, ValueError):
        return None


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield images with their JSON files, in a folder per split."""
    paths = FreePaths()
    for item in items:
        yield from conversion_losses(item, holds=_HOLDS)
        size = item.size or image_size(tree, item.file or "")
        if isinstance(size, Problem):
            yield size
            continue
        folder = item.split.value if item.split else ""
        pure = PurePosixPath(item.name)
        file_of_shapes = paths.take("/".join(filter(None, (folder, f"{pure.stem}.json"))))
        file = f"{PurePosixPath(file_of_shapes).stem}{pure.suffix}"
        yield Copy(item, "/".join(filter(None, (folder, file))))
        if not item.is_annotated:
            continue
        shapes: list[dict[str, Any]] = []
        for number, region in enumerate(item.regions, start=1):
            found, problem = written_shapes(replace(item, size=size), region, number)
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
        yield Piece(file_of_shapes, json.dumps(content, ensure_ascii=False, indent=1).encode())


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    num = signs.holding(signs.ending(".json"), '"shapes"', '"imagePath"')
    if not num:
        return None
    return Sign(
        0.95,
        "labelme_keys",
        f"{num} JSON file(s) have shapes and imagePath, as labelme writes them.",
        {"num": num},
    )
