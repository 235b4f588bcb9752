"""Files in any folders, none of them labelled: every file is a sample."""

from __future__ import annotations

from collections.abc import Iterator

from engine.formats.layout import FileTree, Item, Problem
from engine.formats.recognition.signs import Sign, Signs


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a sample without labels per file."""
    for name in tree.names():
        yield Item(place=name, name=name, file=name, is_annotated=False)


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    if not signs.names:
        return None
    num = len(signs.names)
    return Sign(
        0.1, "files_alone", f"{num} files, and nothing beside them that says more.", {"num": num}
    )
