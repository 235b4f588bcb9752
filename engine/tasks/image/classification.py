"""Image classification: which of the labels an image shows, one of them or any number."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from easel.runtime.image import TENSOR
from torch import nn

from engine.catalog.image import CLASSIFICATION
from engine.data.augmentation.images import augment_images
from engine.data.augmentation.mixing import mixed
from engine.data.image.dataset import ImageDataset
from engine.data.image.normalization import IMAGENET
from engine.data.image.size import resizing, square_size
from engine.data.opening import open_labelled
from engine.data.samples import read_samples
from engine.evaluation.classifier import Classifier, postprocessing
from engine.evaluation.heatmaps import ImageMaps
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Splits
from engine.interfaces.network import Network, Pipeline
from engine.models.vision.classification.backbones import build_classifier, build_designed
from engine.models.vision.classification.classifier import ImageClassifier
from engine.options import options_of
from engine.specs.data import SampleRecord, Split
from engine.specs.options.image.classification import ImageClassificationOptions
from engine.specs.package.inputs import ImageInput
from engine.specs.training import TrainingSpec
from engine.training.classifiers import deployed_classifier
from engine.training.first_head import fit_first_head
from engine.training.gradient import GradientLearner
from engine.training.losses.classification import classification_objective, resolved_weights
from engine.training.recipe import resolved
from engine.training.resolve import (
    CONVOLUTIONAL,
    PHOTOGRAPHS,
    SMALL,
    TRANSFORMER,
    origin,
    resolve_schedule,
)
from engine.weights.pretrained import find_weights

_PRESETS = {
    "small_cnn": SMALL,
    "designed_cnn": SMALL,
    "designed_transformer": TRANSFORMER,
    "photo_cnn": PHOTOGRAPHS,
    "vit_small": TRANSFORMER,
    "vit_base": TRANSFORMER,
}


class ImageClassification(GradientLearner):
    """Say which labels an image shows."""

    card = CLASSIFICATION
    evaluator = Classifier(explain=ImageMaps)
    objective = staticmethod(classification_objective)

    def build_splits(self, spec: TrainingSpec) -> Splits:
        """Open the datasets; images are decoded when they are first needed.

        Raises:
            DataError: when the index or folder is missing or malformed, or nothing is in it to
                train on.
            SpecError: when the image size is less than the backbone can take.
        """
        samples = read_samples(spec.data, self.card)
        samples.require_training()
        size = self._image_size(spec, samples.of(Split.TRAIN))
        return open_labelled(ImageDataset, resizing((size, size)), samples, spec)

    def resolve(self, spec: TrainingSpec, splits: Splits) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        preset = _PRESETS.get(spec.backbone, CONVOLUTIONAL)
        size = self._image_size(spec, splits.train.records)
        weights = resolved_weights(options_of(spec, ImageClassificationOptions), splits)
        return resolve_schedule(
            spec, len(splits.train), preset, image_size=size, class_weights=weights
        )

    def pipeline(self, spec: TrainingSpec, splits: Splits) -> Pipeline:
        """Return how an image becomes a tensor, and logits become labels."""
        size = _resolved_size(spec)
        return Pipeline(ImageInput(), resizing((size, size)), postprocessing(splits))

    def new_model(self, spec: TrainingSpec, splits: Splits) -> nn.Module:
        """Build the network (B, 3, H, W) → logits (B, K); its head is always new.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        options, size = options_of(spec, ImageClassificationOptions), _resolved_size(spec)
        num_classes = len(splits.labels)
        match spec.backbone:
            case "designed_cnn":
                return build_designed(options.design, size, num_classes)
            case "designed_transformer":
                return build_designed(options.transformer, size, num_classes)
        weights = find_weights(spec.pretrained, self.card.backbone(spec.backbone))
        return build_classifier(spec.backbone, size, num_classes, weights)

    def begin(self, spec: TrainingSpec, splits: Splits, model: ImageClassifier) -> None:
        """Fit the head to what weights that come with the engine see in the images."""
        if origin(spec) == "built_in":
            fit_first_head(model, splits, TENSOR, spec.seed)

    def augment(self, spec: TrainingSpec, splits: Splits, batch: Batch, step_seed: int) -> Batch:
        """Change a batch at random; a pure function of its arguments."""
        options = options_of(spec, ImageClassificationOptions)
        generator = torch.Generator().manual_seed(step_seed)
        images = augment_images(batch.inputs[TENSOR], options.augmentation, IMAGENET, generator)
        return mixed(
            Batch({TENSOR: images}, batch.targets),
            len(splits.labels),
            generator,
            mixup=options.mixup,
            cutmix=options.cutmix,
        )

    def networks(self, spec: TrainingSpec, splits: Splits, model: nn.Module) -> tuple[Network, ...]:
        """Return the one network: ``image`` (B, 3, H, W) → ``logits`` (B, K)."""
        size = _resolved_size(spec)
        return deployed_classifier(model, TENSOR, (3, size, size))

    def _image_size(self, spec: TrainingSpec, records: Sequence[SampleRecord]) -> int:
        wanted = options_of(spec, ImageClassificationOptions).image_size
        return square_size(wanted, records, self.card.backbone(spec.backbone), spec)


TASK = ImageClassification()


def _resolved_size(spec: TrainingSpec) -> int:
    return resolved(options_of(spec, ImageClassificationOptions).image_size)
