"""Evaluates what outlines objects, or tells the class of every pixel."""

from __future__ import annotations

from collections.abc import Sequence

import easel.runtime
from easel.runtime import Example, Tensors
from easel.runtime.predictions.masks import InstanceMasksDecoder, SemanticMasksDecoder

from engine.catalog.image import SEGMENTATION
from engine.data.image.class_maps import class_map
from engine.data.image.region_boxes import image_size
from engine.data.image.true_regions import class_masks, segments, true_masks
from engine.evaluation.image import detection_report, pixels_report
from engine.evaluation.sectioned import sectioned_report
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.metrics import detection, pixels
from engine.metrics.matched_detections import Compared, RegionSet, compare
from engine.metrics.pixels import PixelCounts, Pixels
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import MetricValue, Report
from engine.specs.package.sections import Section
from engine.training.scoring import decoder_of

# Masks are made of all that is found: below this score there are many detections and few objects.
MIN_SCORE = 0.05
Outcome = RegionSet | Pixels
"""Single objects, or the pixels of each class: what the option ``mode`` asks for."""


class SegmentationEvaluator(Evaluator[Outcome]):
    """Evaluates outlines by mean average precision, and classes of pixels by their overlap."""

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Outcome:
        """Return all objects with the least score or more, or the pixels of each class."""
        decoder = model.pipeline.decoder
        if isinstance(decoder, SemanticMasksDecoder):
            classes, _ = decoder.classes(example, outputs)
            return Pixels(class_masks(classes, len(decoder.labels)))
        found, masks = decoder_of(model, InstanceMasksDecoder).find(example, outputs, MIN_SCORE)
        return RegionSet(found.boxes_N4, found.labels_N, found.scores_N, masks)

    def metrics(self, scores: Scores[Outcome], splits: Splits) -> dict[str, float]:
        """Return ``mask_quality``: ``map_50`` of masks, or ``mean_iou``; and what goes with it."""
        if _are_pixels(scores):
            numbers = pixels.pixel_numbers(_counts(scores, splits.labels))
            return {"mask_quality": numbers["mean_iou"], **numbers}
        numbers = detection.detection_numbers(_images(scores, splits.labels), len(splits.labels))
        return {"mask_quality": numbers["map_50"], **numbers}

    def recommend_thresholds(
        self, validation: Scores[Outcome], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Choose the threshold of the best F1 of each label; classes of pixels need none."""
        if _are_pixels(validation):
            return tuple(LabelSpec(name=name, threshold=0.0) for name in splits.labels)
        return detection.recommend_thresholds(_images(validation, splits.labels), splits.labels)

    def decided(
        self, scores: Scores[Outcome], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics``; for objects also precision, recall and F1 at the thresholds."""
        if _are_pixels(scores):
            return self.metrics(scores, splits)
        numbers = detection.decided_numbers(_images(scores, splits.labels), labels)
        return {"mask_quality": numbers["map_50"], **numbers}

    def report(self, held_out: HeldOut[Outcome]) -> Report:
        """Build the evaluation report."""
        parts = _pixel_parts if _are_pixels(held_out) else _object_parts
        metrics, sections = parts(held_out, held_out.labels)
        quality = MetricValue(name=SEGMENTATION.primary_metric, value=metrics[0].value)
        return sectioned_report(held_out, metrics=(quality, *metrics), sections=sections)


def _are_pixels(scores: Scores[Outcome]) -> bool:
    return bool(scores.outcomes) and isinstance(scores.outcomes[0], Pixels)


def _images(scores: Scores[Outcome], labels: Sequence[str]) -> list[Compared]:
    """Put found objects beside the annotated ones."""
    return [
        compare(found, true_masks(record, labels))
        for found, record in zip(scores.outcomes, scores.records, strict=True)
        if isinstance(found, RegionSet)
    ]


def _counts(scores: Scores[Outcome], labels: Sequence[str]) -> list[PixelCounts]:
    """Count the classes of pixels beside the annotated ones."""
    return [
        pixels.count_pixels(
            predicted.classes(image_size(record)), class_map(record, labels), len(labels)
        )
        for predicted, record in zip(scores.outcomes, scores.records, strict=True)
        if isinstance(predicted, Pixels)
    ]


def _object_parts(
    held_out: Scores[Outcome], labels: Sequence[LabelSpec]
) -> tuple[tuple[MetricValue, ...], tuple[Section, ...]]:
    names = [label.name for label in labels]
    images = _images(held_out, names)
    return detection_report.headline(images, labels), detection_report.sections(
        images,
        held_out.records,
        labels,
        lambda regions, record: segments(regions, names, record),
        SEGMENTATION.prediction,
    )


def _pixel_parts(
    held_out: Scores[Outcome], labels: Sequence[LabelSpec]
) -> tuple[tuple[MetricValue, ...], tuple[Section, ...]]:
    names = [label.name for label in labels]
    counts = _counts(held_out, names)
    predicted = [one for one in held_out.outcomes if isinstance(one, Pixels)]
    return pixels_report.headline(counts), pixels_report.sections(
        predicted,
        counts,
        held_out.records,
        names,
        lambda regions, record: segments(regions, names, record),
    )
