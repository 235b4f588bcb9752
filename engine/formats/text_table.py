"""Tables of texts: a row a sample, in CSV, TSV, TXT or XLSX.

A header that names a known column says where text, label and split are; without one the first
column is the text and the second the label. Several labels are separated by ``|`` (or ``;`` or
``,``); under the header ``labels`` by ``|`` alone. Texts with marks in them are ``json_lines``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.contents import text_content
from engine.formats.findings import columns_missing, columns_unread, row_short, text_empty
from engine.formats.label_cells import UNLABELLED, split_cell
from engine.formats.label_rows import LabelRows
from engine.formats.layout import FileTree, Item, Problem, Written
from engine.formats.leftovers import leftovers
from engine.formats.losses import losses
from engine.formats.pieces import Spool
from engine.formats.signs import Sign, Signs, in_workbooks
from engine.formats.split_words import split_word
from engine.formats.tables import Row, find_column, is_table, read_rows
from engine.formats.written import label_renamed, text_of

TEXT_COLUMNS = [
    "text",
    "review",
    "content",
    "sentence",
    "comment",
    "body",
    "document",
    "question",
    "query",
    "title",
    "tweet",
    "文本",
    "内容",
    "评论",
    "正文",
    "文本内容",
    "句子",
    "text_a",
]
LABEL_COLUMNS = [
    "label",
    "labels",
    "class",
    "category",
    "sentiment",
    "target",
    "tag",
    "intent",
    "标签",
    "类别",
    "分类",
    "标注",
    "情感",
]
SPLIT_COLUMNS = ("split", "subset", "partition")
_PLURAL = "labels"
_HOLDS = frozenset({"labels", "split"})


@dataclass(frozen=True)
class _Columns:
    text: int
    label: int | None
    split: int | None
    only_bars: bool
    num_needed: int


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a text per row of every table.

    Raises:
        DataError: ``format_mismatch`` when no table has a row of text.
    """
    names = [name for name in tree.names() if is_table(name)]
    num_items = 0
    for name in names:
        for found in _read_table(tree, name, multi_label):
            num_items += isinstance(found, Item)
            yield found
    if not num_items:
        raise DataError(
            "No table has a row with a text. Put texts into a CSV, TSV, TXT or XLSX file with the "
            "header 'text,label'.",
            code="format_mismatch",
            format="text_table",
        )
    yield from leftovers(tree, set(names))


def _read_table(tree: FileTree, name: str, multi_label: bool) -> Iterator[Item | Problem]:
    columns: _Columns | None = None
    for row in read_rows(tree, name):
        if isinstance(row, Problem):
            yield row
            continue
        if columns is None:
            header = _header(row.cells)
            columns = header or _positions(row.cells)
            if columns is None:
                yield columns_missing(name, "text", row.cells)
                return
            if header is not None:
                used = (header.text, header.label, header.split)
                yield from columns_unread(name, row.cells, used)
                continue
        yield _row(row, name, columns, multi_label)


def _header(cells: list[str]) -> _Columns | None:
    """Return the columns that a header names, ``None`` when the row is no header with a text."""
    text = find_column(cells, *TEXT_COLUMNS)
    if text is None:
        return None
    label = find_column(cells, *LABEL_COLUMNS)
    only_bars = label is not None and cells[label].strip().lower() == _PLURAL
    num_needed = max(text, label or 0) + 1
    return _Columns(text, label, find_column(cells, *SPLIT_COLUMNS), only_bars, num_needed)


def _positions(cells: list[str]) -> _Columns | None:
    """Return text first and label second, ``None`` when the row names a label and no text."""
    if find_column(cells, *LABEL_COLUMNS) is not None and len(cells) > 1:
        return None
    # No name says what a cell is for: each row needs as many as the first.
    label = 1 if len(cells) > 1 else None
    return _Columns(0, label, None, only_bars=False, num_needed=len(cells))


def _row(row: Row, name: str, columns: _Columns, multi_label: bool) -> Item | Problem:
    place = f"{name}:{row.number}"
    if len(row.cells) < columns.num_needed:
        return row_short(place, len(row.cells), columns.num_needed)
    text = row.cells[columns.text]
    if not text.strip():
        return text_empty(place)
    cell = row.cells[columns.label] if columns.label is not None else ""
    is_open = cell.strip() == UNLABELLED
    cell = "" if is_open else cell
    labels = split_cell(cell, multi_label=multi_label, only_bars=columns.only_bars)
    if len(labels) > 1 and not multi_label:
        return Problem(
            "row_many_labels",
            place,
            f"This row gives {len(labels)} labels, but samples have one here; it is left out.",
            {"num": len(labels)},
        )
    has_split = columns.split is not None and columns.split < len(row.cells)
    word = split_word(row.cells[columns.split or 0] if has_split else "", name)
    return Item(
        place=place,
        name=row_name(name, row.number),
        content=text_content(text),
        labels=labels,
        is_annotated=bool(labels) or (multi_label and columns.label is not None and not is_open),
        split=word.split,
        unknown_split=word.unknown,
    )


def row_name(table: str, number: int, suffix: str = ".txt") -> str:
    """Return the name of a row's sample."""
    return f"{PurePosixPath(table).stem}-{number}{suffix}"


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield one ``texts.csv`` with the columns text, label (or labels) and split."""
    with Spool() as spool:
        rows = LabelRows(spool)
        for item in items:
            yield from losses(item, holds=_HOLDS)
            text = text_of(item, tree)
            if isinstance(text, Problem):
                yield text
                continue
            renamed = rows.add(item, [text], [item.split.value if item.split else ""])
            yield from (label_renamed(item, *pair) for pair in renamed)
        spool.add_row("heading", ["text", _PLURAL if rows.has_several else "label", "split"])
        yield from spool.pieces("heading", *rows.paths, into="texts.csv")


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    num = sum(_header(header) is not None for header in signs.headers.values())
    if not num:
        return in_workbooks(signs)
    return Sign(0.85, "text_column", f"{num} table(s) have a column of texts.", {"num": num})
