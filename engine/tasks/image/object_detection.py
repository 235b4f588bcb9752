"""Object detection: which objects an image shows, and a box around each."""

from __future__ import annotations

from torch import nn

from engine.catalog.image import OBJECT_DETECTION
from engine.data.augmentation.regions import augment_regions
from engine.data.image.region_boxes import BoxTargets
from engine.data.image.region_images import input_size, long_side, open_splits, preprocessing
from engine.evaluation.image.detection_evaluator import DetectionEvaluator
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Splits
from engine.interfaces.network import Network, Pipeline
from engine.options import options_of
from engine.specs.options.image.object_detection import ObjectDetectionOptions
from engine.specs.package.inputs import ImageInput
from engine.specs.package.ops.boxes import BoxesOp
from engine.specs.training import TrainingSpec
from engine.training.gradient import GradientLearner
from engine.training.resolve import resolve_schedule
from engine.training.vision.detectors import (
    deployed_detector,
    detector_objective,
    detector_preset,
    new_detector,
    suppression_threshold,
)


class ObjectDetection(GradientLearner):
    """Find the objects of an image."""

    card = OBJECT_DETECTION
    evaluator = DetectionEvaluator()
    objective = staticmethod(detector_objective)

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

    def new_model(self, spec: TrainingSpec, splits: Splits) -> nn.Module:
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

    def networks(self, spec: TrainingSpec, splits: Splits, model: nn.Module) -> tuple[Network, ...]:
        """Return the detector as it is deployed: scores and boxes of all places."""
        size = input_size(spec, self.card, splits.train.records)
        return (deployed_detector(spec, model, size),)


TASK = ObjectDetection()
