"""One folder of recordings per class, as ``image_folder``, or recordings named ``label_….wav``.

The names speak where all recordings lie in one folder and their beginnings differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats import image_folder
from engine.formats.checks.unused_files import unused_files
from engine.formats.image_folder import read_class_folders
from engine.formats.layout import FileTree, Item, Problem, Written
from engine.formats.reading.media import RECORDINGS, has_suffix
from engine.formats.recognition.signs import Sign, Signs, in_class_folders

_NAMED = re.compile(r"([^_]+)_.+")


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a recording per file.

    Raises:
        DataError: ``no_samples`` when neither folders nor names give a class.
    """
    names = [name for name in tree.names() if has_suffix(name, RECORDINGS)]
    labels = _labels_in_names(names)
    if labels is None:
        if not any("/" in name for name in names):
            raise DataError(
                "No recording lies in a class folder, and the names do not begin with a class. Put "
                "the recordings of each class into a sub-folder of its name.",
                code="no_samples",
            )
        yield from read_class_folders(tree, "recordings", partial(has_suffix, suffixes=RECORDINGS))
        return
    for name, label in zip(names, labels, strict=True):
        yield Item(place=name, name=name, file=name, labels=(label,))
    text = f"The classes of {len(names)} recordings are the beginnings of their names, up to '_'."
    yield Problem("classes_in_names", names[0], text, {"num": len(names)})
    yield from unused_files(tree, set(names))


def _labels_in_names(names: list[str]) -> list[str] | None:
    """Return the beginning of each name, ``None`` when folders or nothing tell the classes."""
    if len({PurePosixPath(name).parent for name in names}) != 1:
        return None
    matches = [_NAMED.fullmatch(PurePosixPath(name).stem) for name in names]
    labels = [match[1] for match in matches if match]
    return labels if len(labels) == len(names) and len(set(labels)) > 1 else None


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield copies to ``split/label/name``, or ``label/name`` without a split."""
    yield from image_folder.write(items, tree)


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    return in_class_folders(signs, RECORDINGS, "audio")
