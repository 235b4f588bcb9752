"""The preprocessing ops of texts, each compiled to a function from a text to named tensors."""

# R rows (windows), T words or tokens, F features of a word, M kinds of n-grams in a text

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, Callable

import numpy as np
from numpy.typing import NDArray

from easel.errors import PackageError
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, choice, invalid_op, whole
from easel.runtime.text.rows import Rows
from easel.runtime.text.windows import padded, padded_length, window_starts
from easel.runtime.text.words import (
    Span,
    character_spans,
    fold,
    shape,
    word_features,
    word_spans,
)

FIELDS: dict[str, set[str]] = {
    "words": {"file", "unit", "windows", "affixes", "max_words", "overlap"},
    "ngrams": {"file", "unit", "smallest", "largest"},
    "tokenize": {"file", "max_tokens", "overlap"},
}

UNKNOWN = 1
"""The id of a word outside the vocabulary; 0 is padding, known words begin at 2."""


Compiled = Callable[[str], Rows]


class WordsOp:
    """Ids of words, and of the features that words have in their surroundings."""

    def __init__(self, op: Op, read: ReadFile) -> None:
        """Compile the op.

        Raises:
            PackageError: ``op_invalid`` or ``vocabulary_invalid``.
        """
        vocabulary = _read_json(op, read, dict)
        self._ids = _index(vocabulary.get("words"), UNKNOWN + 1, op)
        self._features = _index(vocabulary.get("features", []), 1, op)
        self._split = word_spans if _unit(op) == "word" else character_spans
        self._windows = [list(map(int, window)) for window in op.get("windows", ())]
        self._affixes = whole(op, "affixes", 0, 0, 8)
        self._size, self._overlap = _window_size(op, "max_words")

    def __call__(self, text: str) -> Rows:
        """Return ``input_ids`` and ``attention_mask`` (R, T), and ``feature_ids`` (R, T, F)."""
        spans = self._split(text)
        folded = fold(text)
        words = [folded[start:end] for start, end in spans]
        ids = np.array([self._ids.get(word, UNKNOWN) for word in words], np.int64)
        starts = window_starts(len(words), self._size, self._overlap)
        size = len(words) if self._size is None else self._size
        parts = [slice(start, start + size) for start in starts]
        length = padded_length(min(len(words), size))
        tensors: dict[str, NDArray[np.generic]] = {
            "input_ids": padded([ids[part] for part in parts], length),
            "attention_mask": padded([np.ones_like(ids[part]) for part in parts], length),
        }
        if self._windows or self._affixes:
            features = self._feature_ids(text, spans, words)
            tensors["feature_ids"] = padded([features[part] for part in parts], length)
        return Rows(tensors, tuple(tuple(spans[part]) for part in parts))

    def _feature_ids(
        self, text: str, spans: Sequence[Span], words: Sequence[str]
    ) -> NDArray[np.int64]:
        shapes = [shape(text[start:end]) for start, end in spans] if self._affixes else []
        named = word_features(words, shapes, self._windows, self._affixes)
        count = len(self._windows) + (2 * self._affixes + 1 if self._affixes else 0)
        ids = [[self._features.get(name, 0) for name in names] for names in named]
        return np.array(ids, np.int64).reshape(len(words), count)


class NgramsOp:
    """Which runs of characters or words a text has, and how often; one row, however long."""

    def __init__(self, op: Op, read: ReadFile) -> None:
        """Compile the op.

        Raises:
            PackageError: ``op_invalid`` or ``vocabulary_invalid``.
        """
        self._places = _index(_read_json(op, read, list), 0, op)
        self._unit = _unit(op)
        smallest = whole(op, "smallest", None, 1)
        self._sizes = range(smallest, whole(op, "largest", None, smallest) + 1)

    def __call__(self, text: str) -> Rows:
        """Return ``ngram_ids`` and ``ngram_counts`` (1, M), ids ascending, padded with 0 and 0.

        M is a power of two of at least 32, so that texts of alike length share a batch.
        """
        counts = Counter(ngrams(text, self._unit, self._sizes))
        known = sorted((self._places[n], count) for n, count in counts.items() if n in self._places)
        length = 32
        while length < len(known):
            length *= 2
        ids, numbers = np.zeros((1, length), np.int64), np.zeros((1, length), np.float32)
        if known:
            ids[0, : len(known)], numbers[0, : len(known)] = zip(*known)
        return Rows({"ngram_ids": ids, "ngram_counts": numbers})


def ngrams(text: str, unit: str, sizes: Sequence[int]) -> list[str]:
    """Return the n-grams of a text: of its folded characters, spaces run together, or its words."""
    folded = fold(text)
    if unit == "character":
        line = " ".join(folded.split())
        return [line[i : i + n] for n in sizes for i in range(len(line) - n + 1)]
    words = [folded[start:end] for start, end in word_spans(text)]
    return [" ".join(words[i : i + n]) for n in sizes for i in range(len(words) - n + 1)]


def compile_op(name: str, op: Op, read: ReadFile) -> Compiled:
    """Compile an op whose name and fields are known.

    Raises:
        PackageError: when a field or a file is wrong.
        BackendError: ``extra_missing`` when the op needs a package that is not installed.
    """
    if name == "words":
        return WordsOp(op, read)
    if name == "ngrams":
        return NgramsOp(op, read)
    # Needs the tokenizers package, which most models do without.
    from easel.runtime.text.tokenizer import TokenizeOp

    size, overlap = _window_size(op, "max_tokens")
    return TokenizeOp(read(_file(op)), size, overlap)


def _unit(op: Op) -> str:
    return choice(op, "unit", ("word", "character"), "word")


def _window_size(op: Op, field: str) -> tuple[int | None, int]:
    size = None if op.get(field) is None else whole(op, field, None, 8)
    overlap = whole(op, "overlap", 0, 0, None if size is None else size - 5)
    return size, overlap


def _file(op: Op) -> str:
    file = op.get("file")
    if not isinstance(file, str):
        raise invalid_op(op, "file must be a path in the package")
    return file


def _read_json(op: Op, read: ReadFile, kind: type[Any]) -> Any:
    content = json.loads(read(_file(op)).decode("utf-8"))
    if not isinstance(content, kind):
        raise _vocabulary_invalid(op)
    return content


def _index(words: object, first: int, op: Op) -> dict[str, int]:
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise _vocabulary_invalid(op)
    return {word: place for place, word in enumerate(words, first)}


def _vocabulary_invalid(op: Op) -> PackageError:
    return PackageError(
        f"The vocabulary '{op.get('file')}' cannot be used; lists of strings are expected. "
        "Export the package again.",
        code="vocabulary_invalid",
        file=str(op.get("file")),
    )
