"""Files beside a ``labels.csv`` with the columns ``file,label`` and perhaps ``split``.

Several labels of one file are separated by ``|`` or stand in rows of their own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.findings import columns_unread
from engine.formats.label_cells import SEPARATOR, UNLABELLED, split_cell
from engine.formats.label_rows import LabelRows
from engine.formats.layout import Copy, FileTree, Item, Problem, Written
from engine.formats.leftovers import is_beside, unused
from engine.formats.losses import losses
from engine.formats.paths import FreePaths
from engine.formats.pieces import Spool
from engine.formats.signs import Sign, Signs
from engine.formats.split_claims import SplitClaims
from engine.formats.split_words import split_word
from engine.formats.tables import Row, find_column, read_rows
from engine.formats.written import label_renamed

TABLE = "labels.csv"
_HOLDS = frozenset({"labels", "split"})


@dataclass
class _Given:
    """What the table says of each file, by its name as written."""

    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    splits: SplitClaims = field(default_factory=SplitClaims)
    unknown_splits: dict[str, str] = field(default_factory=dict)
    unlabelled: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class _Columns:
    file: int
    label: int
    split: int | None


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield every file beside the table that lies nearest to the top, with its labels.

    Repeated rows of a file add up in multi-label data. Elsewhere the first label counts, and a
    second one that differs is a problem.

    Raises:
        DataError: ``csv_missing``, ``csv_header`` or ``csv_damaged``.
    """
    table = find_table(tree)
    given = _Given()
    yield from _read_table(tree, table, given, multi_label)
    yield from given.splits.problems(table)
    folder = table[: -len(PurePosixPath(table).name)]
    found = set()
    for name in tree.names():
        key = name.removeprefix(folder)
        if name == table:
            continue
        if key not in given.labels and is_beside(name):
            yield unused(name)
            continue
        found.add(key)
        labels = given.labels.get(key, ())
        is_none = multi_label and key in given.labels and key not in given.unlabelled
        is_annotated = bool(labels) or is_none
        split = given.splits.of(key)
        yield Item(
            name,
            name,
            file=name,
            labels=labels,
            is_annotated=is_annotated,
            split=split,
            unknown_split="" if split else given.unknown_splits.get(key, ""),
        )
    for name in given.labels:
        if name not in found:
            text = "labels.csv names a file that is not there."
            yield Problem("csv_unknown_file", name, text)


def find_table(tree: FileTree) -> str:
    """Return the ``labels.csv`` that lies nearest to the top.

    Raises:
        DataError: ``csv_missing``.
    """
    tables = [name for name in tree.names() if PurePosixPath(name).name.lower() == TABLE]
    if not tables:
        raise DataError(
            "There is no labels.csv. Add one with the header 'file,label'.", code="csv_missing"
        )
    return min(tables, key=lambda name: (name.count("/"), name))


def _read_table(tree: FileTree, table: str, given: _Given, multi_label: bool) -> Iterator[Problem]:
    columns: _Columns | None = None
    for row in read_rows(tree, table):
        if isinstance(row, Problem):
            if columns is None and row.code == "table_damaged":
                raise DataError(
                    f"labels.csv cannot be read: {row.params['reason']}. Save it again as plain "
                    "CSV.",
                    code="csv_damaged",
                )
            yield row
        elif columns is None:
            columns = _columns(row.cells)
            used = (columns.file, columns.label, columns.split)
            yield from columns_unread(table, row.cells, used)
        else:
            problem = _read_row(given, row, columns, multi_label)
            if problem is not None:
                yield problem
    if columns is None:
        _columns([])


def _columns(header: list[str]) -> _Columns:
    file, label = find_column(header, "file"), find_column(header, "label")
    if file is None or label is None:
        raise DataError(
            f"labels.csv begins with '{','.join(header)[:100]}'. Its first line has to be "
            "'file,label'.",
            code="csv_header",
        )
    return _Columns(file, label, find_column(header, "split"))


def _read_row(given: _Given, row: Row, columns: _Columns, multi_label: bool) -> Problem | None:
    cells, number = row.cells, row.number
    place = f"{TABLE}:{number}"
    if len(cells) <= max(columns.file, columns.label) or not cells[columns.file].strip():
        text = f"Row {number} has no file or no label column."
        return Problem("csv_row_short", place, text, {"row": number})
    name = unicodedata.normalize("NFC", cells[columns.file].strip())
    name = name.replace("\\", "/").removeprefix("./")
    cell = cells[columns.label]
    if cell.strip() == UNLABELLED:
        given.unlabelled.add(name)
        cell = ""
    labels = split_cell(cell, multi_label=True, only_bars=True)
    if columns.split is not None and len(cells) > columns.split:
        word = split_word(cells[columns.split])
        if word.split is not None:
            given.splits.add(name, word.split)
        given.unknown_splits.setdefault(name, word.unknown)
    problem = None
    if not multi_label and len(labels) > 1:
        problem = Problem(
            "csv_many_labels",
            name,
            f"Row {number} gives {len(labels)} labels, but this dataset has one for each sample. "
            "The sample stays unlabelled.",
            {"row": number, "num": len(labels)},
        )
        labels = ()
    before = given.labels.get(name)
    if before is None:
        given.labels[name] = labels
    elif multi_label:
        given.labels[name] = tuple(dict.fromkeys([*before, *labels]))
    else:
        same = before == labels
        text = f"Row {number} names this file again"
        text += "." if same else f" with another label; '{SEPARATOR.join(before)}' is kept."
        code = "csv_row_repeated" if same else "csv_row_conflict"
        problem = Problem(code, name, text, {"row": number})
    return problem


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield copies to ``images/`` and the table that names their labels and splits."""
    paths = FreePaths()
    with Spool() as spool:
        spool.add_row(TABLE, ["file", "label", "split"])
        rows = LabelRows(spool)
        for item in items:
            yield from losses(item, holds=_HOLDS)
            path = paths.take(f"images/{PurePosixPath(item.name).name}")
            if item.is_annotated or item.split:
                renamed = rows.add(item, [path], [item.split.value if item.split else ""])
                yield from (label_renamed(item, *pair) for pair in renamed)
            yield Copy(item, path)
        yield from spool.pieces(TABLE, *rows.paths, into=TABLE)


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    for name in signs.called(r"(^|/)labels\.csv$"):
        rows = signs.rows(name)
        if (
            rows
            and find_column(rows[0], "file") is not None
            and find_column(rows[0], "label") is not None
        ):
            return Sign(
                0.95, "table_of_labels", f"'{name}' has the columns file and label.", {"file": name}
            )
    return None
