"""Tables that are samples themselves: a CSV, TSV, XLSX or Parquet file each, kept as it is.

What a table looks like (encoding, separator, columns, number of rows) is found by ``describe``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.layout import Copy, FileTree, Item, Problem, Written
from engine.formats.reading.paths import FreePaths, split_of_path
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.tables.notes import table_notes_of
from engine.formats.tables.plain_tables import plain_rows
from engine.formats.tables.preview import preview_table
from engine.formats.writing.conversion_losses import conversion_losses
from engine.specs.samples.table_reading import TableReading

_SUFFIXES = frozenset((".csv", ".tsv", ".txt", ".data", ".xlsx", ".parquet"))
_PARQUET = b"PAR1"
_HOLDS = frozenset({"split"})


@dataclass(frozen=True)
class TableLayout:
    """What a table looks like; what its kind of file does not have or tell is ``None``.

    ``columns`` are empty when the first row is no header. ``num_rows`` does not count a header.
    """

    encoding: str | None
    delimiter: str | None
    columns: tuple[str, ...]
    num_rows: int | None


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield every table that can be read to its end.

    Raises:
        DataError: ``format_mismatch`` when there is no table at all.
    """
    names = [name for name in tree.names() if PurePosixPath(name).suffix.lower() in _SUFFIXES]
    if not names:
        raise DataError(
            "There is no table. Bring a CSV, TSV, XLSX or Parquet file.",
            code="format_mismatch",
            format="table",
        )
    for name in names:
        layout, problems = describe(tree, name)
        yield from problems
        if layout is not None:
            yield Item(place=name, name=name, file=name, split=split_of_path(name))
    yield from unused_files(tree, set(names))


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield every table as it is, below a folder named after its split if it has one."""
    del tree
    paths = FreePaths()
    for item in items:
        yield from conversion_losses(item, holds=_HOLDS)
        name = PurePosixPath(item.name).name
        yield Copy(item, paths.take(f"{item.split.value}/{name}" if item.split else name))


def describe(tree: FileTree, name: str) -> tuple[TableLayout | None, list[Problem]]:
    """Read a table once and return what it looks like, ``None`` when it is none.

    Raises:
        KeyError: when there is no such file.
    """
    if name.lower().endswith(".parquet"):
        return _describe_parquet(tree, name)
    try:
        with tree.open(name) as file:
            content = file.read()
        found = preview_table(content, TableReading())
        table = plain_rows(content, found)
        num_rows = sum(1 for _ in table.rows)
    except (DataError, OSError) as error:
        return None, [_damaged(name, error)]
    problems = [_placed(problem, name) for problem in table.problems]
    if num_rows == 0:
        text = "The table has no row that can be used; it is left out."
        return None, [*problems, Problem("table_empty", name, text)]
    problems += table_notes_of(found, table, name)
    is_text = not name.lower().endswith(".xlsx")
    columns = table.names if found.reading.header else ()
    return (
        TableLayout(
            encoding=found.reading.encoding if is_text else None,
            delimiter=found.reading.delimiter if is_text else None,
            columns=columns,
            num_rows=num_rows,
        ),
        problems,
    )


def _placed(problem: Problem, name: str) -> Problem:
    return replace(problem, place=f"{name}{problem.place}" if problem.place else name)


def _damaged(name: str, error: DataError | OSError) -> Problem:
    if isinstance(error, DataError) and error.code == "table_empty":
        text = "The table has no row that can be used; it is left out."
        return Problem("table_empty", name, text)
    reason = error.message if isinstance(error, DataError) else str(error)
    text = f"The table cannot be read to its end ({reason}). Save it again."
    return Problem("table_damaged", name, text, {"reason": reason})


def _describe_parquet(tree: FileTree, name: str) -> tuple[TableLayout | None, list[Problem]]:
    """Look for the marks at both ends; the columns are for whoever reads it with a library."""
    try:
        with tree.open(name) as file:
            start = file.read(len(_PARQUET))
            # The mark at the end is another one: a file of one mark is cut off.
            end_at = max(file.seek(-len(_PARQUET), 2), len(_PARQUET))
            file.seek(end_at)
            end = file.read()
    except OSError as error:
        start, end = str(error).encode(), b""
    if start != _PARQUET or end != _PARQUET:
        text = "The file is no whole Parquet file. Save it again."
        return None, [Problem("table_damaged", name, text, {"reason": "PAR1"})]
    return TableLayout(None, None, (), None), []


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    num = len(signs.ending(*_SUFFIXES))
    if not num:
        return None
    return Sign(0.8, "tables", f"{num} table(s).", {"num": num})
