"""A linear model of what is labelled, learnt in a second from points that do not learn."""

# N samples, M labelled ones, D numbers of a sample, K labels

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold

Floats = NDArray[np.float32]
Scores = NDArray[np.float64]

# Points have length one: a weaker penalty than usual lets ten of a label tell it apart.
_INVERSE_PENALTY, _ITERATIONS = 10.0, 300
_FOLDS = 5
# Of so few each is left out alone: a fifth of them would be missed.
_FEW = 40


@dataclass(frozen=True)
class LinearModel:
    """Probabilities of labels, of which one is given to each sample or several.

    Attributes:
        weights: (D, K).
        offsets: (K).
        is_multi_label: whether each label is told for itself.
    """

    weights: Scores
    offsets: Scores
    is_multi_label: bool

    @classmethod
    def fit(cls, points: Floats, given: NDArray[np.bool_], *, is_multi_label: bool) -> LinearModel:
        """Learn from points (M, D) which labels (M, K) each has.

        Where one label is given to each sample, the first one of a row counts.
        """
        if not is_multi_label:
            weights, offsets = _one_of_all(points, given)
        else:
            each = [_yes_or_no(points, column) for column in given.T]
            weights = np.stack([weights for weights, _ in each], axis=1)
            offsets = np.array([offset for _, offset in each])
        return cls(weights, offsets, is_multi_label)

    def __call__(self, points: Floats) -> Scores:
        """Return the probabilities (N, K) of points (N, D)."""
        logits = points @ self.weights + self.offsets
        if self.is_multi_label:
            return np.asarray(1 / (1 + np.exp(-logits)), np.float64)
        exponentials = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(exponentials / exponentials.sum(axis=1, keepdims=True), np.float64)


def held_out(points: Floats, given: NDArray[np.bool_], *, is_multi_label: bool) -> Scores:
    """Return for each labelled point (M, D) the probabilities (M, K) that the others give it."""
    found = np.zeros(given.shape)
    if len(points) < 2:
        return found
    num_folds = len(points) if len(points) <= _FEW else _FOLDS
    folds = KFold(num_folds, shuffle=True, random_state=0)
    for others, asked in folds.split(points):
        model = LinearModel.fit(points[others], given[others], is_multi_label=is_multi_label)
        found[asked] = model(points[asked])
    return found


# What no example has, or all have, is as good as certain.
_CERTAIN = 20.0


def _one_of_all(points: Floats, given: NDArray[np.bool_]) -> tuple[Scores, Scores]:
    num_labels = given.shape[1]
    weights, offsets = np.zeros((points.shape[1], num_labels)), np.full(num_labels, -_CERTAIN)
    chosen = given.argmax(axis=1)
    known = np.unique(chosen)
    offsets[known] = 0
    if len(known) > 1:
        model = point_regression().fit(points, chosen)
        # Of two labels, one has what the other lacks.
        signs = np.array([[-0.5, 0.5]]) if len(known) == 2 else np.eye(len(known))
        weights[:, known] = model.coef_.T @ signs
        offsets[known] = model.intercept_ @ signs
    return weights, offsets


def _yes_or_no(points: Floats, is_given: NDArray[np.bool_]) -> tuple[Scores, float]:
    if is_given.all() or not is_given.any():
        return np.zeros(points.shape[1]), _CERTAIN if is_given.any() else -_CERTAIN
    model = point_regression().fit(points, is_given)
    return model.coef_[0], float(model.intercept_[0])


def point_regression() -> LogisticRegression:
    """Return a logistic regression for points of length one, of which few are labelled."""
    return LogisticRegression(C=_INVERSE_PENALTY, max_iter=_ITERATIONS)
