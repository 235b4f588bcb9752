"""Rows of a Parquet file as the texts that a CSV file would hold, a piece at a time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any, BinaryIO

from engine.formats.label_cells import SEPARATOR

_BATCH_ROWS = 1000
# A row group is unpacked column by column; beyond this one alone could fill the memory.
_MAX_GROUP_BYTES = 4 * 2**30
_MAX_COLUMNS = 16_384


class ParquetError(ValueError):
    """The file is no Parquet that can be read; the message says why."""


def read_parquet(file: BinaryIO) -> Iterator[list[str]]:
    """Yield the names of the columns, then the cells of each row.

    A list in a cell, such as one of labels, is joined by ``|``.

    Raises:
        ParquetError: when it is no Parquet file, or a damaged one.
    """
    import pyarrow as arrow
    from pyarrow import parquet

    try:
        table = parquet.ParquetFile(file)
        _check(table.metadata)
        yield list(table.schema_arrow.names)
        for batch in table.iter_batches(batch_size=_BATCH_ROWS):
            columns = [column.to_pylist() for column in batch.columns]
            for cells in zip(*columns, strict=True):
                yield [cell_text(cell) for cell in cells]
    except (arrow.ArrowException, OSError, ValueError, OverflowError) as error:
        reason = str(error).split("\n", 1)[0][:200]
        raise ParquetError(f"no Parquet file that can be read: {reason}") from error


def _check(about: Any) -> None:
    """Refuse what would not fit into memory.

    Raises:
        ParquetError: when it does not.
    """
    if about.num_columns > _MAX_COLUMNS:
        raise ParquetError(f"it has {about.num_columns} columns; at most {_MAX_COLUMNS} are read")
    sizes = (about.row_group(number).total_byte_size for number in range(about.num_row_groups))
    largest = max(sizes, default=0)
    if largest > _MAX_GROUP_BYTES:
        raise ParquetError(
            f"a row group has {largest} bytes; at most {_MAX_GROUP_BYTES} are read. "
            "Write it in smaller groups"
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
