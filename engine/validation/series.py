"""Columns of series that nobody chose; asked by the page and by the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.validation.checks import Finding, listed
from engine.validation.targets import MAX_COLUMNS


def check_series(
    *, times: Sequence[str], numbers: Sequence[str], chose_time: bool, chose_targets: bool
) -> Iterator[Finding]:
    """Yield which columns would be taken, where there are others and nobody chose.

    Args:
        times: columns of times in the order of the table; the first is taken.
        numbers: columns of numbers that nothing else was made of; all are forecast.
        chose_time: the column of times is named.
        chose_targets: the columns to forecast are named.
    """
    guesses_time = not chose_time and len(times) > 1
    guesses_targets = not chose_targets and len(numbers) > 1
    if guesses_time or guesses_targets:
        named = listed(numbers, MAX_COLUMNS)
        yield Finding(
            "series_guessed",
            {"time": times[0] if times else "", "targets": named},
            f"Nobody said what is forecast: all columns of numbers would be ({named}), "
            f"along the times of '{times[0] if times else ''}'. Name them, with the options "
            "time_column and targets.",
            blocking=False,
            confirm=True,
        )
