"""Find texts that repeat an earlier one but for a few characters, without comparing all of them.

Two texts of which one becomes the other by few edits share most of their runs of four characters:
each edit touches four of them at most. So of any 4·d + 1 runs of a text, one is also in a text that
is d edits away. Those that are rarest so far name few candidates, whose edits are then counted.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import numpy as np
from rapidfuzz.distance import Levenshtein

from engine.quality.hashing import SHINGLE, normal_text, overlap, shingles

Key = TypeVar("Key", bound=Hashable)

# Of longer texts a sample of the runs is kept, the same runs of each text.
_MOST_RUNS = 64
# What one text may cost, where many texts are made from one template.
_MOST_NAMED, _MOST_COMPARED = 4000, 16
# A long text shares nearly two thirds of the runs that were sampled with one of which a tenth is
# edited, and fewer than this share with others of its language.
_LEAST_SHARED = 0.4
# Edits are counted in so much of a text.
MAX_COMPARED = 20_000


class _Letters(dict[int, int | None]):
    """Leaves out what only parts words: punctuation, spaces and controls."""

    def __missing__(self, point: int) -> int | None:
        kept = None if unicodedata.category(chr(point))[0] in "PZC" else point
        self[point] = kept
        return kept


_LETTERS = _Letters()


def comparable(text: str) -> str:
    """Return what is compared of a text: its letters, numbers and signs, as ``normal_text``.

    A text of nothing but punctuation is compared whole.
    """
    normal = normal_text(text)
    return normal.translate(_LETTERS) or normal


class NearTexts(Generic[Key]):
    """The texts that were kept so far, in their order."""

    def __init__(
        self, edited_share: float, read: Callable[[Key], str], least_overlap: float = 1.0
    ) -> None:
        """Begin without a text.

        Args:
            edited_share: near texts differ in at most this share of the longer one's characters.
            read: gives what is compared of a text that was kept.
            least_overlap: long texts that share this part of their runs are near, too, such as
                those with a sentence more.
        """
        self._share = edited_share
        self._read = read
        self._least_overlap = least_overlap
        self._holding: dict[int, list[int]] = defaultdict(list)
        self._keys: list[Key] = []
        self._lengths: list[int] = []

    def earlier(self, text: str, key: Key) -> Key | None:
        """Return a kept text that this one nearly repeats; otherwise keep this one.

        Args:
            text: what is compared of it; one of nothing repeats none.
            key: that it is kept under.
        """
        runs = self._runs(text)
        for place in self._candidates(text, runs):
            if self._is_near(text, self._read(self._keys[place])):
                return self._keys[place]
        for run in runs:
            self._holding[run].append(len(self._keys))
        self._keys.append(key)
        self._lengths.append(len(text))
        return None

    def _runs(self, text: str) -> list[int]:
        found: list[int] = np.sort(shingles(text))[:_MOST_RUNS].tolist()
        return found

    def _candidates(self, text: str, runs: list[int]) -> list[int]:
        """Return the places of kept texts that share the rarest runs, the most of them first."""
        # Of the longer one: the kept text may be that.
        most = self._most_edits(int(len(text) / (1 - self._share)))
        held = sorted((places for run in runs if (places := self._holding.get(run))), key=len)
        is_long = len(runs) == _MOST_RUNS
        # Runs that nobody else has are among the 4·d + 1 as well.
        num = len(runs) if is_long else SHINGLE * most + 1 - (len(runs) - len(held))
        shared: Counter[int] = Counter()
        named = num_asked = 0
        for places in held[: max(0, num)]:
            if named and named + len(places) > _MOST_NAMED:
                break
            named += len(places)
            num_asked += 1
            shared.update(places[:_MOST_NAMED])
        least = _LEAST_SHARED * num_asked if is_long else 1
        likely = [
            (count, place)
            for place, count in shared.items()
            if count >= least and self._may_be_near(len(text), self._lengths[place])
        ]
        likely.sort(key=lambda one: (-one[0], one[1]))
        return [place for _, place in likely[:_MOST_COMPARED]]

    def _most_edits(self, length: int) -> int:
        return int(length * self._share + 1e-9)

    def _may_be_near(self, one: int, other: int) -> bool:
        share = max(self._share, 1 - self._least_overlap)
        return abs(one - other) <= int(max(one, other) * share)

    def _is_near(self, one: str, other: str) -> bool:
        first, second = one[:MAX_COMPARED], other[:MAX_COMPARED]
        most = self._most_edits(max(len(first), len(second)))
        if Levenshtein.distance(first, second, score_cutoff=most) <= most:
            return True
        if min(len(one), len(other)) < _MOST_RUNS or self._least_overlap >= 1:
            return False
        return overlap(shingles(one), shingles(other)) >= self._least_overlap
