"""How often the same words are annotated as a span elsewhere, and how often they are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from engine.quality.annotations.span_tags import TaggedText

_MAX_TOKENS = 8
Surface = tuple[str, ...]


class Surfaces:
    """The words of all spans, and where else they stand."""

    def __init__(self, texts: Sequence[TaggedText]) -> None:
        self._words = [_words(one) for one in texts]
        self._spans = [one.spans for one in texts]

    @cached_property
    def _annotated(self) -> Counter[tuple[Surface, int]]:
        return Counter(pair for number in range(len(self._words)) for pair in self._pairs(number))

    @cached_property
    def _runs(self) -> Counter[Surface]:
        known = {surface for surface, _ in self._annotated}
        return Counter(run for words in self._words for run in _runs(words) if run in known)

    def surface(self, number: int, start: int, end: int) -> Surface:
        """Return the words of a text from one token to before another."""
        return tuple(self._words[number][start:end])

    def annotated_elsewhere(self, number: int, surface: Surface, label: int) -> int:
        """Return how often other texts mark these words with this label."""
        return self._annotated[surface, label] - sum(
            pair == (surface, label) for pair in self._pairs(number)
        )

    def used_elsewhere(self, number: int, surface: Surface) -> int:
        """Return how often other texts mark these words, with whichever label."""
        mine = sum(words == surface for words, _ in self._pairs(number))
        return sum(num for _, num in self._by_surface.get(surface, ())) - mine

    def unannotated_elsewhere(self, number: int, surface: Surface) -> int:
        """Return how often these words, annotated somewhere, stand in other texts unannotated."""
        own = sum(run == surface for run in _runs(self._words[number]))
        return self._runs[surface] - own - self.used_elsewhere(number, surface)

    @cached_property
    def _by_surface(self) -> dict[Surface, list[tuple[int, int]]]:
        found: dict[Surface, list[tuple[int, int]]] = {}
        for (surface, label), num in self._annotated.items():
            found.setdefault(surface, []).append((label, num))
        return found

    def _pairs(self, number: int) -> Iterable[tuple[Surface, int]]:
        return (
            (self.surface(number, start, end), label) for start, end, label in self._spans[number]
        )


def _words(one: TaggedText) -> list[str]:
    return [one.text[start:end].casefold() for start, end in one.edges.tolist()]


def _runs(words: Sequence[str]) -> Iterable[Surface]:
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _MAX_TOKENS) + 1):
            yield tuple(words[start:end])
