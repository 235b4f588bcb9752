"""Files beside a ``labels.csv``, or another table, of files, labels and perhaps splits.

Files are named by their path beside the table, or by a name that only one of them has. Several
labels of one file are separated by ``|`` or stand in rows of their own. Each of several folders,
such as ``train`` and ``test``, may have a table of the same name for its own files.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.checks.unused_files import is_sidecar, unused
from engine.formats.classes_table import read_classes, tables_of
from engine.formats.file_texts import FILE_COLUMNS
from engine.formats.given_columns import NOTHING_GIVEN, GivenColumns, RoleRule, RoleRules
from engine.formats.layout import Copy, FileTree, Item, Problem, Written
from engine.formats.reading.paths import FreePaths
from engine.formats.recognition.mapped_signs import settled_heads
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.splitting.split_claims import SplitClaims
from engine.formats.splitting.split_words import split_word
from engine.formats.tables.column_names import LABEL_COLUMNS, SPLIT_COLUMNS
from engine.formats.tables.label_cells import SEPARATOR, UNLABELLED, split_cell
from engine.formats.tables.mapped_rows import MappedRow, mapped_rows
from engine.formats.writing.conversion_losses import conversion_losses
from engine.formats.writing.label_rows import LabelRows
from engine.formats.writing.pieces import Spool
from engine.formats.writing.texts import label_renamed

TABLE = "labels.csv"
_HOLDS = frozenset({"labels", "split"})
_TABLES = frozenset((".csv", ".tsv", ".xlsx", ".parquet"))
COLUMN_RULES: RoleRules = {
    "file": RoleRule(
        (*FILE_COLUMNS, "name", "id", "文件名", "图片"), is_needed=True, may_be_first=False
    ),
    "label": RoleRule(LABEL_COLUMNS, is_needed=True),
    "split": RoleRule(SPLIT_COLUMNS),
}


@dataclass
class _Given:
    """What the table says of each file, by its name as written."""

    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    splits: SplitClaims = field(default_factory=SplitClaims)
    unknown_splits: dict[str, str] = field(default_factory=dict)
    unlabelled: set[str] = field(default_factory=set)


def read(
    tree: FileTree, *, multi_label: bool = False, given: GivenColumns = NOTHING_GIVEN
) -> Iterator[Item | Problem]:
    """Yield every file beside the table that lies nearest to the top, with its labels.

    Tables called as that one in other folders speak of the files there. Repeated rows of a file add
    up in multi-label data. Elsewhere the first label counts, and a second one that differs is a
    problem.

    Raises:
        DataError: ``csv_missing``, ``csv_header`` or ``csv_damaged``.
    """
    if tables_of(tree) and not _has_own_table(tree):
        yield from read_classes(tree, multi_label=multi_label)
        return
    tables = find_tables(tree, given)
    others = [name for name in tree.names() if name not in tables]
    items: dict[str, Item] = {}
    unknown: list[Problem] = []
    for table in tables:
        listed = _Given()
        yield from _read_table(tree, table, listed, multi_label, given)
        yield from listed.splits.problems(table)
        folder = table[: -len(PurePosixPath(table).name)]
        own = [name for name in others if len(tables) == 1 or name.startswith(folder)]
        files = {name.removeprefix(folder): name for name in own}
        keys, missing = _matched_files(listed, files)
        items |= {
            files[key]: _item(files[key], written, listed, multi_label)
            for key, written in keys.items()
        }
        unknown += [_unknown_file(table, written, listed) for written in missing]
    for name in others:
        if name not in items and is_sidecar(name):
            yield unused(name)
        else:
            yield items.get(name) or Item(name, name, file=name, is_annotated=False)
    yield from unknown


def _item(name: str, written: str, listed: _Given, multi_label: bool) -> Item:
    """Return the file that a table speaks of as ``written``."""
    labels = listed.labels[written]
    split = listed.splits.of(written)
    return Item(
        name,
        name,
        file=name,
        labels=labels,
        is_annotated=bool(labels) or (multi_label and written not in listed.unlabelled),
        split=split,
        unknown_split="" if split else listed.unknown_splits.get(written, ""),
    )


def _unknown_file(table: str, written: str, listed: _Given) -> Problem:
    text = f"'{table}' names a file that is not there."
    num = len(listed.labels[written])
    return Problem("csv_unknown_file", written, text, {"table": table}, num)


def _matched_files(listed: _Given, files: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return as what each file is written in the table, and what is written and not there.

    A name that is no path beside the table is that of the only file that ends so.
    """
    keys = {written: written for written in listed.labels if written in files}
    ends: dict[str, list[str]] = defaultdict(list)
    for key in files:
        path = PurePosixPath(key)
        if not is_sidecar(key):
            ends[path.name.lower()].append(key)
            ends[path.stem.lower()].append(key)
    unknown = []
    for written in listed.labels:
        if written in files:
            continue
        found = {key for key in ends[PurePosixPath(written).name.lower()] if key not in keys}
        if len(found) == 1:
            keys[found.pop()] = written
        else:
            unknown.append(written)
    return keys, unknown


def _has_own_table(tree: FileTree) -> bool:
    return any(PurePosixPath(name).name.lower() == TABLE for name in tree.names())


def find_table(tree: FileTree, given: GivenColumns = NOTHING_GIVEN) -> str:
    """Return the ``labels.csv`` that lies nearest to the top, else the table of files and labels.

    Raises:
        DataError: ``csv_missing``.
    """
    names = tree.names()
    tables = [name for name in names if PurePosixPath(name).name.lower() == TABLE]
    if not tables:
        others = [name for name in names if PurePosixPath(name).suffix.lower() in _TABLES]
        tables = [name for name in others if _names_files(tree, name, given)]
        # What somebody says of columns is held against the only table that there is.
        tables = tables or (others if len(others) == 1 else [])
    if not tables:
        raise DataError(
            "There is no labels.csv. Add one with the header 'file,label'.", code="csv_missing"
        )
    return min(tables, key=lambda name: (name.count("/"), name))


def find_tables(tree: FileTree, given: GivenColumns = NOTHING_GIVEN) -> list[str]:
    """Return the table of ``find_table``, and those called alike in folders beside its own.

    Raises:
        DataError: ``csv_missing``.
    """
    tables = [PurePosixPath(find_table(tree, given))]
    alike = (PurePosixPath(name) for name in tree.names())
    for path in sorted(alike, key=lambda one: (len(one.parts), one)):
        is_apart = not any(path.is_relative_to(one.parent) for one in tables)
        if path.name.lower() == tables[0].name.lower() and is_apart:
            tables += [path] if _names_files(tree, str(path), given) else []
    return [str(path) for path in tables]


def _names_files(tree: FileTree, name: str, given: GivenColumns) -> bool:
    head = islice(mapped_rows(tree, name, COLUMN_RULES, given), 20)
    return any(isinstance(row, MappedRow) for row in head)


def _read_table(
    tree: FileTree, table: str, listed: _Given, multi_label: bool, given: GivenColumns
) -> Iterator[Problem]:
    num_rows = 0
    for row in mapped_rows(tree, table, COLUMN_RULES, given):
        if isinstance(row, MappedRow):
            num_rows += 1
            problem = _read_row(listed, row, multi_label, table)
            if problem is not None:
                yield problem
        elif num_rows == 0 and row.code in _HEADER_WRONG:
            raise _header_wrong(row)
        elif num_rows == 0 and row.code == "table_damaged":
            raise DataError(
                f"labels.csv cannot be read: {row.params['reason']}. Save it again as plain CSV.",
                code="csv_damaged",
            )
        elif row.code == "row_short":
            yield _row_short(row)
        else:
            yield row


_HEADER_WRONG = frozenset(("columns_missing", "mapped_column_missing", "table_empty"))


def _header_wrong(problem: Problem) -> DataError:
    if problem.code == "mapped_column_missing":
        return DataError(problem.message, code=problem.code, **problem.params)
    return DataError(
        f"labels.csv begins with '{problem.params.get('header', '')}'. Its first line has to be "
        "'file,label'.",
        code="csv_header",
    )


def _row_short(problem: Problem) -> Problem:
    number = int(problem.place.rpartition(":")[2])
    text = f"Row {number} has no file or no label column."
    return Problem("csv_row_short", f"{TABLE}:{number}", text, {"row": number})


def _read_row(given: _Given, row: MappedRow, multi_label: bool, table: str) -> Problem | None:
    number = row.number
    name = unicodedata.normalize("NFC", row.values["file"].strip())
    name = name.replace("\\", "/").removeprefix("./")
    if not name:
        return _row_short(Problem("row_short", row.place, ""))
    cell = row.values["label"]
    if cell.strip() == UNLABELLED:
        given.unlabelled.add(name)
        cell = ""
    labels = split_cell(cell, multi_label=True, only_bars=True)
    word = split_word(row.values.get("split", ""), table)
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
            len(labels),
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
        problem = Problem(code, name, text, {"row": number}, 0 if same else len(labels))
    return problem


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield copies to ``images/`` and the table that names their labels and splits."""
    paths = FreePaths()
    with Spool() as spool:
        spool.add_row(TABLE, ["file", "label", "split"])
        rows = LabelRows(spool)
        for item in items:
            yield from conversion_losses(item, holds=_HOLDS)
            path = paths.take(f"images/{PurePosixPath(item.name).name}")
            if item.is_annotated or item.split:
                renamed = rows.add(item, [path], [item.split.value if item.split else ""])
                yield from (label_renamed(item, *pair) for pair in renamed)
            yield Copy(item, path)
        yield from spool.pieces(TABLE, *rows.paths, into=TABLE)


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    found = settled_heads(signs, COLUMN_RULES)
    for name, settled in sorted(found.items(), key=lambda one: one[0].rpartition("/")[2] != TABLE):
        sure = [reason for reason in settled.roles.reasons if reason.is_sure]
        if not {"file", "label"} <= {reason.part for reason in sure}:
            continue
        columns = {role: settled.names[at] for role, at in settled.roles.places.items()}
        return Sign(
            0.95 if name.lower().endswith(TABLE) else 0.8,
            "table_of_labels",
            f"'{name}' has columns of files and labels: '{columns['file']}', '{columns['label']}'.",
            {"file": name, "files": columns["file"], "labels": columns["label"]},
        )
    return None
