"""Nearest neighbours on standardised and one-hot columns, with weights that fade with distance."""

# R rows, F features, V known rows, K neighbours, S scores, Q targets of a row

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.encoded_table import Encoded, Floats, Problem, Question
from engine.models.tabular.linear import Design
from engine.models.tabular.probability_scores import (
    add_scores_of_probabilities,
    scores_of_probabilities,
)
from engine.onnx_graphs.graph import GraphBuilder

MAX_ROWS = 20_000
"""More rows would make the model as large as its data, and each prediction a walk through it."""

COUNTS = (100, 40, 15, 6)
"""Neighbours that are asked, the smoothest prediction first; each is one round."""

_CHUNK = 1024
_LEAST_REACH = 0.05
"""Added to the squared reach, in units of scaled features: among rows that are alike, distances
are only float32's rounding."""


@dataclass(frozen=True)
class NeighbourModel:
    """The weighted mean of what is known of the nearest rows.

    A neighbour weighs ``1 - d² / reach²``, where ``reach`` is the distance of the farthest one: it
    fades to nothing where the next one would take its place, so the prediction has no jumps and
    rounding cannot change it much (Epanechnikov's kernel with the bandwidth of the K-th neighbour:
    Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, section 6.1).

    Attributes:
        design: of the features.
        vectors: (V, F) float32 features of the known rows.
        known_targets: (V, Q) float32 values, or zeros and ones of the classes.
        prior: (Q,) mean prediction, which counts as one far neighbour.
        count: K.
        problem: decides the scores.
    """

    design: Design
    vectors: NDArray[np.float32]
    known_targets: NDArray[np.float32]
    prior: NDArray[np.float32]
    count: int
    problem: Problem

    def scores(self, rows: Encoded) -> Floats:
        """Return values, log-odds or log probabilities (R, S)."""
        parts = [
            self._means(rows.rows(slice(start, start + _CHUNK)))
            for start in range(0, len(rows), _CHUNK)
        ]
        means: Floats = np.concatenate(parts) if parts else np.empty((0, len(self.prior)))
        return means if self.problem == "regression" else scores_of_probabilities(means)

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the model to a graph; return the name of its scores (R, S)."""
        features = self.design.add_to(graph, numbers, categories)
        last = graph.constant(np.array([1], np.int64))
        own = graph.node("ReduceSum", graph.node("Mul", features, features), last, keepdims=1)
        products = graph.node("MatMul", features, graph.constant(np.float32(2) * self.vectors.T))
        squares = graph.constant(_squares(self.vectors)[np.newaxis])
        distances = graph.node("Sub", graph.node("Add", own, squares), products)
        count = graph.constant(np.array([self.count], np.int64))
        nearest, places = graph.nodes("TopK", distances, count, outputs=2, largest=0, axis=1)
        end = graph.constant(np.array([self.count - 1], np.int64))
        reach = graph.node("Gather", nearest, end, axis=1)
        reach = graph.node("Add", reach, graph.constant(np.float32(_LEAST_REACH)))
        one = graph.constant(np.float32(1))
        weights = graph.node("Sub", one, graph.node("Div", nearest, reach))
        weights = graph.node("Clip", weights, graph.constant(np.float32(0)), one)
        known_targets = graph.node("Gather", graph.constant(self.known_targets), places, axis=0)
        wide = graph.node("Unsqueeze", weights, graph.constant(np.array([2], np.int64)))
        total = graph.node("ReduceSum", graph.node("Mul", known_targets, wide), last, keepdims=0)
        total = graph.node("Add", total, graph.constant(self.prior[np.newaxis]))
        mass = graph.node("Add", graph.node("ReduceSum", weights, last, keepdims=1), one)
        means = graph.node("Div", total, mass)
        if self.problem == "regression":
            return means
        return add_scores_of_probabilities(graph, means, is_one=len(self.prior) == 1)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return everything that ``from_arrays`` needs."""
        return {
            **self.design.arrays(),
            "vectors": self.vectors,
            "answers": self.known_targets,
            "prior": self.prior,
            "count": np.array(self.count, np.int64),
        }

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, NDArray[np.generic]], problem: Problem
    ) -> NeighbourModel:
        """Return the model of ``arrays``."""
        return cls(
            Design.from_arrays(arrays),
            arrays["vectors"].astype(np.float32),
            arrays["answers"].astype(np.float32),
            arrays["prior"].astype(np.float32),
            int(arrays["count"]),
            problem,
        )

    def _means(self, rows: Encoded) -> Floats:
        # In float32 and expanded, as in the exported graph, so that both round alike.
        features = self.design(rows).astype(np.float32)
        distances = (
            np.square(features).sum(axis=1)[:, np.newaxis]
            + _squares(self.vectors)
            - features @ (2 * self.vectors.T)
        )
        places = np.argpartition(distances, self.count - 1, axis=1)[:, : self.count]
        nearest = np.take_along_axis(distances, places, axis=1).astype(np.float64)
        reach = nearest.max(axis=1, keepdims=True) + _LEAST_REACH
        weights = np.clip(1 - nearest / reach, 0.0, 1.0)
        total = (self.known_targets[places] * weights[:, :, np.newaxis]).sum(axis=1) + self.prior
        means: Floats = total / (weights.sum(axis=1, keepdims=True) + 1)
        return means


def fit_neighbours(
    train: Encoded, targets: Floats, question: Question, rounds: int
) -> list[NeighbourModel]:
    """Return the models of the first ``rounds`` counts of neighbours."""
    design = Design.of(train, question.num_codes)
    vectors = design(train).astype(np.float32)
    known_targets = targets.astype(np.float32)[:, np.newaxis]
    if question.problem == "multi_class":
        known_targets = (known_targets == np.arange(question.num_classes)).astype(np.float32)
    weights = question.weights(targets)
    prior = np.average(known_targets, axis=0, weights=weights).astype(np.float32)
    return [
        NeighbourModel(
            design, vectors, known_targets, prior, min(count, len(train)), question.problem
        )
        for count in COUNTS[:rounds]
    ]


def _squares(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    squares: NDArray[np.float32] = np.square(vectors).sum(axis=1)
    return squares
