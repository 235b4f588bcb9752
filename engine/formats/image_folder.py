"""One folder of pictures per class, perhaps below ``train``, ``validation`` and ``test``.

The class is the name of the folder that a picture lies in, wherever that folder is; the first
folder names the split when it is called so. What lies in a split folder itself, at the top, or in
``_unlabelled`` has no label; what lies in ``_none`` shows none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.errors import DataError
from engine.formats.films import name_in_archive
from engine.formats.label_cells import NONE, UNLABELLED
from engine.formats.layout import Copy, FileTree, Item, Problem, Written
from engine.formats.leftovers import is_beside, leftovers
from engine.formats.losses import losses
from engine.formats.media import PICTURES
from engine.formats.paths import FolderNames, FreePaths, split_of
from engine.formats.signs import Sign, Signs, in_class_folders
from engine.formats.written import label_renamed

_HOLDS = frozenset({"labels", "split"})
_WORDS = ([UNLABELLED], [NONE])


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a picture per file; whether it can be decoded is for the caller to see.

    Raises:
        DataError: ``no_samples`` when no file lies in a class folder.
    """
    yield from read_class_folders(tree, "images", lambda name: not is_beside(name))


def read_class_folders(
    tree: FileTree, what: str, is_sample: Callable[[str], bool]
) -> Iterator[Item | Problem]:
    """Yield a sample per file of class folders.

    Args:
        tree: the folders.
        what: the name of the samples in the message.
        is_sample: tells samples from what lies beside them.

    Raises:
        DataError: ``no_samples`` when no file lies in a class folder.
    """
    names = [name for name in tree.names() if is_sample(name)]
    depth = _wrapping_folders(names)
    only_splits = all(split_of(top) for top in _tops(names, depth))
    with_splits = any(split_of(top) for top in _tops(names, depth))
    items = [_item(name, depth, only_splits, with_splits) for name in names]
    if not any(item.labels or item.name.split("/")[-2:-1] in _WORDS for item in items):
        raise DataError(
            f"No file lies in a class folder. Put the {what} of each class into a sub-folder of "
            "its name.",
            code="no_samples",
        )
    yield from items
    yield from leftovers(tree, set(names))


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield copies to ``split/label/name``, or ``label/name`` without a split."""
    folders, paths = FolderNames(), FreePaths()
    for item in items:
        yield from losses(item, holds=_HOLDS, max_labels=1)
        folder = NONE if item.is_annotated else UNLABELLED
        if item.labels:
            folder, is_renamed = folders.of(item.labels[0])
            if is_renamed:
                yield label_renamed(item, item.labels[0], folder)
        parts = (item.split.value if item.split else "", folder, name_in_archive(item.name))
        yield Copy(item, paths.take("/".join(part for part in parts if part)))


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


def _item(name: str, depth: int, only_splits: bool, with_splits: bool) -> Item:
    folders = name.split("/")[depth:-1]
    split = split_of(folders[0]) if folders and (len(folders) > 1 or only_splits) else None
    if split is not None:
        folders = folders[1:]
    # Beside folders of splits, another one around a folder of a class is meant as one.
    is_other = split is None and with_splits and len(folders) > 1
    label = folders[-1].strip() if folders else ""
    labels = () if label in ("", UNLABELLED, NONE) else (label,)
    return Item(
        place=name,
        name=name,
        file=name,
        labels=labels,
        is_annotated=bool(labels) or label == NONE,
        split=split,
        unknown_split=folders[0] if is_other else "",
    )


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    return in_class_folders(signs, PICTURES, "pictures")
