"""What texts have in common: runs of characters, in which words of any script show."""

# N samples, D numbers of a sample

from __future__ import annotations

import json
from collections.abc import Iterable

import numpy as np
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer
from sklearn.pipeline import make_pipeline

from engine.embeddings.numbers import DIMENSIONS, Floats, of_length_one

_HASHES = 2**15


class TextEmbedder:
    """Counts of hashed runs of one to three characters, in which words of any script show."""

    def __init__(self) -> None:
        self._counts = HashingVectorizer(
            analyzer="char",
            ngram_range=(1, 3),
            n_features=_HASHES,
            # Signs would let two runs of one hash hide each other; counts have no sign.
            alternate_sign=False,
            binary=True,
            norm=None,
        )

    def fit(self, contents: Iterable[bytes]) -> None:
        """Learn how rare each run is, and which of them come together."""
        counts = self._counts.transform([_text(content) for content in contents])
        num = max(1, min(DIMENSIONS, counts.shape[0] - 1))
        self._reduce = make_pipeline(TfidfTransformer(), TruncatedSVD(num, random_state=0))
        self._reduce.fit(counts)

    def __call__(self, contents: Iterable[bytes]) -> Floats:
        """Return points (N, D) of length one; those of files that cannot be read are zero."""
        counts = self._counts.transform([_text(content) for content in contents])
        return of_length_one(np.asarray(self._reduce.transform(counts), np.float32))


def _text(content: bytes) -> str:
    """Return a text, or both of a pair."""
    text = content.decode("utf-8", "replace")
    if not text.startswith("{"):
        return text
    try:
        pair = json.loads(text)
    except ValueError:
        return text
    return " ".join(str(part) for part in pair.values())
