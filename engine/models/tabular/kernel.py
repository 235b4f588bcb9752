"""Support vector regression with a Gaussian kernel, for tables of some thousand rows."""

# R rows, F features, V support vectors

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.encoded_table import Encoded, Floats, Question
from engine.models.tabular.linear import Design
from engine.models.tabular.ratio_features import RatioFeatures, widened
from engine.onnx_graphs.graph import GraphBuilder

MAX_ROWS = 8000
"""More rows make training quadratic in time, and the model as large as its data."""

COSTS = (1.0, 3.0, 10.0)
"""Costs of an error, one a round; ``_GAMMA`` over the sum of variances is the kernel's width."""

_GAMMA = 0.6


@dataclass(frozen=True)
class KernelModel:
    """``Σ weights · exp(-gamma ‖x - vector‖²) + bias``, back in the units of the target."""

    design: Design
    ratios: RatioFeatures
    gamma: float
    vectors: NDArray[np.float32]
    weights: Floats
    bias: float

    def scores(self, rows: Encoded) -> Floats:
        """Return the values of rows (R, 1)."""
        features = self.design(widened(rows, self.ratios))
        vectors = self.vectors.astype(np.float64)
        products = features @ vectors.T
        squares = np.square(features).sum(axis=1)[:, np.newaxis] + np.square(vectors).sum(axis=1)
        # Rounding may leave the distance of a row from itself below zero.
        powers = np.exp(-self.gamma * np.maximum(squares - 2 * products, 0.0))
        values: Floats = (powers @ self.weights + self.bias)[:, np.newaxis]
        return values

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the model to a graph; return the name of its values (R, 1)."""
        if self.ratios.pairs:
            ratios = self.ratios.add_to(graph, numbers)
            numbers = graph.node("Concat", numbers, ratios, axis=1)
        features = self.design.add_to(graph, numbers, categories)
        vectors = self.vectors
        squares = np.square(vectors.astype(np.float64)).sum(axis=1).astype(np.float32)
        own = graph.node(
            "ReduceSum",
            graph.node("Mul", features, features),
            graph.constant(np.array([1], np.int64)),
            keepdims=1,
        )
        products = graph.node("MatMul", features, graph.constant(np.float32(2) * vectors.T))
        distance = graph.node(
            "Sub", graph.node("Add", own, graph.constant(squares[np.newaxis])), products
        )
        distance = graph.node("Max", distance, graph.constant(np.array(0, np.float32)))
        powers = graph.node(
            "Exp", graph.node("Mul", distance, graph.constant(np.float32(-self.gamma)))
        )
        weights = graph.constant(self.weights.astype(np.float32)[:, np.newaxis])
        return graph.node(
            "Add", graph.node("MatMul", powers, weights), graph.constant(np.float32(self.bias))
        )

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return everything that ``from_arrays`` needs."""
        return {
            **self.design.arrays(),
            "pairs": np.array(self.ratios.pairs, np.int64).reshape(-1, 2),
            "vectors": self.vectors,
            "kernel_weights": self.weights,
            "kernel": np.array([self.gamma, self.bias]),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> KernelModel:
        """Return the model of ``arrays``."""
        gamma, bias = (float(value) for value in arrays["kernel"])
        return cls(
            Design.from_arrays(arrays),
            RatioFeatures(tuple((int(i), int(j)) for i, j in arrays["pairs"])),
            gamma,
            arrays["vectors"].astype(np.float32),
            arrays["kernel_weights"].astype(np.float64),
            bias,
        )


def fit_kernel(
    train: Encoded, targets: Floats, question: Question, ratios: RatioFeatures, rounds: int
) -> list[KernelModel]:
    """Return the models of the first ``rounds`` costs, the lowest first."""
    from sklearn.svm import SVR

    wide = widened(train, ratios)
    design = Design.of(wide, question.num_codes)
    features = design(wide)
    gamma = _GAMMA / max(1.0, float(features.var(axis=0).sum()))
    mean, deviation = float(targets.mean()), float(targets.std()) or 1.0
    models = []
    for cost in COSTS[:rounds]:
        # The tube is relative to the deviation: the target is scaled for the solver only.
        solver = SVR(C=cost, gamma=gamma, epsilon=0.03, cache_size=300)
        solver.fit(features, (targets - mean) / deviation)
        models.append(
            KernelModel(
                design,
                ratios,
                gamma,
                np.asarray(solver.support_vectors_, np.float32),
                solver.dual_coef_[0] * deviation,
                float(solver.intercept_[0]) * deviation + mean,
            )
        )
    return models
