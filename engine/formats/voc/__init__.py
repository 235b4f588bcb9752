"""Pascal VOC: an XML file of boxes per image; lists under ``ImageSets`` name the splits, else
folders such as ``train`` and ``valid``.

VOC counts pixels from 1 and its maxima belong to the box: ``xmin=1, xmax=10`` are ten pixels from
the left edge. Many tools count from 0 instead; ``voc_numbering`` tells which, for a whole dataset.

Source: Everingham et al., The PASCAL VOC Challenge 2012 Development Kit, section 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.findings import drawn_as_box, malformed, repeated_sample, size_differs
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.markup.safe_xml import XmlError, parse_xml
from engine.formats.reading.images import bare_images, image_size
from engine.formats.reading.media import MediaIndex
from engine.formats.reading.paths import FreePaths, split_of_folders
from engine.formats.reading.trees import Without
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.shapes.boxes import box_of
from engine.formats.splitting.splits_named import NamedSplits, image_sets
from engine.formats.voc.numbering import first_pixel
from engine.formats.voc.objects import read_objects, write_object
from engine.formats.writing.conversion_losses import conversion_losses, not_held
from engine.formats.writing.pieces import Spool
from engine.formats.writing.xml import renamed_labels, xml_text
from engine.specs.samples.geometry import Box, Polygon, Quad

_HOLDS = frozenset({"regions", "attributes", "split"})
# Images of VOC's masks, which share the names of the photographs.
_MASK_FOLDERS = frozenset(("segmentationclass", "segmentationobject"))


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield an image with its boxes per XML file, then the images without one.

    Raises:
        DataError: ``format_mismatch`` when there is no XML file.
    """
    names = [name for name in tree.names() if name.lower().endswith(".xml")]
    if not names:
        raise DataError(
            "There is no XML file of Pascal VOC annotations. Put one beside each image, or into "
            "a folder 'Annotations'.",
            code="format_mismatch",
            format="voc",
        )
    masks = [name for name in tree.names() if _is_mask(name)]
    images = MediaIndex(Without(tree, masks))
    lists = image_sets(tree)
    splits, problems = NamedSplits.read(tree, lists, images.names)
    yield from problems
    first, why = first_pixel(tree, names)
    yield from why
    for name in names:
        yield from _read_file(tree, name, images, splits, first)
    for item in bare_images(images):
        yield splits.apply(item)
    if masks:
        text = (
            f"{len(masks)} masks lie beside the boxes and are not read. Import the same files as "
            "'mask_png' for them."
        )
        folder = str(PurePosixPath(masks[0]).parent)
        yield Problem("masks_unread", folder, text, {"num": len(masks)})
    listed = {path for paths in lists.values() for path in paths}
    used = {*names, *images.names, *masks, *listed}
    yield from unused_files(tree, used)


def _is_mask(name: str) -> bool:
    return any(part.lower() in _MASK_FOLDERS for part in PurePosixPath(name).parts[:-1])


def _read_file(
    tree: FileTree, name: str, images: MediaIndex, splits: NamedSplits, first: int
) -> Iterator[Item | Problem]:
    try:
        with tree.open(name) as file:
            root = parse_xml(file)
    except (XmlError, OSError) as error:
        yield malformed(name, error)
        return
    if root.tag != "annotation":
        yield malformed(name, ValueError(f"its root is '{root.tag}', not 'annotation'"))
        return
    image = _image(root, name, images)
    num_objects = len(root.findall("object"))
    if isinstance(image, Problem):
        yield image.losing(num_objects)
        return
    size = image_size(tree, image)
    if isinstance(size, Problem):
        yield size.losing(num_objects)
        return
    stated = _stated_size(root)
    if stated is not None and stated != size:
        yield size_differs(name, stated, size)
    regions = []
    for found in read_objects(root, size, name, first):
        if isinstance(found, Problem):
            yield found
        else:
            regions.append(found)
    yield splits.apply(
        Item(
            place=name,
            name=image,
            file=image,
            size=size,
            regions=tuple(regions),
            split=split_of_folders(image),
        )
    )


def _image(root: Element, name: str, images: MediaIndex) -> str | Problem:
    """Return the image of an annotation: the one that it names, where VOC has it.

    Names grow stale when files are renamed together, so one that is missing or was taken by
    another annotation gives way to the image that is called as the annotation itself.
    """
    given = (root.findtext("filename") or "").strip()
    folders = _image_folders(name, (root.findtext("folder") or "").strip())
    found = [images.locate(name, beside=name, folders=folders, by_stem=True)]
    if given:
        found.insert(0, images.locate(given, beside=name, folders=folders))
    for image in found:
        if isinstance(image, str) and images.claim(image):
            return image
    return repeated_sample(name, found[0]) if isinstance(found[0], str) else found[0]


def _image_folders(name: str, given: str) -> list[str]:
    """Return where the image of an annotation may lie, in the order of preference."""
    place = PurePosixPath(name).parent
    parts = [part.lower() for part in place.parts]
    found = [place]
    if "annotations" in parts:
        at = len(parts) - 1 - parts[::-1].index("annotations")
        top, below = PurePosixPath(*place.parts[:at]), place.parts[at + 1 :]
        kept = ("JPEGImages", given, "images") if given else ("JPEGImages", "images")
        found = [top.joinpath(folder, *below) for folder in kept]
        found += [top / folder for folder in kept] if below else []
        found.append(place)
    elif given:
        found += [place / given, place.parent / given]
    return ["" if str(folder) == "." else str(folder) for folder in found]


def _stated_size(root: Element) -> tuple[int, int] | None:
    sides = [(root.findtext(f"size/{side}") or "").strip() for side in ("width", "height")]
    if not all(side.isdecimal() and len(side) < 8 and int(side) for side in sides):
        return None
    return int(sides[0]), int(sides[1])


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield ``JPEGImages``, ``Annotations`` and the lists of ``ImageSets/Main``."""
    paths = FreePaths()
    with Spool() as spool:
        for item in items:
            yield from conversion_losses(item, holds=_HOLDS)
            yield from renamed_labels(item)
            size = item.size or image_size(tree, item.file or "")
            if isinstance(size, Problem):
                yield size
                continue
            pure = PurePosixPath(item.name)
            stem = PurePosixPath(paths.take(f"Annotations/{pure.stem}.xml")).stem
            file = f"{stem}{pure.suffix}"
            yield Copy(item, f"JPEGImages/{file}")
            if item.split:
                name = {"validation": "val"}.get(item.split.value, item.split.value)
                spool.add(f"ImageSets/Main/{name}.txt", f"{stem}\n")
            if item.is_annotated:
                root, problems = _annotation(item, file, size)
                yield from problems
                yield Piece(f"Annotations/{stem}.xml", root)
        yield from spool.pieces()


def _annotation(item: Item, file: str, size: tuple[int, int]) -> tuple[bytes, list[Problem]]:
    root = Element("annotation")
    SubElement(root, "folder").text = "JPEGImages"
    SubElement(root, "filename").text = xml_text(file)
    about = SubElement(root, "size")
    for tag, value in zip(("width", "height", "depth"), (*size, 3), strict=True):
        SubElement(about, tag).text = str(value)
    problems = []
    for region in item.regions:
        geometry = region.geometry
        box = box_of(geometry) if isinstance(geometry, Box | Quad | Polygon) else None
        if box is None:
            problems.append(not_held(item, geometry.kind, 1))
            continue
        if not isinstance(geometry, Box):
            problems.append(drawn_as_box(item, geometry.kind))
        write_object(root, region, box)
    indent(root)
    return tostring(root, encoding="utf-8", xml_declaration=True), problems


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    num = signs.with_root("annotation")
    if not num:
        return None
    return Sign(0.9, "voc_root", f"{num} XML files have the root <annotation>.", {"num": num})
