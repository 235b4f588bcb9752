"""What may become part of a model: one learner with its settings, tried on every fold."""

# R rows, S scores, T stages

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.encoded_table import Encoded, Floats, Question
from engine.models.tabular.boosting import TreeModel, TreeSettings, fit_trees
from engine.models.tabular.ratio_features import RatioFeatures
from engine.onnx_graphs.graph import GraphBuilder
from engine.training.tabular.networks import (
    NetworkModel,
    NetworkSettings,
    fit_network,
    load_network,
)

Arrays = Mapping[str, NDArray[np.generic]]
Staged = NDArray[np.float32]
"""Scores of rows after each stage of learning (T, R, S)."""

MAX_STAGES = 100


class Scorer(Protocol):
    """What scores rows, in Python and as ONNX: a fitted learner, or a blend of several."""

    def scores(self, rows: Encoded) -> Floats:
        """Return the scores of rows (R, S)."""
        ...

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the model to an ONNX graph; return the name of its scores (R, S)."""
        ...


class TableModel(Scorer, Protocol):
    """A fitted learner."""

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return everything that is needed to have the model again."""
        ...


class Candidate(Protocol):
    """One learner with its settings."""

    @property
    def name(self) -> str:
        """Return what tells it apart within a run."""
        ...

    @property
    def stages(self) -> NDArray[np.int64]:
        """Return the rounds (T,) after which scores are looked at."""
        ...

    def explore(
        self, train: Encoded, targets: Floats, watched: Encoded, truth: Floats
    ) -> tuple[Staged, TableModel]:
        """Learn; return the scores of other rows after the stages reached, and the last model."""
        ...

    def fit(self, train: Encoded, targets: Floats, rounds: int) -> TableModel:
        """Learn for a number of rounds."""
        ...

    def load(self, arrays: Arrays) -> TableModel:
        """Return a model of ``TableModel.arrays``."""
        ...


@dataclass(frozen=True)
class TreeCandidate:
    """A booster; a round is one tree a score."""

    name: str
    question: Question
    settings: TreeSettings
    ratios: RatioFeatures
    max_rounds: int
    patience: int
    seed: int
    num_threads: int
    on_round: Callable[[], None] | None = None

    @property
    def stages(self) -> NDArray[np.int64]:
        """Return the rounds (T,) after which scores are looked at."""
        step = max(1, -(-self.max_rounds // MAX_STAGES))
        return np.arange(step, self.max_rounds + 1, step)

    def explore(
        self, train: Encoded, targets: Floats, watched: Encoded, truth: Floats
    ) -> tuple[Staged, TableModel]:
        """Learn; return the scores of other rows after the stages reached, and the last model."""
        model = self._fit(train, targets, self.max_rounds, (watched, truth))
        reached = self.stages[self.stages <= model.rounds]
        # It ended before the first stage.
        if len(reached) == 0:
            reached = np.array([model.rounds])
        return model.staged_scores(watched, reached), model

    def fit(self, train: Encoded, targets: Floats, rounds: int) -> TreeModel:
        """Learn for a number of rounds."""
        return self._fit(train, targets, rounds, None)

    def load(self, arrays: Arrays) -> TreeModel:
        """Return a model of ``TableModel.arrays``."""
        return TreeModel.from_arrays(arrays)

    def _fit(
        self,
        train: Encoded,
        targets: Floats,
        rounds: int,
        watched: tuple[Encoded, Floats] | None,
    ) -> TreeModel:
        return fit_trees(
            train,
            targets,
            self.question,
            self.settings,
            self.ratios,
            rounds=rounds,
            seed=self.seed,
            num_threads=self.num_threads,
            watched=watched,
            patience=self.patience,
            on_round=self.on_round,
        )


@dataclass(frozen=True)
class NetworkCandidate:
    """A network; a round is one epoch."""

    name: str
    question: Question
    settings: NetworkSettings
    ratios: RatioFeatures
    max_rounds: int
    seed: int
    num_threads: int
    on_round: Callable[[], None] | None = None

    @property
    def stages(self) -> NDArray[np.int64]:
        """Return the rounds (T,) after which scores are looked at."""
        return np.arange(1, self.max_rounds + 1)

    def explore(
        self, train: Encoded, targets: Floats, watched: Encoded, truth: Floats
    ) -> tuple[Staged, TableModel]:
        """Learn; return the scores of other rows after the stages reached, and the last model."""
        model, staged = self._fit(train, targets, self.max_rounds, (watched, truth))
        return staged, model

    def fit(self, train: Encoded, targets: Floats, rounds: int) -> NetworkModel:
        """Learn for a number of rounds."""
        return self._fit(train, targets, rounds, None)[0]

    def load(self, arrays: Arrays) -> NetworkModel:
        """Return a model of ``TableModel.arrays``."""
        return load_network(arrays, self.question, self.settings)

    def _fit(
        self,
        train: Encoded,
        targets: Floats,
        rounds: int,
        watched: tuple[Encoded, Floats] | None,
    ) -> tuple[NetworkModel, Staged]:
        return fit_network(
            train,
            targets,
            self.question,
            self.settings,
            self.ratios,
            epochs=rounds,
            of_epochs=self.max_rounds,
            seed=self.seed,
            num_threads=self.num_threads,
            watched=watched,
            on_step=self.on_round,
        )
