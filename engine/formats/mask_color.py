"""Masks in colours: PNG images below ``masks``, and ``palette.txt`` with a colour per class.

``mask_png`` reads them as well; this is how they are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.formats import mask_png
from engine.formats.layout import FileTree, Item, Written

read, declared = mask_png.read, mask_png.declared


LISTS_LABELS = True


def write(
    items: Iterable[Item], tree: FileTree, *, labels: Sequence[str] = ()
) -> Iterator[Written]:
    """Yield ``images/split``, ``masks/split`` and ``palette.txt``."""
    yield from mask_png.write_masks(items, tree, labels, in_colors=True)
