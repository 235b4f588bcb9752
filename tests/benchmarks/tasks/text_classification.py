"""``text.classification``: hotel reviews in Chinese and film reviews in English, five folds."""

from __future__ import annotations

import csv
import sys
from typing import Any

import numpy as np
from sklearn.model_selection import StratifiedKFold

from tests.benchmarks.tasks.measuring import measure, shared_data, summary

NUM_FOLDS = 5
# Of the training part, to choose nothing by: n-gram models have no epochs.
VALIDATION = 40


def run(quick: bool) -> dict[str, Any]:
    """Return mean accuracy over five folds (``quick``: the first) of both data sets."""
    folds = 1 if quick else NUM_FOLDS
    return {
        "hotel_reviews": cross_validate("hotel_reviews_zh", "review", folds, bar=0.905),
        "movie_reviews": cross_validate("movie_reviews", "text", folds, bar=0.88),
    }


def cross_validate(
    name: str, column: str, folds: int, bar: float, task: str = "text.classification"
) -> dict[str, Any]:
    """Return the mean accuracy of n-grams over some of five folds of a table of reviews."""
    csv.field_size_limit(sys.maxsize)
    with (shared_data(name) / "reviews.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row[column].strip()]
    labels = np.array([row["label"] for row in rows])
    measured = []
    split = StratifiedKFold(NUM_FOLDS, shuffle=True, random_state=0).split(labels, labels)
    for _, (known, held_out) in zip(range(folds), split, strict=False):
        parts = dict.fromkeys(known.tolist(), "train")
        parts.update(dict.fromkeys(known[:VALIDATION].tolist(), "validation"))
        parts.update(dict.fromkeys(held_out.tolist(), "test"))
        samples = (
            {"content": row[column].encode(), "labels": [row["label"]], "split": parts[number]}
            for number, row in enumerate(rows)
        )
        names = sorted(set(labels.tolist()))
        measured.append(measure(task, "nb_ngrams", samples, labels=names))
    accuracies = [one["report"]["accuracy"]["value"] for one in measured]
    baselines = [one["report"]["baseline"]["value"] for one in measured]
    return {
        **summary(measured, accuracies, bar),
        "baseline": round(sum(baselines) / len(baselines), 4),
    }
