"""One folder of images per class, perhaps below ``train``, ``validation`` and ``test``.

The class is the name of the folder that an image lies in, wherever that folder is; the first
folder names the split when it is called so. What lies in a split folder itself, at the top, or in
``_unlabelled`` has no label; what lies in ``_none`` shows none of them. Where folders can be meant
otherwise, it is said how they were taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.errors import DataError
from engine.formats.checks.unused_files import is_sidecar, unused_files
from engine.formats.class_folders import ClassFolders
from engine.formats.layout import Copy, FileTree, Item, Problem, Written
from engine.formats.reading.media import IMAGES
from engine.formats.reading.paths import FolderNames, FreePaths
from engine.formats.reading.videos import name_in_archive
from engine.formats.recognition.signs import Sign, Signs, in_class_folders
from engine.formats.tables.label_cells import NONE, UNLABELLED
from engine.formats.writing.conversion_losses import conversion_losses
from engine.formats.writing.texts import label_renamed

_HOLDS = frozenset({"labels", "split"})
_WORDS = ([UNLABELLED], [NONE])
_TABLES = (".csv", ".tsv", ".xlsx", ".parquet")


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield an image per file; whether it can be decoded is for the caller to see.

    Raises:
        DataError: ``no_samples`` when no file lies in a class folder.
    """
    yield from read_class_folders(tree, "images", lambda name: not is_sidecar(name))


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
    folders = ClassFolders(names)
    items = [folders.item(name) for name in names]
    if not any(item.labels or item.name.split("/")[-2:-1] in _WORDS for item in items):
        raise DataError(
            f"No file lies in a class folder. Put the {what} of each class into a sub-folder of "
            f"its name.{_tables(tree)}",
            code="no_samples",
        )
    yield from items
    yield from folders.guesses()
    yield from unused_files(tree, set(names))


def _tables(tree: FileTree) -> str:
    """Return what to do with a table that lies where folders are expected; empty for none."""
    name = next((name for name in tree.names() if name.lower().endswith(_TABLES)), None)
    if name is None:
        return ""
    return (
        f" '{name}' is a table: choose the task tabular.prediction or tabular.forecasting to learn "
        "from its columns, or the format csv_labels if it says the labels of files."
    )


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield copies to ``split/label/name``, or ``label/name`` without a split."""
    folders, paths = FolderNames(), FreePaths()
    for item in items:
        yield from conversion_losses(item, holds=_HOLDS, max_labels=1)
        folder = NONE if item.is_annotated else UNLABELLED
        if item.labels:
            folder, is_renamed = folders.of(item.labels[0])
            if is_renamed:
                yield label_renamed(item, item.labels[0], folder)
        parts = (item.split.value if item.split else "", folder, name_in_archive(item.name))
        yield Copy(item, paths.take("/".join(part for part in parts if part)))


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    return in_class_folders(signs, IMAGES, "images")
