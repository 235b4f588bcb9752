"""Candidates with few settings in order, of which each is one round."""

# R rows, S scores, T grades

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.encoded_table import Encoded, Floats, Question
from engine.models.tabular.forest import LEAVES, ForestModel, fit_forest
from engine.models.tabular.kernel import COSTS, KernelModel, fit_kernel
from engine.models.tabular.linear import PENALTIES, LinearModel, fit_linear
from engine.models.tabular.neighbours import COUNTS, NeighbourModel, fit_neighbours
from engine.models.tabular.ratio_features import RatioFeatures
from engine.training.tabular.candidates import Arrays, Staged, TableModel


@dataclass(frozen=True)
class GradedCandidate:
    """A learner whose rounds are grades: strengths of a penalty, costs, sizes.

    Attributes:
        name: what tells it apart within a run.
        num_grades: T.
        learn: returns the models of a range of grades, counted from 0.
        restore: returns a model of its arrays.
    """

    name: str
    num_grades: int
    learn: Callable[[Encoded, Floats, range], Sequence[TableModel]]
    restore: Callable[[Arrays], TableModel]

    @property
    def stages(self) -> NDArray[np.int64]:
        """Return the rounds (T,) after which scores are looked at."""
        return np.arange(1, self.num_grades + 1)

    def explore(
        self, train: Encoded, targets: Floats, watched: Encoded, truth: Floats
    ) -> tuple[Staged, TableModel]:
        """Learn; return the scores of other rows after the stages reached, and the last model."""
        models = self.learn(train, targets, range(self.num_grades))
        return np.stack([one.scores(watched) for one in models]).astype(np.float32), models[-1]

    def fit(self, train: Encoded, targets: Floats, rounds: int) -> TableModel:
        """Learn the grade of a number of rounds."""
        return self.learn(train, targets, range(rounds - 1, rounds))[-1]

    def load(self, arrays: Arrays) -> TableModel:
        """Return a model of ``TableModel.arrays``."""
        return self.restore(arrays)


def linear_candidate(question: Question) -> GradedCandidate:
    """Return the baseline; a round is one strength of the penalty."""

    def learn(train: Encoded, targets: Floats, grades: range) -> list[LinearModel]:
        return fit_linear(train, targets, question, grades.stop)[grades.start :]

    return GradedCandidate("linear", len(PENALTIES), learn, LinearModel.from_arrays)


def kernel_candidate(question: Question, ratios: RatioFeatures) -> GradedCandidate:
    """Return support vectors; a round is one cost."""

    def learn(train: Encoded, targets: Floats, grades: range) -> list[KernelModel]:
        return fit_kernel(train, targets, question, ratios, grades.stop)[grades.start :]

    return GradedCandidate("kernel", len(COSTS), learn, KernelModel.from_arrays)


def neighbour_candidate(question: Question) -> GradedCandidate:
    """Return nearest neighbours; a round is one number of them."""

    def learn(train: Encoded, targets: Floats, grades: range) -> list[NeighbourModel]:
        return fit_neighbours(train, targets, question, grades.stop)[grades.start :]

    def restore(arrays: Arrays) -> NeighbourModel:
        return NeighbourModel.from_arrays(arrays, question.problem)

    return GradedCandidate("neighbours", len(COUNTS), learn, restore)


def forest_candidate(
    question: Question, *, seed: int, num_threads: int, on_round: Callable[[], None] | None
) -> GradedCandidate:
    """Return a random forest; a round is one size of its trees."""

    def learn(train: Encoded, targets: Floats, grades: range) -> list[ForestModel]:
        return [
            fit_forest(
                train,
                targets,
                question,
                LEAVES[grade],
                seed=seed,
                num_threads=num_threads,
                on_round=on_round,
            )
            for grade in grades
        ]

    def restore(arrays: Arrays) -> ForestModel:
        return ForestModel.from_arrays(arrays, question.problem)

    return GradedCandidate("random_forest", len(LEAVES), learn, restore)
