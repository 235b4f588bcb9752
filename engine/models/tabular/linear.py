"""The baseline: ridge regression, or logistic regression, on standardised and one-hot columns."""

# R rows, N numbers, C categories, F design columns, S scores

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.encoded_table import Encoded, Floats, Question
from engine.onnx_graphs.graph import GraphBuilder

Arrays = Mapping[str, NDArray[np.generic]]

PENALTIES = tuple(10.0**power for power in (-1, 0, 1, 2, 3, 4))
"""Strengths of the ridge penalty, tried from the strongest down; each is one round."""

# The score of a class without a training row.
_UNLIKELY = -20.0


@dataclass(frozen=True)
class Design:
    """Numbers filled with their mean and scaled, flags of what was missing, categories one-hot."""

    means: NDArray[np.float32]
    scales: NDArray[np.float32]
    num_codes: tuple[int, ...]

    @classmethod
    def of(cls, train: Encoded, num_codes: tuple[int, ...]) -> Design:
        """Learn means and deviations from training rows."""
        present = np.isfinite(train.numbers)
        counts = np.maximum(present.sum(axis=0), 1)
        values = np.where(present, train.numbers, 0).astype(np.float64)
        means = values.sum(axis=0) / counts
        spread = np.sqrt((np.where(present, values - means, 0.0) ** 2).sum(axis=0) / counts)
        scales = np.where(spread > 0, 1 / np.where(spread > 0, spread, 1), 0.0)
        return cls(means.astype(np.float32), scales.astype(np.float32), num_codes)

    def __call__(self, rows: Encoded) -> Floats:
        """Return the design (R, F), F = 2 N + Σ codes."""
        missing = ~np.isfinite(rows.numbers)
        filled = np.where(missing, self.means, rows.numbers)
        parts = [(filled - self.means) * self.scales, missing]
        for column, codes in enumerate(self.num_codes):
            parts.append(rows.categories[:, column, np.newaxis] == np.arange(codes))
        return np.concatenate(parts, axis=1, dtype=np.float64)

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the design to a graph; return the name of (R, F) float32."""
        parts = []
        if len(self.means):
            means = graph.constant(self.means)
            missing = graph.node("IsNaN", numbers)
            filled = graph.node("Where", missing, means, numbers)
            scales = graph.constant(self.scales)
            parts.append(graph.node("Mul", graph.node("Sub", filled, means), scales))
            parts.append(graph.node("Cast", missing, to=graph.FLOAT))
        off_on = graph.constant(np.array([0, 1], np.float32))
        for column, codes in enumerate(self.num_codes):
            code = graph.column(categories, column)
            depth = graph.constant(np.array(codes, np.int64))
            parts.append(graph.node("OneHot", code, depth, off_on, axis=-1))
        return graph.node("Concat", *parts, axis=1)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return everything that ``from_arrays`` needs."""
        codes = np.array(self.num_codes, np.int64)
        return {"means": self.means, "scales": self.scales, "num_codes": codes}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> Design:
        """Return the design of ``arrays``."""
        codes = tuple(int(count) for count in arrays["num_codes"])
        means, scales = arrays["means"], arrays["scales"]
        return cls(means.astype(np.float32), scales.astype(np.float32), codes)


@dataclass(frozen=True)
class LinearModel:
    """``design @ weights + bias``: (R, S)."""

    design: Design
    weights: Floats
    bias: Floats

    def scores(self, rows: Encoded) -> Floats:
        """Return the scores of rows (R, S)."""
        scores: Floats = self.design(rows) @ self.weights + self.bias
        return scores

    def contributions(self, rows: Encoded) -> Floats:
        """Return how far each feature moves the last score of each row (R, N + C).

        These are the SHAP values of a linear model with independent features, up to the part of
        the mean that one-hot columns hold.
        """
        parts = self.design(rows) * self.weights[:, -1]
        num_numbers = len(self.design.means)
        both = parts[:, :num_numbers] + parts[:, num_numbers : 2 * num_numbers]
        ends = np.cumsum((2 * num_numbers, *self.design.num_codes))
        by_category = [parts[:, start:end].sum(axis=1) for start, end in itertools.pairwise(ends)]
        return np.column_stack([both, *by_category]) if by_category else both

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the model to a graph; return the name of its scores (R, S)."""
        design = self.design.add_to(graph, numbers, categories)
        weights = graph.constant(self.weights.astype(np.float32))
        bias = graph.constant(self.bias.astype(np.float32)[np.newaxis])
        return graph.node("Add", graph.node("MatMul", design, weights), bias)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return everything that ``from_arrays`` needs."""
        return {**self.design.arrays(), "weights": self.weights, "bias": self.bias}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> LinearModel:
        """Return the model of ``arrays``."""
        weights, bias = arrays["weights"], arrays["bias"]
        return cls(Design.from_arrays(arrays), weights.astype(np.float64), bias.astype(np.float64))


def fit_linear(
    train: Encoded, targets: Floats, question: Question, rounds: int
) -> list[LinearModel]:
    """Return the models of the first ``rounds`` penalties, the strongest first."""
    design = Design.of(train, question.num_codes)
    features = design(train)
    weights = question.weights(targets)
    strengths = sorted(PENALTIES, reverse=True)[:rounds]
    if question.problem == "regression":
        return [_ridge(design, features, targets, weights, value) for value in strengths]
    return _logistic(design, features, targets, weights, strengths, question)


def _ridge(
    design: Design, features: Floats, targets: Floats, weights: Floats, penalty: float
) -> LinearModel:
    # Centred, so that the penalty leaves the intercept free.
    centre = np.average(features, axis=0, weights=weights)
    mean = np.average(targets, weights=weights)
    centred = features - centre
    gram = centred.T @ (centred * weights[:, np.newaxis])
    right = centred.T @ ((targets - mean) * weights)
    solved: Floats = np.linalg.solve(gram + penalty * np.eye(len(gram)), right).astype(np.float64)
    return LinearModel(design, solved[:, np.newaxis], np.array([mean - centre @ solved]))


def _logistic(
    design: Design,
    features: Floats,
    targets: Floats,
    weights: Floats,
    strengths: list[float],
    question: Question,
) -> list[LinearModel]:
    from sklearn.linear_model import LogisticRegression

    classes = targets.astype(np.int64)
    present = np.unique(classes)
    if len(present) == 1:
        return [_constant(design, features, int(present[0]), question) for _ in strengths]
    models = []
    # Each weaker penalty starts from the weights of the stronger one, which are near.
    learner = LogisticRegression(max_iter=500, tol=1e-4, warm_start=True)
    for strength in strengths:
        learner.set_params(C=1 / strength)
        learner.fit(features, classes, sample_weight=weights)
        coefficients, intercept = learner.coef_.T, learner.intercept_
        if question.problem == "multi_class":
            coefficients, intercept = _spread(
                coefficients, intercept, present, question.num_classes
            )
        models.append(LinearModel(design, coefficients.copy(), intercept.copy()))
    return models


def _constant(design: Design, features: Floats, only: int, question: Question) -> LinearModel:
    """Return the model of rows of one class, such as a fold of oldest rows or of one group."""
    if question.problem == "multi_class":
        bias = np.full(question.num_classes, _UNLIKELY)
        bias[only] = 0.0
    else:
        bias = np.array([-_UNLIKELY if only else _UNLIKELY])
    return LinearModel(design, np.zeros((features.shape[1], len(bias))), bias)


def _spread(
    coefficients: Floats, intercept: Floats, present: NDArray[np.int64], num_classes: int
) -> tuple[Floats, Floats]:
    """Give every class its column; those without a training row stay very unlikely."""
    # Of two classes scikit-learn gives the log-odds alone.
    if coefficients.shape[1] == 1:
        coefficients = np.column_stack([-coefficients / 2, coefficients / 2])
        intercept = np.array([-intercept[0] / 2, intercept[0] / 2])
    spread = np.zeros((len(coefficients), num_classes))
    bias = np.full(num_classes, _UNLIKELY)
    spread[:, present] = coefficients
    bias[present] = intercept
    return spread, bias
