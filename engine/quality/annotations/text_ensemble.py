"""Models of different kinds that tell the label of a text together."""

# N texts, K labels, F words and pairs of words, T topics

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler, normalize
from sklearn.svm import LinearSVC

_NUM_TOPICS, _MAX_WORDS = 200, 150_000
_LANDMARKS, _WIDTH = 600, 0.5
_ITERATIONS = 100

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class TextMatrix:
    """Texts as the models see them; rows are taken of all of them at once.

    Attributes:
        words: (N, F) which words and pairs of words each text holds.
        weighted: (N, F) the same, rare ones counting more.
        topics: (N, T) what the texts are about: latent semantic analysis.
    """

    words: csr_matrix
    weighted: csr_matrix
    topics: NDArray[np.float32]

    def __getitem__(self, rows: Any) -> TextMatrix:
        return TextMatrix(self.words[rows], self.weighted[rows], self.topics[rows])

    @property
    def shape(self) -> tuple[int, ...]:
        """Return how many texts and words there are."""
        return tuple(self.words.shape)


def text_matrix(texts: Sequence[str], vectorizer: HashingVectorizer) -> TextMatrix:
    """Return texts as the models see them; nothing is learnt of their labels.

    Words and pairs that only one text holds tell nothing of the others, and are left out.
    """
    words = vectorizer.transform(texts).astype(np.float32)
    nums = np.asarray((words > 0).sum(axis=0)).ravel()
    shared = np.flatnonzero(nums >= 2)
    if len(shared) > _MAX_WORDS:
        shared = np.sort(shared[np.argsort(-nums[shared], kind="stable")[:_MAX_WORDS]])
    words = words[:, shared]
    weighted = TfidfTransformer().fit_transform(words).astype(np.float32)
    # Of few texts the lesser topics are noise.
    num = min(_NUM_TOPICS, words.shape[0] // 10, words.shape[1] - 1)
    if num < 2:
        return TextMatrix(words, weighted, np.zeros((words.shape[0], 1), dtype=np.float32))
    topics = normalize(TruncatedSVD(num, random_state=0).fit_transform(weighted))
    scaled = StandardScaler().fit_transform(topics) / np.sqrt(num)
    return TextMatrix(words, weighted, scaled.astype(np.float32))


class TextEnsemble:
    """Four models whose margins, brought to the same spread, are added up.

    A linear support vector machine; a logistic regression on words weighted by how much more often
    one label holds them than the others (Wang & Manning, ACL 2012); and on the topics a linear
    logistic regression and one on landmarks of a Gaussian kernel (Nyström).
    """

    def fit(self, texts: TextMatrix, labels: NDArray[np.int64]) -> TextEnsemble:
        """Learn from texts and their labels, codes from 0 of which each is used."""
        self._machine = LinearSVC(C=0.5, random_state=0).fit(texts.weighted, labels)
        codes = np.unique(labels)
        # Of two labels one model says it all, as scikit-learn's own have it.
        asked = codes[1:] if len(codes) == 2 else codes
        self._ratios = [_ratios(texts.words, labels == code) for code in asked]
        self._by_words = [
            LogisticRegression(C=0.1, solver="liblinear", dual=True, random_state=0).fit(
                texts.words.multiply(ratios).tocsr(), labels == code
            )
            for code, ratios in zip(asked, self._ratios, strict=True)
        ]
        kernel = Nystroem(gamma=_WIDTH, n_components=min(_LANDMARKS, len(labels)), random_state=0)
        self._by_topics = [
            LogisticRegression(C=5.0, max_iter=_ITERATIONS).fit(texts.topics, labels),
            make_pipeline(kernel, LogisticRegression(C=5.0, max_iter=_ITERATIONS)).fit(
                texts.topics, labels
            ),
        ]
        return self

    def decision_function(self, texts: TextMatrix) -> Floats:
        """Return the margins: (N,) of two labels, else (N, K)."""
        columns = [
            model.decision_function(texts.words.multiply(ratios).tocsr())
            for model, ratios in zip(self._by_words, self._ratios, strict=True)
        ]
        margins = [
            self._machine.decision_function(texts.weighted),
            columns[0] if len(columns) == 1 else np.stack(columns, axis=1),
            *(model.decision_function(texts.topics) for model in self._by_topics),
        ]
        found: Floats = sum(one / max(float(one.std()), 1e-9) for one in margins) / len(margins)
        return found


def _ratios(words: csr_matrix, is_label: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return the logarithm (1, F) of how much more often texts of a label hold each word."""
    own = np.asarray(words[is_label].sum(axis=0)) + 1.0
    other = np.asarray(words[~is_label].sum(axis=0)) + 1.0
    ratios: NDArray[np.float32] = np.log((own / own.sum()) / (other / other.sum())).astype(
        np.float32
    )
    return ratios
