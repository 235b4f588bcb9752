"""Object detection: which objects an image shows, and a box around each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import easel.runtime
from easel.runtime import Example, Tensors
from easel.runtime.predictions.boxes import BoxesDecoder
from torch import nn

from engine.catalog.image import OBJECT_DETECTION
from engine.data.augmentation.regions import augment_regions
from engine.data.image.region_boxes import BoxTargets
from engine.data.image.region_images import input_size, long_side, open_splits, preprocessing
from engine.data.image.true_regions import detections, true_boxes
from engine.data.quality import check_samples
from engine.data.samples import read_samples
from engine.evaluation.image import detection_report
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.network import Network, Pipeline
from engine.interfaces.recipe import Recipe
from engine.interfaces.run import RunContext, Scores, TrainedModel
from engine.metrics.detection import decided_numbers, detection_numbers, recommend_thresholds
from engine.metrics.matched_detections import Compared, Located, compare
from engine.options import options_of
from engine.specs.data import DataSpec
from engine.specs.inputs import ImageInput
from engine.specs.manifest import LabelSpec
from engine.specs.ops.boxes import BoxesOp
from engine.specs.options.image.object_detection import ObjectDetectionOptions
from engine.specs.report import Report, RuntimeCheck, SectionedReport
from engine.specs.training import TrainingSpec
from engine.training import gradient
from engine.training.recipe import recipe_of
from engine.training.resolve import resolve_schedule
from engine.training.vision.detectors import (
    MIN_SCORE,
    deployed_detector,
    detector_objective,
    detector_preset,
    new_detector,
    suppression_threshold,
)
from engine.validation.checks import Finding


class ObjectDetection:
    """Find the objects of an image."""

    card = OBJECT_DETECTION

    def check(self, data: DataSpec) -> tuple[Finding, ...]:
        """Look at the data before training and name what is wrong with it."""
        return check_samples(read_samples(data, self.card), self.card)

    def build_splits(self, spec: TrainingSpec) -> Splits:
        """Open the datasets; images are decoded when they are first needed.

        Raises:
            DataError: when the index or folder is missing or malformed, or nothing is in it to
                train on.
        """
        return open_splits(spec, self.card, BoxTargets)

    def resolve(self, spec: TrainingSpec, splits: Splits) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        side = long_side(spec, self.card, splits.train.records)
        preset = detector_preset(spec)
        return resolve_schedule(spec, len(splits.train), preset, image_size=side)

    def pipeline(self, spec: TrainingSpec, splits: Splits) -> Pipeline:
        """Return what surrounds the network."""
        return Pipeline(
            input=ImageInput(),
            preprocessing=preprocessing(input_size(spec, self.card, splits.train.records)),
            postprocessing=(BoxesOp(iou_threshold=suppression_threshold(spec)),),
        )

    def fit(self, spec: TrainingSpec, splits: Splits, context: RunContext) -> TrainedModel:
        """Learn, going on where the work folder ends."""
        return gradient.fit(self, spec, splits, context)

    def restore(self, spec: TrainingSpec, splits: Splits, context: RunContext) -> TrainedModel:
        """Return the best model of the work folder without learning."""
        return gradient.restore(self, spec, splits, context)

    def build_model(self, spec: TrainingSpec, splits: Splits) -> nn.Module:
        """Build the detector; an initial package then fills in all but scores of new labels.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        size = input_size(spec, self.card, splits.train.records)
        return new_detector(spec, self.card, size, splits.labels)

    def augment(self, spec: TrainingSpec, splits: Splits, batch: Batch, step_seed: int) -> Batch:
        """Change a batch at random; a pure function of its arguments."""
        options = options_of(spec, ObjectDetectionOptions)
        return augment_regions(batch, options.augmentation, step_seed)

    def recipe(self, spec: TrainingSpec) -> Recipe:
        """Return what the training loop needs to know of resolved options."""
        return recipe_of(options_of(spec, ObjectDetectionOptions))

    def objective(self, spec: TrainingSpec, splits: Splits) -> Objective:
        """Return the training loss, with the weights of the labels counted once."""
        return detector_objective(spec, splits)

    def networks(self, spec: TrainingSpec, splits: Splits, model: nn.Module) -> tuple[Network, ...]:
        """Return the detector as it is deployed: scores and boxes of all places."""
        size = input_size(spec, self.card, splits.train.records)
        return (deployed_detector(spec, model, size),)

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Located:
        """Return all that was found with the least score or more."""
        decoder = model.pipeline.decoder
        if not isinstance(decoder, BoxesDecoder):
            raise TypeError(f"{type(decoder).__name__} does not answer with boxes.")
        found = decoder.find(example, outputs, MIN_SCORE)
        return Located(found.boxes_N4, found.labels_N, found.scores_N)

    def metrics(self, scores: Scores[Located], splits: Splits) -> dict[str, float]:
        """Return mean average precisions; ``map_50`` is the primary one."""
        return detection_numbers(_images(scores, splits), len(splits.labels))

    def recommend_thresholds(
        self, validation: Scores[Located], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Choose the threshold of the best F1 of each label on the validation split."""
        return recommend_thresholds(_images(validation, splits), splits.labels)

    def decided(
        self, scores: Scores[Located], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics``, and precision, recall and F1 at the labels' thresholds."""
        return decided_numbers(_images(scores, splits), labels)

    def report(
        self,
        trained: TrainedModel,
        held_out: Scores[Located],
        labels: Sequence[LabelSpec],
        runtime: RuntimeCheck,
        work: Path,
    ) -> Report:
        """Build the evaluation report."""
        images = _images(held_out, trained.splits)
        names = [label.name for label in labels]
        return SectionedReport(
            split=held_out.split,
            num_samples=len(images),
            primary_metric=self.card.primary_metric,
            metrics=detection_report.headline(images, labels),
            labels=tuple(names),
            sections=detection_report.sections(
                images,
                held_out.records,
                labels,
                lambda located, record: detections(located, names, record),
                self.card.prediction,
            ),
            runtime=runtime,
            training=trained.summary,
        )


TASK = ObjectDetection()


def _images(scores: Scores[Located], splits: Splits) -> list[Compared]:
    return [
        compare(found, true_boxes(record, splits.labels))
        for found, record in zip(scores.outcomes, scores.records, strict=True)
    ]
