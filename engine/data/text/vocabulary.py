"""What a model knows of a language before it learns: the words and n-grams of its own texts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from easel.runtime.text.ops import ngrams
from easel.runtime.text.words import (
    character_spans,
    fold,
    is_unspaced,
    shape,
    word_features,
    word_spans,
)

from engine.specs.package.ops.text import NgramsOp, WordsOp

# A text of which more than this share is written without spaces is read by characters.
_UNSPACED_SHARE = 0.2
_SAMPLED_CHARACTERS = 200_000


def is_mostly_unspaced(texts: Iterable[str]) -> bool:
    """Return whether texts are mainly of a script that puts no spaces between words."""
    letters = unspaced = 0
    for text in texts:
        letters += sum(character.isalnum() for character in text)
        unspaced += sum(is_unspaced(character) for character in text)
        if letters > _SAMPLED_CHARACTERS:
            break
    return unspaced > _UNSPACED_SHARE * letters


def count_ngrams(texts: Iterable[str], op: NgramsOp, max_ngrams: int, least: int = 2) -> bytes:
    """Return the file of an ``ngrams`` op: those in at least ``least`` texts.

    Of too many the ones in most texts are kept; ties go by the n-gram itself.

    Args:
        texts: of the training split.
        op: says which n-grams; its file need not exist yet.
        max_ngrams: most n-grams of the vocabulary.
        least: number of texts that must have one.
    """
    sizes = range(op.smallest, op.largest + 1)
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(set(ngrams(text, op.unit, sizes)))
    return _as_json(sorted(_most_frequent(counts, max_ngrams, least)))


def count_words(
    texts: Iterable[str], op: WordsOp, *, max_words: int, max_features: int, least: int = 2
) -> bytes:
    """Return the file of a ``words`` op: the words and features in at least ``least`` places.

    Args:
        texts: of the training split.
        op: says how texts are split and which features words have.
        max_words: most words.
        max_features: most features.
        least: number of times that one must be seen.
    """
    split = word_spans if op.unit == "word" else character_spans
    words: Counter[str] = Counter()
    features: Counter[str] = Counter()
    for text in texts:
        spans = split(text)
        folded = fold(text)
        of_text = [folded[start:end] for start, end in spans]
        words.update(of_text)
        if op.windows or op.affixes:
            shapes = [shape(text[start:end]) for start, end in spans] if op.affixes else []
            for names in word_features(of_text, shapes, op.windows, op.affixes):
                features.update(names)
    return _as_json(
        {
            "words": sorted(_most_frequent(words, max_words, least)),
            "features": sorted(_most_frequent(features, max_features, least)),
        }
    )


def vocabulary_sizes(file: bytes) -> tuple[int, int]:
    """Return how many ids a ``words`` file needs for words and for features."""
    content = json.loads(file)
    return len(content["words"]) + 2, len(content["features"]) + 1


def words_of(file: bytes) -> Sequence[str]:
    """Return the words of a ``words`` file."""
    known: list[str] = json.loads(file)["words"]
    return known


def ngrams_of(file: bytes) -> Sequence[str]:
    """Return the n-grams of an ``ngrams`` file, by id."""
    known: list[str] = json.loads(file)
    return known


def _most_frequent(counts: Counter[str], most: int, least: int) -> list[str]:
    known = [(-count, name) for name, count in counts.items() if count >= least]
    return [name for _, name in sorted(known)[:most]]


def _as_json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
