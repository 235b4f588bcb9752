"""Rows of tables of texts or references, by what their columns hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.errors import DataError
from engine.formats.findings import columns_missing, columns_unread, row_short
from engine.formats.given_columns import GivenColumns, RoleRules
from engine.formats.layout import FileTree, Problem
from engine.formats.tables.guesses.column_features import features_of
from engine.formats.tables.guesses.column_roles import Roles, find_roles
from engine.formats.tables.label_cells import NO_LABEL, UNLABELLED
from engine.formats.tables.preview import column_names
from engine.formats.tables.rows import Row, find_column, is_separator_line, read_rows
from engine.specs.samples.column_mapping import ColumnRole
from engine.specs.samples.table_reading import TableReading

HEAD_ROWS = 300
_HEAD_CHARACTERS = 2_000_000
_MAX_NAME, _SHORTER = 40, 0.5
_ENDS = (".", "!", "?", "。", "！", "？", "…")


@dataclass(frozen=True)
class Settled:
    """How the columns of a table are taken: its names, which are in the table or not, and roles."""

    names: tuple[str, ...]
    has_header: bool
    skipped: int
    roles: Roles

    def missing(self, rules: RoleRules) -> list[ColumnRole]:
        """Return the roles that a row is nothing without, and no column has."""
        return [
            role for role, rule in rules.items() if rule.is_needed and role not in self.roles.places
        ]


@dataclass(frozen=True)
class MappedRow:
    """A row; ``values`` are its cells as written, by role."""

    place: str
    number: int
    values: dict[ColumnRole, str]
    names: dict[ColumnRole, str]


def mapped_rows(
    tree: FileTree, name: str, rules: RoleRules, given: GivenColumns
) -> Iterator[MappedRow | Problem]:
    """Yield the rows of a table, and what is wrong with them.

    A table without a column that is needed is a problem that names the columns it has.
    """
    rows = read_rows(tree, name, given.reading)
    head: list[Row | Problem] = []
    num = num_characters = 0
    for row in rows:
        head.append(row)
        if isinstance(row, Row):
            num += 1
            num_characters += sum(map(len, row.cells))
        if num >= HEAD_ROWS or num_characters > _HEAD_CHARACTERS:
            break
    try:
        settled = settle([row.cells for row in head if isinstance(row, Row)], rules, given)
    except DataError as error:
        wrong = [one for one in head if isinstance(one, Problem)]
        yield from wrong or [Problem(error.code, name, error.message, dict(error.params))]
        return
    wanted = settled.missing(rules)
    if wanted:
        yield from (one for one in head if isinstance(one, Problem))
        yield columns_missing(name, ", ".join(wanted), list(settled.names))
        return
    if settled.roles.is_guessed and settled.has_header:
        yield _table_notes(name, settled)
    if settled.has_header and not given.mapping.roles:
        # Whoever says what columns are has seen which ones are not read.
        used = set(settled.roles.places.values())
        yield from columns_unread(name, list(settled.names), used)
    chosen = given.reading.missing
    words = NO_LABEL if chosen == "auto" else frozenset(chosen)
    yield from _below(chain(head, rows), name, settled, words)


def _below(
    rows: Iterator[Row | Problem], name: str, settled: Settled, no_label: Collection[str]
) -> Iterator[MappedRow | Problem]:
    places = settled.roles.places
    # Where no name says what a cell is for, each row needs as many as the first.
    num_needed = len(settled.names)
    if settled.has_header:
        num_needed = 1 + max(place for role, place in places.items() if role != "split")
    names = {role: settled.names[place] for role, place in places.items()}
    above = settled.skipped + settled.has_header
    missing: Counter[str] = Counter()
    for row in rows:
        if isinstance(row, Problem):
            yield row
        elif above:
            above -= 1
        elif len(row.cells) < num_needed:
            yield row_short(f"{name}:{row.number}", len(row.cells), num_needed)
        else:
            cells = row.cells
            values = {role: cells[at] for role, at in places.items() if at < len(cells)}
            word = values.get("label", "").strip()
            if word and word in no_label:
                missing[word] += 1
                values["label"] = UNLABELLED
            yield MappedRow(f"{name}:{row.number}", row.number, values, names)
    if missing:
        yield _no_labels(name, missing)


def settle(rows: Sequence[list[str]], rules: RoleRules, given: GivenColumns) -> Settled:
    """Say how the columns of a table are taken, by its first rows.

    Raises:
        DataError: ``table_empty``, or when a column that somebody names is not there.
    """
    skipped = _skipped(rows, given.reading)
    rows = rows[skipped:]
    if not rows:
        raise DataError("The table has no rows. Rows of texts are expected.", code="table_empty")
    has_header = _has_header(rows, rules, given)
    names = column_names(rows[0], given.reading.model_copy(update={"header": has_header}))
    below = rows[1:] if has_header else rows
    roles = find_roles(names, below, rules, given.mapping, has_header=has_header)
    return Settled(names, has_header, skipped, roles)


def _skipped(rows: Sequence[list[str]], reading: TableReading) -> int:
    if reading.skip_rows != "auto":
        return reading.skip_rows
    # A text may begin with any sign: only what spreadsheets write themselves is left out unasked.
    return int(bool(rows) and is_separator_line(rows[0]))


def _has_header(rows: Sequence[list[str]], rules: RoleRules, given: GivenColumns) -> bool:
    if given.reading.header != "auto":
        return given.reading.header
    first = [cell.strip() for cell in rows[0]]
    chosen = [one.column for one in given.mapping.columns]
    if chosen:
        return any(column in first for column in chosen) or not all(map(_is_made_up, chosen))
    if any(find_column(first, *rule.names) is not None for rule in rules.values()):
        return True
    return len(rows) > 1 and _are_names(first, rows[1:])


def _is_made_up(column: str) -> bool:
    return column.startswith("column_") and column.removeprefix("column_").isdecimal()


def _are_names(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Tell names from values: each its own, short over longer texts, and none below it again."""
    if "" in first or len(set(first)) < len(first) or len(first) < 2:
        return False
    if any(len(cell) > _MAX_NAME or cell.endswith(_ENDS) for cell in first):
        return False
    columns = [[row[at].strip() for row in below if at < len(row)] for at in range(len(first))]
    if any(cell in column for cell, column in zip(first, columns, strict=True)):
        return False
    for at, cell in enumerate(first):
        features, own = features_of(at, columns[at]), features_of(at, [cell])
        if features.are_files or features.are_numbers:
            return not (own.are_files or own.are_numbers)
    longest = max(range(len(first)), key=lambda at: sum(map(len, columns[at])))
    lengths = sorted(map(len, columns[longest])) or [0]
    return len(first[longest]) <= _SHORTER * lengths[len(lengths) // 2] and len(below) > 1


def _no_labels(name: str, words: Counter[str]) -> Problem:
    shown = ", ".join(words)[:100]
    text = (
        f"{words.total()} cells of labels say '{shown}', which stands for no value; these samples "
        "have no label. Where it is the name of a class, say that no word stands for no value."
    )
    return Problem("labels_missing", name, text, {"num": words.total(), "words": shown})


def _table_notes(name: str, settled: Settled) -> Problem:
    taken = ", ".join(f"{role}: {settled.names[at]}" for role, at in settled.roles.places.items())
    return Problem(
        "columns_guessed",
        name,
        f"What the columns hold was guessed from their cells ({taken}). Name them where that is "
        "wrong.",
        {"columns": taken[:500]},
    )
