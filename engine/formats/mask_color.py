"""Masks in colours: PNG images below ``masks``, and ``palette.txt`` with a colour per class.

``mask_png`` reads them as well; this is how they are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.formats import mask_png
from engine.formats.layout import FileTree, Item, Written

read = mask_png.read


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield ``images/split``, ``masks/split`` and ``palette.txt``."""
    yield from mask_png.write_masks(items, tree, in_colors=True)
