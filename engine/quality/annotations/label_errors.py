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
from sklearn.svm import LinearSVC

from engine.catalog import Media
from engine.embeddings.embedders import require_embedder
from engine.models.linear import point_regression
from engine.quality.annotations.confidence import find_label_issues
from engine.quality.annotations.text_ensemble import TextEnsemble, text_matrix
from engine.quality.column_store import ColumnStore, Features, Finding
from engine.specs.inspection import FoundSample, InspectionThresholds, SkippedCheck

CHECK = "label_error"
_NUM_NGRAMS = 1 << 20
# Scripts without spaces between words, each of whose characters is taken for one.
_WIDE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
WORDS = rf"[^\W{_WIDE}]+|[{_WIDE}]|[^\w\s]"
# Which samples are learnt from together is chance; texts are quick enough to even it out.
_TEXT_REPEATS = 3
# From so many texts on, several kinds of models predict better together, with more at a time.
_MANY_TEXTS, _MANY_FOLDS = 1000, 10
_ITERATIONS = 200
# Images that tell what varies among all of them, and how many are looked at together.
_FITTED_ON, _AT_ONCE = 2000, 200

Tick = Callable[[int, int], None]


class Matrix(Protocol):
    """Features (N, F), dense or sparse."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Return how many rows and columns there are."""
        ...

    def __getitem__(self, rows: Any) -> Any: ...


@dataclass(frozen=True)
class HeldOutPredictions:
    """What a simple model predicts for samples that it was not trained on.

    Attributes:
        probabilities: (N, K).
        accuracy: share of samples whose given label it thinks the most probable.
    """

    probabilities: NDArray[np.float64]
    accuracy: float


def evaluated_places(
    labels: Sequence[tuple[int, ...]], thresholds: InspectionThresholds, seed: int
) -> NDArray[np.int64]:
    """Return which samples have their one label checked, in order.

    A label has to have at least one sample in each fold, or the model cannot learn it.
    """
    places = np.array([i for i, names in enumerate(labels) if len(names) == 1], dtype=np.int64)
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
    store: ColumnStore,
    places: NDArray[np.int64],
    thresholds: InspectionThresholds,
    seed: int,
    tick: Tick,
) -> Finding | SkippedCheck:
    """Doubt the labels of some samples, or say why that cannot be done.

    Args:
        store: with features of these samples.
        places: the samples; those that could not be read are not among them.
        thresholds: how sure the model has to be.
        seed: of the folds.
        tick: is told how many folds are done, of how many.
    """
    given = np.array([store.labelled[i][0] for i in places], dtype=np.int64)
    names, codes = np.unique(given, return_inverse=True)
    if len(names) < 2:
        return SkippedCheck(check=CHECK, reason="one_label")
    known = [store.features[int(i)] for i in places]
    are_texts = isinstance(known[0], str)
    if are_texts and len(known) >= _MANY_TEXTS:
        texts = text_matrix([str(one) for one in known], _vectorizer())
        folds = max(thresholds.folds, min(_MANY_FOLDS, int(np.bincount(codes).min())))
        predictions = cross_validated(texts, codes, TextEnsemble, folds, seed, tick)
    else:
        features, model = prepared(known)
        repeats = _TEXT_REPEATS if are_texts else 1
        predictions = cross_validated(features, codes, model, thresholds.folds, seed, tick, repeats)
    params = {"accuracy": round(predictions.accuracy, 4), "num_decided": len(places)}
    if predictions.accuracy < thresholds.least_accuracy:
        return SkippedCheck(check=CHECK, reason="model_unsure", params=params)
    least = thresholds.least_text_confidence if are_texts else thresholds.least_confidence
    issues = find_label_issues(codes, predictions.probabilities, least_confidence=least)
    found = Finding(CHECK, params=dict(params))
    for place, suggested, confidence in zip(
        issues.places, issues.suggested, issues.confidence, strict=True
    ):
        found.samples.append(
            FoundSample(
                finding=CHECK,
                sample_id=store.ids[places[place]],
                score=round(float(confidence), 4),
                suggested=store.labels[names[suggested]],
                params={
                    "given": store.labels[given[place]],
                    "confidence": round(float(confidence), 4),
                },
            )
        )
    return found


def prepared(features: Sequence[Features]) -> tuple[Matrix, Callable[[], Any]]:
    """Return features as a matrix and how to make a model for them.

    Numbers are brought to the same spread. Images become points that lie near each other where
    they look alike.

    Of texts it is noted which words they hold and which follow each other, signs among them; where
    a script has no spaces between words, each character is one.
    """
    if isinstance(features[0], str):
        return _vectorizer().transform(features), _text_model
    if isinstance(features[0], bytes):
        return _points(features), point_regression
    return StandardScaler().fit_transform(np.stack(features)), _number_model


def cross_validated(
    features: Matrix,
    labels: NDArray[np.int64],
    model: Callable[[], Any],
    folds: int,
    seed: int,
    tick: Tick,
    repeats: int = 1,
) -> HeldOutPredictions:
    """Return what models think of samples that they were not trained on.

    Models that give no probabilities are asked how far from their border each sample lies; what
    that tells of the labels is learnt from all samples.

    Args:
        features: of the samples.
        labels: (N,) codes from 0.
        model: makes a model.
        folds: parts; a model learns from all of them but one.
        seed: of the parts.
        tick: is told how many models are done, of how many.
        repeats: so many times other parts are chosen; predictions are averaged.
    """
    num_labels = int(labels.max()) + 1
    found = np.zeros((len(labels), num_labels))
    are_probabilities = hasattr(model(), "predict_proba")
    total, done = folds * repeats, 0
    tick(0, total)
    for repeat in range(repeats):
        splitter = StratifiedKFold(folds, shuffle=True, random_state=seed + repeat)
        for train, held in splitter.split(np.zeros(len(labels)), labels):
            fitted = model()
            with warnings.catch_warnings():
                # A model that is nearly there questions labels just as well.
                warnings.simplefilter("ignore", ConvergenceWarning)
                fitted.fit(features[train], labels[train])
            if are_probabilities:
                found[held] += fitted.predict_proba(features[held]) / repeats
            else:
                found[held] += _margins(fitted.decision_function(features[held])) / repeats
            done += 1
            tick(done, total)
    if not are_probabilities:
        # Margins have any scale; a penalty has none to go with it.
        scaled = found / max(float(found.std()), 1e-9)
        found = LogisticRegression(max_iter=_ITERATIONS).fit(scaled, labels).predict_proba(scaled)
    accuracy = float((found.argmax(axis=1) == labels).mean()) if len(labels) else math.nan
    return HeldOutPredictions(found, accuracy)


def _margins(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a column for each label; of two labels one margin is known."""
    return np.stack([-values, values], axis=1) if values.ndim == 1 else values


def _vectorizer() -> HashingVectorizer:
    # Where words have spaces between them, runs of characters tell texts apart worse.
    return HashingVectorizer(
        token_pattern=WORDS, ngram_range=(1, 2), n_features=_NUM_NGRAMS, norm=None,
        binary=True, alternate_sign=False,
    )  # fmt: skip


def _text_model() -> Pipeline:
    return make_pipeline(TfidfTransformer(), LinearSVC(C=0.5, random_state=0))


def _points(images: Sequence[Any]) -> NDArray[np.float32]:
    embed = require_embedder(Media.IMAGE)
    chosen = np.random.default_rng(0).permutation(len(images))[:_FITTED_ON]
    embed.fit([images[place] for place in chosen])
    parts = [images[start : start + _AT_ONCE] for start in range(0, len(images), _AT_ONCE)]
    return np.concatenate([embed(part) for part in parts])


def _number_model() -> LogisticRegression:
    return LogisticRegression(C=0.3, max_iter=_ITERATIONS)
