"""How what was read or heard differs from what is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

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


def pairs(there: Sequence[str], predicted: Sequence[str]) -> list[Pair]:
    """Return what became of each unit, in order, in one of the ways with the fewest edits.

    Source: Levenshtein, Soviet Physics Doklady 10 (1966).
    """
    found: list[Pair] = []
    for step in Levenshtein.opcodes(there, predicted):
        gone = there[step.src_start : step.src_end]
        come = predicted[step.dest_start : step.dest_end]
        if step.tag == "delete":
            found += [(unit, None) for unit in gone]
        elif step.tag == "insert":
            found += [(None, unit) for unit in come]
        else:
            found += zip(gone, come, strict=True)
    return found


def edits(there: Sequence[str], predicted: Sequence[str]) -> Edits:
    """Count the edits between what is there and what was predicted."""
    kinds = Counter(one.tag for one in Levenshtein.editops(there, predicted))
    return Edits(kinds["replace"], kinds["insert"], kinds["delete"], len(there))
