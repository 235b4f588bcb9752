"""Evaluates what predicts a column of a table."""

# K classes

from __future__ import annotations

from collections.abc import Sequence

import easel.runtime
import numpy as np
from easel.runtime import Example, Tensors

from engine.catalog import TaskCard
from engine.data.tabular.dataset import CLASS_SHARES, TableDataset
from engine.data.tabular.encoded_table import PRIMARY_METRICS, Floats
from engine.evaluation.sectioned import sectioned_report
from engine.evaluation.tabular import predictions
from engine.evaluation.tabular.headline import (
    best_threshold,
    rarest_recall,
    table_baseline,
    table_headline,
)
from engine.evaluation.tabular.report import LearntTable, table_sections
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import Report


class TableEvaluator(Evaluator[Floats]):
    """Evaluates classes of rows by how many are right, values by how far off they are."""

    def primary_metric(self, card: TaskCard, splits: Splits[TableDataset]) -> str:
        """Return the accuracy of classes, the mean error of values."""
        return PRIMARY_METRICS[splits.validation.meaning.problem]

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Floats:
        """Return the logits (K,), or the scaled value (1,)."""
        first: Floats = np.asarray(next(iter(outputs.values()))[0], np.float64)
        return first

    def metrics(self, scores: Scores[Floats], splits: Splits[TableDataset]) -> dict[str, float]:
        """Return the numbers of one dataset, the one that it is evaluated by first."""
        return predictions.numbers(evaluated(scores, splits))

    def recommend_thresholds(
        self, validation: Scores[Floats], splits: Splits[TableDataset]
    ) -> Sequence[LabelSpec]:
        """Choose the threshold of the second of two classes; others are the best one."""
        labels = splits.labels
        threshold = 0.5
        if splits.train.meaning.problem == "binary" and len(validation.outcomes):
            decide_by = splits.train.meaning.decide_by
            threshold = best_threshold(evaluated(validation, splits), decide_by)
        thresholds = (1 - threshold, threshold) if len(labels) == 2 else (0.5,) * len(labels)
        return [
            LabelSpec(name=name, threshold=least)
            for name, least in zip(labels, thresholds, strict=True)
        ]

    def decided(
        self, scores: Scores[Floats], labels: Sequence[LabelSpec], splits: Splits[TableDataset]
    ) -> dict[str, float]:
        """Return ``metrics`` with decisions made at the labels' thresholds."""
        return predictions.numbers(evaluated(scores, splits, labels))

    def report(self, held_out: HeldOut[Floats, TableDataset, LearntTable]) -> Report:
        """Build the evaluation report; its baseline is a linear model."""
        trained = held_out.trained
        splits = trained.splits
        found = evaluated(held_out, splits, held_out.labels)
        train, rows = splits.train, splits.held_out()[1]
        return sectioned_report(
            held_out,
            metrics=(*table_headline(found, trained.spec.seed), *rarest_recall(found)),
            baseline=table_baseline(
                found, trained.module.baseline, rows.encoded, splits.validation
            ),
            sections=table_sections(trained, found, held_out, held_out.labels, train, rows),
        )


def evaluated(
    scores: Scores[Floats], splits: Splits[TableDataset], labels: Sequence[LabelSpec] = ()
) -> predictions.EvaluatedRows:
    """Return what a model said of rows beside what their records say is true."""
    meaning = splits.of(scores.split).meaning
    width = len(meaning.labels) or 1
    outputs = np.array(scores.outcomes, np.float64).reshape(-1, width)
    if meaning.problem == "regression":
        values = np.array([record.value or 0.0 for record in scores.records])
        truth, guess = (values - meaning.mean) / meaning.deviation, np.zeros(1)
    else:
        places = {name: float(place) for place, name in enumerate(meaning.labels)}
        truth = np.array([places[record.labels[0]] for record in scores.records])
        guess = np.array(splits.statistics[CLASS_SHARES])
    return predictions.EvaluatedRows(
        problem=meaning.problem,
        outputs=outputs,
        truth=truth,
        guess=guess,
        deviation=meaning.deviation,
        threshold=labels[1].threshold if meaning.problem == "binary" and labels else 0.5,
    )
