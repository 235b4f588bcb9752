"""Pictures below ``images`` and, of the same name, PNG pictures below ``masks`` whose values are
classes: value 0 is the first line of ``classes.txt``.

A first line such as ``background`` means that value 0 is no class; 255 marks pixels that count for
nothing. Each class of a picture is one mask.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from engine.errors import DataError
from engine.formats.encodings import open_text
from engine.formats.findings import class_unknown, malformed, missing_sample, size_differs
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.leftovers import leftovers
from engine.formats.losses import losses, not_held
from engine.formats.media import MediaIndex
from engine.formats.paths import FreePaths, split_of_path
from engine.formats.pictures import bare_pictures, picture_size
from engine.formats.run_lengths import MAX_PIXELS, mask_area, masks_by_value, paint
from engine.specs.data import Region
from engine.specs.geometry import Mask, Point, Polygon, Quad

CLASSES = "classes.txt"
BACKGROUND = "background"
_BACKGROUNDS = frozenset((BACKGROUND, "_background_", "bg", "背景", "__background__"))
_FOLDERS = frozenset(("masks", "mask", "labels", "annotations", "segmentationclass"))
_LISTS = frozenset((CLASSES, "labels.txt", "class_names.txt"))
_HOLDS = frozenset({"regions", "split"})
_INDEXED = frozenset(("P", "L", "1", "I", "I;16"))
_IGNORED = 255
_MAX_CLASSES = 254


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a picture with its masks per index picture, then the pictures without one.

    Raises:
        DataError: ``format_mismatch`` when no folder ``masks`` holds PNG pictures.
    """
    masks = [name for name in tree.names() if _is_mask(name)]
    if not masks:
        raise DataError(
            "There is no folder 'masks' with PNG pictures. Put the masks of 'images/a.jpg' into "
            "'masks/a.png'.",
            code="format_mismatch",
            format="mask_png",
        )
    class_file, classes = _class_names(tree)
    if classes is None:
        text = "No classes.txt names the classes; they are called by their values, 0 is background."
        yield Problem("class_names_missing", CLASSES, text)
    pictures = MediaIndex(_Without(tree, masks))
    for name in masks:
        yield from _read_mask(tree, name, pictures, classes)
    yield from bare_pictures(pictures)
    yield from leftovers(tree, {*masks, *pictures.names, class_file or ""})


def _is_mask(name: str) -> bool:
    path = PurePosixPath(name)
    folders = {part.lower() for part in path.parts[:-1]}
    return path.suffix.lower() == ".png" and bool(folders & _FOLDERS)


class _Without:
    """A tree without its masks, which are pictures too."""

    def __init__(self, tree: FileTree, masks: list[str]) -> None:
        self._names = [name for name in tree.names() if name not in set(masks)]
        self.problems, self.open = tree.problems, tree.open

    def names(self) -> list[str]:
        return self._names


def _class_names(tree: FileTree) -> tuple[str | None, dict[int, str] | None]:
    """Return the names by value, without the background."""
    found = [name for name in tree.names() if PurePosixPath(name).name.lower() in _LISTS]
    if not found:
        return None, None
    name = min(found, key=lambda path: (path.count("/"), path))
    stream, _ = open_text(tree, name)
    with stream:
        lines = [line.strip() for line in stream]
    names = {value: line for value, line in enumerate(lines) if line}
    if names.get(0, "").lower() in _BACKGROUNDS:
        del names[0]
    return name, names


def _read_mask(
    tree: FileTree, name: str, pictures: MediaIndex, classes: dict[int, str] | None
) -> Iterator[Item | Problem]:
    picture = pictures.find_stem(name, beside=name)
    if picture is None:
        yield missing_sample(name, PurePosixPath(name).stem)
        return
    size = picture_size(tree, picture)
    if isinstance(size, Problem):
        yield size
        return
    split = split_of_path(picture)
    unmarked = Item(picture, picture, file=picture, size=size, is_annotated=False, split=split)
    try:
        masks = _open_masks(tree, name)
    except (OSError, ValueError, SyntaxError) as error:
        yield malformed(name, error)
        yield unmarked
        return
    regions: list[Region] = []
    for value, mask in sorted(_binary(masks, classes).items()):
        if mask.size != (size[1], size[0]):
            yield size_differs(name, (mask.size[1], mask.size[0]), size)
            yield unmarked
            return
        label = classes.get(value) if classes is not None else (str(value) if value else None)
        if value == _IGNORED and label is None:
            text = f"{mask_area(mask)} pixels of value 255 count for nothing and are left out."
            yield Problem("mask_ignored", name, text, {"num": mask_area(mask)})
        elif label is not None:
            regions.append(Region(id=str(len(regions) + 1), label=label, geometry=mask))
        elif value:
            yield class_unknown(f"{name}:value {value}", str(value))
    yield replace(unmarked, place=name, regions=tuple(regions), is_annotated=True)


def _open_masks(tree: FileTree, name: str) -> dict[int, Mask]:
    """Return a mask per value.

    Raises:
        OSError, SyntaxError, ValueError: when it is no picture with one channel.
    """
    from PIL import Image

    with tree.open(name) as file, Image.open(file) as image:
        if image.mode not in _INDEXED:
            raise ValueError(
                f"its colours are {image.mode}; one channel of class numbers is needed"
            )
        if image.width * image.height > MAX_PIXELS:
            raise ValueError(f"it has {image.width} × {image.height} pixels")
        return masks_by_value(image)


def _binary(masks: dict[int, Mask], classes: dict[int, str] | None) -> dict[int, Mask]:
    """Take 255 for 1 where black and white are all there is and one class is named."""
    is_binary = set(masks) <= {0, _IGNORED} and classes is not None and set(classes) == {1}
    return {1 if value and is_binary else value: mask for value, mask in masks.items()}


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield ``images/split``, ``masks/split`` and ``classes.txt``."""
    paths = FreePaths()
    classes: dict[str, int] = {}
    for item in items:
        yield from losses(item, holds=_HOLDS)
        size = item.size or picture_size(tree, item.file or "")
        if isinstance(size, Problem):
            yield size
            continue
        split = item.split.value if item.split else ""
        pure = PurePosixPath(item.name)
        path = paths.take("/".join(filter(None, ("masks", split, f"{pure.stem}.png"))))
        file = f"{PurePosixPath(path).stem}{pure.suffix}"
        yield Copy(item, "/".join(filter(None, ("images", split, file))))
        if item.is_annotated:
            yield from _write_mask(item, size, path, classes)
    names = [BACKGROUND, *classes]
    yield Piece(CLASSES, "".join(f"{name}\n" for name in names).encode())


def _write_mask(
    item: Item, size: tuple[int, int], path: str, classes: dict[str, int]
) -> Iterator[Written]:
    from PIL import Image

    shapes: list[tuple[int, Mask | tuple[tuple[Point, ...], ...]]] = []
    for region in item.regions:
        geometry, label = region.geometry, region.label or ""
        if not isinstance(geometry, Mask | Polygon | Quad):
            yield not_held(item, geometry.kind, 1)
            continue
        if label not in classes and len(classes) == _MAX_CLASSES:
            yield not_held(item, "classes", 1)
            continue
        value = classes.setdefault(label, len(classes) + 1)
        if isinstance(geometry, Mask):
            shapes.append((value, geometry))
        else:
            rings = (geometry.points,) if isinstance(geometry, Quad) else geometry.rings
            shapes.append((value, rings))
            yield Problem(
                "drawn_as_mask",
                item.name,
                "This format has pixels only; an outline is drawn, and comes back as a mask.",
            )
    repeated = len(shapes) - len({value for value, _ in shapes})
    if repeated:
        text = (
            f"{repeated} objects touch others of their class in one mask and cannot be told apart."
        )
        yield Problem("instances_merged", item.name, text, {"num": repeated})
    values, taken = paint(shapes, (size[1], size[0]))
    if taken:
        num = sum(taken.values())
        text = f"{num} pixels belong to several classes; the last one marked has them."
        yield Problem("pixels_overlap", item.name, text, {"num": num})
    image = Image.frombytes("P", size, values)
    image.putpalette(_palette())
    out = io.BytesIO()
    image.save(out, format="PNG")
    yield Piece(path, out.getvalue())


def _palette() -> list[int]:
    """Return 256 colours that differ, those of Pascal VOC: bits of the value dealt to channels."""
    colours: list[int] = []
    for value in range(256):
        channels: list[Any] = [0, 0, 0]
        for bit in range(8):
            channels[bit % 3] |= ((value >> bit) & 1) << (7 - bit // 3)
        colours.extend(channels)
    return colours
