"""Numbers and decisions of a prediction from a table.

Classes are evaluated by ``accuracy``, values by ``mae``, the mean size of their errors in the unit
of the column. ``explained`` is known of both: the share of the loss of a constant guess that the
model removes. For values it is R², for classes McFadden's R² of the log loss. 1 is perfect, 0 no
better than the guess, below 0 worse.
"""

# R rows, K classes

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from easel.runtime.predictions.rows import softmax
from numpy.typing import NDArray

from engine.data.tabular.encoded_table import Floats, Problem
from engine.metrics.counts import confusion_matrix, count, one_hot
from engine.metrics.held_out import require_samples
from engine.metrics.roc import area_under_roc

# No row is worth more than this many nats, however sure a model was of a wrong class.
SMALLEST_PROBABILITY = 1e-12


@dataclass(frozen=True)
class EvaluatedRows:
    """What a model predicted for rows, and what was true.

    Attributes:
        problem: of the table.
        outputs: (R, K) logits, or (R, 1) scaled values.
        truth: (R,) class indices or scaled values.
        guess: shares of the classes (K,) in training; for values zero, the scaled mean.
        deviation: of values in their own unit.
        threshold: that the second of two classes must reach.
    """

    problem: Problem
    outputs: Floats
    truth: Floats
    guess: Floats
    deviation: float = 1.0
    threshold: float = 0.5

    @property
    def probabilities(self) -> Floats:
        """Return the probability of each class (R, K)."""
        return softmax(self.outputs)

    @property
    def classes(self) -> NDArray[np.int64]:
        """Return the true classes (R,)."""
        return self.truth.astype(np.int64)

    @property
    def decided(self) -> NDArray[np.int64]:
        """Return the chosen classes (R,)."""
        if self.problem == "binary":
            return (self.probabilities[:, 1] >= self.threshold).astype(np.int64)
        best: NDArray[np.int64] = self.outputs.argmax(axis=1)
        return best

    @property
    def errors(self) -> Floats:
        """Return prediction minus truth in the unit of the target (R,)."""
        difference: Floats = (self.outputs[:, 0] - self.truth) * self.deviation
        return difference


def numbers(evaluated: EvaluatedRows) -> dict[str, float]:
    """Return the numbers of one dataset, the one it is evaluated by first.

    Raises:
        DataError: when there is no row.
    """
    require_samples(len(evaluated.truth))
    if evaluated.problem == "regression":
        return _of_values(evaluated)
    return _of_classes(evaluated)


def mean_area(probabilities: Floats, classes: NDArray[np.int64]) -> float:
    """Return the mean area under the curves of each class against the rest, of those present."""
    present = np.unique(classes)
    areas = [area_under_roc(probabilities[:, k], classes == k) for k in present]
    return float(np.mean(areas))


def _of_classes(evaluated: EvaluatedRows) -> dict[str, float]:
    probabilities, classes = evaluated.probabilities, evaluated.classes
    num_classes = probabilities.shape[1]
    rows = np.arange(len(classes))
    loss = float(-np.log(np.maximum(probabilities[rows, classes], SMALLEST_PROBABILITY)).mean())
    guess = float(-np.log(np.maximum(evaluated.guess[classes], SMALLEST_PROBABILITY)).mean())
    decided = evaluated.decided
    counts = count(one_hot(decided, num_classes), one_hot(classes, num_classes))
    area = (
        area_under_roc(probabilities[:, 1], classes == 1)
        if evaluated.problem == "binary"
        else mean_area(probabilities, classes)
    )
    found = {
        "accuracy": float((decided == classes).mean()),
        "auc": area,
        "macro_f1": counts.macro(counts.f1),
    }
    if evaluated.problem == "binary":
        found["f1"] = float(counts.f1[1])
        found["precision"] = float(counts.precision[1])
        found["recall"] = float(counts.recall[1])
    brier = np.square(probabilities - one_hot(classes, num_classes)).sum(axis=1)
    return found | {
        "explained": 1 - loss / guess if guess > 0 else 0.0,
        "log_loss": loss,
        "brier": float(brier.mean()),
    }


def _of_values(evaluated: EvaluatedRows) -> dict[str, float]:
    errors = evaluated.errors
    guessed = evaluated.truth * evaluated.deviation
    spread = float(np.square(guessed).mean())
    squared = float(np.square(errors).mean())
    return {
        "mae": float(np.abs(errors).mean()),
        "explained": 1 - squared / spread if spread > 0 else 0.0,
        "rmse": squared**0.5,
        "median_error": float(np.median(np.abs(errors))),
        "bias": float(errors.mean()),
    }


def confusion(evaluated: EvaluatedRows) -> NDArray[np.int64]:
    """Return how often class i was given class j (K, K)."""
    return confusion_matrix(evaluated.decided, evaluated.classes, evaluated.outputs.shape[1])
