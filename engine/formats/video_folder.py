"""One folder of videos per class, as ``image_folder``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from engine.formats import image_folder
from engine.formats.image_folder import read_class_folders
from engine.formats.layout import FileTree, Item, Problem, Written
from engine.formats.reading.media import VIDEOS, has_suffix
from engine.formats.recognition.signs import Sign, Signs, in_class_folders


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a video per file; whether it can be decoded is for the caller to see.

    Raises:
        DataError: ``no_samples`` when no video lies in a class folder.
    """
    yield from read_class_folders(tree, "videos", partial(has_suffix, suffixes=VIDEOS))


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield copies to ``split/label/name``, or ``label/name`` without a split."""
    yield from image_folder.write(items, tree)


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    return in_class_folders(signs, VIDEOS, "video")
