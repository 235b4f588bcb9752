"""What gives a layout of files away: names, and the beginnings of a few files.

A format's module says for itself how it recognises its files, in a function ``recognise``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.layout import FileTree, Param
from engine.formats.reading.encoding_guess import guess_encoding
from engine.formats.tables.guesses.guess import Reasons, first_rows, guess_delimiter
from engine.formats.tables.raw_tables import decoded, kind_of

HEAD_BYTES = 1 << 16
NUM_HEADS = 5
_ROOT = re.compile(r"<(?![?!])(?:\w+:)?(\w+)")


@dataclass(frozen=True)
class Sign:
    """That files look like a format, and why; ``score`` in 0..1 compares formats."""

    score: float
    code: str
    message: str
    params: dict[str, Param] = field(default_factory=dict)


class Signs:
    """The names of a tree, and the beginnings of files that somebody asks for, each read once."""

    def __init__(self, tree: FileTree) -> None:
        self._tree = tree
        self.names = tuple(tree.names())
        self._heads: dict[str, bytes] = {}

    def ending(self, *suffixes: str) -> list[str]:
        """Return the files with a suffix."""
        return [name for name in self.names if PurePosixPath(name).suffix.lower() in suffixes]

    def called(self, pattern: str) -> list[str]:
        """Return the files whose path holds a pattern, whatever its case."""
        return [name for name in self.names if re.search(pattern, name, re.IGNORECASE)]

    def head(self, name: str) -> bytes:
        """Return the beginning of a file, empty where it cannot be read."""
        if name not in self._heads:
            try:
                with self._tree.open(name) as file:
                    self._heads[name] = file.read(HEAD_BYTES)
            except (OSError, KeyError):
                self._heads[name] = b""
        return self._heads[name]

    def text(self, name: str) -> str:
        """Return the beginning of a text."""
        content = self.head(name)
        return content.decode(
            "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", errors="replace"
        ).removeprefix("\ufeff")

    def holding(self, names: Iterable[str], *words: str) -> int:
        """Return how many of the first files hold all of some words in their beginnings."""
        few = list(names)[:NUM_HEADS]
        return sum(all(word in self.text(name) for word in words) for name in few)

    def root(self, name: str) -> str:
        """Return the name of the outermost element of an XML file."""
        found = _ROOT.search(self.text(name))
        return found[1] if found else ""

    def with_root(self, root: str) -> int:
        """Return how many XML files there are if the first of them have a root, else 0."""
        names = self.ending(".xml")
        return len(names) if names and all(self.root(n) == root for n in names[:NUM_HEADS]) else 0

    @cached_property
    def headers(self) -> dict[str, list[str]]:
        """The first rows of the first tables of text, by name."""
        names = self.ending(".csv", ".tsv", ".txt")[:NUM_HEADS]
        return {name: rows[0] for name in names if (rows := self.rows(name))}

    def rows(self, name: str) -> Sequence[list[str]]:
        """Return the first rows of a table, none where it is none."""
        content = self.head(name)
        try:
            if kind_of(content) != "text":
                return ()
            encoding = guess_encoding(lambda: [content], is_whole=False).encoding
            text = decoded(content, encoding, is_whole=False, keep_damaged=True)
            text = text[: text.rfind("\n") + 1] or text
            return first_rows(text, guess_delimiter(text, Reasons()), 20)
        except DataError:
            return ()


def in_workbooks(signs: Signs) -> Sign | None:
    """Recognise tables whose beginnings do not tell their columns."""
    num = len(signs.ending(".xlsx", ".parquet"))
    if not num:
        return None
    return Sign(0.4, "workbooks", f"{num} workbook(s) or Parquet file(s).", {"num": num})


def in_class_folders(signs: Signs, suffixes: frozenset[str], kind: str) -> Sign | None:
    """Recognise samples that lie in folders named after their classes."""
    names = [name for name in signs.names if PurePosixPath(name).suffix.lower() in suffixes]
    folders = {PurePosixPath(name).parent.name.lower() for name in names} - _NO_CLASSES
    num = len(folders)
    if num == 0:
        return None
    # One folder alone is how files are kept, unless its name says what is in it.
    return Sign(
        0.6 if num > 1 else 0.4 if folders & _NORMAL else 0.05,
        "class_folders",
        f"{len(names)} files of {kind} lie in {num} folders.",
        {"num": len(names), "folders": num},
    )


_NORMAL = frozenset(("good", "ok", "normal", "正常", "合格", "良品"))
_NO_CLASSES = frozenset(
    [
        "train",
        "training",
        "valid",
        "validation",
        "val",
        "test",
        "images",
        "image",
        "labels",
        "masks",
        "annotations",
        "data",
    ]
) | {"", "jpegimages", "segmentationclass", "segmentationobject", "img", "img1", "gt", "det"}
