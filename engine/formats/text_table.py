"""Tables of texts: a row a sample, in CSV, TSV, TXT or XLSX.

Columns are told by their names, else by their cells
(``engine.formats.tables.guesses.column_roles``), unless somebody says which is which. Several
labels are separated by ``|`` (or ``;`` or ``,``); under the header ``labels`` by ``|`` alone.
Annotated texts are ``json_lines``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.findings import text_empty
from engine.formats.given_columns import NOTHING_GIVEN, GivenColumns, RoleRule, RoleRules
from engine.formats.layout import FileTree, Item, Problem, Written
from engine.formats.reading.contents import text_content
from engine.formats.recognition.mapped_signs import in_unnamed_columns, num_with
from engine.formats.recognition.signs import Sign, Signs, in_workbooks
from engine.formats.splitting.split_words import split_word
from engine.formats.tables.column_names import LABEL_COLUMNS, SPLIT_COLUMNS, TEXT_COLUMNS
from engine.formats.tables.label_cells import UNLABELLED, split_cell
from engine.formats.tables.mapped_rows import MappedRow, mapped_rows
from engine.formats.tables.rows import is_table
from engine.formats.writing.conversion_losses import conversion_losses
from engine.formats.writing.label_rows import LabelRows
from engine.formats.writing.pieces import Spool
from engine.formats.writing.texts import label_renamed, text_of

_PLURAL = "labels"
_FASTTEXT = re.compile(r"\s*__label__(?P<label>\S+)(?:\s+|$)")
# Lines of the news of Toutiao: id_!_code of the class_!_its name_!_text, and perhaps key words.
_TOUTIAO = re.compile(r"\d+_!_\d+_!_(?P<label>\w+)_!_(?P<text>.*?)(?:_!_.*)?")
_HOLDS = frozenset({"labels", "split"})


COLUMN_RULES: RoleRules = {
    "text": RoleRule(TEXT_COLUMNS, is_needed=True),
    "label": RoleRule(LABEL_COLUMNS),
    "split": RoleRule(SPLIT_COLUMNS),
}


def read(
    tree: FileTree, *, multi_label: bool = False, given: GivenColumns = NOTHING_GIVEN
) -> Iterator[Item | Problem]:
    """Yield a text per row of every table.

    Raises:
        DataError: ``format_mismatch`` when no table has a row of text.
    """
    names = [name for name in tree.names() if is_table(name)]
    num_items = 0
    for name in names:
        for row in mapped_rows(tree, name, COLUMN_RULES, given):
            found = row if isinstance(row, Problem) else _item(row, name, multi_label)
            num_items += isinstance(found, Item)
            yield found
    if not num_items:
        raise DataError(
            "No table has a row with a text. Put texts into a CSV, TSV, TXT or XLSX file with the "
            "header 'text,label'.",
            code="format_mismatch",
            format="text_table",
        )
    yield from unused_files(tree, set(names))


def _item(row: MappedRow, name: str, multi_label: bool) -> Item | Problem:
    text = row.values["text"]
    only_bars = row.names.get("label", "").strip().lower() == _PLURAL
    cell = row.values.get("label", "")
    named: tuple[str, ...] = ()
    if "label" not in row.values:
        named, text = _labels_in(text)
    is_open = cell.strip() == UNLABELLED
    cell = "" if is_open else cell
    labels = split_cell(cell, multi_label=multi_label, only_bars=only_bars) or named
    if not text.strip():
        return text_empty(row.place).losing(len(labels))
    if len(labels) > 1 and not multi_label:
        return Problem(
            "row_many_labels",
            row.place,
            f"This row gives {len(labels)} labels, but samples have one here; it is left out.",
            {"num": len(labels)},
            len(labels),
        )
    word = split_word(row.values.get("split", ""), name)
    return Item(
        place=row.place,
        name=row_name(name, row.number),
        content=text_content(text),
        labels=labels,
        is_annotated=bool(labels) or (multi_label and "label" in row.values and not is_open),
        split=word.split,
        unknown_split=word.unknown,
    )


def _labels_in(text: str) -> tuple[tuple[str, ...], str]:
    """Return the labels that a line holds beside its text, and the text alone."""
    toutiao = _TOUTIAO.fullmatch(text.strip())
    return ((toutiao["label"],), toutiao["text"]) if toutiao else _fasttext(text)


def _fasttext(text: str) -> tuple[tuple[str, ...], str]:
    """Return the labels that a line begins with as fastText has them, and the rest of it."""
    found: list[str] = []
    while match := _FASTTEXT.match(text):
        found.append(match["label"])
        text = text[match.end() :]
    return tuple(dict.fromkeys(found)), text


def row_name(table: str, number: int, suffix: str = ".txt") -> str:
    """Return the name of a row's sample."""
    return f"{PurePosixPath(table).stem}-{number}{suffix}"


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield one ``texts.csv`` with the columns text, label (or labels) and split."""
    with Spool() as spool:
        rows = LabelRows(spool)
        for item in items:
            yield from conversion_losses(item, holds=_HOLDS)
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
    num = num_with(signs, COLUMN_RULES)
    if not num:
        return in_workbooks(signs) or in_unnamed_columns(signs, COLUMN_RULES)
    return Sign(0.85, "text_column", f"{num} table(s) have a column of texts.", {"num": num})
