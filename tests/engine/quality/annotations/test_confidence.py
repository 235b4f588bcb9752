"""Wrong labels are doubted, right ones are not."""

from __future__ import annotations

import numpy as np
from sklearn.datasets import load_digits

from engine.quality.annotations.confidence import find_label_issues
from engine.quality.annotations.label_errors import cross_validated, prepared


def test_only_samples_off_the_diagonal_of_the_confident_joint_are_doubted() -> None:
    given = np.array([0, 0, 0, 1, 1, 1])
    probabilities = np.array(
        [[0.9, 0.1], [0.8, 0.2], [0.05, 0.95], [0.1, 0.9], [0.2, 0.8], [0.45, 0.55]]
    )
    issues = find_label_issues(given, probabilities, least_confidence=0.6)
    assert issues.places.tolist() == [2]
    assert issues.suggested.tolist() == [1]
    assert issues.confidence.tolist() == [0.95]


def test_most_labels_that_were_swapped_in_real_data_are_found_with_their_true_label() -> None:
    pixels, labels = load_digits(return_X_y=True)
    random = np.random.default_rng(0)
    given = labels.copy()
    wrong = random.choice(len(labels), 60, replace=False)
    given[wrong] = (labels[wrong] + random.integers(1, 10, 60)) % 10
    features, model = prepared([*pixels.astype(np.float32)])
    predictions = cross_validated(features, given, model, 5, 0, lambda done, total: None)
    issues = find_label_issues(given, predictions.probabilities, least_confidence=0.6)
    hit = np.isin(issues.places, wrong)
    assert hit.sum() >= 50
    assert hit.mean() >= 0.85
    assert (issues.suggested[hit] == labels[issues.places[hit]]).mean() > 0.9
