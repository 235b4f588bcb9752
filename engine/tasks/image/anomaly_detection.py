"""Anomaly detection: learn from normal images alone, and show where another one is not."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from easel.runtime.image import TENSOR
from torch import Tensor, nn

from engine.catalog.image import ANOMALY_DETECTION
from engine.data.augmentation.defects import paint_defects
from engine.data.evaluation_data import chosen, held_out
from engine.data.image.dataset import ImageDataset
from engine.data.image.ground_truth import take_masks
from engine.data.image.network_size import network_size
from engine.data.image.normality import divide, is_anomalous, with_normality
from engine.data.image.region_boxes import image_size
from engine.data.image.size import resizing
from engine.data.opening import opener
from engine.data.quality import check_samples
from engine.data.samples import SampleSet, read_samples
from engine.evaluation.image.anomaly_evaluator import AnomalyEvaluator
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationRequest
from engine.interfaces.network import Network, Pipeline
from engine.interfaces.run import RunContext, TrainedModel
from engine.models.anomaly_weights import load_anomaly_weights
from engine.models.vision.anomaly.anomaly_autoencoder import AnomalyAutoencoder
from engine.models.vision.anomaly.anomaly_maps import AnomalyMapper
from engine.models.vision.anomaly.patch_features import build_patch_memory, place_stride
from engine.models.vision.anomaly.patch_memory import PatchMemory
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.options import options_of
from engine.specs.data import DataSpec, SampleRecord, Split
from engine.specs.options.image.anomaly_detection import AnomalyDetectionOptions
from engine.specs.package.inputs import ImageInput
from engine.specs.package.ops.anomaly import AnomalyOp
from engine.specs.package.report import TrainingSummary
from engine.specs.training import TrainingSpec
from engine.training.fingerprint import fingerprint
from engine.training.gradient import GradientLearner, say_origin
from engine.training.losses.anomaly import PAINTED, anomaly_objective
from engine.training.recipe import recipe_of
from engine.training.resolve import SchedulePreset, resolve_schedule
from engine.training.resources import place
from engine.training.scoring import score, trained_model
from engine.training.vision.anomaly_state import restore_model, save_model
from engine.training.vision.patch_memory import (
    MemoryOptions,
    fill_memory,
    grow_memory,
    measure_normal,
)
from engine.validation.checks import Finding
from engine.weights.initial import read_initial_weights
from engine.weights.pretrained import find_weights

ANOMALOUS = "anomalous"
PRESET = SchedulePreset(
    new_rate=1e-3, known_rate=3e-4, new_steps=500, known_steps=200, max_batch=16
)
# Larger images of a surface show no more of it than a few centimetres at this size do.
_LARGEST = {"cpu": 256, "cuda": 448}
_STEP = 32


class AnomalyDetection(GradientLearner):
    """Say whether an image is unlike the normal ones, and where."""

    card = ANOMALY_DETECTION
    evaluator = AnomalyEvaluator()

    def check(self, data: DataSpec) -> tuple[Finding, ...]:
        """Look at the data before training and name what is wrong with it."""
        return check_samples(take_masks(read_samples(data, self.card)), self.card)

    def build_splits(self, spec: TrainingSpec) -> Splits:
        """Open the datasets; the train split has normal images only.

        Raises:
            DataError: when the index or folder is missing or malformed, or it cannot be told which
                images are normal; see ``engine.data.image.normality.divide``.
        """
        samples = divide(
            take_masks(read_samples(spec.data, self.card)),
            options_of(spec, AnomalyDetectionOptions).normal_label,
        )
        ops = resizing(_size(spec, samples.of(Split.TRAIN)))
        dataset = opener(ImageDataset, ops, samples, spec, lambda split: lambda places: {})
        return Splits.opened(dataset, (ANOMALOUS,))

    def evaluation_samples(self, samples: SampleSet, request: EvaluationRequest) -> SampleSet:
        """Return those of the images that count, normal ones and others told apart."""
        name = request.options(AnomalyDetectionOptions).normal_label
        masked = take_masks(samples)
        if request.split is None:
            return held_out(with_normality(masked, name))
        return chosen(divide(masked, name), request.split)

    def resolve(self, spec: TrainingSpec, splits: Splits) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        side = max(_size(spec, splits.train.records))
        return resolve_schedule(spec, len(splits.train), PRESET, image_size=side)

    def pipeline(self, spec: TrainingSpec, splits: Splits) -> Pipeline:
        """Return what surrounds the network."""
        size = _size(spec, splits.train.records)
        return Pipeline(ImageInput(), resizing(size), (AnomalyOp(),))

    def fit(self, spec: TrainingSpec, splits: Splits, context: RunContext) -> TrainedModel:
        """Learn features where they are to be learnt, remember normal images, and measure them.

        Raises:
            Cancelled: when asked to stop; what was learnt so far is in the work folder.
        """
        began = time.monotonic()
        model, summary = self._learnt(spec, splits, context)
        self._remember(model, spec, splits, context)
        summary = summary.model_copy(update={"train_seconds": time.monotonic() - began})
        save_model(context.work, model, summary, fingerprint(spec, splits))
        trained = self._trained(spec, splits, model, summary)
        evaluated = trained_model(self, spec, splits, trained.networks)
        scores = score(self.evaluator, evaluated, splits.validation, Split.VALIDATION)
        steps = summary.epochs * -(-len(splits.train) // recipe_of(spec).batch_size)
        context.emit.metric(
            steps, summary.epochs, "validation", self.evaluator.metrics(scores, splits)
        )
        return trained

    def restore(self, spec: TrainingSpec, splits: Splits, context: RunContext) -> TrainedModel:
        """Return the model of the work folder without learning."""
        model = self.build_model(spec, splits)
        summary = restore_model(context.work, model, fingerprint(spec, splits))
        return self._trained(spec, splits, place(model, spec.resources).eval(), summary)

    def _learnt(
        self, spec: TrainingSpec, splits: Splits, context: RunContext
    ) -> tuple[AnomalyMapper, TrainingSummary]:
        """Return the network with its features, which learn unless they are known or fixed."""
        model = self.build_model(spec, splits)
        if not isinstance(model, PatchMemory) or not model.has_memory:
            trained = super().fit(spec, splits, context)
            assert isinstance(trained.module, AnomalyMapper)
            return trained.module.eval(), trained.summary
        pretrained = say_origin(self.card, spec, splits, context.emit)
        summary = TrainingSummary(
            backbone=spec.backbone,
            pretrained=pretrained,
            from_scratch=pretrained is None and spec.initial_package is None,
            epochs=1,
            best_epoch=1,
            train_samples=len(splits.train),
            train_seconds=0.0,
            device=spec.resources.device,
            parameters=sum(parameter.numel() for parameter in model.parameters()),
        )
        return place(model, spec.resources).eval(), summary

    def _remember(
        self, model: AnomalyMapper, spec: TrainingSpec, splits: Splits, context: RunContext
    ) -> None:
        """Fill or grow the memory, and learn how far normal images reach."""
        options = options_of(spec, AnomalyDetectionOptions)

        def tick(done: int, total: int) -> None:
            context.interrupt.check()
            context.emit.progress("train", done, total)

        if isinstance(model, PatchMemory):
            keep = grow_memory if spec.initial_package is not None else fill_memory
            memory = MemoryOptions(options.memory_size, spec.seed)
            keep(model, splits.train, range(len(splits.train)), memory, tick)
            context.emit.log(
                "places_remembered",
                f"{len(model.memory)} places of normal images are remembered.",
                count=len(model.memory),
            )
        normal = [
            place
            for place, record in enumerate(splits.validation.records)
            if not is_anomalous(record)
        ]
        measure_normal(model, splits.validation, normal, options.false_positive_rate, tick)

    def _trained(
        self, spec: TrainingSpec, splits: Splits, model: AnomalyMapper, summary: TrainingSummary
    ) -> TrainedModel:
        networks = self.networks(spec, splits, model)
        return TrainedModel(spec, splits, summary, networks, module=model)

    def build_model(self, spec: TrainingSpec, splits: Splits) -> AnomalyMapper:
        """Build the network; an initial package then fills it, with all that it remembers.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        size = _size(spec, splits.train.records)
        model: AnomalyMapper
        if spec.backbone == "autoencoder":
            model = AnomalyAutoencoder(place_stride(size))
        else:
            weights = find_weights(spec.pretrained, self.card.backbone(spec.backbone))
            model = build_patch_memory(spec.backbone, size, weights)
        if spec.initial_package is not None:
            tensors = read_initial_weights(Path(spec.initial_package), spec.backbone)
            load_anomaly_weights(model, tensors)
        return model

    def augment(self, spec: TrainingSpec, splits: Splits, batch: Batch, step_seed: int) -> Batch:
        """Mirror images, and paint flaws for a network that learns to see them."""
        generator = torch.Generator().manual_seed(step_seed)
        images = batch.inputs[TENSOR]
        if options_of(spec, AnomalyDetectionOptions).horizontal_flip:
            is_mirrored = torch.rand(len(images), generator=generator) < 0.5
            mirrored = is_mirrored.to(images.device)[:, None, None, None]
            images = torch.where(mirrored, images.flip(3), images)
        if spec.backbone == "autoencoder":
            return Batch({TENSOR: images}, batch.targets)
        painted, where = paint_defects(images, generator)
        return Batch({TENSOR: painted}, {**batch.targets, PAINTED: where})

    def objective(self, spec: TrainingSpec, splits: Splits) -> Objective:
        """Return the training loss of the network."""
        return anomaly_objective

    def networks(self, spec: TrainingSpec, splits: Splits, model: nn.Module) -> tuple[Network, ...]:
        """Return the network as it is deployed, its memory inside."""
        height, width = _size(spec, splits.train.records)
        sample: Tensor = torch.zeros(2, 3, height, width, device=next(model.parameters()).device)
        # Like places would tie, and tracing must not depend on one image.
        sample = sample + torch.linspace(-1, 1, width, device=sample.device)
        return (TorchNetwork("model", model, {TENSOR: sample}, ("score", "map")),)


TASK = AnomalyDetection()


def _size(spec: TrainingSpec, records: Sequence[SampleRecord]) -> tuple[int, int]:
    """Return height and width of the network's image, of the shape that most images have."""
    wanted = options_of(spec, AnomalyDetectionOptions).image_size
    if wanted == "auto":
        longest = float(np.median([max(image_size(record)) for record in records]))
        # The next multiple that shows all pixels, as far as the device allows.
        full = max(_STEP, -int(-longest // _STEP) * _STEP)
        return network_size(records, min(full, _LARGEST[spec.resources.device]))
    return network_size(records, wanted)
