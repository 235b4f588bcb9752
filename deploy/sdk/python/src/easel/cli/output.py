"""What the command prints: tables for people, JSON for programs."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

from easel.client.transport import Json


class Output:
    """Prints results to stdout and progress to stderr.

    Args:
        as_json: makes stdout pure JSON.
        field: the only one that is printed, of each row or of the document; ``a.b`` looks inside
            ``a``.
    """

    def __init__(self, as_json: bool, field: str | None = None) -> None:
        self._field = field
        self.as_json = as_json or field is not None
        self._shown = 0.0

    def table(self, rows: Iterable[Json], columns: Sequence[str]) -> None:
        """Print one line per row; a column ``a.b`` looks inside ``a``."""
        rows = list(rows)
        if self.as_json:
            self.document(rows)
            return
        cells = [[_cell(row, column) for column in columns] for row in rows]
        titles = [column.upper().replace("_", " ") for column in columns]
        widths = [max(map(len, column)) for column in zip(titles, *cells)]
        for line in [titles, *cells]:
            text = "  ".join(cell.ljust(width) for cell, width in zip(line, widths))
            print(text.rstrip())

    def document(self, value: Any) -> None:
        """Print one value as JSON, or the field that was asked for.

        Raises:
            ValueError: when it has no such field.
        """
        if self._field is not None:
            for row in value if isinstance(value, list) else [value]:
                print(_field(row, self._field))
            return
        print(json.dumps(value, ensure_ascii=False, indent=None if self.as_json else 2))

    def line(self, text: str) -> None:
        """Print a sentence for a person; silent in JSON mode."""
        if not self.as_json:
            print(text)

    def warning(self, text: str) -> None:
        """Print a sentence to stderr, in place of the progress line, which is drawn again."""
        clear = "\r\x1b[K" if sys.stderr.isatty() else ""
        sys.stderr.write(f"{clear}{text}\n")

    def progress(self, label: str, done: int, total: int, eta_seconds: float | None = None) -> None:
        """Redraw a progress line on a terminal, at most ten times a second."""
        finished = total > 0 and done >= total
        if not sys.stderr.isatty() or (time.monotonic() - self._shown < 0.1 and not finished):
            return
        self._shown = time.monotonic()
        share = done / total if total else 0.0
        bar = ("█" * int(share * 24)).ljust(24, "·")
        eta = f"  {eta_seconds:.0f} s left" if eta_seconds else ""
        sys.stderr.write(f"\r{label:<12} {bar} {done}/{total}{eta}\x1b[K" + "\n" * finished)
        sys.stderr.flush()

    def job(self, job: Json) -> None:
        """Redraw the progress line of a job."""
        phase = job["phase"] or job["state"]
        self.progress(phase, job["done"], job["total"], job["eta_seconds"])


def _field(row: Json, name: str) -> str:
    value: Any = row
    for part in name.split("."):
        if not isinstance(value, dict) or part not in value:
            known = ", ".join(value) if isinstance(value, dict) else "none"
            raise ValueError(f"There is no field '{name}'. There are: {known}.")
        value = value[part]
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _cell(row: Json, column: str) -> str:
    value: Any = row
    for part in column.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    if isinstance(value, float):
        return f"{value:.4f}"
    return "-" if value is None else str(value)
