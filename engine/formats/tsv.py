"""Tables with tabs between their columns: a text or a pair of texts a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.formats.layout import FileTree, Item, Problem, Written
from engine.formats.row_samples import read_samples, write_samples
from engine.formats.writing import tables

_SUFFIX = ".tsv"


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a text or a pair per row.

    Raises:
        DataError: ``format_mismatch`` when there is no such file with a row of text.
    """
    yield from read_samples(tree, _SUFFIX, "tsv", multi_label=multi_label)


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield one file of all texts or pairs, or a file per table."""
    yield from write_samples(items, tree, _SUFFIX, tables.tsv)
