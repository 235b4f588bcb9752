"""The column to predict: what its cells are, and which rows have an answer in it."""

# R rows

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from easel.runtime.table.cells import Cell, category_of, number_of

from engine.data.tabular.schema import MISSING_TEXTS
from engine.errors import DataError, SpecError
from engine.formats.tables.cells import is_infinite
from engine.specs.options.tabular.prediction import TabularPredictionOptions
from engine.validation.checks import Finding
from engine.validation.targets import (
    Problem,
    TargetStatistics,
    check_target,
    learns_numbers,
    problem_of_statistics,
)


def target_statistics(target: str, cells: Sequence[Cell]) -> TargetStatistics:
    """Count what the cells (R,) of a column are."""
    numbers: set[str] = set()
    words: set[str] = set()
    num_numbers = num_infinite = num_words = 0
    for cell in cells:
        text = category_of(cell, MISSING_TEXTS)
        if text is None:
            # A number of a workbook or Parquet file that is not finite has no name.
            num_infinite += isinstance(cell, float) and cell == cell
        elif is_infinite(text):
            num_infinite += 1
        elif _is_number(cell):
            num_numbers += 1
            numbers.add(text)
        else:
            num_words += 1
            words.add(text)
    return TargetStatistics(
        column=target,
        num_rows=len(cells),
        num_missing=len(cells) - num_numbers - num_infinite - num_words,
        num_numbers=num_numbers,
        num_infinite=num_infinite,
        num_words=num_words,
        num_distinct_numbers=len(numbers),
        num_distinct_words=len(words),
    )


def problem_of(statistics: TargetStatistics, options: TabularPredictionOptions) -> Problem:
    """Return what kind of answer the target asks for.

    Raises:
        DataError: when the cells cannot be what the options say, or hold one class only.
    """
    require_usable(check_target(statistics, options.problem))
    problem = problem_of_statistics(statistics, options.problem)
    distinct = statistics.num_distinct_numbers
    if not learns_numbers(statistics, problem):
        distinct += statistics.num_distinct_words
    elif statistics.num_words > statistics.num_numbers:
        raise DataError(
            f"The column '{statistics.column}' holds {statistics.num_words} words and "
            f"{statistics.num_numbers} numbers. A regression needs numbers: choose "
            "another problem, or correct the cells.",
            code="target_not_numeric",
            column=statistics.column,
            value=statistics.num_words,
        )
    if distinct < 2:
        raise DataError(
            f"The column '{statistics.column}' holds {distinct} distinct value(s); at least two "
            "are needed to learn from. Choose another target, or add rows.",
            code="target_constant",
            column=statistics.column,
        )
    if problem == "binary" and distinct != 2:
        raise DataError(
            f"The column '{statistics.column}' holds {distinct} classes; a binary problem has 2. "
            "Choose multi_class.",
            code="target_not_binary",
            column=statistics.column,
            count=distinct,
        )
    return problem


def usable_rows(cells: Sequence[Cell], statistics: TargetStatistics, problem: Problem) -> list[int]:
    """Return the rows that have an answer."""
    if learns_numbers(statistics, problem):
        return [i for i, cell in enumerate(cells) if _is_number(cell)]
    return [i for i, cell in enumerate(cells) if category_of(cell, MISSING_TEXTS) is not None]


def require_varied(target: str, cells: Iterable[str | None]) -> None:
    """Refuse training rows that all have the same answer.

    Raises:
        DataError: ``train_target_constant``.
    """
    counts = Counter(cells)
    if len(counts) < 2:
        only, count = next(iter(counts.items()))
        raise DataError(
            f"All {count} training row(s) have the same value in '{target}', '{only}': there is "
            "nothing to learn, although the table holds others. Two different ones are needed in "
            "training: add rows, give training a larger share, or divide them another way (split, "
            "group or time column).",
            code="train_target_constant",
            column=target,
            value=str(only)[:80],
            count=count,
        )


def scale_of(target: str, cells: Iterable[Cell]) -> tuple[float, float]:
    """Return the mean and the deviation of numbers, 1 where they are one.

    Raises:
        DataError: ``target_too_large`` when they are beyond what can be calculated with.
    """
    values = np.array([number_of(cell, MISSING_TEXTS) for cell in cells])
    with np.errstate(over="ignore", invalid="ignore"):
        mean, deviation = float(values.mean()), float(values.std())
    if not (np.isfinite(mean) and np.isfinite(deviation)):
        raise DataError(
            f"The numbers in '{target}' are too large to be calculated with: they reach "
            f"{np.abs(values).max():.3g}. Correct them, or bring in their logarithms.",
            code="target_too_large",
            column=target,
            value=float(np.abs(values).max()),
        )
    return mean, deviation or 1.0


def require_usable(findings: Iterable[Finding]) -> None:
    """Refuse a target that leaves nothing to learn, or can be learnt in two ways.

    Raises:
        DataError: with the first blocking finding.
    """
    for finding in findings:
        if finding.blocking:
            raise DataError(finding.message, code=finding.code, **finding.params)


def require_clear(findings: Iterable[Finding]) -> None:
    """Refuse to guess what only somebody can say.

    Raises:
        SpecError: with the code of the first finding that blocks.
    """
    for finding in findings:
        if finding.blocking:
            raise SpecError(finding.message, code=finding.code, **finding.params)


def _is_number(cell: Cell) -> bool:
    if isinstance(cell, bool):
        return False
    value = number_of(cell, MISSING_TEXTS)
    return value == value
