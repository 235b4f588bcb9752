"""Splits that list files name, one picture a line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from engine.formats.encodings import read_lines
from engine.formats.layout import FileTree, Item, Problem
from engine.formats.media import PICTURES
from engine.formats.paths import split_of
from engine.specs.data import Split

_SUFFIXES = PICTURES | {".txt", ".xml", ".json"}


@dataclass(frozen=True)
class NamedSplits:
    """The split of each picture by its name without folder and suffix."""

    by_stem: Mapping[str, Split]

    @classmethod
    def read(
        cls, tree: FileTree, lists: Mapping[str, Sequence[str]]
    ) -> tuple[NamedSplits, list[Problem]]:
        """Read lists by the name of their split; the first word of a line names the picture."""
        found: dict[str, Split] = {}
        problems: list[Problem] = []
        for key, names in lists.items():
            split = split_of(key)
            if split is None:
                continue
            for name in names:
                lines, wrong = read_lines(tree, name)
                problems.extend(wrong)
                for line in filter(None, lines):
                    found.setdefault(_stem(line.split()[0]), split)
        return cls(found), problems

    def apply(self, item: Item) -> Item:
        """Return the item with its split, if a list names it."""
        split = self.by_stem.get(_stem(item.name))
        return replace(item, split=split) if split else item


def _stem(name: str) -> str:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.stem if path.suffix.lower() in _SUFFIXES else path.name


def image_sets(tree: FileTree) -> dict[str, list[str]]:
    """Return VOC's lists under ``ImageSets`` by split; ``trainval`` only repeats two of them."""
    listed: dict[str, list[str]] = defaultdict(list)
    for name in tree.names():
        path = PurePosixPath(name)
        if path.suffix == ".txt" and "imagesets" in str(path).lower() and _names_split(path.stem):
            listed[path.stem.lower()].append(name)
    return listed


def _names_split(stem: str) -> bool:
    return stem.lower() == "trainval" or split_of(stem) is not None
