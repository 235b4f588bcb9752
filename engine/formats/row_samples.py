"""Tables of one kind of file, TSV, XLSX or Parquet: texts and pairs by the row, tables as a whole.

Rows are those of ``text_table`` and ``text_pairs``; a table that is a sample itself is written anew
in that kind of file and read by ``table``.
"""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from io import TextIOWrapper
from itertools import chain, islice, repeat
from pathlib import PurePosixPath
from typing import IO, BinaryIO

from engine.errors import DataError
from engine.formats import text_pairs, text_table
from engine.formats.checks.unused_files import unused_files
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.reading.paths import FreePaths
from engine.formats.tables.formulas import unguarded
from engine.formats.tables.rows import Row, read_rows
from engine.formats.writing.conversion_losses import conversion_losses
from engine.formats.writing.tables import Table, Writer, write_table
from engine.formats.writing.texts import pair_of

_HOLDS = frozenset({"split"})
# Texts are kept as ".txt", so that suffix alone speaks of no table here.
_TABLES = frozenset((".csv", ".tsv", ".xlsx", ".parquet"))


def read_samples(
    tree: FileTree, suffix: str, key: str, *, multi_label: bool
) -> Iterator[Item | Problem]:
    """Yield a text or a pair per row of the tables with a suffix.

    Raises:
        DataError: ``format_mismatch`` when there is none with a row of text.
    """
    names = [name for name in tree.names() if name.lower().endswith(suffix)]
    if not names:
        raise DataError(
            f"There is no file '*{suffix}'. Bring one with the columns 'text' and 'label', or "
            "'text1', 'text2' and 'label'.",
            code="format_mismatch",
            format=key,
        )
    tables = _Part(tree, names)
    holds_pairs = any(text_pairs.names_pairs(_header(tree, name)) for name in names)
    reader = text_pairs.read if holds_pairs else text_table.read
    yield from reader(tables, multi_label=multi_label)
    yield from unused_files(tree, set(names))


def _header(tree: FileTree, name: str) -> list[str]:
    rows = (row.cells for row in read_rows(tree, name) if isinstance(row, Row))
    return next(rows, [])


class _Part:
    """Some of the files of a tree."""

    def __init__(self, tree: FileTree, names: Sequence[str]) -> None:
        self._names = names
        self.problems, self.open = tree.problems, tree.open

    def names(self) -> Sequence[str]:
        return self._names


def write_samples(
    items: Iterable[Item], tree: FileTree, suffix: str, writer: Writer
) -> Iterator[Written]:
    """Yield one table of all texts or pairs, or a table per sample that is one."""
    given = iter(items)
    first = next(given, None)
    if first is None:
        return
    items = chain([first], given)
    if PurePosixPath(first.name).suffix.lower() in _TABLES and first.content is None:
        yield from _write_tables(items, tree, suffix, writer)
        return
    is_pair = not isinstance(pair_of(first, tree), Problem)
    written = (text_pairs if is_pair else text_table).write(items, tree)
    yield from _rewrite(written, suffix, writer)


def _rewrite(written: Iterable[Written], suffix: str, writer: Writer) -> Iterator[Written]:
    """Yield a CSV file that comes in pieces as another kind of table."""
    with tempfile.TemporaryFile() as file:
        path = ""
        for one in written:
            if isinstance(one, Piece):
                path = one.path
                file.write(one.content)
            else:
                yield one
        header = next(iter(_csv_rows(file)), None)
        if header is not None:
            path = str(PurePosixPath(path).with_suffix(suffix))
            table = Table(path, header, lambda: islice(_csv_rows(file), 1, None))
            yield from write_table(table, path, writer)


def _csv_rows(file: IO[bytes]) -> Iterator[list[str]]:
    file.seek(0)
    text = TextIOWrapper(file, encoding="utf-8", newline="")
    try:
        yield from ([unguarded(cell) for cell in row] for row in csv.reader(text))
    finally:
        # The file is used again.
        text.detach()


def _write_tables(
    items: Iterable[Item], tree: FileTree, suffix: str, writer: Writer
) -> Iterator[Written]:
    paths = FreePaths()
    for item in items:
        yield from conversion_losses(item, holds=_HOLDS)
        split = item.split.value if item.split else ""
        name = PurePosixPath(item.name)
        named = _Named(item, tree)
        header = _header(named, item.name)
        if len(set(header)) < len(header) or not header:
            text = "The table does not name every column once, so it is kept as it is."
            yield Problem("columns_repeated", item.name, text, {"column": ""})
            yield Copy(item, paths.take("/".join(filter(None, (split, name.name)))))
            continue
        path = paths.take("/".join(filter(None, (split, f"{name.stem}{suffix}"))))
        table = Table(item.name, header, _Rows(named, item.name, len(header)), numbers="any")
        yield from write_table(table, path, writer)
        yield from (row for row in read_rows(named, item.name) if isinstance(row, Problem))


class _Rows:
    """The rows below the header of a table, each as long as the header, as often as asked for."""

    def __init__(self, tree: FileTree, name: str, width: int) -> None:
        self._tree, self._name, self._width = tree, name, width

    def __call__(self) -> Iterator[list[str]]:
        rows = (row.cells for row in read_rows(self._tree, self._name) if isinstance(row, Row))
        for cells in islice(rows, 1, None):
            yield list(islice(chain(cells, repeat("")), self._width))


class _Named:
    """The file of one item under its own name, whose suffix says what it is."""

    def __init__(self, item: Item, tree: FileTree) -> None:
        self._item, self._tree = item, tree

    def names(self) -> Sequence[str]:
        return (self._item.name,)

    def problems(self) -> Sequence[Problem]:
        return ()

    def open(self, name: str) -> BinaryIO:
        del name
        return self._tree.open(self._item.file or "")
