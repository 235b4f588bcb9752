"""Object tracking: which objects a video shows, where they are, and which of them are the same."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TypeVar

from easel.runtime.tracking import Association
from torch import nn

from engine.catalog.video import OBJECT_TRACKING
from engine.data.augmentation.regions import augment_regions
from engine.data.image.region_boxes import BoxTargets
from engine.data.image.region_images import input_size, long_side, preprocessing
from engine.data.samples import read_samples
from engine.data.video.checks import check_videos
from engine.data.video.frame_dataset import FrameDataset
from engine.data.video.frames import USUAL_FRAMES, sized_videos, video_frames
from engine.data.video.tracked_videos import TrackedVideos
from engine.evaluation.video import tracking_outcome
from engine.evaluation.video.tracking_evaluator import TrackingEvaluator
from engine.evaluation.video.tracking_outcome import (
    videos_of,
)
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Splits
from engine.interfaces.network import Network, Pipeline
from engine.interfaces.run import TrainedModel
from engine.options import options_of
from engine.specs.data import DataSpec, Split
from engine.specs.options.video.object_tracking import Auto, ObjectTrackingOptions
from engine.specs.package.inputs import VideoInput
from engine.specs.package.ops.tracks import TracksOp
from engine.specs.package.ops.video import EveryFrameOp
from engine.specs.training import TrainingSpec
from engine.threads import num_threads
from engine.training.gradient import GradientLearner
from engine.training.resolve import resolve_schedule
from engine.training.scoring import score, trained_model
from engine.training.vision.detectors import (
    deployed_detector,
    detector_objective,
    detector_preset,
    new_detector,
    suppression_threshold,
)
from engine.validation.checks import Finding

# What is tried for rules that the options leave open, in the order in which they are chosen.
CHOICES: dict[str, tuple[float | bool, ...]] = {
    "joins_labels": (False, True),
    "match_iou": (0.1, 0.2, 0.3),
    "max_lost": (10, 30, 60),
    "birth_margin": (0.0, 0.1, 0.2),
    "low_score": (0.05, 0.1, 0.2),
    "max_gap": (0, 10, 20),
    "min_length": (2, 3, 5),
}

_Number = TypeVar("_Number", int, float)


class ObjectTracking(GradientLearner):
    """Find the objects of each frame, and follow them through the video."""

    card = OBJECT_TRACKING
    evaluator = TrackingEvaluator()
    objective = staticmethod(detector_objective)

    def check(self, data: DataSpec) -> tuple[Finding, ...]:
        """Look at the data before training and name what is wrong with it."""
        return check_videos(read_samples(data, self.card), self.card)

    def build_splits(self, spec: TrainingSpec) -> Splits:
        """Open the videos: single frames to train on, whole videos to be evaluated by.

        Raises:
            DataError: when the index or folder is missing or malformed, or nothing is in it to
                train on.
        """
        samples = read_samples(spec.data, self.card)
        samples.require_training()
        options = options_of(spec, ObjectTrackingOptions)
        videos = sized_videos(samples.of(Split.TRAIN), samples.files)
        most = USUAL_FRAMES if options.frames_per_video == "auto" else options.frames_per_video
        frames = video_frames(videos, options.frame_step, most)
        images = [frame.record for frame in frames]
        ops = preprocessing(input_size(spec, self.card, images))
        all_ops = (EveryFrameOp(step=options.frame_step), *ops)
        return Splits(
            train=FrameDataset(
                frames,
                videos,
                samples.files,
                all_ops,
                BoxTargets(images, samples.labels, ops),
                num_threads=num_threads(spec.resources.num_threads),
            ),
            validation=TrackedVideos(samples.of(Split.VALIDATION), samples.files, all_ops),
            test=TrackedVideos(samples.of(Split.TEST), samples.files, all_ops),
            labels=samples.labels,
        )

    def resolve(self, spec: TrainingSpec, splits: Splits[FrameDataset]) -> TrainingSpec:
        """Replace every ``auto`` but those of the association, which ``fit`` chooses."""
        options = options_of(spec, ObjectTrackingOptions)
        most = USUAL_FRAMES if options.frames_per_video == "auto" else options.frames_per_video
        return resolve_schedule(
            spec,
            len(splits.train),
            detector_preset(spec),
            image_size=long_side(spec, self.card, splits.train.records),
            frames_per_video=most,
        )

    def pipeline(self, spec: TrainingSpec, splits: Splits[FrameDataset]) -> Pipeline:
        """Return what surrounds the network."""
        rules = _rules(options_of(spec, ObjectTrackingOptions))
        return Pipeline(
            input=VideoInput(),
            preprocessing=splits.train.ops,
            postprocessing=(TracksOp(iou_threshold=suppression_threshold(spec), **asdict(rules)),),
        )

    def new_model(self, spec: TrainingSpec, splits: Splits[FrameDataset]) -> nn.Module:
        """Build the detector; an initial package then fills in all but scores of new labels.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        size = input_size(spec, self.card, splits.train.records)
        return new_detector(spec, self.card, size, splits.labels)

    def augment(
        self, spec: TrainingSpec, splits: Splits[FrameDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Change a batch at random; a pure function of its arguments."""
        options = options_of(spec, ObjectTrackingOptions)
        return augment_regions(batch, options.augmentation, step_seed)

    def networks(
        self, spec: TrainingSpec, splits: Splits[FrameDataset], model: nn.Module
    ) -> tuple[Network, ...]:
        """Return the detector as it is deployed: scores and boxes of all places."""
        size = input_size(spec, self.card, splits.train.records)
        return (deployed_detector(spec, model, size),)

    def finished(self, trained: TrainedModel) -> TrainedModel:
        """Return the model with the rules that follow the validation videos best."""
        spec, splits = trained.spec, trained.splits
        options = options_of(spec, ObjectTrackingOptions)
        model = trained_model(self, spec, splits, trained.networks)
        scores = score(self.evaluator, model, splits.validation, Split.VALIDATION)
        rules = tracking_outcome.tuned_rules(
            videos_of(scores, splits.labels), splits.labels, _rules(options), _open_choices(options)
        )
        chosen = options.model_copy(
            update={
                "low_score": rules.low_score,
                "birth_margin": rules.birth_margin,
                "match_iou": rules.match_iou,
                "max_lost": rules.max_lost,
                "max_gap": rules.max_gap,
                "min_length": rules.min_length,
                "label_changes": "allowed" if rules.joins_labels else "forbidden",
            }
        )
        return replace(trained, spec=spec.model_copy(update={"options": chosen}))


TASK = ObjectTracking()


def _rules(options: ObjectTrackingOptions) -> Association:
    """Return the rules that the options decide; those that are still open have usual values."""
    usual = Association()
    return Association(
        low_score=_decided(options.low_score, usual.low_score),
        birth_margin=_decided(options.birth_margin, usual.birth_margin),
        match_iou=_decided(options.match_iou, usual.match_iou),
        max_lost=_decided(options.max_lost, usual.max_lost),
        max_gap=_decided(options.max_gap, usual.max_gap),
        min_length=_decided(options.min_length, usual.min_length),
        joins_labels=options.label_changes == "allowed",
        appearance=options.appearance,
    )


def _decided(value: _Number | Auto, usual: _Number) -> _Number:
    return usual if value == "auto" else value


def _open_choices(options: ObjectTrackingOptions) -> dict[str, tuple[float | bool, ...]]:
    """Return what is tried for each rule that the options leave open."""
    is_open = {name: value == "auto" for name, value in options.model_dump().items()}
    is_open["joins_labels"] = is_open["label_changes"]
    return {name: values for name, values in CHOICES.items() if is_open[name]}
