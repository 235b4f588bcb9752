"""Files in any folders, none of them labelled: every file is a sample."""

from __future__ import annotations

from collections.abc import Iterator

from engine.formats.layout import FileTree, Item, Problem


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a sample without labels per file."""
    for name in tree.names():
        yield Item(place=name, name=name, file=name, is_annotated=False)
