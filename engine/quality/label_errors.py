"""Doubt labels by a simple model that is trained on the other samples."""

# N samples, K labels, F features

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from engine.quality.confidence import doubted
from engine.quality.facts import Facts, Features, Finding
from engine.specs.inspection import FoundSample, InspectionThresholds, SkippedCheck

CHECK = "label_error"
_NUM_NGRAMS = 1 << 18
_ITERATIONS = 200

Tick = Callable[[int, int], None]


class Matrix(Protocol):
    """Features (N, F), dense or sparse."""

    def __getitem__(self, rows: Any) -> Any: ...


@dataclass(frozen=True)
class Opinion:
    """What a simple model thinks of samples that it was not trained on.

    Attributes:
        probabilities: (N, K).
        accuracy: share of samples whose given label it thinks the most probable.
    """

    probabilities: NDArray[np.float64]
    accuracy: float


def judged_places(
    labels: Sequence[tuple[int, ...]], thresholds: InspectionThresholds, seed: int
) -> NDArray[np.int64]:
    """Return which samples have their one label judged, in order.

    A label has to have at least one sample in each fold, or the model cannot learn it.
    """
    places = np.array([i for i, said in enumerate(labels) if len(said) == 1], dtype=np.int64)
    given = np.array([labels[i][0] for i in places], dtype=np.int64)
    if len(places) > thresholds.max_judged:
        chosen = np.random.default_rng(seed).choice(
            len(places), thresholds.max_judged, replace=False
        )
        chosen.sort()
        places, given = places[chosen], given[chosen]
    counts = np.bincount(given) if len(given) else np.zeros(0, dtype=np.int64)
    return places[counts[given] >= thresholds.folds] if len(given) else places


def find_label_errors(
    facts: Facts,
    places: NDArray[np.int64],
    thresholds: InspectionThresholds,
    seed: int,
    tick: Tick,
    weights: NDArray[np.float32] | None = None,
) -> Finding | SkippedCheck:
    """Doubt the labels of some samples, or say why that cannot be done.

    Args:
        facts: with features of these samples.
        places: the samples; those that could not be read are not among them.
        thresholds: how sure the model has to be.
        seed: of the folds.
        tick: is told how many folds are done, of how many.
        weights: (F,) how much each feature counts.
    """
    given = np.array([facts.said[i][0] for i in places], dtype=np.int64)
    names, codes = np.unique(given, return_inverse=True)
    if len(names) < 2:
        return SkippedCheck(check=CHECK, reason="one_label")
    features, model = prepared([facts.features[int(i)] for i in places], weights)
    opinion = cross_validated(features, codes, model, thresholds.folds, seed, tick)
    params = {"accuracy": round(opinion.accuracy, 4), "num_judged": len(places)}
    if opinion.accuracy < thresholds.least_accuracy:
        return SkippedCheck(check=CHECK, reason="model_unsure", params=params)
    doubts = doubted(codes, opinion.probabilities, least_confidence=thresholds.least_confidence)
    found = Finding(CHECK, params=dict(params))
    for place, suggested, confidence in zip(
        doubts.places, doubts.suggested, doubts.confidence, strict=True
    ):
        found.samples.append(
            FoundSample(
                finding=CHECK,
                sample_id=facts.ids[places[place]],
                score=round(float(confidence), 4),
                suggested=facts.labels[names[suggested]],
                params={
                    "given": facts.labels[given[place]],
                    "confidence": round(float(confidence), 4),
                },
            )
        )
    return found


def prepared(
    features: Sequence[Features], weights: NDArray[np.float32] | None = None
) -> tuple[Matrix, Callable[[], Pipeline]]:
    """Return features as a matrix and how to make a model for them.

    Numbers are brought to the same spread, then multiplied by ``weights`` (F,).

    Texts become the hashed counts of their runs of one to three characters, which need no words
    to be told apart, so that any language will do.
    """
    if isinstance(features[0], str):
        vectorizer = HashingVectorizer(
            analyzer="char", ngram_range=(1, 3), n_features=_NUM_NGRAMS, norm=None,
            alternate_sign=False, dtype=np.float32,
        )  # fmt: skip
        return vectorizer.transform(features), _text_model
    matrix = StandardScaler().fit_transform(np.stack(features))
    return matrix if weights is None else matrix * weights, _number_model


def cross_validated(
    features: Matrix,
    labels: NDArray[np.int64],
    model: Callable[[], Pipeline],
    folds: int,
    seed: int,
    tick: Tick,
) -> Opinion:
    """Return what models think of samples that they were not trained on."""
    num_labels = int(labels.max()) + 1
    found = np.zeros((len(labels), num_labels))
    splitter = StratifiedKFold(folds, shuffle=True, random_state=seed)
    tick(0, folds)
    for done, (train, held) in enumerate(splitter.split(np.zeros(len(labels)), labels), start=1):
        fitted = model()
        with warnings.catch_warnings():
            # A model that is nearly there doubts labels just as well.
            warnings.simplefilter("ignore", ConvergenceWarning)
            fitted.fit(features[train], labels[train])
        found[held] = fitted.predict_proba(features[held])
        tick(done, folds)
    accuracy = float((found.argmax(axis=1) == labels).mean()) if len(labels) else math.nan
    return Opinion(found, accuracy)


def _text_model() -> Pipeline:
    return make_pipeline(
        TfidfTransformer(sublinear_tf=True), LogisticRegression(C=10.0, max_iter=_ITERATIONS)
    )


def _number_model() -> Pipeline:
    return make_pipeline(LogisticRegression(C=0.3, max_iter=_ITERATIONS))
