"""Evaluate a single- or multi-label classifier, whatever it looks at or listens to.

Its outcome of a sample are the logits (K,). How each number is defined, and why so:
``docs/explanation/evaluation.md``.
"""

# N samples, K classes

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import easel.runtime
import numpy as np
from easel.runtime import Example, Tensors
from easel.runtime.predictions.labels import LabelsDecoder
from numpy.typing import NDArray

from engine.catalog import TASKS, TaskCard
from engine.data.label_targets import label_counts, label_targets
from engine.evaluation.error_examples import ErrorExamples, Explain
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores, TrainedModel
from engine.metrics import intervals
from engine.metrics.counts import confusion_matrix
from engine.metrics.curves import pr_curves
from engine.metrics.decisions import Decisions, decide, mean_loss, top_k_shares
from engine.metrics.held_out import require_samples
from engine.specs.package.manifest import LabelSpec, PostprocessingOp
from engine.specs.package.ops.labels import LabelsOp, SigmoidOp, SoftmaxOp
from engine.specs.package.report import (
    ClassificationReport,
    ClassReport,
    MetricValue,
)
from engine.training.scoring import decoder_of
from engine.validation.checks import has_rare_label

MAX_CONFUSION_LABELS = 200
MAX_CURVE_POINTS, MIN_CURVE_POINTS, ALL_CURVE_POINTS = 101, 5, 20_000


Logits = NDArray[np.float32]


def postprocessing(splits: Splits) -> tuple[PostprocessingOp, ...]:
    """Return how logits become labels, as data: any number of them, or the best."""
    if splits.multi_label:
        return (SigmoidOp(), LabelsOp(select="threshold"))
    return (SoftmaxOp(), LabelsOp(select="top"))


@dataclass(frozen=True)
class Classifier(Evaluator[Logits]):
    """Evaluates a single- or multi-label classifier, whatever it looks at or listens to.

    Attributes:
        explain: returns what says what spoke for decisions of a network, about its splits.
        baseline: measures a simple method on the same samples, where there is one.
    """

    explain: Callable[[Any, Splits, Path], Explain]
    baseline: Callable[[TrainedModel], MetricValue | None] = lambda trained: None

    def primary_metric(self, card: TaskCard, splits: Splits) -> str:
        """Return macro F1 instead of accuracy where a class is rare in training.

        Of 200 good and 3 bad samples, never to say "bad" is right in 98 of 100.
        """
        if card.primary_metric == "accuracy" and has_rare_label(label_counts(splits).values()):
            return "macro_f1"
        return card.primary_metric

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Logits:
        """Return the logits (K,) of one sample.

        The windows of a long input are one prediction: logits whose scores are those that the
        runtime gives, the mean of the windows' scores.
        """
        rows = np.asarray(next(iter(outputs.values())), dtype=np.float32)
        if len(rows) == 1:
            single: Logits = rows[0]
            return single
        decoder = decoder_of(model, LabelsDecoder)
        mean = decoder.scores(rows).mean(axis=0)
        # At 0 and 1 the logarithms below would not be finite.
        mean = mean.clip(np.finfo(np.float64).tiny, 1 - np.finfo(np.float64).eps)
        # Softmax gives p back for log p, the sigmoid for log p - log(1 - p).
        others = 0.0 if decoder.activation == "softmax" else np.log1p(-mean)
        logits: Logits = (np.log(mean) - others).astype(np.float32)
        return logits

    def metrics(self, scores: Scores[Logits], splits: Splits) -> dict[str, float]:
        """Return the numbers that training watches; of all but ``loss``, more is better.

        Multi-label decisions are made at 0.5, as no threshold is known during training.

        Returns:
            ``accuracy`` (multi-label: share of samples with every label right),
            ``macro_precision``, ``macro_recall``, ``macro_f1``, ``loss``, and for multi-label
            ``mean_average_precision``.

        Raises:
            DataError: when there is no sample.
        """
        return numbers_of(_decide(scores, splits, 0.5))

    def decided(
        self, scores: Scores[Logits], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics`` with multi-label decisions made at the labels' thresholds.

        Raises:
            DataError: when there is no sample.
        """
        return numbers_of(_decide(scores, splits, np.array([label.threshold for label in labels])))

    def recommend_thresholds(
        self, validation: Scores[Logits], splits: Splits
    ) -> tuple[LabelSpec, ...]:
        """Choose for each label the threshold of the best F1 on the validation split.

        A label with fewer than 5 validation samples that show it, or that do not, gets 0.5.
        """
        if len(validation.outcomes) == 0:
            return tuple(LabelSpec(name=name, threshold=0.5) for name in splits.labels)
        # Curves look at scores alone: any threshold does.
        curves = pr_curves(_decide(validation, splits, 0.5))
        return tuple(
            LabelSpec(name=name, threshold=curve.best_threshold())
            for name, curve in zip(splits.labels, curves, strict=True)
        )

    def report(self, held_out: HeldOut[Logits]) -> ClassificationReport:
        """Build the report of a classifier.

        Raises:
            DataError: when there is no held-out sample.
            ResourceError: when the disk is full.
        """
        trained, labels = held_out.trained, held_out.labels
        splits = trained.splits
        thresholds = np.array([label.threshold for label in labels])
        decisions = _decide(held_out, splits, thresholds)
        counts = decisions.counts
        num_samples = len(decisions.correct)
        classes = _class_reports(decisions, labels)
        trained_on = label_counts(splits)
        average_precisions = np.array([report.average_precision for report in classes])
        found = ErrorExamples(
            held_out.records,
            splits.labels,
            decisions,
            self.explain(trained.module, splits, held_out.work),
        )
        return ClassificationReport(
            multi_label=splits.multi_label,
            split=held_out.split,
            num_samples=num_samples,
            primary_metric=self.primary_metric(TASKS[trained.spec.task], splits),
            accuracy=intervals.share(int(decisions.correct.sum()), num_samples),
            macro_precision=counts.macro(counts.precision),
            macro_recall=counts.macro(counts.recall),
            macro_f1=intervals.macro_f1(
                decisions.predicted, decisions.actual, counts.macro(counts.f1), trained.spec.seed
            ),
            mean_average_precision=counts.macro(average_precisions),
            top_k=() if splits.multi_label else top_k_shares(decisions),
            labels=tuple(label.name for label in labels),
            classes=classes,
            untested=tuple(one.label for one in classes if one.num_samples == 0),
            rarest=min(classes, key=lambda one: (trained_on[one.label], one.num_samples)).label,
            confusion=_confusion(decisions),
            mistakes=found.mistakes(),
            num_mistakes=int((~decisions.correct).sum()),
            examples=found.examples(),
            baseline=self.baseline(trained),
            runtime=held_out.runtime,
            training=trained.summary,
        )


def _decide(
    scores: Scores[Logits], splits: Splits, thresholds: NDArray[np.float64] | float
) -> Decisions:
    require_samples(len(scores.outcomes))
    targets = label_targets(scores.records, splits.labels, splits.multi_label)
    return decide(np.stack(scores.outcomes), targets, splits.multi_label, thresholds)


def numbers_of(decisions: Decisions) -> dict[str, float]:
    """Return the numbers of ``metrics`` for decisions about at least one sample."""
    counts = decisions.counts
    numbers = {
        "accuracy": float(decisions.correct.mean()),
        "macro_precision": counts.macro(counts.precision),
        "macro_recall": counts.macro(counts.recall),
        "macro_f1": counts.macro(counts.f1),
        "loss": mean_loss(decisions),
    }
    if decisions.multi_label:
        numbers["mean_average_precision"] = counts.macro(_average_precisions(decisions))
    return numbers


def _average_precisions(decisions: Decisions) -> NDArray[np.float64]:
    curves = pr_curves(decisions)
    return np.array([curve.average_precision for curve in curves])


def _class_reports(decisions: Decisions, labels: Sequence[LabelSpec]) -> tuple[ClassReport, ...]:
    counts = decisions.counts
    precision, recall, f1 = counts.precision, counts.recall, counts.f1
    # The curves of thousands of labels would make the report too large to open.
    max_points = int(np.clip(ALL_CURVE_POINTS // len(labels), MIN_CURVE_POINTS, MAX_CURVE_POINTS))
    curves = pr_curves(decisions)
    return tuple(
        ClassReport(
            label=label.name,
            num_samples=int(counts.actual[k]),
            num_predicted=int(counts.predicted[k]),
            precision=float(precision[k]),
            precision_interval=_interval(counts.hits[k], counts.predicted[k]),
            recall=float(recall[k]),
            recall_interval=_interval(counts.hits[k], counts.actual[k]),
            f1=float(f1[k]),
            average_precision=curve.average_precision,
            recommended_threshold=label.threshold,
            curve=curve.points(max_points, label.threshold),
        )
        for k, (label, curve) in enumerate(zip(labels, curves, strict=True))
    )


def _interval(num_hits: float, num: float) -> tuple[float, float] | None:
    """Return Wilson's interval of a share; of nothing there is none."""
    if num == 0:
        return None
    found = intervals.share(num_hits, int(num))
    return found.low, found.high


def _confusion(decisions: Decisions) -> tuple[tuple[int, ...], ...]:
    num_classes = decisions.num_classes
    if decisions.multi_label or num_classes > MAX_CONFUSION_LABELS:
        return ()
    cells = confusion_matrix(
        decisions.predicted.argmax(axis=1), decisions.actual.argmax(axis=1), num_classes
    )
    return tuple(tuple(row) for row in cells.tolist())
