"""The frames of a video that is kept as a zip of images."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import DataError
from engine.formats.layout import FileTree, Item, Problem
from engine.formats.reading.trees import ZipTree


def unpacked_frames(item: Item, tree: FileTree) -> Iterator[tuple[str, bytes] | Problem]:
    """Yield path and content of each file in the zip, or why it cannot be opened."""
    try:
        with tree.open(item.file or "") as file:
            frames = ZipTree(file)
            for name in frames.names():
                with frames.open(name) as frame:
                    yield name, frame.read()
    except (OSError, KeyError, DataError) as error:
        text = f"The video cannot be opened ({error}); its frames are not in the export."
        yield Problem("file_unreadable", item.name, text)
