"""Metrics that people register in files of their own (``easel.register``)."""

# N samples, K labels

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import easel.runtime
import numpy as np
from easel.register import Metric
from easel.runtime import Example, Tensors
from easel.runtime.predictions.labels import sigmoid
from easel.runtime.predictions.rows import softmax
from numpy.typing import NDArray

from engine.catalog import TaskCard
from engine.data.label_targets import label_targets
from engine.errors import SpecError
from engine.evaluation.classifier import Classifier
from engine.evaluation.tabular.table_evaluator import TableEvaluator, evaluated
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.metrics.counts import one_hot
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import MetricValue, Report

Floats = NDArray[np.float64]
Compared = Callable[[Scores[Any], Splits], tuple[Floats, Floats]]
"""Returns the truth and the scores of a dataset, (N, K) each."""


@dataclass(frozen=True)
class OwnMetrics(Evaluator[Any]):
    """An evaluator that adds metrics of the user's own to what another one says.

    Attributes:
        evaluator: says all else.
        own: the metrics by name.
        compared: what they are given.
    """

    evaluator: Evaluator[Any]
    own: Mapping[str, Metric]
    compared: Compared

    def primary_metric(self, card: TaskCard, splits: Splits) -> str:
        """Return which of the card's metrics this data's models are evaluated by."""
        return self.evaluator.primary_metric(card, splits)

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Any:
        """Reduce the first network's outputs on one sample to what is evaluated."""
        return self.evaluator.outcome(model, example, outputs)

    def metrics(self, scores: Scores[Any], splits: Splits) -> dict[str, float]:
        """Return the numbers of one dataset, those of the user's own last.

        Raises:
            SpecError: ``part_repeated`` when one has the name of another.
        """
        known = self.evaluator.metrics(scores, splits)
        for name in self.own:
            if name in known:
                raise SpecError(
                    f"There is a metric '{name}' already. Give your own another name.",
                    code="part_repeated",
                    part=name,
                )
        return {**known, **self._numbers(scores, splits)}

    def recommend_thresholds(self, validation: Scores[Any], splits: Splits) -> Sequence[LabelSpec]:
        """Choose the decision threshold of each label on the validation split."""
        return self.evaluator.recommend_thresholds(validation, splits)

    def decided(
        self, scores: Scores[Any], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics`` with decisions made at the labels' thresholds."""
        return {**self.evaluator.decided(scores, labels, splits), **self._numbers(scores, splits)}

    def report(self, held_out: HeldOut[Any]) -> Report:
        """Build the report, which lists the user's own numbers beside the others."""
        numbers = self._numbers(held_out, held_out.trained.splits)
        values = tuple(
            MetricValue(
                name=name,
                value=value,
                unit="number",
                higher_is_better=self.own[name].higher_is_better,
            )
            for name, value in numbers.items()
        )
        return self.evaluator.report(held_out).model_copy(update={"own_metrics": values})

    def _numbers(self, scores: Scores[Any], splits: Splits) -> dict[str, float]:
        truth, given = self.compared(scores, splits)
        return {name: _number(name, metric, truth, given) for name, metric in self.own.items()}


def with_own_metrics(
    evaluator: Evaluator[Any], task: str, own: Mapping[str, Metric]
) -> Evaluator[Any]:
    """Return an evaluator that tells metrics of the user's own, too.

    Raises:
        SpecError: ``part_unsupported`` when the task's models give no scores to compare.
    """
    if not own:
        return evaluator
    compared: Compared
    if isinstance(evaluator, Classifier):
        compared = _labels
    elif isinstance(evaluator, TableEvaluator):
        compared = _rows
    else:
        raise SpecError(
            f"Task '{task}' takes no metrics of your own: its answers are no scores of labels or "
            "numbers of rows. Compute them from model.predict.",
            code="part_unsupported",
            task=task,
        )
    return OwnMetrics(evaluator, own, compared)


def _labels(scores: Scores[Any], splits: Splits) -> tuple[Floats, Floats]:
    logits = np.stack(scores.outcomes).astype(np.float64)
    targets = label_targets(scores.records, splits.labels, splits.multi_label)
    if splits.multi_label:
        return targets.astype(np.float64), sigmoid(logits)
    return one_hot(targets.astype(np.int64), logits.shape[1]).astype(np.float64), softmax(logits)


def _rows(scores: Scores[Any], splits: Splits) -> tuple[Floats, Floats]:
    found = evaluated(scores, splits)
    if found.problem == "regression":
        mean = splits.of(scores.split).meaning.mean
        in_units = (
            values * found.deviation + mean for values in (found.truth, found.outputs[:, 0])
        )
        truth, given = in_units
        return truth[:, np.newaxis], given[:, np.newaxis]
    probabilities = found.probabilities
    return one_hot(found.classes, probabilities.shape[1]).astype(np.float64), probabilities


def _number(name: str, metric: Metric, truth: Floats, scores: Floats) -> float:
    try:
        # Copies: what somebody else's code changes must not reach the next metric.
        value = float(metric.function(truth.copy(), scores.copy()))
    # It is somebody else's code, which may end by any error.
    except Exception as error:
        raise _unusable(name, f"{type(error).__name__}: {error}") from error
    if not math.isfinite(value):
        raise _unusable(name, f"it gives {value}")
    return value


def _unusable(name: str, reason: str) -> SpecError:
    return SpecError(
        f"The metric '{name}' cannot be used: {reason}. It takes the truth and the scores, (N, K) "
        "each, and returns a number.",
        code="metric_unusable",
        part=name,
        reason=reason,
    )
