"""Files of a tree that are neither samples nor labels: left out, and said so."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import PurePosixPath

from engine.formats.layout import FileTree, Problem
from engine.formats.reading.trees import Without

# What lies beside samples and is none; everything else is looked at, whatever its suffix says.
_NO_SAMPLES = frozenset(
    [
        ".txt",
        ".csv",
        ".tsv",
        ".json",
        ".jsonl",
        ".md",
        ".xml",
        ".yaml",
        ".yml",
        ".db",
        ".ini",
        ".html",
        ".pdf",
        ".xlsx",
        ".parquet",
        ".py",
        ".log",
    ]
)

_NOTES = frozenset({"license", "licence", "readme", "copying", "notice", "authors", "makefile"})


_LOSSES, _LOSS_KEYS, _START = "losses.json", (b'"code"', b'"message"', b'"num"'), 4096


def is_beside(name: str) -> bool:
    """Tell a file that is no sample by its suffix, such as a note or a list."""
    path = PurePosixPath(name)
    return path.suffix.lower() in _NO_SAMPLES or path.name.lower() in _NOTES


def without_losses(tree: FileTree) -> FileTree:
    """Return a tree without the file in which an export of ours says what it left out."""
    own = [name for name in tree.names() if name == _LOSSES and _lists_losses(tree, name)]
    return Without(tree, own) if own else tree


def _lists_losses(tree: FileTree, name: str) -> bool:
    try:
        with tree.open(name) as file:
            start = file.read(_START)
    except OSError:
        return False
    return start.startswith(b"[") and all(key in start for key in _LOSS_KEYS)


def unused(name: str) -> Problem:
    """Return the problem of a file that the format has no use for."""
    return Problem("file_unused", name, "This file is no sample and no labels; it is left out.")


def unused_files(tree: FileTree, used: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each file that a format did not use, in the order of the tree."""
    for name in tree.names():
        if name not in used:
            yield unused(name)
