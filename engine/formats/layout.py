"""What every format fulfils: a tree of files in, items and problems out; items in, files out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import BinaryIO, Protocol

from engine.specs.data import DatasetFormat, Region, Relation, Split

Param = str | int | float | bool | None


class FileTree(Protocol):
    """The files of a folder, a zip or one single file, by relative path with forward slashes."""

    def names(self) -> Sequence[str]:
        """Return all paths, sorted."""
        ...

    def open(self, name: str) -> BinaryIO:
        """Open one file for reading.

        Raises:
            KeyError: when there is no such file.
            OSError: when it cannot be read.
        """
        ...


@dataclass(frozen=True)
class Item:
    """One sample: a file of the tree (``file``) or bytes made from it (``content``), and its labels.

    ``place`` is where it stands for people: a path, or ``reviews.csv:12``. ``is_annotated`` is
    false when the format says nothing about the sample. ``split`` is ``None`` unless the format
    names one.
    """

    place: str
    name: str
    file: str | None = None
    content: bytes | None = None
    labels: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()
    relations: tuple[Relation, ...] = ()
    texts: tuple[str, ...] = ()
    value: float | None = None
    is_annotated: bool = True
    split: Split | None = None


@dataclass(frozen=True)
class Problem:
    """Something that was left out or changed, and why; translated by ``code`` with ``params``."""

    place: str
    code: str
    message: str
    params: dict[str, Param] = field(default_factory=dict)


class Format(Protocol):
    """A module of ``engine.formats``."""

    def read(self, tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
        """Yield every sample of the tree, and every problem, in a stable order.

        A file or row that cannot be used is a ``Problem``, never an exception; nothing is dropped
        without one.

        Raises:
            DataError: when the tree is not in this format at all; says what was expected.
        """
        ...

    def write(self, items: Iterable[Item], tree: FileTree) -> Iterator[tuple[str, bytes] | Problem]:
        """Yield the files that hold the items' annotations, and what the format cannot hold.

        Args:
            items: samples; the bytes of those with a ``file`` are in ``tree`` and are not yielded
                again: the caller copies them to ``images/`` or ``files/`` beside.
            tree: where their files are.
        """
        ...


def load_format(key: DatasetFormat) -> Format:
    """Import a format."""
    module: Format = import_module(f"engine.formats.{key.value}")
    return module
