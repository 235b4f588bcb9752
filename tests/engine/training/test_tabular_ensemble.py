"""The blend is never worse than its best member, and says how sure it is."""

from __future__ import annotations

import numpy as np
import pytest

from engine.data.tabular.encoded_table import Question
from engine.evaluation.tabular.predictions import EvaluatedRows, numbers
from engine.metrics.roc import area_under_roc
from engine.training.tabular.cross_validation import OutOfFold
from engine.training.tabular.ensemble import blend, calibrate, weigh
from engine.training.tabular.folds import make_folds

QUESTION = Question("binary", 2, ())


def candidate(scores: np.ndarray, truth: np.ndarray) -> OutOfFold:
    wide = scores[:, np.newaxis]
    return OutOfFold(1, wide, QUESTION.loss(wide, truth), (0.0,), 1.0, 1.0)


def test_the_blend_is_at_least_as_good_as_its_best_member() -> None:
    random = np.random.default_rng(0)
    truth = (random.random(2000) < 0.4).astype(np.float64)
    signal = np.where(truth > 0, 1.0, -1.5)
    found = {
        name: candidate(signal + random.normal(0, noise, 2000), truth)
        for name, noise in (("good", 1.0), ("other", 1.2), ("poor", 8.0))
    }

    weights = weigh(found, truth, QUESTION)

    assert sum(weights.values()) == pytest.approx(1)
    assert set(weights) == {"good", "other"}
    assert QUESTION.loss(blend(found, weights), truth) < found["good"].loss


def test_calibration_takes_back_what_is_too_sure() -> None:
    random = np.random.default_rng(0)
    true_scores = random.normal(0, 1.5, 5000)
    truth = (random.random(5000) < 1 / (1 + np.exp(-true_scores))).astype(np.float64)

    found = calibrate(3 * true_scores[:, np.newaxis] + 1, truth, QUESTION)

    assert found.scale == pytest.approx(1 / 3, abs=0.03)
    assert found.shift == pytest.approx(-1 / 3, abs=0.1)


def test_folds_in_time_order_never_learn_from_later_rows() -> None:
    folds = make_folds(np.zeros(50), 4, stratified=False, groups=None, in_time_order=True, seed=0)
    assert all(train.max() < valid.min() for train, valid in folds)


def test_folds_keep_groups_together() -> None:
    groups = [str(row % 9) for row in range(90)]
    folds = make_folds(
        np.arange(90) % 2 * 1.0, 3, stratified=True, groups=groups, in_time_order=False, seed=0
    )
    for train, valid in folds:
        assert not {groups[i] for i in train} & {groups[i] for i in valid}


def test_areas_equal_the_share_of_ordered_pairs() -> None:
    scores = np.array([0.1, 0.4, 0.4, 0.8, 0.9])
    positive = np.array([False, False, True, True, False])
    pairs = [
        1.0 if a > b else 0.5 if a == b else 0.0
        for a in scores[positive]
        for b in scores[~positive]
    ]
    assert area_under_roc(scores, positive) == pytest.approx(np.mean(pairs))


def test_a_guess_explains_nothing_and_the_truth_everything() -> None:
    truth = np.array([0.0, 1.0, 1.0, 0.0, 1.0])
    guess = np.array([0.4, 0.6])
    constant = np.log(np.tile(guess, (5, 1)))
    perfect = np.where(np.eye(2)[truth.astype(int)] > 0, 20.0, -20.0)

    assert numbers(EvaluatedRows("binary", constant, truth, guess))["explained"] == pytest.approx(0)
    assert numbers(EvaluatedRows("binary", perfect, truth, guess))["explained"] == pytest.approx(1)
    values = EvaluatedRows(
        "regression", np.zeros((4, 1)), np.array([-1.0, 1, -1, 1]), np.zeros(1), 5.0
    )
    assert numbers(values)["rmse"] == pytest.approx(5)
    assert numbers(values)["explained"] == pytest.approx(0)
