"""How a table of texts or references would be read, why, and its first rows: nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from io import BytesIO
from itertools import islice
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.given_columns import GivenColumns, RoleRules
from engine.formats.layout import Problem
from engine.formats.reading.encoding_guess import guess_encoding
from engine.formats.reading.trees import MemoryTree
from engine.formats.tables.json_fields import field_rows
from engine.formats.tables.mapped_rows import HEAD_ROWS, Settled, settle
from engine.formats.tables.raw_tables import FileKind, decoded, kind_of
from engine.formats.tables.rows import Row, read_rows, sniff_delimiter
from engine.formats.tables.workbooks import sheet_names
from engine.specs.data import DatasetFormat
from engine.specs.samples.column_mapping import ColumnRole
from engine.specs.samples.table_reading import ReadingReason, TableReading

_NUM_SHOWN = 8
_MAX_CELL = 300
_OBJECTS = (".jsonl", ".ndjson", ".json")


@dataclass(frozen=True)
class LookedRole:
    """A role, the column that has it (``None`` for none), and why that was guessed."""

    role: ColumnRole
    column: str | None
    is_needed: bool
    reason: ReadingReason | None


@dataclass(frozen=True)
class ColumnPreview:
    """How a file is read, its columns, which of them is what, and its first rows as written.

    ``changed`` are the parts of the reading that would be guessed otherwise; ``num_rows`` are the
    rows looked at, ``sheets`` those of a workbook.
    """

    reading: TableReading
    changed: tuple[str, ...]
    names: tuple[str, ...]
    roles: tuple[LookedRole, ...]
    rows: tuple[tuple[str, ...], ...]
    num_rows: int
    sheets: tuple[str, ...] = ()
    file_kind: FileKind = "text"


def rules_of(key: DatasetFormat) -> RoleRules | None:
    """Return the roles that columns have in a format, ``None`` where there are none."""
    rules: RoleRules | None = getattr(
        import_module(f"engine.formats.{key.value}"), "COLUMN_RULES", None
    )
    return rules


def preview_columns(
    content: bytes, name: str, rules: RoleRules, given: GivenColumns, *, is_whole: bool = True
) -> ColumnPreview:
    """Say how a table would be read and which of its columns is what.

    Args:
        content: of the file, or its beginning; of a workbook or Parquet file all of it.
        name: of the file: its suffix says what it is.
        rules: the roles of the format.
        given: what somebody says.
        is_whole: nothing was cut off.

    Raises:
        DataError: when it cannot be read so, is empty, or a column that was named is not there.
    """
    if PurePosixPath(name).suffix.lower() in _OBJECTS:
        return _of_objects(content, name, rules, given, is_whole)
    if not content.strip():
        raise DataError("The file is empty. Rows of texts are expected.", code="table_empty")
    guessed = TableReading(encoding="utf-8", delimiter=",")
    reading = given.reading
    if kind_of(content) == "text":
        content, guessed, reading = _as_utf8(content, name, reading, is_whole)
    tree = MemoryTree({name: content})
    found = list(islice(read_rows(tree, name, reading), HEAD_ROWS))
    cells = [row.cells for row in found if isinstance(row, Row)]
    wrong = next((one for one in found if isinstance(one, Problem)), None)
    if not cells and wrong is not None:
        raise DataError(wrong.message, code=wrong.code, **wrong.params)
    settled = settle(cells, rules, given)
    plain = settle(cells, rules, GivenColumns(mapping=given.mapping)) if cells else settled
    read: dict[str, object] = {"header": settled.has_header, "skip_rows": settled.skipped}
    best: dict[str, object] = {"header": plain.has_header, "skip_rows": plain.skipped}
    for part in ("encoding", "delimiter"):
        best[part] = getattr(guessed, part)
        chosen = getattr(given.reading, part)
        read[part] = best[part] if chosen == "auto" else chosen
    below = cells[settled.skipped + settled.has_header :]
    kind = kind_of(content)
    read["sheet"] = best["sheet"] = reading.sheet
    return replace(
        _preview(settled, rules, below, read, best),
        sheets=tuple(sheet_names(BytesIO(content))) if kind == "workbook" else (),
        file_kind=kind,
    )


def _as_utf8(
    content: bytes, name: str, reading: TableReading, is_whole: bool
) -> tuple[bytes, TableReading, TableReading]:
    """Return a text, or its whole lines, in UTF-8, what is guessed of it, and how to read it."""
    guess = guess_encoding(lambda: [content], is_whole=is_whole).encoding
    encoding = guess if reading.encoding == "auto" else reading.encoding
    text = decoded(content, encoding, is_whole=is_whole, keep_damaged=True)
    if not is_whole:
        text = text[: text.rfind("\n") + 1] or text
    guessed = TableReading.model_validate(
        {"encoding": guess, "delimiter": sniff_delimiter(text, name)}
    )
    # Rows of damaged bytes are left out, as in the import.
    kept = text.encode("utf-8", "surrogateescape")
    return kept, guessed, reading.model_copy(update={"encoding": "utf-8"})


def _of_objects(
    content: bytes, name: str, rules: RoleRules, given: GivenColumns, is_whole: bool
) -> ColumnPreview:
    if not is_whole:
        content = content[: content.rfind(b"\n") + 1] or content
    names, rows = field_rows(MemoryTree({name: content}), name, HEAD_ROWS)
    if not rows:
        raise DataError(
            "No line is a JSON object. Write one object a line.", code="objects_missing"
        )
    header = GivenColumns(given.reading.model_copy(update={"header": True}), given.mapping)
    settled = settle([names, *rows], rules, header)
    read = {"header": True, "skip_rows": 0, "encoding": "utf-8", "delimiter": ","}
    return _preview(settled, rules, rows, read, read)


def _preview(
    settled: Settled,
    rules: RoleRules,
    rows: Sequence[Sequence[str]],
    read: Mapping[str, object],
    best: Mapping[str, object],
) -> ColumnPreview:
    names, places = settled.names, settled.roles.places
    by_role = {reason.part: reason for reason in settled.roles.reasons}
    width = len(names)
    shown = [[*row[:width], *[""] * (width - len(row))] for row in rows[:_NUM_SHOWN]]
    return ColumnPreview(
        reading=TableReading.model_validate(read),
        changed=tuple(part for part in read if read[part] != best[part]),
        names=names,
        roles=tuple(
            LookedRole(
                role,
                names[places[role]] if role in places else None,
                rule.is_needed,
                by_role.get(role),
            )
            for role, rule in rules.items()
        ),
        rows=tuple(tuple(cell[:_MAX_CELL] for cell in row) for row in shown),
        num_rows=len(rows),
    )
