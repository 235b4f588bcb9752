"""Words by which data names splits: understood, or named where nobody knows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.formats.layout import Item, Param, Problem
from engine.formats.reading.paths import shown, split_of, split_of_path
from engine.specs.data import Split

# What tools write where they know of no split.
_NO_SPLIT = frozenset({"", "-", "default", "n/a", "nan", "none", "null"})
_MAX_NAMED = 100
_MAX_SHOWN = 50


class SplitWord(NamedTuple):
    """The split that a word stands for; ``unknown`` is the word where it stands for none."""

    split: Split | None
    unknown: str = ""


def split_word(word: str, path: str = "") -> SplitWord:
    """Return what a cell or field says of the split of a sample.

    Args:
        word: as written; empty where nothing is.
        path: what speaks of the split where the word says nothing.
    """
    split = split_of(word)
    if split is not None:
        return SplitWord(split)
    if word.strip().lower() in _NO_SPLIT:
        return SplitWord(split_of_path(path) if path else None)
    return SplitWord(None, word.strip())


def with_unknown_splits(found: Iterable[Item | Problem]) -> Iterator[Item | Problem]:
    """Yield what a reader found, then a problem for each word that names no split we know."""
    counts: Counter[str] = Counter()
    places: dict[str, str] = {}
    num_others = 0
    for one in found:
        if isinstance(one, Item) and one.unknown_split:
            if one.unknown_split in counts or len(counts) < _MAX_NAMED:
                counts[one.unknown_split] += 1
                places.setdefault(one.unknown_split, one.place)
            else:
                num_others += 1
                places.setdefault("…", one.place)
        yield one
    others = Counter({"…": num_others} if num_others else {})
    for word, num in (counts + others).items():
        text = (
            f"{num} sample(s) name the split '{shown_word(word)}', which is none that is known; "
            "they have no split. Call it train, validation or test."
        )
        params: dict[str, Param] = {"split": shown_word(word), "num": num}
        yield Problem("split_unknown", places[word], text, params)


def shown_word(word: str) -> str:
    """Return a word in a form that can be stored, short."""
    return word[:_MAX_SHOWN] if word.isprintable() else shown(word)[:_MAX_SHOWN]
