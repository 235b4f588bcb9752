"""COCO instances: one JSON file of images, categories and annotations per split.

Key points are read and written with the objects they belong to; see ``engine.formats.coco.points``.
So are ``attributes``, an object beside the shape as CVAT and datumaro write it.
An annotation with an outline or run lengths is read as such, its box being that of the shape; one
without is read as its box.

Source: https://cocodataset.org/#format-data
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.coco.document import Document
from engine.formats.coco.writing import Writer
from engine.formats.layout import FileTree, Item, Problem, Written
from engine.formats.reading.encodings import open_text
from engine.formats.reading.images import bare_images
from engine.formats.reading.json_stream import JsonError, iterate_json
from engine.formats.reading.media import MediaIndex
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.writing.pieces import Spool

_START = 64 * 1024


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
        with Document(tree, name) as document:
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


LISTS_LABELS = True


def write(
    items: Iterable[Item], tree: FileTree, *, labels: Sequence[str] = ()
) -> Iterator[Written]:
    """Yield images below ``images/`` and a file below ``annotations/`` per split."""
    writer = Writer(tree, labels)
    with Spool() as spool:
        for item in items:
            yield from writer.add(item, spool)
        yield from writer.documents(spool)


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    num = signs.holding(signs.ending(".json"), '"images"') * (
        signs.holding(signs.ending(".json"), '"shapes"', '"imagePath"') == 0
    )
    if not num:
        return None
    return Sign(0.85, "coco_keys", f"{num} JSON file(s) list images, as COCO does.", {"num": num})
