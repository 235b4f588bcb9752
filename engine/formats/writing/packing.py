"""The bytes of a sample, wherever a format has them."""

from __future__ import annotations

import io
from typing import BinaryIO

from engine.formats.layout import FileTree, Item
from engine.formats.reading.videos import pack_frames


def open_sample(item: Item, tree: FileTree) -> BinaryIO:
    """Open the bytes of an item, wherever they are.

    Raises:
        OSError: when its file cannot be read.
    """
    if item.content is not None:
        return io.BytesIO(item.content)
    if item.frames:
        return pack_frames(item, tree)
    assert item.file is not None, f"{item.place} has no file, no content and no frames."
    return tree.open(item.file)
