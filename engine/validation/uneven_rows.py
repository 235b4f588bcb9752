"""Rows of a table that do not fit its columns; asked by the page and by the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.validation.checks import Finding


def check_uneven(
    file: str, *, num: int, expected: int, lines: Sequence[int], example: str
) -> Iterator[Finding]:
    """Yield that rows have another number of cells than there are columns.

    Args:
        file: that they are in.
        num: of such rows.
        expected: cells of a row.
        lines: the first of them.
        example: the first such row.
    """
    if not num:
        return
    first = ", ".join(map(str, lines)) + ("…" if num > len(lines) else "")
    yield Finding(
        "uneven_rows",
        {"file": file, "num": num, "expected": expected, "lines": first, "example": example},
        f"{num} row(s) of '{file}' have another number of cells than the {expected} columns, in "
        f"line(s) {first}; the first is: {example}. Empty cells are added, and cells at the end "
        "left out. Correct separator, quotation marks or rows, and bring the file in again.",
        blocking=False,
        num_samples=num,
        confirm=True,
    )
