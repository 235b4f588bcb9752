"""Roboflow's ``_classes.csv``: a column of files and one of 0 and 1 per class, in each folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from engine.formats.checks.unused_files import is_sidecar, unused_files
from engine.formats.layout import FileTree, Item, Problem
from engine.formats.reading.paths import split_of_path
from engine.formats.tables.rows import Row, read_rows

TABLE = "_classes.csv"
_NO_CLASS = "unlabeled"


def tables_of(tree: FileTree) -> list[str]:
    """Return the tables of a tree."""
    return [name for name in tree.names() if PurePosixPath(name).name.lower() == TABLE]


def read_classes(tree: FileTree, *, multi_label: bool) -> Iterator[Item | Problem]:
    """Yield the files beside each table with their labels, then those of no table."""
    names = set(tree.names())
    tables = tables_of(tree)
    seen: set[str] = set(tables)
    for table in tables:
        header: list[str] | None = None
        for row in read_rows(tree, table):
            if isinstance(row, Problem):
                yield row
            elif header is None:
                header = [cell.strip() for cell in row.cells]
            else:
                found = _item(row, header, table, names, multi_label=multi_label)
                if isinstance(found, Item):
                    seen.add(found.place)
                yield found
    for name in sorted(names - seen):
        if not is_sidecar(name):
            seen.add(name)
            yield Item(name, name, file=name, is_annotated=False, split=split_of_path(name))
    yield from unused_files(tree, seen)


def _item(
    row: Row, header: list[str], table: str, names: set[str], *, multi_label: bool
) -> Item | Problem:
    given = row.cells[0].strip() if row.cells else ""
    cells = zip(header[1:], row.cells[1:], strict=False)
    labels = tuple(name for name, cell in cells if cell.strip() == "1" and name)
    labels = tuple(name for name in labels if name.lower() != _NO_CLASS)
    name = str(PurePosixPath(table).parent / given)
    if not given or name not in names:
        text = f"'{table}' names a file that is not there."
        return Problem("csv_unknown_file", given, text, {"table": table}, len(labels))
    if len(labels) > 1 and not multi_label:
        text = (
            f"Row {row.number} gives {len(labels)} labels, but this dataset has one for each "
            "sample. It is left out."
        )
        params = {"row": row.number, "num": len(labels)}
        return Problem("csv_many_labels", name, text, {**params}, len(labels))
    is_none = multi_label and not labels
    return Item(
        name,
        name,
        file=name,
        labels=labels,
        is_annotated=bool(labels) or is_none,
        split=split_of_path(name),
    )
