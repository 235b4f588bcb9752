"""Which character follows which: a language model small enough to read."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import lru_cache

from easel.errors import PackageError
from easel.runtime.inputs import ReadFile

EDGE = "\n"
"""Stands before the first character of a text and after its last; no text holds it."""

Counts = Mapping[str, Mapping[str, int]]
"""By context (the characters before) how often each character followed."""


class LanguageModel:
    """Interpolated n-grams of characters.

    With ``n(h, c)`` how often ``c`` followed the context ``h``, ``n(h)`` their sum and ``d(h)`` the
    number of different ones, ``P(c | h) = (n(h, c) + d(h) P(c | g)) / (n(h) + d(h))``, where ``g``
    is ``h`` without its first character; below the empty context all symbols are alike.

    Args:
        order: characters of the longest n-gram.
        counts: of every context of at most ``order - 1`` characters.
        num_symbols: different characters that a text may have, and its end.

    Source: Witten & Bell, IEEE Transactions on Information Theory 37 (1991), method C; the
    interpolated form of Chen & Goodman, Computer Speech & Language 13 (1999), section 2.5.
    """

    def __init__(self, order: int, counts: Counts, num_symbols: int) -> None:
        self.order = order
        self._counts = counts
        self._totals = {context: sum(after.values()) for context, after in counts.items()}
        self._uniform = 1.0 / num_symbols
        # Of this object: a cache of the class would keep every model in memory.
        self.log_probability = lru_cache(maxsize=1 << 16)(self._log_probability)

    def context(self, text: str) -> str:
        """Return what of a text, from its edge on, bears on the character after it."""
        return text[max(0, len(text) - self.order + 1) :]

    def _log_probability(self, context: str, character: str) -> float:
        """Return the natural logarithm of the probability of a character after a context."""
        return math.log(self.probability(context, character))

    def probability(self, context: str, character: str) -> float:
        """Return the probability of a character after a context."""
        share = self._uniform
        for start in range(len(context), -1, -1):
            after = self._counts.get(context[start:])
            if after is not None:
                total, kinds = self._totals[context[start:]], len(after)
                share = (after.get(character, 0) + kinds * share) / (total + kinds)
        return share


def read_language_model(path: str, read: ReadFile, num_symbols: int) -> LanguageModel:
    """Open a package's language model.

    Raises:
        PackageError: ``vocabulary_invalid`` when the file is not one.
    """
    try:
        document = json.loads(read(path).decode("utf-8"))
        order, counts = document["order"], document["counts"]
        is_valid = type(order) is int and order >= 1 and all(map(_is_counted, counts.values()))
    except (ValueError, KeyError, TypeError, AttributeError):
        is_valid = False
    if not is_valid:
        raise PackageError(
            f"The language model '{path}' cannot be used; counts of characters by context are "
            "expected. Export the package again.",
            code="vocabulary_invalid",
            file=path,
        )
    return LanguageModel(order, counts, num_symbols)


def _is_counted(after: Mapping[str, int]) -> bool:
    return bool(after) and all(type(count) is int and count > 0 for count in after.values())
