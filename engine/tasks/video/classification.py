"""Video classification: which of the labels a video shows, one of them or any number."""

from __future__ import annotations

import torch
from easel.runtime.video import TENSOR
from torch import nn

from engine.catalog.video import CLASSIFICATION
from engine.data.augmentation.mixing import mixed
from engine.data.augmentation.videos import augment_videos
from engine.data.image.normalization import IMAGENET
from engine.data.image.size import resizing
from engine.data.opening import open_labelled
from engine.data.samples import SampleSet, read_samples
from engine.data.segments import cut_classes
from engine.data.video.dataset import VideoDataset, default_video_size
from engine.errors import SpecError
from engine.evaluation.classifier import Classifier, postprocessing
from engine.evaluation.video.video_maps import VideoMaps
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationRequest
from engine.interfaces.network import Network, Pipeline
from engine.models.video.classifier import build_video_classifier
from engine.options import options_of
from engine.specs.data import Split
from engine.specs.options.video.classification import VideoClassificationOptions
from engine.specs.package.inputs import VideoInput
from engine.specs.package.manifest import PreprocessingOp
from engine.specs.package.ops.video import SampleFramesOp
from engine.specs.training import TrainingSpec
from engine.training.classifiers import deployed_classifier
from engine.training.gradient import GradientLearner
from engine.training.losses.classification import classification_objective, resolved_weights
from engine.training.resolve import SchedulePreset, resolve_schedule

_NUM_FRAMES = {"film_cnn": 8}
_USUAL_FRAMES = 16
_CNN = SchedulePreset(new_rate=3e-3, known_rate=5e-4, new_steps=500, known_steps=200, max_batch=16)
_TRANSFORMER = SchedulePreset(
    new_rate=5e-4, known_rate=5e-5, new_steps=900, known_steps=300, max_batch=8
)
# Tubes of a VideoMAE are so many frames long and pixels wide; what is left over would be unseen.
_TUBE = {"videomae_small": (2, 16)}


class VideoClassification(GradientLearner):
    """Say which labels a video shows."""

    card = CLASSIFICATION
    evaluator = Classifier(explain=VideoMaps)
    objective = staticmethod(classification_objective)

    def build_splits(self, spec: TrainingSpec) -> Splits[VideoDataset]:
        """Open the videos, each segment as one; they are decoded when they are first needed.

        Raises:
            DataError: when the index or folder is missing or malformed, or nothing is in it to
                train on.
            SpecError: when the backbone cannot take videos of the wanted size.
        """
        samples = cut_classes(read_samples(spec.data, self.card))
        samples.require_training()
        return open_labelled(VideoDataset, _preprocessing(spec, samples), samples, spec)

    def evaluation_samples(self, samples: SampleSet, request: EvaluationRequest) -> SampleSet:
        """Return those of the samples that count, each segment as one."""
        return super().evaluation_samples(cut_classes(samples), request)

    def resolve(self, spec: TrainingSpec, splits: Splits[VideoDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        preprocessing = splits.train.preprocessing
        return resolve_schedule(
            spec,
            len(splits.train),
            _TRANSFORMER if spec.backbone in _TUBE else _CNN,
            num_frames=preprocessing.num_frames,
            image_size=preprocessing.images.size[0],
            class_weights=resolved_weights(options_of(spec, VideoClassificationOptions), splits),
        )

    def pipeline(self, spec: TrainingSpec, splits: Splits[VideoDataset]) -> Pipeline:
        """Return how a video becomes a tensor, and logits become labels."""
        return Pipeline(VideoInput(), splits.train.ops, postprocessing(splits))

    def new_model(self, spec: TrainingSpec, splits: Splits[VideoDataset]) -> nn.Module:
        """Build the network (B, N, 3, H, W) → logits (B, K); its head is always new.

        Raises:
            SpecError: when the initial package does not fit.
        """
        preprocessing = splits.train.preprocessing
        return build_video_classifier(
            spec.backbone,
            preprocessing.num_frames,
            preprocessing.images.size[0],
            len(splits.labels),
        )

    def augment(
        self, spec: TrainingSpec, splits: Splits[VideoDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Change a batch at random, each video as a whole; a pure function of its arguments."""
        options = options_of(spec, VideoClassificationOptions)
        generator = torch.Generator().manual_seed(step_seed)
        videos = augment_videos(batch.inputs[TENSOR], options.augmentation, IMAGENET, generator)
        return mixed(
            Batch({TENSOR: videos}, batch.targets),
            len(splits.labels),
            generator,
            mixup=options.mixup,
        )

    def networks(
        self, spec: TrainingSpec, splits: Splits[VideoDataset], model: nn.Module
    ) -> tuple[Network, ...]:
        """Return the one network: ``video`` (B, N, 3, H, W) → ``logits`` (B, K)."""
        preprocessing = splits.train.preprocessing
        shape = (preprocessing.num_frames, 3, *preprocessing.images.size)
        return deployed_classifier(model, TENSOR, shape)


TASK = VideoClassification()


def _preprocessing(spec: TrainingSpec, samples: SampleSet) -> tuple[PreprocessingOp, ...]:
    options = options_of(spec, VideoClassificationOptions)
    num_frames, size = options.num_frames, options.image_size
    if num_frames == "auto":
        num_frames = _NUM_FRAMES.get(spec.backbone, _USUAL_FRAMES)
    if size == "auto":
        size = default_video_size(samples.of(Split.TRAIN), samples.files)
    frames, pixels = _TUBE.get(spec.backbone, (1, 1))
    if num_frames % frames or size % pixels:
        reason = (
            f"the backbone '{spec.backbone}' needs a multiple of {frames} frames and of {pixels} "
            "pixels"
        )
        raise SpecError(
            f"The options ask for {num_frames} frames of {size} pixels, and {reason}. Choose "
            "such numbers, or 'auto'.",
            field="options.image_size",
            reason=reason,
        )
    return (SampleFramesOp(frames=num_frames), *resizing((size, size)))
