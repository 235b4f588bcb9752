"""Images of a tree: how large they are, and those that nobody annotated."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from engine.formats.layout import FileTree, Item, Problem
from engine.formats.media import MediaIndex
from engine.formats.paths import split_of_folders

_ORIENTATION_TAG = 0x0112
_TURNED = frozenset((5, 6, 7, 8))


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
            width, height = image.size
            # Pillow would decode a whole PNG to look for an orientation behind its pixels.
            has_tags = image.format != "PNG" or "exif" in image.info
            turned = has_tags and image.getexif().get(_ORIENTATION_TAG) in _TURNED
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, struct.error) as error:
        return unreadable_image(name, error)
    except Image.DecompressionBombError as error:
        return unreadable_image(name, error)
    return (height, width) if turned else (width, height)


def unreadable_image(name: str, error: Exception) -> Problem:
    """Return the problem of an image that cannot be opened."""
    return Problem(
        "image_unreadable",
        name,
        f"This is not an image that can be read ({type(error).__name__}); it is left out. Replace "
        "it or remove it.",
        {},
    )
