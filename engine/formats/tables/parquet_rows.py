"""Rows of a Parquet file as the texts that a CSV file would hold, a piece at a time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any, BinaryIO

from engine.formats.reading.values import MALFORMED
from engine.formats.tables.budgets import (
    Budget,
    BudgetError,
    require_cells,
    require_characters,
    require_columns,
)
from engine.formats.tables.hugging_face import Features, features_of
from engine.formats.tables.label_cells import SEPARATOR

_BATCH_ROWS = 1000
# A row group is unpacked column by column; beyond this one alone could fill the memory.
_MAX_GROUP_BYTES = 2**30
# Of one batch: what many rows share is written out for each of them.
_MAX_BATCH_CHARACTERS = 256 * 2**20


class ParquetError(ValueError):
    """The file is no Parquet that can be read; the message says why."""


def read_parquet(file: BinaryIO) -> Iterator[list[str]]:
    """Yield the names of the columns, then the cells of each row.

    A list in a cell, such as one of labels, is joined by ``|``; numbers of classes whose names the
    file has are these names.

    Raises:
        BudgetError: when it would not fit into memory.
        ParquetError: when it is no Parquet file, or a damaged one.
    """
    import pyarrow as arrow

    try:
        num_bytes = file.seek(0, 2)
        file.seek(0)
        table = open_parquet(file)
        yield list(table.schema_arrow.names)
        for columns in columns_of(table, num_bytes):
            for cells in zip(*columns, strict=True):
                yield [cell_text(cell) for cell in cells]
    except (ParquetError, BudgetError):
        raise
    except (arrow.ArrowException, OSError, *MALFORMED) as error:
        reason = str(error).split("\n", 1)[0][:200]
        raise ParquetError(f"no Parquet file that can be read: {reason}") from error


def parquet_features(file: BinaryIO) -> Features:
    """Return what a file says beside its cells; it is read from its start again.

    Raises:
        ParquetError: when it is no Parquet file, or a damaged one.
    """
    import pyarrow as arrow
    from pyarrow import parquet

    try:
        file.seek(0)
        return features_of(parquet.read_schema(file))
    except (arrow.ArrowException, OSError, *MALFORMED) as error:
        raise ParquetError(f"no Parquet file that can be read: {error}") from error
    finally:
        file.seek(0)


def open_parquet(file: BinaryIO) -> Any:
    """Open a file whose texts stay as it keeps them until ``columns_of`` has counted them.

    Raises:
        BudgetError: when it would not fit into memory.
        ArrowException, OSError, ValueError: when it is damaged.
    """
    from pyarrow import parquet

    about = parquet.ParquetFile(file)
    _check(about.metadata)
    leaves = (about.schema.column(number) for number in range(len(about.schema)))
    shared = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"]
    file.seek(0)
    return parquet.ParquetFile(file, read_dictionary=shared)


def columns_of(table: Any, num_bytes: int) -> Iterator[list[list[Any]]]:
    """Yield the values of each column, a batch of rows at a time.

    Args:
        table: what ``open_parquet`` gave.
        num_bytes: how large its file is.

    Raises:
        BudgetError: when a batch, or the file, would become too large.
    """
    budget = Budget(num_bytes)
    features = features_of(table.schema_arrow)
    turns = [features.turned(name) for name in table.schema_arrow.names]
    for batch in table.iter_batches(batch_size=_BATCH_ROWS):
        num = sum(map(_characters, batch.columns))
        require_characters(num, _MAX_BATCH_CHARACTERS)
        budget.spend(cells=batch.num_rows * batch.num_columns, characters=num)
        columns = [column.to_pylist() for column in batch.columns]
        yield [
            cells if turn is None else list(map(turn, cells))
            for turn, cells in zip(turns, columns, strict=True)
        ]


def _characters(column: Any) -> int:
    """Return about how many bytes the values of a column are when each is written out."""
    import pyarrow as arrow
    from pyarrow import compute

    if arrow.types.is_dictionary(column.type):
        lengths = compute.binary_length(column.dictionary).take(column.indices)
        return int(compute.sum(lengths).as_py() or 0)
    if arrow.types.is_list(column.type) or arrow.types.is_large_list(column.type):
        return _characters(column.flatten())
    if arrow.types.is_struct(column.type):
        return sum(map(_characters, column.flatten()))
    return int(column.nbytes)


def _check(about: Any) -> None:
    """Refuse what would not fit into memory.

    Raises:
        BudgetError: when it does not.
    """
    require_columns(about.num_columns)
    require_cells(about.num_rows * max(1, about.num_columns))
    sizes = (about.row_group(number).total_byte_size for number in range(about.num_row_groups))
    largest = max(sizes, default=0)
    if largest > _MAX_GROUP_BYTES:
        raise BudgetError(
            f"A row group of the table has {largest} bytes; at most {_MAX_GROUP_BYTES} are read. "
            "Write it in smaller groups.",
            code="table_group_too_large",
            bytes=largest,
            maximum=_MAX_GROUP_BYTES,
        )


def cell_text(cell: Any) -> str:
    """Return a cell as a CSV file would hold it; an empty one for what is missing."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return "" if cell != cell else repr(cell)
    if isinstance(cell, datetime | date | time):
        return cell.isoformat()
    if isinstance(cell, bytes):
        return cell.decode("utf-8", errors="replace")
    if isinstance(cell, list):
        return SEPARATOR.join(cell_text(part) for part in cell)
    return str(cell)
