"""Segmentation: the outline of every object of an image, or the class of every pixel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import easel.runtime
from easel.runtime import Example, Tensors
from easel.runtime.predictions.masks import InstanceMasksDecoder, SemanticMasksDecoder
from torch import nn

from engine.catalog.image import SEGMENTATION
from engine.data.augmentation.regions import augment_classes, augment_regions
from engine.data.image.class_maps import ClassMapTargets, class_map
from engine.data.image.dataset import Targets
from engine.data.image.region_boxes import image_size
from engine.data.image.region_images import input_size, long_side, open_splits, preprocessing
from engine.data.image.region_masks import MaskTargets
from engine.data.image.true_regions import class_masks, segments, true_masks
from engine.data.quality import check_samples
from engine.data.samples import read_samples
from engine.evaluation.image import detection_report, pixels_report
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.network import Network, Pipeline
from engine.interfaces.recipe import Recipe
from engine.interfaces.run import RunContext, Scores, TrainedModel
from engine.metrics import detection, pixels
from engine.metrics.matched_detections import Compared, Located, compare
from engine.metrics.pixels import PixelCounts, Pixels
from engine.models.vision.instance_segmenter import mask_stride
from engine.models.vision.light_unet import OUTPUT_STRIDE
from engine.options import options_of
from engine.specs.data import DataSpec, SampleRecord
from engine.specs.inputs import ImageInput
from engine.specs.manifest import LabelSpec, PostprocessingOp, PreprocessingOp
from engine.specs.ops.masks import InstanceMasksOp, SemanticMasksOp
from engine.specs.options.image.segmentation import SegmentationOptions
from engine.specs.report import MetricValue, Report, RuntimeCheck, SectionedReport
from engine.specs.sections import Section
from engine.specs.training import TrainingSpec
from engine.training import gradient
from engine.training.recipe import recipe_of
from engine.training.resolve import resolve_schedule
from engine.training.vision.segmenters import (
    deployed_segmenter,
    is_semantic,
    new_segmenter,
    require_mode,
    segmenter_objective,
    segmenter_preset,
    suppression_threshold,
)
from engine.validation.checks import Finding

# Masks are made of all that is found: below this score there are many detections and few objects.
MIN_SCORE = 0.05
Outcome = Located | Pixels
"""Single objects, or the pixels of each class: what the option ``mode`` asks for."""


class Segmentation:
    """Outline the objects of an image, or tell the class of each of its pixels."""

    card = SEGMENTATION

    def check(self, data: DataSpec) -> tuple[Finding, ...]:
        """Look at the data before training and name what is wrong with it."""
        return check_samples(read_samples(data, self.card), self.card)

    def build_splits(self, spec: TrainingSpec) -> Splits:
        """Open the datasets; images are decoded, and outlines drawn, when they are first needed.

        Raises:
            DataError: when the index or folder is missing or malformed, or nothing is in it to
                train on.
            SpecError: ``mode_unsupported`` when the network cannot do what is asked for.
        """
        require_mode(spec)
        return open_splits(spec, self.card, _class_maps if is_semantic(spec) else _masks)

    def resolve(self, spec: TrainingSpec, splits: Splits) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        side = long_side(spec, self.card, splits.train.records)
        return resolve_schedule(spec, len(splits.train), segmenter_preset(spec), image_size=side)

    def pipeline(self, spec: TrainingSpec, splits: Splits) -> Pipeline:
        """Return what surrounds the network."""
        op: PostprocessingOp = InstanceMasksOp(iou_threshold=suppression_threshold(spec))
        if is_semantic(spec):
            op = SemanticMasksOp()
        size = input_size(spec, self.card, splits.train.records)
        return Pipeline(ImageInput(), preprocessing(size), (op,))

    def fit(self, spec: TrainingSpec, splits: Splits, context: RunContext) -> TrainedModel:
        """Learn, going on where the work folder ends."""
        return gradient.fit(self, spec, splits, context)

    def restore(self, spec: TrainingSpec, splits: Splits, context: RunContext) -> TrainedModel:
        """Return the best model of the work folder without learning."""
        return gradient.restore(self, spec, splits, context)

    def build_model(self, spec: TrainingSpec, splits: Splits) -> nn.Module:
        """Build the network; an initial package then fills in all but scores of new labels.

        Raises:
            SpecError: when the initial package does not fit.
        """
        size = input_size(spec, self.card, splits.train.records)
        return new_segmenter(spec, self.card, size, splits.labels)

    def augment(self, spec: TrainingSpec, splits: Splits, batch: Batch, step_seed: int) -> Batch:
        """Change a batch at random; a pure function of its arguments."""
        options = options_of(spec, SegmentationOptions).augmentation
        change = augment_classes if is_semantic(spec) else augment_regions
        return change(batch, options, step_seed)

    def recipe(self, spec: TrainingSpec) -> Recipe:
        """Return what the training loop needs to know of resolved options."""
        return recipe_of(options_of(spec, SegmentationOptions))

    def objective(self, spec: TrainingSpec, splits: Splits) -> Objective:
        """Return the training loss, with the weights of the labels counted once."""
        return segmenter_objective(spec, splits)

    def networks(self, spec: TrainingSpec, splits: Splits, model: nn.Module) -> tuple[Network, ...]:
        """Return the network as it is deployed."""
        size = input_size(spec, self.card, splits.train.records)
        return (deployed_segmenter(spec, model, size),)

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Outcome:
        """Return all objects with the least score or more, or the pixels of each class."""
        decoder = model.pipeline.decoder
        if isinstance(decoder, SemanticMasksDecoder):
            classes, _ = decoder.classes(example, outputs)
            return Pixels(class_masks(classes, len(decoder.labels)))
        if not isinstance(decoder, InstanceMasksDecoder):
            raise TypeError(f"{type(decoder).__name__} does not answer with masks.")
        found, masks = decoder.find(example, outputs, MIN_SCORE)
        return Located(found.boxes_N4, found.labels_N, found.scores_N, masks)

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

    def report(
        self,
        trained: TrainedModel,
        held_out: Scores[Outcome],
        labels: Sequence[LabelSpec],
        runtime: RuntimeCheck,
        work: Path,
    ) -> Report:
        """Build the evaluation report."""
        parts = _pixel_parts if _are_pixels(held_out) else _object_parts
        metrics, sections = parts(held_out, labels)
        quality = MetricValue(name=self.card.primary_metric, value=metrics[0].value)
        return SectionedReport(
            split=held_out.split,
            num_samples=len(held_out.records),
            primary_metric=self.card.primary_metric,
            metrics=(quality, *metrics),
            labels=tuple(label.name for label in labels),
            sections=sections,
            runtime=runtime,
            training=trained.summary,
        )


TASK = Segmentation()


def _are_pixels(scores: Scores[Outcome]) -> bool:
    return bool(scores.outcomes) and isinstance(scores.outcomes[0], Pixels)


def _masks(
    records: Sequence[SampleRecord], labels: Sequence[str], ops: Sequence[PreprocessingOp]
) -> Targets:
    return MaskTargets(records, labels, ops, mask_stride)


def _class_maps(
    records: Sequence[SampleRecord], labels: Sequence[str], ops: Sequence[PreprocessingOp]
) -> Targets:
    return ClassMapTargets(records, labels, ops, OUTPUT_STRIDE)


def _images(scores: Scores[Outcome], labels: Sequence[str]) -> list[Compared]:
    """Put found objects beside the annotated ones."""
    return [
        compare(found, true_masks(record, labels))
        for found, record in zip(scores.outcomes, scores.records, strict=True)
        if isinstance(found, Located)
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
        lambda located, record: segments(located, names, record),
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
        lambda located, record: segments(located, names, record),
    )
