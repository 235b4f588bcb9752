"""``text.classification``: hotel reviews in Chinese and movie reviews in English, five folds.

The peer is scikit-learn's logistic regression over TF-IDF of characters, on the same folds.
"""

from __future__ import annotations

import csv
import sys
from statistics import fmean

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold

from tests.benchmarks.tasks.measuring import Measurement, measurement, shared_data
from tests.benchmarks.tasks.texts import train_on_texts

NUM_FOLDS = 5
# Of the training part, to choose nothing by: n-gram models have no epochs.
VALIDATION = 40


def run(quick: bool) -> list[Measurement]:
    """Return mean accuracy over five folds (``quick``: the first) of both data sets."""
    folds = 1 if quick else NUM_FOLDS
    return [
        cross_validate("hotel_reviews_zh", "review", folds, bar=0.905),
        cross_validate("movie_reviews", "text", folds, bar=0.88),
    ]


def cross_validate(
    name: str, column: str, folds: int, bar: float, task: str = "text.classification"
) -> Measurement:
    """Measure n-grams on the first folds of a table of reviews, beside logistic regression."""
    csv.field_size_limit(sys.maxsize)
    with shared_data(name, "reviews.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row[column].strip()]
    texts, labels = [row[column] for row in rows], np.array([row["label"] for row in rows])
    runs, peer = [], []
    split = StratifiedKFold(NUM_FOLDS, shuffle=True, random_state=0).split(labels, labels)
    for _, (known, held_out) in zip(range(folds), split, strict=False):
        parts = dict.fromkeys(known.tolist(), "train")
        parts.update(dict.fromkeys(known[:VALIDATION].tolist(), "validation"))
        parts.update(dict.fromkeys(held_out.tolist(), "test"))
        samples = (
            {"content": text.encode(), "labels": [str(labels[number])], "split": parts[number]}
            for number, text in enumerate(texts)
        )
        names = sorted(set(labels.tolist()))
        runs.append(train_on_texts(task, "nb_ngrams", samples, labels=names))
        peer.append(_logistic_regression(texts, labels, known, held_out))
    return measurement(name, "accuracy", runs, bar=bar, peer=("TF-IDF, logistic", fmean(peer)))


def _logistic_regression(
    texts: list[str], labels: NDArray[np.str_], known: NDArray[np.intp], held_out: NDArray[np.intp]
) -> float:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    model = make_pipeline(
        TfidfVectorizer(analyzer="char_wb", ngram_range=(1, 3), min_df=3, sublinear_tf=True),
        LogisticRegression(C=10, max_iter=300),
    )
    model.fit([texts[place] for place in known], labels[known])
    return float(model.score([texts[place] for place in held_out], labels[held_out]))
