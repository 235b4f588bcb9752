"""Find images that look unlike all the others."""

# N samples, F features

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import IsolationForest

from engine.quality.column_store import ColumnStore, Finding
from engine.quality.outliers import Numbers, robust_scores
from engine.specs.inspection import InspectionThresholds, SkippedCheck

CHECK = "outlier"
# Among fewer, each is a kind of its own.
MIN_SAMPLES = 50
_NUM_TREES = 300
_TREE_SAMPLES = 256
_BLOCK = 10_000
# Scores of samples that are all alike differ by nothing that matters.
_LEAST_SPREAD = 0.02


def find_image_outliers(
    store: ColumnStore, thresholds: InspectionThresholds, seed: int
) -> Finding | SkippedCheck | None:
    """Return the samples that are easily told from the others, the highest anomaly score first.

    What is found in more than ``image_outlier_share`` of the data are another kind of image and
    no outliers: then nothing is said of single samples.
    """
    features = store.appearances
    if len(features) < MIN_SAMPLES:
        return None
    scores = outlier_scores(features, seed)
    is_odd = scores > thresholds.image_outlier
    share = float(is_odd.mean())
    if share > thresholds.image_outlier_share:
        return SkippedCheck(check=CHECK, reason="many_kinds", params={"share": round(share, 4)})
    return store.finding(CHECK, is_odd, scores)


def outlier_scores(features: NDArray[np.float16], seed: int) -> Numbers:
    """Return how many robust standard deviations each of N samples (N, F) lies above the median.

    Measured is the logarithm of the anomaly score of an isolation forest.

    Source: Liu, Ting & Zhou, "Isolation Forest", ICDM 2008, equation 2.
    """
    chosen = np.random.default_rng(seed).permutation(len(features))[:_BLOCK]
    forest = IsolationForest(
        n_estimators=_NUM_TREES,
        max_samples=min(_TREE_SAMPLES, len(chosen)),
        random_state=seed,
    ).fit(features[chosen].astype(np.float32))
    blocks = range(0, len(features), _BLOCK)
    scores = np.concatenate(
        [-forest.score_samples(features[at : at + _BLOCK].astype(np.float32)) for at in blocks]
    )
    return robust_scores(np.log(scores), least_spread=_LEAST_SPREAD)
