"""Files of a tree that are neither samples nor labels: left out, and said so."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
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


EXAMPLE_MARK = "<!-- easel example-data"
"""How the note begins that lies beside example data."""
_NOTE = "README.md"


def is_sidecar(name: str) -> bool:
    """Tell a file that is no sample by its suffix, such as a note or a list."""
    path = PurePosixPath(name)
    return path.suffix.lower() in _NO_SAMPLES or path.name.lower() in _NOTES


def without_own_notes(tree: FileTree) -> FileTree:
    """Return a tree without what we write beside samples to say what they are.

    An export says in a file of its own what it left out, example data where it comes from.
    """
    own = [name for name, is_own in _OWN_NOTES.items() if name in tree.names() and is_own(tree)]
    return Without(tree, own) if own else tree


def _lists_losses(tree: FileTree) -> bool:
    start = _start(tree, _LOSSES)
    return start.startswith(b"[") and all(key in start for key in _LOSS_KEYS)


def _is_of_example(tree: FileTree) -> bool:
    return _start(tree, _NOTE).startswith(EXAMPLE_MARK.encode())


def _start(tree: FileTree, name: str) -> bytes:
    try:
        with tree.open(name) as file:
            return file.read(_START)
    except OSError:
        return b""


_OWN_NOTES: dict[str, Callable[[FileTree], bool]] = {
    _LOSSES: _lists_losses,
    _NOTE: _is_of_example,
}


def unused(name: str) -> Problem:
    """Return the problem of a file that the format has no use for."""
    return Problem("file_unused", name, "This file is no sample and no labels; it is left out.")


def unused_files(tree: FileTree, used: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each file that a format did not use, in the order of the tree."""
    for name in tree.names():
        if name not in used:
            yield unused(name)
