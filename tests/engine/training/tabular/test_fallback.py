"""A blend that a plain model beats is not shipped."""

from __future__ import annotations

import numpy as np

from engine.data.tabular.encoded_table import Question
from engine.training.tabular.fallback import MIN_ROWS, better_plain_model

VALUES = Question("regression", 0, ())
CLASSES = Question("binary", 2, ())
RANDOM = np.random.default_rng(0)
TRUTH = RANDOM.normal(size=100)


def near(error: float, seed: int = 1) -> np.ndarray:
    return (TRUTH + error * np.random.default_rng(seed).normal(size=100))[:, np.newaxis]


def test_a_plain_model_that_is_better_beyond_noise_is_taken() -> None:
    assert better_plain_model(VALUES, near(1.0), {"linear": near(0.3, 2)}, TRUTH) == "linear"
    both = {"linear": near(0.4, 2), "lightgbm-0": near(0.1, 3)}
    assert better_plain_model(VALUES, near(1.0), both, TRUTH) == "lightgbm-0"


def test_chance_does_not_decide() -> None:
    worse = near(0.5, 1)
    hardly = worse + 0.02 * RANDOM.normal(size=worse.shape)
    assert better_plain_model(VALUES, worse, {"linear": worse}, TRUTH) is None
    assert better_plain_model(VALUES, near(0.3), {"linear": near(1.0, 2)}, TRUTH) is None
    few = slice(0, MIN_ROWS - 1)
    assert (
        better_plain_model(VALUES, near(1.0)[few], {"linear": near(0.1)[few]}, TRUTH[few]) is None
    )
    assert better_plain_model(VALUES, hardly, {"linear": hardly}, TRUTH) is None


def test_of_classes_wrong_answers_count_beside_losses() -> None:
    truth = (TRUTH > 0).astype(np.float64)
    side = 2 * truth - 1
    # A quarter is wrong, and hardly sure of itself, so that its loss is no worse.
    wrong = np.where(np.arange(100) % 4 == 0, -0.05, 1.0)
    ours, theirs = (side * wrong)[:, np.newaxis], (side * 0.75)[:, np.newaxis]
    assert better_plain_model(CLASSES, ours, {"linear": theirs}, truth) == "linear"
    assert better_plain_model(CLASSES, theirs, {"linear": ours}, truth) is None
