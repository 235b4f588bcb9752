"""Marked characters of a text as words of the network, and back."""

# T words

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from easel.runtime.text.words import word_spans
from numpy.typing import NDArray

from engine.specs.data import SampleRecord
from engine.specs.samples.geometry import Span

Offsets = Sequence[tuple[int, int]]
Place = tuple[str, int, int]
"""Label, first character and one past the last."""


def annotated_places(record: SampleRecord) -> list[Place]:
    """Return the labelled spans of a sample, in order."""
    return sorted(
        (region.label, region.geometry.start, region.geometry.end)
        for region in record.regions
        if region.label is not None and isinstance(region.geometry, Span)
    )


def word_range(offsets: Offsets, start: int, end: int) -> tuple[int, int] | None:
    """Return the first and last word that share a character with a span, ``None`` if none does.

    Args:
        offsets: of the words in the text, ascending; those of no characters are (0, 0).
        start: first character.
        end: one past the last.
    """
    real = [(place, own) for place, own in enumerate(offsets) if own[1] > own[0]]
    first = bisect_right([own[1] for _, own in real], start)
    last = bisect_left([own[0] for _, own in real], end) - 1
    return (real[first][0], real[last][0]) if first <= last else None


def chain_tags(
    places: Iterable[Place], offsets: Offsets, labels: Sequence[str]
) -> NDArray[np.int64]:
    """Return the tag (T,) of each word: 0 outside, 1 + 2k begin and 2 + 2k inside of label k.

    Of places that overlap the longer one is kept.
    """
    tags = np.zeros(len(offsets), np.int64)
    for label, start, end in sorted(places, key=lambda place: (place[1] - place[2], place)):
        found = word_range(offsets, start, end)
        if found is None or tags[found[0] : found[1] + 1].any():
            continue
        first, last = found
        kind = labels.index(label)
        tags[first] = 1 + 2 * kind
        tags[first + 1 : last + 1] = 2 + 2 * kind
    return tags


def have_nesting(records: Iterable[SampleRecord]) -> bool:
    """Return whether any two annotated places share a character."""
    for record in records:
        places = sorted((start, end) for _, start, end in annotated_places(record))
        if any(after[0] < before[1] for before, after in pairwise(places)):
            return True
    return False


def cuts_words(records: Iterable[SampleRecord], texts: Iterable[str]) -> bool:
    """Return whether any annotated place begins or ends inside a word."""
    for record, text in zip(records, texts, strict=True):
        spans = word_spans(text)
        starts, ends = {start for start, _ in spans}, {end for _, end in spans}
        for _, start, end in annotated_places(record):
            if start not in starts or end not in ends:
                return True
    return False


def longest_place(records: Iterable[SampleRecord], most: int = 64) -> int:
    """Return how many words a span may have: as many as the longest one has characters."""
    longest = max(
        (end - start for record in records for _, start, end in annotated_places(record)), default=1
    )
    return int(min(most, max(4, longest)))
