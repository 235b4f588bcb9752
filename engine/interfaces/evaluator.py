"""The protocol of what evaluates a model: the trained network and the exported one alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import easel.runtime
from easel.runtime import Example, Tensors

from engine.catalog import TaskCard
from engine.interfaces.dataset import Splits
from engine.interfaces.run import HeldOut, Outcome, Scores
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import Report


class Evaluator(Protocol[Outcome]):
    """Says how good predictions of one kind are; tasks that predict alike share one."""

    def primary_metric(self, card: TaskCard, splits: Splits) -> str:
        """Return which of the card's metrics this data's models are evaluated by."""
        return card.primary_metric

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Outcome:
        """Reduce the first network's outputs on one sample (R, …) to what is evaluated."""
        ...

    def metrics(self, scores: Scores[Outcome], splits: Splits) -> dict[str, float]:
        """Return the numbers of one dataset; ``primary_metric`` is among them."""
        ...

    def recommend_thresholds(
        self, validation: Scores[Outcome], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Choose the decision threshold of each label on the validation split.

        Without labels there is nothing to choose.
        """
        return ()

    def decided(
        self, scores: Scores[Outcome], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics`` with decisions made at the labels' thresholds, as packages do.

        Where thresholds decide nothing, these are ``metrics``.
        """
        return self.metrics(scores, splits)

    def report(self, held_out: HeldOut[Outcome]) -> Report:
        """Build the evaluation report; images it refers to are written under ``held_out.work``."""
        ...
