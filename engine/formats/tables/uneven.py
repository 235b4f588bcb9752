"""Rows that have another number of cells than their table has columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

MAX_LINES = 10
MAX_EXAMPLE = 120


@dataclass
class UnevenRows:
    """How many there are in a table, and the first of them.

    ``lines`` are those of a text, rows of a workbook, from 1; ``example`` is the first such row.
    """

    expected: int
    num: int = 0
    lines: list[int] = field(default_factory=list)
    example: str = ""

    def note(self, line: int, cells: Sequence[str]) -> None:
        """Count a row, if it is one."""
        if len(cells) == self.expected:
            return
        self.num += 1
        if len(self.lines) < MAX_LINES:
            self.lines.append(line)
        if self.num == 1:
            row = " | ".join(cells)
            self.example = row if len(row) <= MAX_EXAMPLE else row[: MAX_EXAMPLE - 1] + "…"
