"""Images below ``images`` and, of the same name, PNG images below ``masks`` whose values are
classes: value 0 is the first line of ``classes.txt``.

A first line such as ``background`` means that value 0 is no class; 255 marks pixels that count for
nothing. Each class of an image is one mask. Masks in colours are read too: by a list that gives
classes colours (``mask_palettes``), else each colour but black is a class.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.findings import class_unknown, malformed, repeated_sample, size_differs
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.mask_png.palettes import (
    Color,
    color_text,
    find_palette,
    masks_by_color,
    voc_colors,
)
from engine.formats.reading.encodings import read_lines
from engine.formats.reading.images import bare_images, image_size
from engine.formats.reading.media import IMAGE_FOLDERS, MediaIndex
from engine.formats.reading.paths import FreePaths, split_of_path
from engine.formats.reading.trees import Without
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.shapes.run_lengths import MAX_MASK_PIXELS, mask_area, masks_by_value, paint
from engine.formats.splitting.splits_named import NamedSplits, image_sets
from engine.formats.writing.conversion_losses import conversion_losses, not_held
from engine.specs.data import Region
from engine.specs.samples.geometry import Mask, Point, Polygon, Quad

CLASSES, PALETTE = "classes.txt", "palette.txt"
BACKGROUND = "background"
_BACKGROUNDS = frozenset((BACKGROUND, "_background_", "bg", "背景", "__background__"))
_FOLDERS = frozenset(
    ("masks", "mask", "labels", "annotations", "segmentationclass", "ann_dir", "annotation")
)
# Where layouts keep objects, depths and the like, in images that are neither.
_BESIDE = frozenset(("segmentationobject", "instances", "panoptic", "polygons"))
_LISTS = frozenset((CLASSES, "labels.txt", "class_names.txt"))
_HOLDS = frozenset({"regions", "split"})
_INDEXED = frozenset(("P", "L", "1", "I", "I;16"))
_COLORED = frozenset(("RGB", "RGBA", "LA"))
_IGNORED = 255
_MAX_CLASSES = 254


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield an image with its masks per index image, then the images without one.

    Raises:
        DataError: ``format_mismatch`` when no folder ``masks`` holds PNG images.
    """
    masks = [name for name in tree.names() if _is_mask(name)]
    if not masks:
        raise DataError(
            "There is no folder 'masks' with PNG images. Put the masks of 'images/a.jpg' into "
            "'masks/a.png'.",
            code="format_mismatch",
            format="mask_png",
        )
    class_file, classes, problems = _class_names(tree)
    yield from problems
    palette = find_palette(tree)
    palette_file = palette.file if palette is not None else ""
    colors = palette.by_color if palette is not None else None
    if palette is not None:
        if palette_file == class_file:
            # What it says of its letters is said already.
            problems = [one for one in palette.problems if one not in problems]
            named = enumerate(palette.names)
            classes = {value: name for value, name in named if not _is_background(name)}
        else:
            problems = palette.problems
        yield from problems
    legend = _Legend(classes, colors)
    if classes is None and colors is None:
        text = "No classes.txt names the classes; they are called by their values, 0 is background."
        yield Problem("class_names_missing", CLASSES, text)
    lists = image_sets(tree)
    images = MediaIndex(Without(tree, [name for name in tree.names() if _is_sidecar(name)]))
    splits, problems = NamedSplits.read(tree, lists, images.names)
    yield from problems
    for name in masks:
        for found in _read_mask(tree, name, images, legend):
            yield splits.apply(found) if isinstance(found, Item) else found
    for item in bare_images(images):
        yield splits.apply(item)
    listed = {path for paths in lists.values() for path in paths}
    yield from unused_files(tree, {*masks, *images.names, class_file or "", palette_file, *listed})


def declared(tree: FileTree) -> Iterator[str]:
    """Yield the names of the classes in the order of their values or colours."""
    _, classes, _ = _class_names(tree)
    palette = find_palette(tree)
    names = palette.names if palette is not None else []
    if classes is not None and (palette is None or palette.file != _class_names(tree)[0]):
        names = [classes[value] for value in sorted(classes)]
    yield from (name for name in names if not _is_background(name))


def _is_mask(name: str) -> bool:
    path = PurePosixPath(name)
    folders = {part.lower() for part in path.parts[:-1]}
    return path.suffix.lower() == ".png" and bool(folders & _FOLDERS)


def _is_sidecar(name: str) -> bool:
    """Tell masks, and what else lies beside photographs under their names."""
    folders = {part.lower() for part in PurePosixPath(name).parts[:-1]}
    return _is_mask(name) or bool(folders & _BESIDE)


def _image_folders(name: str) -> list[str]:
    """Return where the image of a mask may lie: as it lies, with the folder of masks replaced."""
    parts = PurePosixPath(name).parts[:-1]
    at = max(index for index, part in enumerate(parts) if part.lower() in _FOLDERS)
    below = [parts[at + 1 :], ()] if parts[at + 1 :] else [()]
    return [
        "/".join((*parts[:above], folder, *rest))
        for above in range(at, -1, -1)
        for rest in below
        for folder in IMAGE_FOLDERS
    ]


def _class_names(tree: FileTree) -> tuple[str | None, dict[int, str] | None, list[Problem]]:
    """Return the file of names, the names by value without the background, and its problems."""
    found = [name for name in tree.names() if PurePosixPath(name).name.lower() in _LISTS]
    if not found:
        return None, None, []
    name = min(found, key=lambda path: (path.count("/"), path))
    lines, problems = read_lines(tree, name)
    names = {value: line for value, line in enumerate(lines) if line}
    if _is_background(names.get(0, "")):
        del names[0]
    return name, names, problems


def _is_background(name: str) -> bool:
    return name.lower() in _BACKGROUNDS


@dataclass(frozen=True)
class _Legend:
    """What values and colours stand for; ``None`` where nobody wrote it down."""

    by_value: dict[int, str] | None
    by_color: dict[Color, str] | None

    @property
    def is_colored(self) -> bool:
        """Whether colours are all that is written down."""
        return self.by_value is None and self.by_color is not None

    def label_of_value(self, value: int) -> str | None:
        """Return the class of a value, ``None`` for what is none."""
        if self.by_value is None:
            return str(value) if value else None
        return self.by_value.get(value)

    def label_of_color(self, color: Color) -> str | None:
        """Return the class of a colour, ``None`` for what is none."""
        if self.by_color is None:
            return color_text(color) if any(color) else None
        name = self.by_color.get(color)
        return None if name is None or _is_background(name) else name

    def is_background(self, color: Color) -> bool:
        """Tell a colour that marks nothing, and is known to."""
        name = (self.by_color or {}).get(color, "")
        return not any(color) or _is_background(name)


def _read_mask(
    tree: FileTree, name: str, images: MediaIndex, legend: _Legend
) -> Iterator[Item | Problem]:
    folders = _image_folders(name)
    image = images.locate(name, beside=name, folders=folders, by_stem=True)
    if isinstance(image, Problem):
        yield image
        return
    if not images.claim(image):
        yield repeated_sample(name, image)
        return
    size = image_size(tree, image)
    if isinstance(size, Problem):
        yield size
        return
    split = split_of_path(image)
    unmarked = Item(image, image, file=image, size=size, is_annotated=False, split=split)
    # The header tells the size; nothing is decoded that cannot be used.
    mask_size = image_size(tree, name)
    if isinstance(mask_size, tuple) and mask_size != size:
        yield size_differs(name, mask_size, size)
        yield unmarked
        return
    try:
        if isinstance(mask_size, Problem):
            raise ValueError("it is not an image that can be read")
        found = _open_masks(tree, name, size, legend)
    except (OSError, ValueError, SyntaxError) as error:
        yield malformed(name, error)
        yield unmarked
        return
    regions: list[Region] = []
    for one in found:
        if isinstance(one, Problem):
            yield one
        else:
            label, mask = one
            regions.append(Region(id=str(len(regions) + 1), label=label, geometry=mask))
    yield replace(unmarked, place=name, regions=tuple(regions), is_annotated=True)


_Found = tuple[str, Mask] | Problem


def _open_masks(tree: FileTree, name: str, size: tuple[int, int], legend: _Legend) -> list[_Found]:
    """Return a label and its pixels per class of a mask, or what is wrong with them.

    Raises:
        OSError, SyntaxError, ValueError: when it is no image of masks, or too large a one.
    """
    from PIL import Image

    if size[0] * size[1] > MAX_MASK_PIXELS:
        raise ValueError(f"it has {size[0]} × {size[1]} pixels; at most {MAX_MASK_PIXELS} are read")
    with tree.open(name) as file, Image.open(file) as image:
        if image.size != size:
            raise ValueError("it says that it is to be turned")
        if image.mode in _COLORED or (image.mode == "P" and legend.is_colored):
            return list(_by_color(name, masks_by_color(image), legend))
        if image.mode in _INDEXED:
            return list(_by_value(name, masks_by_value(image), legend))
        raise ValueError(f"its colours are {image.mode}; numbers of classes or RGB are needed")


def _by_value(name: str, masks: dict[int, Mask], legend: _Legend) -> Iterator[_Found]:
    for value, mask in sorted(_binary(masks, legend.by_value).items()):
        label = legend.label_of_value(value)
        # Beside classes that are numbers alone, 255 is the border that VOC draws around objects.
        is_border = legend.by_value is None and bool(set(masks) - {0, _IGNORED})
        if value == _IGNORED and (label is None or is_border):
            text = f"{mask_area(mask)} pixels of value 255 count for nothing and are left out."
            yield Problem("mask_ignored", name, text, {"num": mask_area(mask)})
        elif label is not None:
            yield label, mask
        elif value:
            yield class_unknown(f"{name}:value {value}", str(value))


def _by_color(name: str, masks: dict[Color, Mask], legend: _Legend) -> Iterator[_Found]:
    for color, mask in sorted(masks.items()):
        label = legend.label_of_color(color)
        if label is not None:
            yield label, mask
        elif not legend.is_background(color):
            yield class_unknown(f"{name}:{color_text(color)}", color_text(color))


def _binary(masks: dict[int, Mask], classes: dict[int, str] | None) -> dict[int, Mask]:
    """Take 255 for 1 where black and white are all there is and one class is named."""
    is_binary = set(masks) <= {0, _IGNORED} and classes is not None and set(classes) == {1}
    return {1 if value and is_binary else value: mask for value, mask in masks.items()}


LISTS_LABELS = True


def write(
    items: Iterable[Item], tree: FileTree, *, labels: Sequence[str] = ()
) -> Iterator[Written]:
    """Yield ``images/split``, ``masks/split`` and ``classes.txt``."""
    yield from write_masks(items, tree, labels, in_colors=False)


def write_masks(
    items: Iterable[Item], tree: FileTree, labels: Sequence[str], *, in_colors: bool
) -> Iterator[Written]:
    """Yield images, masks of class numbers or of colours, and the list of the classes."""
    paths = FreePaths()
    # Where there are more than values, only those that samples show have one.
    listed = labels if len(labels) <= _MAX_CLASSES else ()
    classes = {label: value for value, label in enumerate(listed, start=1)}
    for item in items:
        yield from conversion_losses(item, holds=_HOLDS)
        size = item.size or image_size(tree, item.file or "")
        if isinstance(size, Problem):
            yield size
            continue
        split = item.split.value if item.split else ""
        pure = PurePosixPath(item.name)
        path = paths.take("/".join(filter(None, ("masks", split, f"{pure.stem}.png"))))
        file = f"{PurePosixPath(path).stem}{pure.suffix}"
        yield Copy(item, "/".join(filter(None, ("images", split, file))))
        if item.is_annotated:
            yield from _write_mask(item, size, path, classes, in_colors)
    names = [BACKGROUND, *classes]
    if in_colors:
        colored = zip(names, voc_colors(), strict=False)
        lines = "".join(f"{' '.join(map(str, color))} {name}\n" for name, color in colored)
        yield Piece(PALETTE, lines.encode())
    else:
        yield Piece(CLASSES, "".join(f"{name}\n" for name in names).encode())


def _write_mask(
    item: Item, size: tuple[int, int], path: str, classes: dict[str, int], in_colors: bool
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
    image.putpalette([channel for color in voc_colors() for channel in color])
    out = io.BytesIO()
    (image.convert("RGB") if in_colors else image).save(out, format="PNG")
    yield Piece(path, out.getvalue())


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    masks = signs.called(
        r"(^|/)(masks?|SegmentationClass\w*|annotations?|labels?|mask_dir)/[^/]*\.png$|mask[^/]*\.png$"
    )
    # The byte after the size of a PNG tells whether its pixels are numbers or colours.
    kinds = [signs.head(name)[25:26] for name in masks[:5]]
    num = len(masks) if kinds and all(kind and kind[0] in (0, 3) for kind in kinds) else 0
    if not num:
        return None
    return Sign(0.8, "masks_of_numbers", f"{num} masks are PNG files of numbers.", {"num": num})
