"""Doubt the labels of samples that may have several: one that is missing, or one too many."""

# N samples

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import Pipeline, make_pipeline

from engine.quality.annotations.confidence import find_label_issues
from engine.quality.annotations.label_errors import CHECK, Tick, cross_validated, prepared
from engine.quality.column_store import ColumnStore, Finding
from engine.specs.inspection import FoundSample, InspectionThresholds, SkippedCheck

_COMPONENTS, _WIDTH = 300, 0.3
_ITERATIONS = 200
_ENOUGH = 0.8

MISSING, SUPERFLUOUS = "label_missing", "label_superfluous"


def find_label_set_errors(
    store: ColumnStore,
    places: NDArray[np.int64],
    thresholds: InspectionThresholds,
    seed: int,
    tick: Tick,
) -> list[Finding | SkippedCheck]:
    """Doubt each label that is used often enough for itself: has a sample got it or not?

    A label that the model cannot tell from the others, measured by the area under its ROC curve, is
    left alone.

    Args:
        store: with features of these samples.
        places: the samples, all of which were annotated.
        thresholds: how sure the model has to be.
        seed: of the folds.
        tick: is told how many models are trained, of how many.
    """
    has = np.zeros((len(places), len(store.labels)), dtype=np.int64)
    for row, place in enumerate(places):
        has[row, list(store.labelled[place])] = 1
    counts = has.sum(axis=0)
    enough = (counts >= thresholds.folds) & (len(places) - counts >= thresholds.folds)
    labels = np.flatnonzero(enough)
    if not len(labels):
        return []
    features, text_model = prepared([store.features[int(i)] for i in places])
    are_texts = isinstance(store.features[int(places[0])], str)
    model = text_model if are_texts else lambda: _number_model(len(places), features)
    least = thresholds.least_text_confidence if are_texts else thresholds.least_confidence
    found = {kind: Finding(kind) for kind in (MISSING, SUPERFLUOUS)}
    total, areas = thresholds.folds * len(labels), []
    for number, label in enumerate(labels.tolist()):

        def count(done: int, _: int, before: int = number) -> None:
            tick(before * thresholds.folds + done, total)

        given = has[:, label]
        predictions = cross_validated(features, given, model, thresholds.folds, seed, count)
        area = float(roc_auc_score(given, predictions.probabilities[:, 1]))
        areas.append(area)
        if area < thresholds.least_area:
            continue
        issues = find_label_issues(
            given, predictions.probabilities, least_confidence=least, enough=_ENOUGH
        )
        for place, suggested, sure in zip(
            issues.places, issues.suggested, issues.confidence, strict=True
        ):
            kind = MISSING if suggested else SUPERFLUOUS
            found[kind].samples.append(
                FoundSample(
                    finding=kind,
                    sample_id=store.ids[places[place]],
                    score=round(float(sure), 4),
                    params={"suggested" if suggested else "given": store.labels[label]},
                )
            )
    num_evaluated_areas = sum(area >= thresholds.least_area for area in areas)
    if not num_evaluated_areas:
        params = {"area": round(max(areas), 4), "num_decided": len(places)}
        return [SkippedCheck(check=CHECK, reason="labels_unsure", params=params)]
    for one in found.values():
        one.samples.sort(key=lambda sample: -sample.score)
        one.params = {
            "num_told": num_evaluated_areas,
            "num_labels": len(labels),
            "num_decided": len(places),
        }
    return list(found.values())


def _number_model(num: int, features: Any) -> Pipeline:
    """Return a model that sees what labels make together: a sample shows several things at once."""
    # Squared distances grow with the lengths of rows.
    gamma = _WIDTH / float(np.square(features).sum(axis=1).mean())
    kernel = Nystroem(gamma=gamma, n_components=min(_COMPONENTS, num // 2), random_state=0)
    return make_pipeline(kernel, LogisticRegression(C=3.0, max_iter=_ITERATIONS))
