"""Sound classification: which of the labels a recording has, one of them or any number."""

from __future__ import annotations

from pathlib import Path

import torch
from easel.runtime.audio import TENSOR
from torch import nn

from engine.catalog.speech import SOUND_CLASSIFICATION
from engine.data.audio.dataset import LENGTHS, AudioDataset
from engine.data.audio.reading import (
    AudioReading,
    audio_reading,
    examine,
    initial_reading,
    pretrained_reading,
)
from engine.data.audio.segments import cut_recordings
from engine.data.augmentation.mixing import mixed
from engine.data.augmentation.recordings import augment_recordings, cut_windows
from engine.data.opening import open_labelled
from engine.data.samples import SampleSet, read_samples
from engine.evaluation.audio_maps import AudioMaps
from engine.evaluation.classifier import Classifier, postprocessing
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationRequest
from engine.interfaces.network import Network, Pipeline
from engine.models.speech.backbones import build_audio_classifier
from engine.options import options_of
from engine.specs.data import Split
from engine.specs.options.speech.sound_classification import SoundClassificationOptions
from engine.specs.training import TrainingSpec
from engine.training.classifiers import deployed_classifier
from engine.training.gradient import GradientLearner
from engine.training.losses.classification import classification_objective, resolved_weights
from engine.training.resolve import SchedulePreset, resolve_schedule
from engine.weights.pretrained import find_weights

_BANDS = {"ast_base": 128, "ast_small": 128}
_USUAL_BANDS = 64
_CNN = SchedulePreset(new_rate=3e-3, known_rate=5e-4, new_steps=900, known_steps=250, max_batch=32)
_AST = SchedulePreset(new_rate=5e-4, known_rate=5e-5, new_steps=900, known_steps=300, max_batch=16)


class SoundClassification(GradientLearner):
    """Say which labels a recording has."""

    card = SOUND_CLASSIFICATION
    evaluator = Classifier(explain=AudioMaps)
    objective = staticmethod(classification_objective)

    def build_splits(self, spec: TrainingSpec) -> Splits[AudioDataset]:
        """Open the recordings; they are decoded when they are first needed.

        Raises:
            DataError: when the index or folder is missing or malformed, or nothing is in it to
                train on.
        """
        samples = cut_recordings(read_samples(spec.data, self.card))
        samples.require_training()
        return open_labelled(AudioDataset, self._reading(spec, samples), samples, spec)

    def _reading(self, spec: TrainingSpec, samples: SampleSet) -> AudioReading:
        if spec.initial_package is not None:
            return initial_reading(Path(spec.initial_package))
        if find_weights(spec.pretrained, self.card.backbone(spec.backbone)) is not None:
            return pretrained_reading()
        options = options_of(spec, SoundClassificationOptions)
        usual = _BANDS.get(spec.backbone, _USUAL_BANDS)
        is_known = "auto" not in (options.sample_rate, options.window_seconds)
        return audio_reading(
            [] if is_known else examine(samples.of(Split.TRAIN), samples.files),
            sample_rate=None if options.sample_rate == "auto" else options.sample_rate,
            window_seconds=None if options.window_seconds == "auto" else options.window_seconds,
            num_mels=usual if options.num_bands == "auto" else options.num_bands,
        )

    def evaluation_samples(self, samples: SampleSet, request: EvaluationRequest) -> SampleSet:
        """Return those of the samples that count, each segment as one."""
        return super().evaluation_samples(cut_recordings(samples), request)

    def resolve(self, spec: TrainingSpec, splits: Splits[AudioDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        reading = splits.train.reading
        return resolve_schedule(
            spec,
            len(splits.train),
            _AST if spec.backbone.startswith("ast") else _CNN,
            sample_rate=reading.sample_rate,
            window_seconds=reading.window_seconds,
            num_bands=reading.frame_size,
            class_weights=resolved_weights(options_of(spec, SoundClassificationOptions), splits),
        )

    def pipeline(self, spec: TrainingSpec, splits: Splits[AudioDataset]) -> Pipeline:
        """Return how a recording becomes features, and logits become labels."""
        return Pipeline(splits.train.reading.input, splits.train.ops, postprocessing(splits))

    def new_model(self, spec: TrainingSpec, splits: Splits[AudioDataset]) -> nn.Module:
        """Build the network (B, T, M) → logits (B, K); its head is always new.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        reading = splits.train.reading
        return build_audio_classifier(
            spec.backbone,
            reading.windows.frames,
            reading.frame_size,
            len(splits.labels),
            find_weights(spec.pretrained, self.card.backbone(spec.backbone)),
        )

    def augment(
        self, spec: TrainingSpec, splits: Splits[AudioDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Cut a window out of each recording and change it at random; a pure function."""
        options = options_of(spec, SoundClassificationOptions)
        windows = splits.train.reading.windows
        generator = torch.Generator().manual_seed(step_seed)
        features = cut_windows(
            batch.inputs[TENSOR],
            batch.targets[LENGTHS],
            windows.frames,
            pad=splits.train.reading.pad,
            shift=options.augmentation.time_shift,
            generator=generator,
        )
        features = augment_recordings(features, options.augmentation, generator)
        return mixed(
            Batch({TENSOR: features}, batch.targets),
            len(splits.labels),
            generator,
            mixup=options.mixup,
        )

    def networks(
        self, spec: TrainingSpec, splits: Splits[AudioDataset], model: nn.Module
    ) -> tuple[Network, ...]:
        """Return the one network: ``features`` (B, T, M) → ``logits`` (B, K)."""
        reading = splits.train.reading
        return deployed_classifier(model, TENSOR, (reading.windows.frames, reading.frame_size))


TASK = SoundClassification()
