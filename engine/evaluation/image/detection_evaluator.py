"""Evaluates what finds objects by boxes."""

from __future__ import annotations

from collections.abc import Sequence

import easel.runtime
from easel.runtime import Example, Tensors
from easel.runtime.predictions.boxes import BoxesDecoder

from engine.catalog.image import OBJECT_DETECTION
from engine.data.image.true_regions import detections, true_boxes
from engine.evaluation.image import detection_report
from engine.evaluation.sectioned import sectioned_report
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.metrics.detection import decided_numbers, detection_numbers, recommend_thresholds
from engine.metrics.matched_detections import Compared, RegionSet, compare
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import Report
from engine.training.scoring import decoder_of
from engine.training.vision.detectors import MIN_SCORE


class DetectionEvaluator(Evaluator[RegionSet]):
    """Evaluates objects of images by mean average precision."""

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> RegionSet:
        """Return all that was found with the least score or more."""
        found = decoder_of(model, BoxesDecoder).find(example, outputs, MIN_SCORE)
        return RegionSet(found.boxes_N4, found.labels_N, found.scores_N)

    def metrics(self, scores: Scores[RegionSet], splits: Splits) -> dict[str, float]:
        """Return mean average precisions; ``map_50`` is the primary one."""
        return detection_numbers(_images(scores, splits.labels), len(splits.labels))

    def recommend_thresholds(
        self, validation: Scores[RegionSet], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Choose the threshold of the best F1 of each label on the validation split."""
        return recommend_thresholds(_images(validation, splits.labels), splits.labels)

    def decided(
        self, scores: Scores[RegionSet], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics``, and precision, recall and F1 at the labels' thresholds."""
        return decided_numbers(_images(scores, splits.labels), labels)

    def report(self, held_out: HeldOut[RegionSet]) -> Report:
        """Build the evaluation report."""
        labels = held_out.labels
        names = [label.name for label in labels]
        images = _images(held_out, names)
        return sectioned_report(
            held_out,
            metrics=detection_report.headline(images, labels),
            sections=detection_report.sections(
                images,
                held_out.records,
                labels,
                lambda regions, record: detections(regions, names, record),
                OBJECT_DETECTION.prediction,
            ),
        )


def _images(scores: Scores[RegionSet], labels: Sequence[str]) -> list[Compared]:
    return [
        compare(found, true_boxes(record, labels))
        for found, record in zip(scores.outcomes, scores.records, strict=True)
    ]
