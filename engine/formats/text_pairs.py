"""Tables of pairs of texts with a label, a score, or both; SICK's files among them.

A header names the columns: ``text1``, ``text2`` (or ``sentence_A``, ``premise`` …), ``label`` and
``score``. Without one they are text, text and label.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.errors import DataError
from engine.formats.contents import pair_content
from engine.formats.findings import (
    columns_missing,
    columns_unread,
    number_malformed,
    row_short,
    text_empty,
)
from engine.formats.layout import FileTree, Item, Problem, Written
from engine.formats.leftovers import leftovers
from engine.formats.losses import losses
from engine.formats.pieces import Spool
from engine.formats.signs import Sign, Signs, in_workbooks
from engine.formats.split_words import split_word
from engine.formats.tables import Row, find_column, is_table, read_rows
from engine.formats.text_table import SPLIT_COLUMNS, row_name
from engine.formats.written import pair_of

_FIRST = [
    "text1",
    "text_a",
    "sentence_a",
    "sentence1",
    "premise",
    "query",
    "question1",
    "s1",
    "文本1",
    "句子1",
]
_SECOND = [
    "text2",
    "text_b",
    "sentence_b",
    "sentence2",
    "hypothesis",
    "title",
    "question2",
    "s2",
    "文本2",
    "句子2",
]
_LABELS = ["label", "entailment_judgment", "gold_label", "is_duplicate", "relation", "标签"]
_SCORES = [
    "score",
    "relatedness_score",
    "similarity",
    "similarity_score",
    "value",
    "分数",
    "相似度",
]
_HOLDS = frozenset({"labels", "value", "split"})


@dataclass(frozen=True)
class _Columns:
    first: int
    second: int
    label: int | None
    score: int | None
    split: int | None
    num_needed: int


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a pair per row of every table.

    Raises:
        DataError: ``format_mismatch`` when no table has a row of two texts.
    """
    names = [name for name in tree.names() if is_table(name)]
    num_items = 0
    for name in names:
        for found in _read_table(tree, name):
            num_items += isinstance(found, Item)
            yield found
    if not num_items:
        raise DataError(
            "No table has a row with two texts. Put pairs into a CSV, TSV or XLSX file with the "
            "header 'text1,text2,label'.",
            code="format_mismatch",
            format="text_pairs",
        )
    yield from leftovers(tree, set(names))


def _read_table(tree: FileTree, name: str) -> Iterator[Item | Problem]:
    columns: _Columns | None = None
    for row in read_rows(tree, name):
        if isinstance(row, Problem):
            yield row
            continue
        if columns is None:
            header = _header(row.cells)
            columns = header or _positions(row.cells)
            if columns is None:
                yield columns_missing(name, "text1, text2", row.cells)
                return
            if header is not None:
                used = (header.first, header.second, header.label, header.score, header.split)
                yield from columns_unread(name, row.cells, used)
                continue
        yield from _row(row, name, columns)


def names_pairs(header: list[str]) -> bool:
    """Tell whether a header names the columns of two texts."""
    return _header(header) is not None


def _header(cells: list[str]) -> _Columns | None:
    first, second = find_column(cells, *_FIRST), find_column(cells, *_SECOND)
    if first is None or second is None:
        return None
    label, score = find_column(cells, *_LABELS), find_column(cells, *_SCORES)
    num_needed = max(first, second, label or 0, score or 0) + 1
    return _Columns(first, second, label, score, find_column(cells, *SPLIT_COLUMNS), num_needed)


def _positions(cells: list[str]) -> _Columns | None:
    """Return text, text, label; ``None`` when the row names columns, or has too few."""
    is_header = find_column(cells, *_LABELS, *_SCORES, *_FIRST, *_SECOND) is not None
    if is_header or len(cells) < 2:
        return None
    # No name says what a cell is for: each row needs as many as the first.
    return _Columns(0, 1, 2 if len(cells) > 2 else None, None, None, num_needed=len(cells))


def _row(row: Row, name: str, columns: _Columns) -> Iterator[Item | Problem]:
    place, cells = f"{name}:{row.number}", row.cells
    if len(cells) < columns.num_needed:
        yield row_short(place, len(cells), columns.num_needed)
        return
    first, second = cells[columns.first], cells[columns.second]
    if not first.strip() or not second.strip():
        yield text_empty(place)
        return
    label = cells[columns.label].strip() if columns.label is not None else ""
    given = cells[columns.score].strip() if columns.score is not None else ""
    value = number_of(given)
    if given and value is None:
        yield number_malformed(place, given)
    has_split = columns.split is not None and columns.split < len(cells)
    word = split_word(cells[columns.split or 0] if has_split else "", name)
    yield Item(
        place=place,
        name=row_name(name, row.number, ".json"),
        content=pair_content(first, second),
        labels=(label,) if label else (),
        value=value,
        is_annotated=bool(label) or value is not None,
        split=word.split,
        unknown_split=word.unknown,
    )


def number_of(given: str) -> float | None:
    """Return a number as written, ``None`` when it is none."""
    try:
        value = float(given)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield one ``pairs.csv``."""
    path = "pairs.csv"
    with Spool() as spool:
        spool.add_row(path, ["text1", "text2", "label", "score", "split"])
        for item in items:
            yield from losses(item, holds=_HOLDS, max_labels=1)
            pair = pair_of(item, tree)
            if isinstance(pair, Problem):
                yield pair
                continue
            label = item.labels[0] if item.labels else ""
            value = "" if item.value is None else repr(item.value)
            spool.add_row(path, [*pair, label, value, item.split.value if item.split else ""])
        yield from spool.pieces()


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    num = sum(names_pairs(header) for header in signs.headers.values())
    if not num:
        return in_workbooks(signs)
    return Sign(0.9, "two_texts", f"{num} table(s) have columns of two texts.", {"num": num})
