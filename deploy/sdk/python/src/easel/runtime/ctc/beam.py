"""Decoding that weighs many texts at once, and what a language model makes of them."""

# T columns, K characters and the blank

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log1p

import numpy as np

from easel.runtime.ctc.language import EDGE, LanguageModel
from easel.runtime.ctc.paths import BLANK, LogProbabilities, Symbol, align, best_path

# Characters that a column thinks less likely, or that come after so many others, begin no text.
_LEAST_LOG = -10.0
_MOST_CHARACTERS = 40


class _Prefix:
    """The beginning of a text, by its last character and what is before it.

    Attributes:
        before: the text without its last character, ``None`` for the empty one.
        place: class of the last character.
        context: its last characters, as the language model asks for them.
        prior: what speaks for it as a text.
        longer: texts with one character more, by its class.
    """

    __slots__ = ("before", "context", "longer", "place", "prior")

    def __init__(self, before: _Prefix | None, place: int, context: str, prior: float) -> None:
        self.before = before
        self.place = place
        self.context = context
        self.prior = prior
        self.longer: dict[int, _Prefix] = {}

    def text(self) -> tuple[int, ...]:
        """Return the classes of its characters."""
        places: list[int] = []
        prefix = self
        while prefix.before is not None:
            places.append(prefix.place)
            prefix = prefix.before
        return tuple(reversed(places))


_Reached = tuple[float, float]
"""Log probabilities that a prefix was said, by paths that end in a blank and by the others."""


class Decoder:
    """Finds what is said in columns of scores.

    Args:
        characters: of the classes 1 and on.
        width: prefixes that are kept from column to column; 1 takes the best path instead.
        language: weighs texts, ``None`` for none.
        weight: of the language model's log probability.
        bonus: added for each character, since every further one costs the language model.
    """

    def __init__(
        self,
        characters: Sequence[str],
        width: int = 1,
        language: LanguageModel | None = None,
        weight: float = 0.0,
        bonus: float = 0.0,
    ) -> None:
        self.characters = tuple(characters)
        self._width = width
        self._language = language if weight else None
        self._weight = weight
        self._bonus = bonus

    def __call__(self, scores: LogProbabilities) -> list[Symbol]:
        """Return the characters of log probabilities (T, K) with their columns."""
        if self._width == 1 or not len(scores):
            return best_path(scores)
        return align(scores, self.search(scores))

    def search(self, scores: LogProbabilities) -> tuple[int, ...]:
        """Return the classes of the text with the best sum of all its paths and its prior.

        Source: Hannun et al., arXiv 1408.2873 (2014), algorithm 1, in logarithms.
        """
        beam: dict[_Prefix, _Reached] = {_Prefix(None, BLANK, EDGE, 0.0): (0.0, -inf)}
        for column in scores:
            likely = np.argsort(-column, kind="stable")[: _MOST_CHARACTERS + 1].tolist()
            values = column.tolist()
            spoken = [place for place in likely if place != BLANK and values[place] > _LEAST_LOG]
            reached = self._step(beam, values, spoken)
            ranked = sorted(reached.items(), key=_rank, reverse=True)
            beam = dict(ranked[: self._width])
        best = max(beam.items(), key=lambda one: _rank(one) + self._end(one[0]))
        return best[0].text()

    def _step(
        self, beam: dict[_Prefix, _Reached], column: list[float], likely: list[int]
    ) -> dict[_Prefix, _Reached]:
        """Return the prefixes after one more column, in the order in which they were met."""
        following: dict[_Prefix, _Reached] = {}

        def add(prefix: _Prefix, blank: float, spoken: float) -> None:
            before = following.get(prefix, (-inf, -inf))
            following[prefix] = _log_add(before[0], blank), _log_add(before[1], spoken)

        for prefix, (blank, spoken) in beam.items():
            either = _log_add(blank, spoken)
            stays = -inf if prefix.before is None else spoken + column[prefix.place]
            add(prefix, either + column[BLANK], stays)
            for place in likely:
                longer = prefix.longer.get(place)
                if longer is None:
                    longer = prefix.longer[place] = self._extended(prefix, place)
                # The same character again is another one only after a blank.
                add(longer, -inf, (blank if place == prefix.place else either) + column[place])
        return following

    def _extended(self, prefix: _Prefix, place: int) -> _Prefix:
        prior = prefix.prior + self._bonus
        if self._language is None:
            return _Prefix(prefix, place, "", prior)
        character = self.characters[place - 1]
        prior += self._weight * self._language.log_probability(prefix.context, character)
        return _Prefix(prefix, place, self._language.context(prefix.context + character), prior)

    def _end(self, prefix: _Prefix) -> float:
        if self._language is None:
            return 0.0
        return self._weight * self._language.log_probability(prefix.context, EDGE)


def _rank(one: tuple[_Prefix, _Reached]) -> float:
    prefix, reached = one
    return _log_add(*reached) + prefix.prior


def _log_add(one: float, other: float) -> float:
    """Return log(exp(one) + exp(other))."""
    if one < other:
        one, other = other, one
    return one if other == -inf else one + log1p(exp(other - one))
