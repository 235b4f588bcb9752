"""What gives tables away whose columns may be called as people like."""

from __future__ import annotations

from engine.errors import DataError
from engine.formats.given_columns import NOTHING_GIVEN, RoleRules
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.tables.mapped_rows import Settled, settle
from engine.formats.tables.rows import find_column

_TABLES = (".csv", ".tsv")


def num_with(signs: Signs, rules: RoleRules) -> int:
    """Return how many of the first tables have columns called as those that are needed."""
    wanted = [rule for rule in rules.values() if rule.is_needed]
    return sum(
        all(find_column(header, *rule.names) is not None for rule in wanted)
        for header in signs.headers.values()
    )


def settled_heads(signs: Signs, rules: RoleRules) -> dict[str, Settled]:
    """Return the first tables that have every column that is needed, by name."""
    found = {}
    for name in signs.headers:
        try:
            settled = settle(list(signs.rows(name)), rules, NOTHING_GIVEN)
        except DataError:
            continue
        if not settled.missing(rules):
            found[name] = settled
    return found


def in_unnamed_columns(signs: Signs, rules: RoleRules) -> Sign | None:
    """Recognise tables whose columns are told by what is in them."""
    num = sum(name.lower().endswith(_TABLES) for name in settled_heads(signs, rules))
    if not num:
        return None
    return Sign(
        0.45,
        "columns_by_cells",
        f"{num} table(s) whose cells look right, whatever their columns are called.",
        {"num": num},
    )


def of_files(signs: Signs, rules: RoleRules) -> Sign | None:
    """Recognise tables with a column of files and one of texts."""
    found = settled_heads(signs, rules).values()
    sure = {"column_named", "file_names"}
    num = sum(
        any(reason.part == "file" and reason.code in sure for reason in one.roles.reasons)
        for one in found
    )
    if not num:
        return None
    return Sign(
        0.85,
        "file_and_text",
        f"{num} table(s) have a column of files and one of texts.",
        {"num": num},
    )
