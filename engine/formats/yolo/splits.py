"""The splits of a YOLO dataset: what ``data.yaml`` calls ``train``, ``val`` and ``test``.

Each is a folder of images, a text that lists them, or several of these. They are relative to
``path`` where that is given, else to the file itself; where there is nothing, a leading ``../`` is
passed over, as Roboflow's exports need it. Lists called after a split that no file names count too.

Source: https://docs.ultralytics.com/datasets/detect
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from engine.formats.layout import FileTree, Item, Problem
from engine.formats.markup.safe_yaml import read_yaml
from engine.formats.reading.encodings import read_lines
from engine.formats.reading.media import MediaIndex
from engine.formats.reading.paths import split_of
from engine.formats.splitting.split_claims import SplitClaims, listed_missing, split_missing
from engine.specs.data import Split

_MAX_ENTRIES = 100
_MAX_SHOWN = 200


class YoloSplits:
    """The split of each image that a file or list names."""

    def __init__(self, tree: FileTree, images: MediaIndex) -> None:
        self._tree, self._images = tree, images
        self._names = set(tree.names())
        self._claims = SplitClaims()
        self.lists: set[str] = set()

    def read_yaml(self, name: str) -> Iterator[Problem]:
        """Take what a ``data.yaml`` says; one that cannot be read is named with its classes."""
        try:
            content, _ = read_yaml(self._tree, name)
        except (OSError, ValueError):
            return
        if not isinstance(content, dict):
            return
        roots = _roots(name, content.get("path"))
        for key, value in content.items():
            split = split_of(key) if isinstance(key, str) else None
            for given in _entries(value) if split is not None else ():
                if split is not None:
                    yield from self._take(name, given, split, roots)

    def read_lists(self, lists: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
        """Take lists by the names of their splits, which no file named."""
        for key, names in lists.items():
            split = split_of(key)
            for name in names:
                if split is not None and name not in self.lists:
                    yield from self._take_list(name, split)

    def problems(self, place: str) -> Iterator[Problem]:
        """Yield what the files say of one image differently."""
        yield from self._claims.problems(place)

    def apply(self, item: Item) -> Split | None:
        """Return the split that is named for an image."""
        return self._claims.of(item.file or "")

    def _take(self, name: str, given: str, split: Split, roots: Sequence[str]) -> Iterator[Problem]:
        for path in _paths(given, roots):
            if path in self._names and path.lower().endswith(".txt"):
                self.lists.add(path)
                yield from self._take_list(path, split)
                return
            below = [one for one in self._images.names if _is_below(one, path)]
            if below:
                for one in below:
                    self._claims.add(one, split)
                return
        yield split_missing(name, split.value, given[:_MAX_SHOWN])

    def _take_list(self, name: str, split: Split) -> Iterator[Problem]:
        lines, problems = read_lines(self._tree, name)
        yield from problems
        missing = []
        for line in filter(None, lines):
            image = self._image(line, name)
            if image is not None:
                self._claims.add(image, split)
            else:
                missing.append(line[:_MAX_SHOWN])
        if missing:
            yield listed_missing(name, missing)

    def _image(self, line: str, beside: str) -> str | None:
        """Return the image that a line names; one word of it where it says more."""
        given = line.replace("\\", "/")
        for words in (given, given.split()[0]):
            found = self._images.find(words, beside=beside)
            if found is not None:
                return found
        return None


def _entries(given: Any) -> list[str]:
    listed = given if isinstance(given, list) else [given]
    return [one for one in listed[:_MAX_ENTRIES] if isinstance(one, str) and one.strip()]


def _roots(name: str, given: Any) -> list[str]:
    """Return the folders that entries may be relative to, the stated one first."""
    beside = str(PurePosixPath(name).parent)
    if not isinstance(given, str) or not given.strip():
        return [beside]
    # A path of another machine: its last folders may be here.
    parts = [part for part in given.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    ends = ["/".join(parts[at:]) for at in range(len(parts))]
    return [*(_joined(beside, end) for end in ends), beside]


def _paths(given: str, roots: Sequence[str]) -> Iterator[str]:
    path = given.strip().replace("\\", "/").rstrip("/")
    for root in roots:
        yield _joined(root, path)
        if path.startswith("../"):
            yield _joined(root, path[3:])
    yield _joined("", path)


def _joined(root: str, path: str) -> str:
    """Return a path with its ``..`` resolved, within the tree."""
    parts: list[str] = []
    for part in f"{root}/{path}".split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _is_below(name: str, folder: str) -> bool:
    return not folder or name.startswith(f"{folder}/")
