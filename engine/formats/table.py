"""Tables that are samples themselves: a CSV, TSV, XLSX or Parquet file each, kept as it is.

What a table looks like (encoding, separator, columns, number of rows) is found by ``describe``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.encodings import open_text, sniff_encoding
from engine.formats.layout import Copy, FileTree, Item, Problem, Written
from engine.formats.leftovers import leftovers
from engine.formats.losses import losses
from engine.formats.paths import FreePaths, split_of_path
from engine.formats.tables import read_rows, sniff_delimiter

_SUFFIXES = frozenset((".csv", ".tsv", ".txt", ".xlsx", ".parquet"))
_PARQUET = b"PAR1"
_HOLDS = frozenset({"split"})


@dataclass(frozen=True)
class TableFacts:
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
        facts, problems = describe(tree, name)
        yield from problems
        if facts is not None:
            yield Item(place=name, name=name, file=name, split=split_of_path(name))
    yield from leftovers(tree, set(names))


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield every table as it is, below a folder named after its split if it has one."""
    del tree
    paths = FreePaths()
    for item in items:
        yield from losses(item, holds=_HOLDS)
        name = PurePosixPath(item.name).name
        yield Copy(item, paths.take(f"{item.split.value}/{name}" if item.split else name))


def describe(tree: FileTree, name: str) -> tuple[TableFacts | None, list[Problem]]:
    """Read a table once and return what it looks like, ``None`` when it is none.

    Raises:
        KeyError: when there is no such file.
    """
    if name.lower().endswith(".parquet"):
        return _describe_parquet(tree, name)
    problems: list[Problem] = []
    first: list[str] = []
    num_rows = num_columns = 0
    for row in read_rows(tree, name):
        if isinstance(row, Problem):
            problems.append(row)
            continue
        num_rows += 1
        if num_rows == 1:
            first, num_columns = [cell.strip() for cell in row.cells], len(row.cells)
        elif len(row.cells) != num_columns and not name.lower().endswith(".xlsx"):
            text = f"This row has {len(row.cells)} columns, the first one {num_columns}."
            place = f"{name}:{row.number}"
            params = {"num": len(row.cells), "expected": num_columns}
            problems.append(Problem("row_uneven", place, text, dict(params)))
    # Whoever reads the file itself would lose all rows after a mark that is not closed.
    is_damaged = any(problem.code in ("table_damaged", "quote_open") for problem in problems)
    if is_damaged or num_rows == 0:
        if not is_damaged:
            text = "The table has no rows; it is left out."
            problems.append(Problem("table_empty", name, text))
        return None, problems
    has_header = _is_header(first)
    repeated = sorted({cell for cell in first if first.count(cell) > 1}) if has_header else []
    if repeated:
        text = f"Several columns are called '{repeated[0]}'. Give each a name of its own."
        problems.append(Problem("columns_repeated", name, text, {"column": repeated[0]}))
    encoding, delimiter = _manner(tree, name)
    columns = tuple(first) if has_header else ()
    return TableFacts(encoding, delimiter, columns, num_rows - has_header), problems


def _is_header(cells: list[str]) -> bool:
    """Tell a header: every column has a name, and none is a number."""
    return all(cell and not _is_number(cell) for cell in cells)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _manner(tree: FileTree, name: str) -> tuple[str | None, str | None]:
    if name.lower().endswith(".xlsx"):
        return None, None
    stream, _ = open_text(tree, name)
    with stream:
        return sniff_encoding(tree, name), sniff_delimiter(stream.readline(1 << 16), name)


def _describe_parquet(tree: FileTree, name: str) -> tuple[TableFacts | None, list[Problem]]:
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
    return TableFacts(None, None, (), None), []
