"""Evaluates what tells images that are unlike the normal ones."""

from __future__ import annotations

from collections.abc import Sequence

import easel.runtime
import numpy as np
from easel.runtime import Example, Tensors
from easel.runtime.predictions.anomaly import AnomalyDecoder

from engine.evaluation.image import anomaly, anomaly_report
from engine.evaluation.image.anomaly import Anomaly
from engine.evaluation.sectioned import sectioned_report
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import Report
from engine.training.scoring import decoder_of


class AnomalyEvaluator(Evaluator[Anomaly]):
    """Evaluates scores of images by the area under their ROC, and heat maps by painted flaws."""

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Anomaly:
        """Return the score of an image and its heat map."""
        value, heat_hw = decoder_of(model, AnomalyDecoder).read(outputs)
        return Anomaly(value, heat_hw.astype(np.float32))

    def metrics(self, scores: Scores[Anomaly], splits: Splits) -> dict[str, float]:
        """Return ``auroc`` and what goes with it."""
        return anomaly.anomaly_numbers(scores.outcomes, scores.records)

    def recommend_thresholds(
        self, validation: Scores[Anomaly], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Choose the threshold of the best F1, or of the wanted share of false alarms."""
        threshold = anomaly.choose_threshold(validation.outcomes, validation.records)
        return tuple(LabelSpec(name=name, threshold=threshold) for name in splits.labels)

    def decided(
        self, scores: Scores[Anomaly], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics``, and precision, recall and F1 at the threshold."""
        return anomaly.decided_numbers(scores.outcomes, scores.records, labels[0].threshold)

    def report(self, held_out: HeldOut[Anomaly]) -> Report:
        """Build the evaluation report."""
        predicted, records = held_out.outcomes, held_out.records
        return sectioned_report(
            held_out,
            metrics=anomaly_report.headline(predicted, records, held_out.labels[0]),
            sections=anomaly_report.sections(predicted, records, held_out.labels[0], held_out.work),
        )
