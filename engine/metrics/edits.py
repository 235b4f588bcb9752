"""How what was read or heard differs from what is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Pair = tuple[str | None, str | None]
"""What is there and what was predicted: ``None`` at first is an insertion, else a deletion."""


@dataclass(frozen=True)
class Edits:
    """The least edits that turn what is there into what was predicted.

    Attributes:
        substitutions: one taken for another.
        insertions: predicted, and not there.
        deletions: there, and not predicted.
        length: of what is there.
    """

    substitutions: int = 0
    insertions: int = 0
    deletions: int = 0
    length: int = 0

    @property
    def errors(self) -> int:
        """Return the number of all edits."""
        return self.substitutions + self.insertions + self.deletions

    @property
    def rate(self) -> float:
        """Return the edits per unit that is there; where nothing is, 1 for anything predicted."""
        return self.errors / self.length if self.length else float(self.insertions > 0)

    def __add__(self, other: Edits) -> Edits:
        return Edits(
            self.substitutions + other.substitutions,
            self.insertions + other.insertions,
            self.deletions + other.deletions,
            self.length + other.length,
        )


def edit_distance(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the least number of insertions, deletions and substitutions between two texts.

    Source: Levenshtein, Soviet Physics Doklady 10 (1966).
    """
    return _distances(one, other)[-1][-1]


def pairs(there: Sequence[str], predicted: Sequence[str]) -> list[Pair]:
    """Return what became of each unit, in order; of equally short ways one with substitutions."""
    rows = _distances(there, predicted)
    found: list[Pair] = []
    a, b = len(there), len(predicted)
    while a or b:
        here = rows[a][b]
        # From the end, where the last row has the whole distance.
        if a and b and here == rows[a - 1][b - 1] + (there[a - 1] != predicted[b - 1]):
            a, b = a - 1, b - 1
            found.append((there[a], predicted[b]))
        elif a and here == rows[a - 1][b] + 1:
            a -= 1
            found.append((there[a], None))
        else:
            b -= 1
            found.append((None, predicted[b]))
    return found[::-1]


def edits(there: Sequence[str], predicted: Sequence[str]) -> Edits:
    """Count the edits between what is there and what was predicted."""
    found = pairs(there, predicted)
    return Edits(
        substitutions=sum(None not in pair and pair[0] != pair[1] for pair in found),
        insertions=sum(pair[0] is None for pair in found),
        deletions=sum(pair[1] is None for pair in found),
        length=len(there),
    )


def _distances(one: Sequence[str], other: Sequence[str]) -> list[list[int]]:
    """Return the distance of every beginning of one text from every beginning of the other."""
    rows = [list(range(len(other) + 1))]
    for number, unit in enumerate(one, start=1):
        above, row = rows[-1], [number]
        for place, wanted in enumerate(other, start=1):
            row.append(min(above[place - 1] + (unit != wanted), above[place] + 1, row[-1] + 1))
        rows.append(row)
    return rows
