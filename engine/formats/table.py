"""Tables that say everything themselves: each CSV, TSV, XLSX or Parquet file is one sample."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.layout import FileTree, Item, Problem

SUFFIXES = (".csv", ".tsv", ".xlsx", ".parquet")


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield every table of the tree; other files are named as not used.

    Raises:
        DataError: ``format_mismatch`` when there is no table.
    """
    names = [name for name in tree.names() if PurePosixPath(name).suffix.lower() in SUFFIXES]
    if not names:
        raise DataError(
            f"There is no table among the files. At least one that ends in {', '.join(SUFFIXES)} "
            "is expected.",
            code="format_mismatch",
        )
    known = set(names)
    for name in tree.names():
        if name in known:
            yield Item(place=name, name=name, file=name)
        else:
            yield Problem(name, "file_unused", f"'{name}' is no table and is left out.")


def write(items: Iterable[Item], tree: FileTree) -> Iterator[tuple[str, bytes] | Problem]:
    """Yield nothing: the files are the data, and the caller copies them."""
    yield from ()
