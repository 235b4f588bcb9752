"""What is known of a column without its rows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ColumnStatistics:
    """What the cells of a column are, over all rows.

    ``num_distinct`` is null where there are more than 10,000 different values. ``edges`` and
    ``counts`` are a histogram of its numbers, of 10,000 random rows where there are more.
    """

    name: str
    num_missing: int
    num_distinct: int | None
    num_numbers: int
    minimum: float | None
    maximum: float | None
    mean: float | None
    deviation: float | None
    edges: tuple[float, ...]
    counts: tuple[int, ...]
    top: tuple[tuple[str, int], ...]
