"""Splits that list files name, one picture a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from engine.formats.encodings import open_text
from engine.formats.layout import FileTree, Item
from engine.formats.media import PICTURES
from engine.formats.paths import split_of
from engine.specs.data import Split

_SUFFIXES = PICTURES | {".txt", ".xml", ".json"}


@dataclass(frozen=True)
class NamedSplits:
    """The split of each picture by its name without folder and suffix."""

    by_stem: Mapping[str, Split]

    @classmethod
    def read(cls, tree: FileTree, lists: Mapping[str, Sequence[str]]) -> NamedSplits:
        """Read lists by the name of their split; the first word of a line names the picture."""
        found: dict[str, Split] = {}
        for key, names in lists.items():
            split = split_of(key)
            if split is None:
                continue
            for name in names:
                stream, _ = open_text(tree, name)
                with stream:
                    for line in stream:
                        if line.strip():
                            found.setdefault(_stem(line.split()[0]), split)
        return cls(found)

    def apply(self, item: Item) -> Item:
        """Return the item with its split, if a list names it."""
        split = self.by_stem.get(_stem(item.name))
        return replace(item, split=split) if split else item


def _stem(name: str) -> str:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.stem if path.suffix.lower() in _SUFFIXES else path.name
