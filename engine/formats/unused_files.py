"""Files of a tree that are neither samples nor labels: left out, and said so."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import PurePosixPath

from engine.formats.layout import FileTree, Problem

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


def is_beside(name: str) -> bool:
    """Tell a file that is no sample by its suffix, such as a note or a list."""
    path = PurePosixPath(name)
    return path.suffix.lower() in _NO_SAMPLES or path.name.lower() in _NOTES


def unused(name: str) -> Problem:
    """Return the problem of a file that the format has no use for."""
    return Problem("file_unused", name, "This file is no sample and no labels; it is left out.")


def unused_files(tree: FileTree, used: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each file that a format did not use, in the order of the tree."""
    for name in tree.names():
        if name not in used:
            yield unused(name)
