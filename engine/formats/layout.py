"""What every format fulfils: a tree of files in, items and problems out; items in, files out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import BinaryIO, NamedTuple, Protocol, runtime_checkable

from engine.formats.given_columns import NOTHING_GIVEN, GivenColumns, RoleRules
from engine.specs.data import Region, Relation, Split
from engine.specs.samples.geometry import Box

Param = str | int | float | bool | None


@dataclass(frozen=True)
class Problem:
    """Something that was left out or changed, and why; translated by ``code`` with ``params``.

    ``place`` is the path of a file in the tree, or ``path:line`` (``path:row`` in tables).
    ``num_lost`` is how many annotations (labels, regions, relations, texts and values; of key
    points and attributes, how many of these) the reader left out for this reason, as far as it can
    tell: with those of the items, they are all that the files hold.
    """

    code: str
    place: str
    message: str
    params: dict[str, Param] = field(default_factory=dict)
    num_lost: int = 0

    def losing(self, num: int = 1) -> Problem:
        """Return the problem with the number of annotations that were left out for it."""
        return replace(self, num_lost=num)


class FileTree(Protocol):
    """The files of a folder, a zip or one single file, by relative path with forward slashes."""

    def names(self) -> Sequence[str]:
        """Return the paths of all usable files, sorted."""
        ...

    def problems(self) -> Sequence[Problem]:
        """Return what of the source is not among the names, and why."""
        ...

    def open(self, name: str) -> BinaryIO:
        """Open one file for reading; what is returned can be sought.

        Raises:
            KeyError: when there is no such file.
            OSError: when it cannot be read, here or while it is read.
        """
        ...


@dataclass(frozen=True)
class Item:
    """One sample and what is said of it.

    What the sample is, is one of three: ``file``, a path of the tree; ``content``, bytes made from
    a row or a paragraph (see ``engine.formats.reading.contents``); ``frames``, the images of a
    video in the order of time, ``frame_rate`` a second (see ``engine.formats.reading.videos``).

    ``place`` is where it stands for people: a path, or ``reviews.csv:12``. ``name`` names the
    sample's file and may hold folders; writers take its last part. ``size`` is the width and height
    of the upright image where the format or its reader knows them. ``is_annotated`` is false when
    the format says nothing about the sample. ``split`` is ``None`` unless the format names one, and
    ``unknown_split`` is the word by which it names one that is none of ours. ``boxes`` are those
    that the format gives regions of another shape, by their ids, where they are not those around
    the shapes.
    """

    place: str
    name: str
    file: str | None = None
    content: bytes | None = None
    frames: tuple[str, ...] = ()
    frame_rate: float | None = None
    size: tuple[int, int] | None = None
    labels: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()
    relations: tuple[Relation, ...] = ()
    texts: tuple[str, ...] = ()
    value: float | None = None
    is_annotated: bool = True
    split: Split | None = None
    unknown_split: str = ""
    boxes: tuple[tuple[str, Box], ...] = ()


class Piece(NamedTuple):
    """A part of a file of annotations. Pieces of one path follow each other: put them together."""

    path: str
    content: bytes


@dataclass(frozen=True)
class Copy:
    """The sample of ``item`` belongs at ``path``: the caller copies its file or content there."""

    item: Item
    path: str


Written = Piece | Copy | Problem


class Format(Protocol):
    """A module of ``engine.formats`` that reads a layout."""

    def read(self, tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
        """Yield every sample of the tree, and every problem, in a stable order.

        A file or row that cannot be used is a ``Problem``, never an exception; nothing is dropped
        without one. Samples of equal content are all yielded: the caller decides.

        Raises:
            DataError: when the tree is not in this format at all; says what was expected.
        """
        ...


class WritableFormat(Format, Protocol):
    """A format that data can be taken out by."""

    def write(self, items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
        """Yield the files of the layout, and a problem for all that it cannot hold.

        Files of annotations come as ``Piece``, samples as ``Copy``, in any order but that pieces of
        one path are together. Nothing yielded has the path of another.

        Args:
            items: samples; they are asked for once and not kept.
            tree: where the files of the items are.
        """
        ...


@runtime_checkable
class ListingFormat(Protocol):
    """A format that writes a list of all labels, by whose order objects name theirs."""

    LISTS_LABELS: bool

    def write(
        self, items: Iterable[Item], tree: FileTree, *, labels: Sequence[str] = ()
    ) -> Iterator[Written]:
        """Yield what ``WritableFormat.write`` does, with ``labels`` first in the list."""
        ...


@runtime_checkable
class MappedFormat(Protocol):
    """A format whose columns may be called as people like."""

    COLUMN_RULES: RoleRules

    def read(
        self, tree: FileTree, *, multi_label: bool = False, given: GivenColumns = NOTHING_GIVEN
    ) -> Iterator[Item | Problem]:
        """Yield what ``Format.read`` does, with columns as they are given."""
        ...
