"""One folder of pictures per class, perhaps below ``train``, ``validation`` and ``test``.

The class is the name of the folder that a picture lies in, wherever that folder is; the first
folder names the split when it is called so. What lies in a split folder itself, at the top, or in
``_unlabelled`` has no label.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.layout import Copy, FileTree, Item, Problem, Written
from engine.formats.losses import losses
from engine.formats.paths import FolderNames, FreePaths, split_of

UNLABELLED = "_unlabelled"
_HOLDS = frozenset({"labels", "split"})
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
        ".py",
        ".log",
    ]
)

_NOTES = frozenset({"license", "licence", "readme", "copying", "notice", "authors", "makefile"})


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a picture per file; whether it can be decoded is for the caller to see.

    Raises:
        DataError: ``no_samples`` when no file lies in a class folder.
    """
    yield from read_class_folders(tree, "images")


def read_class_folders(tree: FileTree, what: str) -> Iterator[Item | Problem]:
    """Yield a sample per file of class folders; ``what`` names the samples in the message.

    Raises:
        DataError: ``no_samples`` when no file lies in a class folder.
    """
    names = [name for name in tree.names() if not is_beside(name)]
    depth = _wrapping_folders(names)
    only_splits = all(split_of(top) for top in _tops(names, depth))
    items = [_item(name, depth, only_splits) for name in names]
    if not any(item.labels or item.name.split("/")[-2:-1] == [UNLABELLED] for item in items):
        raise DataError(
            f"No file lies in a class folder. Put the {what} of each class into a sub-folder of "
            "its name.",
            code="no_samples",
        )
    yield from items
    for name in tree.names():
        if is_beside(name):
            yield unused(name)


def is_beside(name: str) -> bool:
    """Tell a file that is no sample by its suffix, such as a note or a list."""
    path = PurePosixPath(name)
    return path.suffix.lower() in _NO_SAMPLES or path.name.lower() in _NOTES


def unused(name: str) -> Problem:
    """Return the problem of a file that the format has no use for."""
    return Problem("file_unused", name, "This file is no sample and no labels; it is left out.")


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield copies to ``split/label/name``, or ``label/name`` without a split."""
    folders, paths = FolderNames(), FreePaths()
    for item in items:
        yield from losses(item, holds=_HOLDS, max_labels=1)
        folder = UNLABELLED
        if item.labels:
            folder, is_renamed = folders.of(item.labels[0])
            if is_renamed:
                yield renamed_folder(item, folder)
        parts = (item.split.value if item.split else "", folder, PurePosixPath(item.name).name)
        yield Copy(item, paths.take("/".join(part for part in parts if part)))


def renamed_folder(item: Item, folder: str) -> Problem:
    """Return the problem of a label that cannot be the name of a folder."""
    return Problem(
        "label_renamed",
        item.name,
        f"The label '{item.labels[0]}' cannot be the name of a folder; it is called '{folder}'.",
        {"label": item.labels[0], "folder": folder},
    )


def _wrapping_folders(names: Sequence[str]) -> int:
    """Count the folders at the top that hold all else and are neither split nor class."""
    depth = 0
    while names:
        tops = _tops(names, depth)
        is_leaf = any(name.count("/") <= depth + 1 for name in names)
        if len(tops) != 1 or is_leaf or split_of(next(iter(tops))):
            break
        depth += 1
    return depth


def _tops(names: Sequence[str], depth: int) -> set[str]:
    """Return the folders at a depth."""
    return {name.split("/")[depth] for name in names if name.count("/") > depth}


def _item(name: str, depth: int, only_splits: bool) -> Item:
    folders = name.split("/")[depth:-1]
    split = split_of(folders[0]) if folders and (len(folders) > 1 or only_splits) else None
    if split is not None:
        folders = folders[1:]
    label = folders[-1].strip() if folders else ""
    labels = () if label in ("", UNLABELLED) else (label,)
    return Item(
        place=name, name=name, file=name, labels=labels, is_annotated=bool(labels), split=split
    )
