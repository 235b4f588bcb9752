"""What the column to predict asks for, and which rows it leaves to learn from, by counts alone.

The page asks before a run is queued and the engine asks again before it trains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.validation.checks import Finding, listed

Problem = Literal["binary", "multi_class", "regression"]

# A column is one of numbers when so many of its words read as such; the others have no answer.
CLEAR_SHARE = 0.98
# Of more different numbers than this, none is the name of a class.
_FEW_NUMBERS = 20
MAX_COLUMNS = 30
"""Of a table that one message names."""
_NAMES = frozenset(
    ("target", "label", "class", "y", "outcome", "answer", "目标", "标签", "类别", "分类")
)


@dataclass(frozen=True)
class TargetStatistics:
    """What the cells of a column are.

    ``num_infinite`` of its cells are infinite numbers or their names, ``num_words`` other words.
    """

    column: str
    num_rows: int
    num_missing: int
    num_numbers: int
    num_infinite: int
    num_words: int
    num_distinct_numbers: int
    num_distinct_words: int

    @property
    def is_mixed(self) -> bool:
        """Tell many different numbers beside more words than mistakes make."""
        return (
            self.num_words > (1 - CLEAR_SHARE) * (self.num_numbers + self.num_words)
            and self.num_numbers > self.num_words
            and self.num_distinct_numbers > _FEW_NUMBERS
        )

    @property
    def holds_numbers(self) -> bool:
        """Tell a column of numbers, with a few cells that are none."""
        clear = CLEAR_SHARE * (self.num_numbers + self.num_words)
        return self.num_numbers > 0 and self.num_numbers >= clear


def problem_of_statistics(
    statistics: TargetStatistics, wanted: Literal["auto"] | Problem
) -> Problem:
    """Return what kind of answer a column asks for, unless somebody said."""
    if wanted != "auto":
        return wanted
    if statistics.holds_numbers:
        return "binary" if statistics.num_distinct_numbers == 2 else "regression"
    distinct = statistics.num_distinct_numbers + statistics.num_distinct_words
    return "binary" if distinct == 2 else "multi_class"


def learns_numbers(statistics: TargetStatistics, problem: Problem) -> bool:
    """Tell whether cells that are no finite number give no answer."""
    return problem == "regression" or statistics.holds_numbers


def named_target(columns: Sequence[str]) -> str | None:
    """Return the one column whose name says that it is the answer."""
    found = [name for name in columns if name.strip().lower() in _NAMES]
    return found[0] if len(found) == 1 else None


def check_guess(columns: Sequence[str], guessed: str) -> Iterator[Finding]:
    """Yield what is to be said of a target that nobody named."""
    named = named_target(columns)
    if named is not None and named != guessed:
        yield Finding(
            "target_ambiguous",
            {"column": guessed, "named": named},
            f"No target is named. The last column is '{guessed}', but '{named}' is called like "
            "one. Name the column to predict, with the option target.",
            blocking=True,
        )
        return
    yield Finding(
        "target_guessed",
        {"column": guessed, "columns": listed(columns, MAX_COLUMNS)},
        f"No target is named: the last column, '{guessed}', would be predicted. The table has: "
        f"{listed(columns, MAX_COLUMNS)}. Name the column to predict, with the option target.",
        blocking=False,
        confirm=True,
    )


def check_problem(
    statistics: TargetStatistics, wanted: Literal["auto"] | Problem
) -> Iterator[Finding]:
    """Yield that the kind of answer is guessed, where a column can be learnt in two ways."""
    # Words alone can only be names of classes.
    if wanted != "auto" or statistics.is_mixed or not statistics.num_numbers:
        return
    problem = problem_of_statistics(statistics, wanted)
    what = "a value" if problem == "regression" else "a class"
    yield Finding(
        "problem_guessed",
        {
            "column": statistics.column,
            "problem": problem,
            "num_distinct": statistics.num_distinct_numbers,
        },
        f"Nobody said whether '{statistics.column}' holds values or classes: it has "
        f"{statistics.num_distinct_numbers} different number(s), so {what} would be predicted "
        f"({problem}). Choose with the option problem.",
        blocking=False,
        confirm=True,
    )


def check_target(
    statistics: TargetStatistics, wanted: Literal["auto"] | Problem
) -> Iterator[Finding]:
    """Yield which rows are not learnt from, and what makes the kind of answer doubtful."""
    if wanted == "auto" and statistics.is_mixed:
        yield Finding(
            "target_mixed",
            {
                "column": statistics.column,
                "num_numbers": statistics.num_numbers,
                "num_words": statistics.num_words,
            },
            f"The column '{statistics.column}' holds {statistics.num_numbers} numbers and "
            f"{statistics.num_words} words, so it can be predicted as a value or as "
            "classes. Choose the problem, or correct the cells.",
            blocking=True,
        )
        return
    problem = problem_of_statistics(statistics, wanted)
    lost = statistics.num_missing
    if learns_numbers(statistics, problem):
        lost += statistics.num_infinite + statistics.num_words
        if statistics.num_infinite + statistics.num_words:
            yield Finding(
                "target_not_finite",
                {
                    "column": statistics.column,
                    "num_infinite": statistics.num_infinite,
                    "num_words": statistics.num_words,
                },
                f"In '{statistics.column}', {statistics.num_infinite} cell(s) are infinite and "
                f"{statistics.num_words} are words among numbers: they count as missing.",
                blocking=False,
            )
    if lost:
        used = statistics.num_rows - lost
        yield Finding(
            "rows_without_target",
            {
                "column": statistics.column,
                "count": lost,
                "total": statistics.num_rows,
                "used": used,
            },
            f"{lost} of {statistics.num_rows} rows have no value in '{statistics.column}' and are "
            f"not learnt from; {used} are left.",
            blocking=used == 0,
            num_samples=lost,
            confirm=used > 0,
        )
