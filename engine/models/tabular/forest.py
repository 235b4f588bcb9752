"""Random forests on encoded columns, grown by LightGBM, one forest for each score."""

# R rows, S scores

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.encoded_table import Encoded, Floats, Problem, Question
from engine.models.tabular.boosting import tree_features
from engine.models.tabular.probability_scores import (
    add_scores_of_probabilities,
    scores_of_probabilities,
)
from engine.models.tabular.ratio_features import RatioFeatures
from engine.onnx_graphs.graph import GraphBuilder
from engine.onnx_graphs.trees import add_booster

LEAVES = (32, 256)
"""Most leaves of a tree, the simplest forest first; each is one round."""

NUM_TREES = 80


@dataclass(frozen=True)
class ForestModel:
    """The mean of trees, as a value or as the share of each class.

    Source: Breiman, Random Forests, Machine Learning 45 (2001); probabilities are means of zeros
    and
    ones, so trees of a regression give them.
    """

    boosters: tuple[lightgbm.Booster, ...]
    problem: Problem

    def scores(self, rows: Encoded) -> Floats:
        """Return values or log-odds or log probabilities of rows (R, S)."""
        features = _features(rows)
        means: Floats = np.column_stack(
            [np.asarray(one.predict(features, num_threads=1)) for one in self.boosters]
        ).astype(np.float64)
        return means if self.problem == "regression" else scores_of_probabilities(means)

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the forests to a graph; return the name of their scores (R, S)."""
        parts = [numbers] if numbers else []
        if categories:
            parts.append(graph.node("Cast", categories, to=graph.FLOAT))
        features = graph.node("Concat", *parts, axis=1)
        columns = []
        for booster in self.boosters:
            total = add_booster(graph, booster.dump_model(), features, num_scores=1)
            share = graph.constant(np.float32(1 / booster.num_trees()))
            columns.append(graph.node("Mul", total, share))
        means = graph.node("Concat", *columns, axis=1)
        return (
            means
            if self.problem == "regression"
            else add_scores_of_probabilities(graph, means, is_one=len(self.boosters) == 1)
        )

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return everything that ``from_arrays`` needs."""
        return {
            f"forest_{place}": np.frombuffer(booster.model_to_string().encode(), np.uint8)
            for place, booster in enumerate(self.boosters)
        }

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, NDArray[np.generic]], problem: Problem
    ) -> ForestModel:
        """Return the model of ``arrays``."""
        boosters = tuple(
            lightgbm.Booster(model_str=arrays[f"forest_{place}"].tobytes().decode())
            for place in range(len(arrays))
        )
        return cls(boosters, problem)


def fit_forest(
    train: Encoded,
    targets: Floats,
    question: Question,
    leaves: int,
    *,
    seed: int,
    num_threads: int,
    on_round: Callable[[], None] | None = None,
) -> ForestModel:
    """Grow a forest of trees with at most so many leaves.

    Args:
        train: rows.
        targets: (R,) class indices or values.
        question: what is asked.
        leaves: most of a tree.
        seed: of row and feature sampling.
        num_threads: of LightGBM.
        on_round: called after each tree, to be interrupted.
    """
    features = _features(train)
    codes = list(range(train.numbers.shape[1], features.shape[1]))
    wanted = [targets]
    if question.problem == "multi_class":
        wanted = [(targets == place).astype(np.float64) for place in range(question.num_classes)]
    callbacks: list[Callable[..., Any]] = []
    if on_round is not None:
        callbacks.append(lambda _: on_round())
    boosters = tuple(
        lightgbm.train(
            _parameters(leaves, seed, num_threads),
            lightgbm.Dataset(
                features, one, weight=question.weights(targets), categorical_feature=codes
            ),
            NUM_TREES,
            callbacks=callbacks,
        )
        for one in wanted
    )
    return ForestModel(boosters, question.problem)


def _features(rows: Encoded) -> NDArray[np.float32]:
    return tree_features(rows, RatioFeatures(), np.empty((len(rows), 0), np.float32))


def _parameters(leaves: int, seed: int, num_threads: int) -> dict[str, Any]:
    return {
        "objective": "regression",
        "boosting": "rf",
        "num_leaves": leaves,
        "min_data_in_leaf": 3,
        # What a bootstrap sample holds of the rows, on average.
        "bagging_fraction": 0.632,
        "bagging_freq": 1,
        "feature_fraction_bynode": 0.5,
        "cat_smooth": 20.0,
        "seed": seed,
        "deterministic": True,
        # As in boosting.py: no choice of layout by the clock.
        "force_row_wise": True,
        "num_threads": num_threads,
        "verbosity": -1,
    }
