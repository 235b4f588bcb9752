"""Segmentation: the outline of every object of an image, or the class of every pixel."""

from __future__ import annotations

from collections.abc import Sequence

from torch import nn

from engine.catalog.image import SEGMENTATION
from engine.data.augmentation.regions import augment_classes, augment_regions
from engine.data.image.class_maps import ClassMapTargets
from engine.data.image.region_images import input_size, long_side, open_splits, preprocessing
from engine.data.image.region_masks import MaskTargets
from engine.evaluation.image.segmentation_evaluator import SegmentationEvaluator
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Splits, Targets
from engine.interfaces.network import Network, Pipeline
from engine.models.vision.segmentation.instance_segmenter import mask_stride
from engine.models.vision.segmentation.light_unet import OUTPUT_STRIDE
from engine.options import options_of
from engine.specs.data import SampleRecord
from engine.specs.options.image.segmentation import SegmentationOptions
from engine.specs.package.inputs import ImageInput
from engine.specs.package.manifest import PostprocessingOp, PreprocessingOp
from engine.specs.package.ops.masks import InstanceMasksOp, SemanticMasksOp
from engine.specs.training import TrainingSpec
from engine.training.gradient import GradientLearner
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


class Segmentation(GradientLearner):
    """Outline the objects of an image, or tell the class of each of its pixels."""

    card = SEGMENTATION
    evaluator = SegmentationEvaluator()
    objective = staticmethod(segmenter_objective)

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

    def new_model(self, spec: TrainingSpec, splits: Splits) -> nn.Module:
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

    def networks(self, spec: TrainingSpec, splits: Splits, model: nn.Module) -> tuple[Network, ...]:
        """Return the network as it is deployed."""
        size = input_size(spec, self.card, splits.train.records)
        return (deployed_segmenter(spec, model, size),)


TASK = Segmentation()


def _masks(
    records: Sequence[SampleRecord], labels: Sequence[str], ops: Sequence[PreprocessingOp]
) -> Targets:
    return MaskTargets(records, labels, ops, mask_stride)


def _class_maps(
    records: Sequence[SampleRecord], labels: Sequence[str], ops: Sequence[PreprocessingOp]
) -> Targets:
    return ClassMapTargets(records, labels, ops, OUTPUT_STRIDE)
