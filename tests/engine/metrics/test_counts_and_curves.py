"""Our metrics against scikit-learn: the same definitions, so equal to rounding (1e-12)."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn import metrics as reference

from engine.errors import DataError
from engine.evaluation.classifier import numbers_of
from engine.metrics.counts import confusion_matrix
from engine.metrics.curves import pr_curve
from engine.metrics.decisions import decide, top_k_shares
from engine.metrics.held_out import require_samples

EXACT = {"rtol": 0, "atol": 1e-12}


def single_label(
    seed: int, num_samples: int = 200, num_classes: int = 6
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    random = np.random.default_rng(seed)
    targets = random.integers(num_classes - 1, size=num_samples)  # the last class never occurs
    logits = random.normal(size=(num_samples, num_classes)).astype(np.float32)
    logits[np.arange(num_samples), targets] += 1
    return logits, targets


def multi_label(seed: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    random = np.random.default_rng(seed)
    targets = (random.random((150, 6)) < 0.3).astype(np.float32)
    targets[:, 5] = 0
    logits = (random.normal(size=targets.shape) + 2 * targets - 1).astype(np.float32)
    return logits, targets


@pytest.mark.parametrize("seed", range(3))
def test_single_label_numbers_equal_those_of_scikit_learn(seed: int) -> None:
    logits, targets = single_label(seed)
    numbers = numbers_of(decide(logits, targets, False))
    guess = logits.argmax(axis=1)
    occurring = np.unique(targets)
    wide = logits.astype(np.float64)
    scores = np.exp(wide) / np.exp(wide).sum(axis=1, keepdims=True)
    for name, function in {
        "macro_precision": reference.precision_score,
        "macro_recall": reference.recall_score,
        "macro_f1": reference.f1_score,
    }.items():
        expected = function(targets, guess, labels=occurring, average="macro", zero_division=0)
        np.testing.assert_allclose(numbers[name], expected, **EXACT)
    np.testing.assert_allclose(
        numbers["accuracy"], reference.accuracy_score(targets, guess), **EXACT
    )
    expected_loss = reference.log_loss(targets, scores, labels=range(6))
    np.testing.assert_allclose(numbers["loss"], expected_loss, **EXACT)


@pytest.mark.parametrize("seed", range(3))
def test_multi_label_numbers_equal_those_of_scikit_learn(seed: int) -> None:
    logits, targets = multi_label(seed)
    numbers = numbers_of(decide(logits, targets, True))
    guess = (logits >= 0).astype(int)
    truth = targets.astype(int)
    occurring = np.flatnonzero(truth.any(axis=0))
    f1 = reference.f1_score(truth, guess, labels=occurring, average="macro", zero_division=0)
    np.testing.assert_allclose(numbers["macro_f1"], f1, **EXACT)
    np.testing.assert_allclose(numbers["accuracy"], reference.accuracy_score(truth, guess), **EXACT)
    precision = np.mean(
        [reference.average_precision_score(truth[:, k], logits[:, k]) for k in occurring]
    )
    np.testing.assert_allclose(numbers["mean_average_precision"], precision, **EXACT)


def test_loss_is_finite_where_a_softmax_underflows() -> None:
    logits = np.array([[1000.0, -1000.0]], dtype=np.float32)
    numbers = numbers_of(decide(logits, np.array([1]), False))
    assert numbers["loss"] == pytest.approx(2000)
    both = np.array([[1, 1]], dtype=np.float32)
    assert numbers_of(decide(logits, both, True))["loss"] == pytest.approx(500)


def test_a_class_that_does_not_occur_leaves_the_means_alone() -> None:
    logits = np.array([[9, 0, 0], [0, 9, 0]], dtype=np.float32)
    numbers = numbers_of(decide(logits, np.array([0, 1]), False))
    assert numbers["macro_f1"] == 1.0


def test_no_samples_are_refused_with_the_remedy() -> None:
    with pytest.raises(DataError, match="split a share"):
        require_samples(0)


def test_top_k_equals_scikit_learn_and_breaks_ties_by_label_order() -> None:
    logits, targets = single_label(3)
    shares = top_k_shares(decide(logits, targets, False))
    expected = [
        reference.top_k_accuracy_score(targets, logits, k=k, labels=range(6)) for k in range(1, 6)
    ]
    np.testing.assert_allclose(shares, expected, **EXACT)
    tied = decide(np.zeros((3, 3), np.float32), np.arange(3), False)
    np.testing.assert_allclose(top_k_shares(tied), [1 / 3, 2 / 3, 1])


def test_confusion_equals_scikit_learn() -> None:
    logits, targets = single_label(4)
    guess = logits.argmax(axis=1)
    expected = reference.confusion_matrix(targets, guess, labels=range(6))
    np.testing.assert_array_equal(confusion_matrix(guess, targets, 6), expected)


@pytest.mark.parametrize("seed", range(4))
def test_curve_has_the_average_precision_and_the_points_of_scikit_learn(seed: int) -> None:
    random = np.random.default_rng(seed)
    actual = random.random(80) < 0.4
    scores = random.random(80).round(1 if seed % 2 else 8)  # with and without ties
    curve = pr_curve(scores, actual)
    expected = reference.average_precision_score(actual, scores)
    np.testing.assert_allclose(curve.average_precision, expected, **EXACT)
    for point in curve.points(101, 0.4567):
        guess = scores >= point.threshold
        # Points are rounded to six digits for the file.
        assert point.precision == pytest.approx(reference.precision_score(actual, guess), abs=1e-6)
        assert point.recall == pytest.approx(reference.recall_score(actual, guess), abs=1e-6)
        assert point.f1 == pytest.approx(reference.f1_score(actual, guess), abs=1e-6)


def test_curve_ends_where_no_sample_reaches_the_threshold() -> None:
    curve = pr_curve(np.array([0.1, 0.52]), np.array([True, False]))
    assert [point.threshold for point in curve.points(11, 0.45)] == [
        0.0,
        0.1,
        0.2,
        0.3,
        0.4,
        0.45,
        0.5,
    ]


def test_best_threshold_maximises_f1_and_lies_between_two_scores() -> None:
    scores = np.array([0.9, 0.8, 0.8, 0.7, 0.6, 0.3, 0.2, 0.2, 0.1, 0.05])
    actual = np.array([1, 1, 1, 1, 1, 0, 0, 0, 0, 0], dtype=bool)
    assert pr_curve(scores, actual).best_threshold() == pytest.approx(0.45)
    random = np.random.default_rng(0)
    scores, actual = random.random(60), random.random(60) < 0.5
    best = pr_curve(scores, actual).best_threshold()
    possible = [reference.f1_score(actual, scores >= t) for t in np.append(scores, 0)]
    assert reference.f1_score(actual, scores >= best) == pytest.approx(max(possible), abs=1e-12)


def test_few_samples_give_the_threshold_one_half() -> None:
    scores = np.array([0.9, 0.8, 0.7, 0.6, 0.2, 0.1, 0.1, 0.1, 0.1])
    actual = np.array([1, 1, 1, 1, 0, 0, 0, 0, 0], dtype=bool)
    assert pr_curve(scores, actual).best_threshold() == 0.5
    assert pr_curve(scores, ~actual).best_threshold() == 0.5
    assert pr_curve(np.zeros(0), np.zeros(0, bool)).best_threshold() == 0.5
