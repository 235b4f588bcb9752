"""Gradient boosted trees (LightGBM) on encoded columns and ratios of them."""

# R rows, F features of the trees, N numbers, C categories, S scores

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import lightgbm
import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.encoded_table import Encoded, Floats, Question
from engine.models.tabular.pairs import CategoryPairs, learn_pairs
from engine.models.tabular.ratio_features import RatioFeatures
from engine.onnx_graphs.graph import GraphBuilder
from engine.onnx_graphs.trees import add_booster

CategoryHandling = Literal["sets", "order"]


@dataclass(frozen=True)
class TreeSettings:
    """What is tuned of a booster.

    ``categories`` splits codes by sets, or in their order as if they were numbers.
    """

    learning_rate: float = 0.05
    num_leaves: int = 15
    min_rows_in_leaf: int = 20
    feature_share: float = 0.5
    row_share: float = 0.8
    l2: float = 1.0
    max_bins: int = 255
    category_smoothing: float = 20.0
    max_one_hot: int = 16
    categories: CategoryHandling = "sets"
    ratios: bool = False
    category_pairs: bool = False

    @classmethod
    def from_stored(cls, settings: Mapping[str, Any]) -> TreeSettings:
        """Return the settings of a work folder; ``crosses`` was once the name of ``ratios``."""
        return cls(**{"ratios" if name == "crosses" else name: settings[name] for name in settings})

    def parameters(self, question: Question, seed: int, num_threads: int) -> dict[str, Any]:
        """Return LightGBM's names for them."""
        objective = {"binary": "binary", "multi_class": "multiclass", "regression": "regression"}
        parameters = {
            "objective": objective[question.problem],
            # LightGBM else computes the objective's own metric each round, which nobody looks at.
            "metric": "None",
            "learning_rate": self.learning_rate,
            "num_leaves": self.num_leaves,
            "min_data_in_leaf": self.min_rows_in_leaf,
            "feature_fraction": self.feature_share,
            "bagging_fraction": self.row_share,
            "bagging_freq": 1,
            "lambda_l2": self.l2,
            "max_bin": self.max_bins,
            "min_data_in_bin": 1 if self.max_bins > 255 else 3,
            "cat_smooth": self.category_smoothing,
            "max_cat_to_onehot": self.max_one_hot,
            "seed": seed,
            "deterministic": True,
            # Else it times two layouts and takes the quicker, whose sums round otherwise.
            "force_row_wise": True,
            "num_threads": num_threads,
            "verbosity": -1,
        }
        if question.problem == "multi_class":
            parameters["num_class"] = question.num_classes
        return parameters


@dataclass(frozen=True)
class TreeModel:
    """A trained booster and how its features are made."""

    booster: lightgbm.Booster
    ratios: RatioFeatures
    pairs: CategoryPairs
    num_scores: int
    rounds: int
    settings: TreeSettings = field(default_factory=TreeSettings)

    def features(self, rows: Encoded) -> NDArray[np.float32]:
        """Return numbers, ratios, means of pairs and codes (R, F) float32."""
        return tree_features(rows, self.ratios, self.pairs(rows.categories))

    def scores(self, rows: Encoded, rounds: int | None = None) -> Floats:
        """Return raw scores (R, S) of the first ``rounds`` rounds."""
        return self._raw(self.features(rows), 0, rounds or self.rounds)

    def staged_scores(self, rows: Encoded, stages: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the scores after each number of rounds (T, R, S)."""
        features = self.features(rows)
        total = np.zeros((len(rows), self.num_scores))
        staged = np.empty((len(stages), len(rows), self.num_scores), np.float32)
        before = 0
        for index, stage in enumerate(stages.tolist()):
            total += self._raw(features, before, stage - before)
            staged[index] = total
            before = stage
        return staged

    def contributions(self, rows: Encoded) -> Floats:
        """Return SHAP values of the last score (R, N + C); ratios and pairs share theirs out."""
        raw = np.asarray(
            self.booster.predict(
                self.features(rows), pred_contrib=True, num_iteration=self.rounds, num_threads=1
            )
        )
        # Behind the features LightGBM gives the expected score.
        last = raw.reshape(len(rows), self.num_scores, -1)[:, -1, :-1]
        num_numbers, num_ratios = rows.numbers.shape[1], len(self.ratios.pairs)
        num_before = num_numbers + num_ratios + len(self.pairs.places)
        shared = np.concatenate([last[:, :num_numbers], last[:, num_before:]], axis=1)
        for index, places in enumerate(self.ratios.pairs):
            for place in places:
                shared[:, place] += last[:, num_numbers + index] / 2
        for index, places in enumerate(self.pairs.places):
            for place in places:
                shared[:, num_numbers + place] += last[:, num_numbers + num_ratios + index] / 2
        return shared

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the model to a graph; return the name of its scores (R, S)."""
        parts = []
        if numbers:
            parts.append(numbers)
        if self.ratios.pairs:
            parts.append(self.ratios.add_to(graph, numbers))
        if self.pairs.places:
            parts.append(self.pairs.add_to(graph, categories))
        if categories:
            parts.append(graph.node("Cast", categories, to=graph.FLOAT))
        features = graph.node("Concat", *parts, axis=1) if len(parts) > 1 else parts[0]
        dump = self.booster.dump_model(num_iteration=self.rounds)
        return add_booster(graph, dump, features, num_scores=self.num_scores)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return everything that ``from_arrays`` needs."""
        text = self.booster.model_to_string(num_iteration=self.rounds)
        return {
            "booster": np.frombuffer(text.encode(), np.uint8),
            "pairs": np.array(self.ratios.pairs, np.int64).reshape(-1, 2),
            "shape": np.array([self.num_scores, self.rounds], np.int64),
            "pair_places": np.array(self.pairs.places, np.int64).reshape(-1, 2),
            "pair_widths": np.array(self.pairs.widths, np.int64),
            **{f"pair_{index}": table for index, table in enumerate(self.pairs.tables)},
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> TreeModel:
        """Return the model of ``arrays``."""
        booster = lightgbm.Booster(model_str=arrays["booster"].tobytes().decode())
        pairs = tuple((int(i), int(j)) for i, j in arrays["pairs"])
        num_scores, rounds = (int(value) for value in arrays["shape"])
        places = tuple((int(i), int(j)) for i, j in arrays["pair_places"])
        learnt = CategoryPairs(
            places,
            tuple(int(width) for width in arrays["pair_widths"]),
            tuple(arrays[f"pair_{i}"].astype(np.float32) for i in range(len(places))),
        )
        return cls(booster, RatioFeatures(pairs), learnt, num_scores, rounds)

    def _raw(self, features: NDArray[np.float32], start: int, rounds: int) -> Floats:
        raw = self.booster.predict(
            features, raw_score=True, start_iteration=start, num_iteration=rounds, num_threads=1
        )
        return np.asarray(raw, np.float64).reshape(len(features), self.num_scores)


def tree_features(
    rows: Encoded, ratios: RatioFeatures, means: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return numbers, ratios, means of pairs and codes (R, F) float32."""
    parts = [rows.numbers]
    if ratios.pairs:
        parts.append(ratios(rows.numbers))
    parts += [means, rows.categories.astype(np.float32)]
    return np.concatenate(parts, axis=1)


def fit_trees(
    train: Encoded,
    targets: Floats,
    question: Question,
    settings: TreeSettings,
    ratios: RatioFeatures,
    *,
    rounds: int,
    seed: int,
    num_threads: int,
    watched: tuple[Encoded, Floats] | None = None,
    patience: int = 60,
    on_round: Callable[[], None] | None = None,
) -> TreeModel:
    """Train a booster.

    Args:
        train: rows.
        targets: (R,) class indices or values.
        question: what is asked.
        settings: how trees grow.
        ratios: ratios to add, used when the settings say so.
        rounds: at most so many, trees a score.
        seed: of row and feature sampling.
        num_threads: of LightGBM.
        watched: rows whose loss ends the training when it has not fallen for ``patience`` rounds.
        patience: see ``watched``.
        on_round: called after each round, to be interrupted.
    """
    used = ratios if settings.ratios else RatioFeatures()
    pairs, means = CategoryPairs(), np.empty((len(train), 0), np.float32)
    if settings.category_pairs and question.num_scores == 1:
        pairs, means = learn_pairs(train.categories, targets, question.num_codes, seed)
    features = tree_features(train, used, means)
    num_before = features.shape[1] - train.categories.shape[1]
    codes = list(range(num_before, features.shape[1])) if settings.categories == "sets" else []
    data = lightgbm.Dataset(
        features, targets, weight=question.weights(targets), categorical_feature=codes
    )
    callbacks: list[Callable[..., Any]] = []
    if on_round is not None:
        callbacks.append(lambda _: on_round())
    valid = []
    if watched is not None:
        rows, truth = watched
        valid.append(
            lightgbm.Dataset(
                tree_features(rows, used, pairs(rows.categories)),
                truth,
                weight=question.weights(truth),
                reference=data,
                categorical_feature=codes,
            )
        )
        callbacks.append(lightgbm.early_stopping(patience, verbose=False))
    parameters = settings.parameters(question, seed, num_threads)
    if watched is not None:
        metric = {"binary": "binary_logloss", "multi_class": "multi_logloss", "regression": "l2"}
        parameters["metric"] = metric[question.problem]
    booster = lightgbm.train(parameters, data, rounds, valid_sets=valid, callbacks=callbacks)
    return TreeModel(
        booster,
        used,
        pairs,
        question.num_scores,
        booster.num_trees() // question.num_scores,
        settings,
    )
