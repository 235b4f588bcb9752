"""A table made ready for looking at: rows in groups that are read alone, columns summed up.

Rows pass through memory a group at a time, so that a million rows take no more than a thousand.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np

from backend.datasets.media.column_statistics import ColumnStatistics
from backend.datasets.media.table import Row, Table

# A group is read whole to show any row of it.
_CELLS_A_GROUP = 200_000
_MAX_DISTINCT = 10_000
_MAX_KEPT = 10_000
NUM_BINS = 20
NUM_TOP = 10
_MAX_TEXT = 120

ReportProgress = Callable[[int, int], None]


@dataclass
class _Summary:
    """What is kept of a column while its cells go by."""

    name: str
    missing: frozenset[str]
    random: random.Random
    num_missing: int = 0
    distinct: Counter[str] = field(default_factory=Counter)
    is_full: bool = False
    num: int = 0
    mean: float = 0.0
    squares: float = 0.0
    low: float = math.inf
    high: float = -math.inf
    kept: list[float] = field(default_factory=list)

    def add(self, cells: Sequence[str | None]) -> None:
        present = [cell for cell in cells if cell is not None and cell.strip() not in self.missing]
        self.num_missing += len(cells) - len(present)
        self._count(present)
        numbers = np.fromiter(_numbers(present), np.float64)
        if not len(numbers):
            return
        # Chan, Golub and LeVeque (1979): moments of two parts together, without cancellation.
        mean, total = float(numbers.mean()), self.num + len(numbers)
        apart = mean - self.mean
        self.squares += float(((numbers - mean) ** 2).sum())
        self.squares += apart**2 * self.num * len(numbers) / total
        self.mean += apart * len(numbers) / total
        self.low = min(self.low, float(numbers.min()))
        self.high = max(self.high, float(numbers.max()))
        for value in numbers.tolist():
            self.num += 1
            self._keep(value)

    def _keep(self, value: float) -> None:
        """Keep each value with the same chance (Vitter 1985, algorithm R)."""
        if len(self.kept) < _MAX_KEPT:
            self.kept.append(value)
        elif (place := self.random.randrange(self.num)) < _MAX_KEPT:
            self.kept[place] = value

    def _count(self, present: Sequence[str]) -> None:
        if not self.is_full:
            self.distinct.update(present)
            if len(self.distinct) > _MAX_DISTINCT:
                self.is_full = True
                self.distinct = Counter(dict(self.distinct.most_common(_MAX_DISTINCT)))
            return
        known = self.distinct
        for cell in present:
            if cell in known:
                known[cell] += 1

    def result(self) -> ColumnStatistics:
        counts, edges = np.histogram(self.kept, NUM_BINS) if self.num > 1 else ((), ())
        return ColumnStatistics(
            name=self.name,
            num_missing=self.num_missing,
            num_distinct=None if self.is_full else len(self.distinct),
            num_numbers=self.num,
            minimum=self.low if self.num else None,
            maximum=self.high if self.num else None,
            mean=self.mean if self.num else None,
            deviation=math.sqrt(self.squares / self.num) if self.num else None,
            edges=tuple(float(edge) for edge in edges),
            counts=tuple(int(count) for count in counts),
            top=tuple((cell[:_MAX_TEXT], n) for cell, n in self.distinct.most_common(NUM_TOP)),
        )


def write_pages(
    table: Table,
    target: Path,
    *,
    missing: frozenset[str],
    total: int,
    report_progress: ReportProgress,
) -> Mapping[str, Any]:
    """Write the rows of a table to a Parquet file of texts; return what its columns hold.

    Args:
        table: read once, from its first row to its last.
        target: of the rows.
        missing: texts that stand for no value.
        total: how many rows there are, as far as is known.
        report_progress: hears how many rows of how many are done.

    Raises:
        Unreadable: when the file turns out to be damaged.
    """
    import pyarrow as arrow
    from pyarrow import parquet

    chance = random.Random(0)
    summaries = [_Summary(name, missing, chance) for name in table.names]
    schema = arrow.schema([(name, arrow.string()) for name in table.names])
    num_rows = 0
    size = max(50, _CELLS_A_GROUP // len(table.names))
    with parquet.ParquetWriter(target, schema, compression="zstd") as writer:
        for rows in _groups(table.rows, size):
            columns = list(zip(*rows, strict=True))
            for summary, cells in zip(summaries, columns, strict=True):
                summary.add(cells)
            arrays = [arrow.array(cells, arrow.string()) for cells in columns]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))
            num_rows += len(rows)
            report_progress(num_rows, max(total, num_rows))
    return {"num_rows": num_rows, "columns": [asdict(one.result()) for one in summaries]}


def read_page(file: IO[bytes], offset: int, limit: int) -> list[Row]:
    """Return rows from a place on; only the groups that hold them are read."""
    from pyarrow import parquet

    pages = parquet.ParquetFile(file)
    found: list[Row] = []
    start = 0
    for number in range(pages.num_row_groups):
        num = pages.metadata.row_group(number).num_rows
        if start + num > offset and len(found) < limit:
            group = pages.read_row_group(number)
            first = max(0, offset + len(found) - start)
            wanted = group.slice(first, limit - len(found))
            found += list(zip(*(column.to_pylist() for column in wanted.columns), strict=True))
        start += num
    return found


def _groups(rows: Iterator[Row], size: int) -> Iterator[list[Row]]:
    group: list[Row] = []
    for row in rows:
        group.append(row)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group


def _numbers(cells: Sequence[str]) -> Iterator[float]:
    for cell in cells:
        try:
            value = float(cell)
        except ValueError:
            continue
        if math.isfinite(value):
            yield value
