"""Splits that list files name, one image a line."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from engine.formats.layout import FileTree, Item, Problem
from engine.formats.reading.encodings import read_lines
from engine.formats.reading.media import IMAGES
from engine.formats.reading.paths import split_of
from engine.formats.splitting.split_claims import SplitClaims, listed_missing

_SHOWN = re.compile(r"(?<!\s)\s+(-1|0|1)$")
_SUFFIXES = IMAGES | {".txt", ".xml", ".json"}


@dataclass(frozen=True)
class NamedSplits:
    """The split of each image by its name without folder and suffix."""

    claims: SplitClaims

    @classmethod
    def read(
        cls, tree: FileTree, lists: Mapping[str, Sequence[str]], names: Iterable[str]
    ) -> tuple[NamedSplits, list[Problem]]:
        """Read lists by the name of their split; a line names an image, or its first word does.

        Args:
            tree: where the lists are.
            lists: paths by the name of a split.
            names: the images that are there.
        """
        claims = SplitClaims()
        known = set(map(_stem, names))
        problems: list[Problem] = []
        for key, paths in lists.items():
            split = split_of(key)
            if split is None:
                continue
            for path in paths:
                lines, wrong = read_lines(tree, path)
                problems.extend(wrong)
                given = [_named(line, known) for line in lines if line.strip()]
                for stem in given:
                    claims.add(stem, split)
                missing = [stem for stem in given if stem not in known]
                problems += [listed_missing(path, missing)] if missing else []
        paths = [path for listed in lists.values() for path in listed]
        problems.extend(claims.problems(paths[0] if paths else ""))
        return cls(claims), problems

    def apply(self, item: Item) -> Item:
        """Return the item with its split, if a list names it."""
        split = self.claims.of(_stem(item.name))
        return replace(item, split=split) if split else item


def _named(line: str, known: Collection[str]) -> str:
    """Return the image of a line; lists of one class say beside it whether it shows the class."""
    first = _stem(line.split()[0])
    whole = (_stem(one) for one in (line.strip(), _SHOWN.sub("", line.strip())))
    return next((one for one in whole if one in known), first)


def _stem(name: str) -> str:
    path = PurePosixPath(unicodedata.normalize("NFC", name).replace("\\", "/"))
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
