"""Which split each sample is said to be of, where several lists may speak of one."""

from __future__ import annotations

from collections.abc import Iterator

from engine.formats.layout import Problem
from engine.specs.data import Split

# What is held out stays out of training.
_FIRST = (Split.TEST, Split.VALIDATION, Split.TRAIN)


class SplitClaims:
    """Splits by sample; of several that are said of one, the one furthest from training counts."""

    def __init__(self) -> None:
        self._splits: dict[str, Split] = {}
        self._contested: dict[str, None] = {}

    def add(self, key: str, split: Split) -> None:
        """Take in what one list says of a sample."""
        before = self._splits.setdefault(key, split)
        if before is not split:
            self._contested[key] = None
            self._splits[key] = min(before, split, key=_FIRST.index)

    def of(self, key: str) -> Split | None:
        """Return the split of a sample, ``None`` where nothing is said."""
        return self._splits.get(key)

    def problems(self, place: str) -> Iterator[Problem]:
        """Yield that samples are said to be of several splits, and what was done about it."""
        if self._contested:
            num, first = len(self._contested), next(iter(self._contested))
            text = (
                f"{num} sample(s), such as '{first}', are named for several splits. Test counts "
                "before validation, and validation before training."
            )
            yield Problem("split_conflict", place, text, {"num": num, "file": first})


def listed_missing(place: str, names: list[str]) -> Problem:
    """Return the problem of a list of samples that are not there."""
    text = f"{len(names)} entries of this list, such as '{names[0]}', name no file that is here."
    return Problem("listed_missing", place, text, {"num": len(names), "file": names[0]})


def split_missing(place: str, key: str, given: str) -> Problem:
    """Return the problem of a folder or list of a split that is not there."""
    text = f"'{given}', which is named for {key}, is neither a folder with images nor a list here."
    return Problem("split_missing", place, text, {"split": key, "file": given})
