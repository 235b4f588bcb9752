"""Numbers, thresholds and report of a single- or multi-label classifier.

How each number is defined, and why so: ``docs/explanation/evaluation.md``.
"""

# N samples, K classes

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from torch import nn

from engine.catalog import TASKS
from engine.evaluation import intervals
from engine.evaluation.counts import confusion_matrix
from engine.evaluation.curves import pr_curves
from engine.evaluation.held_out import require_samples
from engine.evaluation.outcome import Outcome, decide, mean_loss, top_k_shares
from engine.evaluation.sights import Sights
from engine.specs.manifest import LabelSpec
from engine.specs.report import ClassificationReport, ClassReport, RuntimeCheck
from engine.tasks.task import Scores, TrainedModel

MAX_CONFUSION_LABELS = 200
MAX_CURVE_POINTS, MIN_CURVE_POINTS, ALL_CURVE_POINTS = 101, 5, 20_000


def classification_numbers(
    logits: NDArray[np.float32],
    targets: NDArray[np.generic],
    labels: Sequence[str],
    multi_label: bool,
) -> dict[str, float]:
    """Return the numbers that training watches; of all but ``loss``, more is better.

    Args:
        logits: (N, K) float32.
        targets: (N,) class indices, or (N, K) zeros and ones when ``multi_label``.
        labels: the K names, in the order of the logits.
        multi_label: decisions are made at 0.5 then, as no threshold is known during training.

    Returns:
        ``accuracy`` (multi-label: share of samples with every label right), ``macro_precision``,
        ``macro_recall``, ``macro_f1``, ``loss``, and for multi-label ``mean_average_precision``.

    Raises:
        DataError: when there is no sample.
    """
    require_samples(len(logits))
    outcome = decide(logits, targets, multi_label)
    counts = outcome.counts
    numbers = {
        "accuracy": float(outcome.correct.mean()),
        "macro_precision": counts.macro(counts.precision),
        "macro_recall": counts.macro(counts.recall),
        "macro_f1": counts.macro(counts.f1),
        "loss": mean_loss(outcome),
    }
    if multi_label:
        numbers["mean_average_precision"] = counts.macro(_average_precisions(outcome))
    return numbers


def recommend_thresholds(
    validation: Scores, labels: Sequence[str], multi_label: bool
) -> tuple[LabelSpec, ...]:
    """Choose for each label the threshold of the best F1 on the validation split.

    A label with fewer than 5 validation samples that show it, or that do not, gets 0.5.
    """
    if len(validation.targets) == 0:
        return tuple(LabelSpec(name=name, threshold=0.5) for name in labels)
    outcome = decide(validation.logits, validation.targets, multi_label)
    curves = pr_curves(outcome)
    return tuple(
        LabelSpec(name=name, threshold=curve.best_threshold())
        for name, curve in zip(labels, curves, strict=True)
    )


def classification_report(
    trained: TrainedModel,
    held_out: Scores,
    labels: Sequence[LabelSpec],
    runtime: RuntimeCheck,
    work: Path,
    *,
    target_layer: nn.Module,
) -> ClassificationReport:
    """Build the report of a classifier; heat maps are written to ``work/heatmaps``.

    Args:
        trained: the model, and the datasets that the heat maps are computed from.
        held_out: its outputs on ``trained.splits.held_out()``, in the order of that dataset.
        labels: names and recommended thresholds, in the order of the logits.
        runtime: how the exported model did on the same samples.
        work: the folder that paths in the report are relative to.
        target_layer: the module of the network whose output the heat maps explain.

    Raises:
        DataError: when there is no held-out sample.
        ResourceError: when the disk is full.
    """
    require_samples(len(held_out.logits))
    thresholds = np.array([label.threshold for label in labels])
    multi_label = trained.splits.multi_label
    outcome = decide(held_out.logits, held_out.targets, multi_label, thresholds)
    counts = outcome.counts
    num_samples = len(outcome.correct)
    classes = _class_reports(outcome, labels)
    average_precisions = np.array([report.average_precision for report in classes])
    sights = Sights(trained, held_out, outcome, work, target_layer)
    return ClassificationReport(
        multi_label=multi_label,
        split=held_out.split,
        num_samples=num_samples,
        primary_metric=TASKS[trained.spec.task].primary_metric,
        accuracy=intervals.share(int(outcome.correct.sum()), num_samples),
        macro_precision=counts.macro(counts.precision),
        macro_recall=counts.macro(counts.recall),
        macro_f1=intervals.macro_f1(
            outcome.predicted, outcome.actual, counts.macro(counts.f1), trained.spec.seed
        ),
        mean_average_precision=counts.macro(average_precisions),
        top_k=() if multi_label else top_k_shares(outcome),
        labels=tuple(label.name for label in labels),
        classes=classes,
        confusion=_confusion(outcome),
        mistakes=sights.mistakes(),
        num_mistakes=int((~outcome.correct).sum()),
        examples=sights.examples(),
        runtime=runtime,
        training=trained.facts,
    )


def _average_precisions(outcome: Outcome) -> NDArray[np.float64]:
    curves = pr_curves(outcome)
    return np.array([curve.average_precision for curve in curves])


def _class_reports(outcome: Outcome, labels: Sequence[LabelSpec]) -> tuple[ClassReport, ...]:
    counts = outcome.counts
    precision, recall, f1 = counts.precision, counts.recall, counts.f1
    max_points = int(np.clip(ALL_CURVE_POINTS // len(labels), MIN_CURVE_POINTS, MAX_CURVE_POINTS))
    curves = pr_curves(outcome)
    return tuple(
        ClassReport(
            label=label.name,
            num_samples=int(counts.actual[k]),
            num_predicted=int(counts.predicted[k]),
            precision=float(precision[k]),
            recall=float(recall[k]),
            f1=float(f1[k]),
            average_precision=curve.average_precision,
            recommended_threshold=label.threshold,
            curve=curve.points(max_points, label.threshold),
        )
        for k, (label, curve) in enumerate(zip(labels, curves, strict=True))
    )


def _confusion(outcome: Outcome) -> tuple[tuple[int, ...], ...]:
    num_classes = outcome.num_classes
    if outcome.multi_label or num_classes > MAX_CONFUSION_LABELS:
        return ()
    cells = confusion_matrix(
        outcome.predicted.argmax(axis=1), outcome.actual.argmax(axis=1), num_classes
    )
    return tuple(tuple(row) for row in cells.tolist())
