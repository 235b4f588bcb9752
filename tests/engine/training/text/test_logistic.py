"""Logistic regression on n-grams: the optimum of scikit-learn, and moving on from a prior."""

from __future__ import annotations

import numpy as np
import pytest
from easel.runtime.predictions.labels import softmax
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression

from engine.training.text.logistic import fit_logistic
from engine.training.text.ngrams import inverse_document_frequency, log_count_ratio, view_features


@pytest.fixture
def data() -> tuple[sparse.csr_matrix, np.ndarray]:
    random = np.random.default_rng(0)
    features = random.poisson(0.4, (120, 30)).astype(float)
    labels = (features[:, 0] + 0.5 * random.normal(size=120) > features[:, 1]).astype(int)
    return sparse.csr_matrix(features), labels


def test_it_finds_the_optimum_that_scikit_learn_finds(
    data: tuple[sparse.csr_matrix, np.ndarray],
) -> None:
    features, labels = data
    labels = labels + 2 * (features.toarray()[:, 2] > 1)
    names = np.unique(labels)
    targets = (labels[:, None] == names).astype(float)

    ours = fit_logistic(features, targets, multi_label=False, strength=2.0, max_iterations=2000)
    theirs = LogisticRegression(C=2.0, tol=1e-8, max_iter=5000).fit(features, labels)

    given = softmax(features @ ours.weights + ours.bias)
    np.testing.assert_allclose(given, theirs.predict_proba(features), atol=5e-3)


def test_a_model_that_goes_on_stays_nearer_to_where_it_was_the_weaker_the_data(
    data: tuple[sparse.csr_matrix, np.ndarray],
) -> None:
    features, labels = data
    targets = np.eye(2)[labels]
    before = fit_logistic(features[:60], targets[:60], multi_label=False, strength=1.0)

    moved = [
        np.abs(
            fit_logistic(
                features[60:], targets[60:], multi_label=False, strength=strength, prior=before
            ).weights
            - before.weights
        ).max()
        for strength in (1e-6, 1e-2, 1.0)
    ]

    assert moved[0] < 1e-3 < moved[1] < moved[2]


def test_features_are_those_of_scikit_learns_tf_idf(
    data: tuple[sparse.csr_matrix, np.ndarray],
) -> None:
    counts, _ = data
    given = view_features(counts, inverse_document_frequency(counts), counted=True)
    expected = TfidfTransformer(sublinear_tf=True).fit_transform(counts)
    np.testing.assert_allclose(given.toarray(), expected.toarray(), atol=1e-12)


def test_ngrams_of_one_class_tell_more_than_those_of_both() -> None:
    counts = sparse.csr_matrix(np.array([[1.0, 1], [1, 1], [0, 1], [0, 1]]))
    targets = np.eye(2)[[0, 0, 1, 1]]
    telling, idle = log_count_ratio(counts, targets)
    assert telling > 1.5 * idle
