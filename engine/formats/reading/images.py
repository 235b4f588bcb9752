"""Images of a tree: how large they are, and those that nobody annotated."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.formats.layout import FileTree, Item, Problem
from engine.formats.reading.media import MediaIndex
from engine.formats.reading.paths import split_of_folders

if TYPE_CHECKING:
    from PIL.Image import Image

_ORIENTATION_TAG = 0x0112
_SIDEWAYS = frozenset((5, 6, 7, 8))


def bare_images(index: MediaIndex) -> Iterator[Item]:
    """Yield the images that no annotation speaks of, with the split that their folders name."""
    for name in index.unused():
        split = split_of_folders(name)
        yield Item(place=name, name=name, file=name, is_annotated=False, split=split)


def image_size(tree: FileTree, name: str) -> tuple[int, int] | Problem:
    """Return width and height of an upright image from its header, or why it has none."""
    from PIL import Image, UnidentifiedImageError

    try:
        with tree.open(name) as file, Image.open(file) as image:
            return exif_oriented_size(image)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, struct.error) as error:
        return unreadable_image(name, error)
    except Image.DecompressionBombError as error:
        return unreadable_image(name, error)


def exif_oriented_size(image: Image) -> tuple[int, int]:
    """Return width and height of the upright pixels of an opened image, by its header."""
    # Pillow would decode a whole PNG to look for an orientation behind its pixels, and tells the
    # size of a TIFF as its orientation turns it.
    has_tags = image.format != "TIFF" and (image.format != "PNG" or "exif" in image.info)
    is_sideways = has_tags and image.getexif().get(_ORIENTATION_TAG) in _SIDEWAYS
    return (image.height, image.width) if is_sideways else (image.width, image.height)


def unreadable_image(name: str, error: Exception) -> Problem:
    """Return the problem of an image that cannot be opened."""
    return Problem(
        "image_unreadable",
        name,
        f"This is not an image that can be read ({type(error).__name__}); it is left out. Replace "
        "it or remove it.",
        {},
    )
