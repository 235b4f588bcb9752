"""Tables of pairs of texts with a label, a score, or both; SICK's files among them.

Columns are told by their names (``text1``, ``text2``, ``sentence_A``, ``premise`` …, ``label`` and
``score``), else by their cells, unless somebody says which is which.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.findings import number_malformed, text_empty
from engine.formats.given_columns import NOTHING_GIVEN, GivenColumns, RoleRule, RoleRules
from engine.formats.layout import FileTree, Item, Problem, Written
from engine.formats.reading.contents import pair_content
from engine.formats.recognition.mapped_signs import in_unnamed_columns, num_with
from engine.formats.recognition.signs import Sign, Signs, in_workbooks
from engine.formats.splitting.split_words import split_word
from engine.formats.tables.column_names import SPLIT_COLUMNS
from engine.formats.tables.label_cells import UNLABELLED
from engine.formats.tables.mapped_rows import MappedRow, mapped_rows
from engine.formats.tables.rows import find_column, is_table
from engine.formats.text_table import row_name
from engine.formats.writing.conversion_losses import conversion_losses
from engine.formats.writing.pieces import Spool
from engine.formats.writing.texts import pair_of

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


COLUMN_RULES: RoleRules = {
    "text1": RoleRule(_FIRST, is_needed=True),
    "text2": RoleRule(_SECOND, is_needed=True),
    "label": RoleRule(_LABELS),
    "score": RoleRule(_SCORES),
    "split": RoleRule(SPLIT_COLUMNS),
}


def read(
    tree: FileTree, *, multi_label: bool = False, given: GivenColumns = NOTHING_GIVEN
) -> Iterator[Item | Problem]:
    """Yield a pair per row of every table.

    Raises:
        DataError: ``format_mismatch`` when no table has a row of two texts.
    """
    names = [name for name in tree.names() if is_table(name)]
    num_items = 0
    for name in names:
        for row in mapped_rows(tree, name, COLUMN_RULES, given):
            for found in (row,) if isinstance(row, Problem) else _item(row, name):
                num_items += isinstance(found, Item)
                yield found
    if not num_items:
        raise DataError(
            "No table has a row with two texts. Put pairs into a CSV, TSV or XLSX file with the "
            "header 'text1,text2,label'.",
            code="format_mismatch",
            format="text_pairs",
        )
    yield from unused_files(tree, set(names))


def names_pairs(header: list[str]) -> bool:
    """Tell whether a header names the columns of two texts."""
    return find_column(header, *_FIRST) is not None and find_column(header, *_SECOND) is not None


def _item(row: MappedRow, name: str) -> Iterator[Item | Problem]:
    first, second = row.values["text1"], row.values["text2"]
    label = row.values.get("label", "").strip()
    label = "" if label == UNLABELLED else label
    given = row.values.get("score", "").strip()
    if not first.strip() or not second.strip():
        yield text_empty(row.place).losing(bool(label) + bool(given))
        return
    value = number_of(given)
    if given and value is None:
        yield number_malformed(row.place, given).losing()
    word = split_word(row.values.get("split", ""), name)
    yield Item(
        place=row.place,
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
            yield from conversion_losses(item, holds=_HOLDS, max_labels=1)
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
    num = num_with(signs, COLUMN_RULES)
    if not num:
        return in_workbooks(signs) or in_unnamed_columns(signs, COLUMN_RULES)
    return Sign(0.9, "two_texts", f"{num} table(s) have columns of two texts.", {"num": num})
