"""Object detection: which objects a picture shows, and a box around each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import easel.runtime
import torch
from easel.runtime import Example, Tensors
from easel.runtime.answers.boxes import BOXES, LOGITS, BoxesAnswer
from easel.runtime.image import TENSOR
from torch import Tensor, nn

from engine.catalog.checks import Finding
from engine.catalog.image import OBJECT_DETECTION
from engine.data.augmentation.boxes import Marked, mosaic, move
from engine.data.augmentation.images import transform_colors
from engine.data.image_dataset import ImageDataset
from engine.data.network_size import default_long_side, network_size
from engine.data.normalization import IMAGENET
from engine.data.quality import check_samples
from engine.data.region_boxes import BoxTargets, labelled_regions
from engine.data.samples import SampleSet, read_samples
from engine.evaluation import detection_report
from engine.evaluation.detection import decided_numbers, detection_numbers, recommend_thresholds
from engine.evaluation.located import Compared, Located, compare
from engine.evaluation.truth import detections, true_boxes
from engine.export.torch_network import TorchNetwork
from engine.models.initial import load_initial
from engine.models.vision.detectors import build_detector
from engine.models.vision.light_detector import DeployedDetector, LightDetector
from engine.specs.data import DataSpec, SampleRecord, Split
from engine.specs.image_object_detection import ObjectDetectionOptions
from engine.specs.inputs import ImageInput
from engine.specs.manifest import LabelSpec, PreprocessingOp
from engine.specs.ops.boxes import BoxesOp
from engine.specs.ops.image import LayoutOp, LetterboxOp, NormalizeOp
from engine.specs.report import Report, RuntimeCheck, SectionedReport
from engine.specs.training import TrainingSpec
from engine.tasks.task import (
    Batch,
    Network,
    Objective,
    Pipeline,
    RunContext,
    Scores,
    Splits,
    TrainedModel,
)
from engine.training import gradient
from engine.training.box_assignment import pad_objects
from engine.training.box_losses import detection_loss
from engine.training.losses import balanced_weights
from engine.training.recipe import Recipe, recipe_of
from engine.training.resolve import Pace, options_of, resolve_schedule
from engine.training.resources import available_threads

# Finds below this score change no figure that anyone looks at, and cost time at every validation.
MIN_SCORE = 0.01
MAX_WEIGHT = 10.0
PACE = Pace(
    new_rate=1e-3, known_rate=3e-4, new_steps=1300, known_steps=600, max_batch=8, max_epochs=150
)


class ObjectDetection:
    """Find the objects of a picture."""

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
        samples = read_samples(spec.data, self.card)
        samples.require_training()
        size = _size(spec, samples.of(Split.TRAIN))
        wanted = spec.resources.num_threads
        threads = available_threads() if wanted == "auto" else wanted
        train, validation, test = (
            _dataset(samples, split, size, threads)
            for split in (Split.TRAIN, Split.VALIDATION, Split.TEST)
        )
        return Splits(train=train, validation=validation, test=test, labels=samples.labels)

    def resolve(self, spec: TrainingSpec, splits: Splits) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        records = splits.train.records
        return resolve_schedule(spec, len(splits.train), PACE, image_size=_long_side(spec, records))

    def pipeline(self, spec: TrainingSpec, splits: Splits) -> Pipeline:
        """Return what surrounds the network."""
        options = options_of(spec, ObjectDetectionOptions)
        return Pipeline(
            input=ImageInput(),
            preprocessing=_preprocessing(_size(spec, splits.train.records)),
            postprocessing=(BoxesOp(iou_threshold=options.iou_threshold),),
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
            SpecError: when the initial package does not fit.
        """
        size = _size(spec, splits.train.records)
        model = build_detector(spec.backbone, size, len(splits.labels))
        if spec.initial_package is not None:
            load_initial(model, Path(spec.initial_package), spec.backbone, splits.labels)
        return model

    def augment(self, spec: TrainingSpec, splits: Splits, batch: Batch, step_seed: int) -> Batch:
        """Change a batch at random; a pure function of its arguments."""
        options = options_of(spec, ObjectDetectionOptions).augmentation
        generator = torch.Generator().manual_seed(step_seed)
        marked = mosaic(_marked(batch), options.mosaic, generator)
        marked = move(marked, options, generator)
        images = transform_colors(marked.images_BCHW, options, IMAGENET, generator)
        targets = {
            "boxes": marked.boxes_N4,
            "labels": marked.labels_N,
            "samples": marked.samples_N,
        }
        return Batch({TENSOR: images}, targets)

    def recipe(self, spec: TrainingSpec) -> Recipe:
        """Return what the training loop needs to know of resolved options."""
        return recipe_of(options_of(spec, ObjectDetectionOptions))

    def objective(self, spec: TrainingSpec, splits: Splits) -> Objective:
        """Return the training loss, with the weights of the labels counted once."""
        weights = _label_weights(spec, splits)

        def loss(model: nn.Module, batch: Batch) -> Tensor:
            if not isinstance(model, LightDetector):
                raise TypeError(f"{type(model).__name__} is not a detector of this task.")
            predictions = model(batch.inputs[TENSOR])
            objects = pad_objects(
                batch.targets["boxes"],
                batch.targets["labels"],
                batch.targets["samples"],
                len(batch),
            )
            value, _ = detection_loss(
                predictions,
                model.places,
                objects,
                None if weights is None else weights.to(predictions.logits_BAK.device),
            )
            return value

        return loss

    def networks(self, spec: TrainingSpec, splits: Splits, model: nn.Module) -> tuple[Network, ...]:
        """Return the detector as it is deployed: scores and boxes of all places."""
        height, width = _size(spec, splits.train.records)
        device = next(model.parameters()).device
        deployed = DeployedDetector(model, (height, width)).to(device)
        sample = {TENSOR: torch.zeros(2, 3, height, width, device=device)}
        return (TorchNetwork("model", deployed, sample, (LOGITS, BOXES)),)

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Located:
        """Return all that was found with the least score or more."""
        answer = model.pipeline.answering
        if not isinstance(answer, BoxesAnswer):
            raise TypeError(f"{type(answer).__name__} does not answer with boxes.")
        found = answer.find(example, outputs, MIN_SCORE)
        return Located(found.boxes_N4, found.labels_N, found.scores_N)

    def metrics(self, scores: Scores[Located], splits: Splits) -> dict[str, float]:
        """Return mean average precisions; ``map_50`` is the primary one."""
        return detection_numbers(_pictures(scores, splits), len(splits.labels))

    def recommend_thresholds(
        self, validation: Scores[Located], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Choose the threshold of the best F1 of each label on the validation split."""
        return recommend_thresholds(_pictures(validation, splits), splits.labels)

    def decided(
        self, scores: Scores[Located], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics``, and precision, recall and F1 at the labels' thresholds."""
        return decided_numbers(_pictures(scores, splits), labels)

    def report(
        self,
        trained: TrainedModel,
        held_out: Scores[Located],
        labels: Sequence[LabelSpec],
        runtime: RuntimeCheck,
        work: Path,
    ) -> Report:
        """Build the evaluation report."""
        pictures = _pictures(held_out, trained.splits)
        names = [label.name for label in labels]
        return SectionedReport(
            split=held_out.split,
            num_samples=len(pictures),
            primary_metric=self.card.primary_metric,
            metrics=detection_report.headline(pictures, labels),
            labels=tuple(names),
            sections=detection_report.sections(
                pictures,
                held_out.records,
                labels,
                lambda located, record: detections(located, names, record),
                self.card.answer,
            ),
            runtime=runtime,
            training=trained.facts,
        )


TASK = ObjectDetection()


def _long_side(spec: TrainingSpec, records: Sequence[SampleRecord]) -> int:
    wanted = options_of(spec, ObjectDetectionOptions).image_size
    return default_long_side(records, spec.resources.device) if wanted == "auto" else wanted


def _size(spec: TrainingSpec, records: Sequence[SampleRecord]) -> tuple[int, int]:
    """Return height and width of the network's picture."""
    return network_size(records, _long_side(spec, records))


def _preprocessing(size: tuple[int, int]) -> tuple[PreprocessingOp, ...]:
    return (
        LetterboxOp(size=size),
        NormalizeOp(mean=IMAGENET.mean, std=IMAGENET.std),
        LayoutOp(to="NCHW"),
    )


def _dataset(
    samples: SampleSet, split: Split, size: tuple[int, int], num_threads: int
) -> ImageDataset:
    records, ops = samples.of(split), _preprocessing(size)
    return ImageDataset(
        records=records,
        files=samples.files,
        preprocessing=ops,
        targets=BoxTargets(records, samples.labels, ops),
        num_threads=num_threads,
    )


def _marked(batch: Batch) -> Marked:
    """Return the pictures of a batch with their objects; a preview has none."""
    targets = batch.targets
    return Marked(
        images_BCHW=batch.inputs[TENSOR],
        boxes_N4=targets.get("boxes", torch.zeros(0, 4)),
        labels_N=targets.get("labels", torch.zeros(0, dtype=torch.int64)),
        samples_N=targets.get("samples", torch.zeros(0, dtype=torch.int64)),
    )


def _label_weights(spec: TrainingSpec, splits: Splits) -> Tensor | None:
    """Return the weight of each label (K,), ``None`` when all weigh the same."""
    if options_of(spec, ObjectDetectionOptions).class_weights == "none":
        return None
    names = Counter(
        region.label for record in splits.train.records for region in labelled_regions(record)
    )
    counts = torch.tensor([names[label] for label in splits.labels])
    weights = balanced_weights(counts, int(counts.sum()), multi_label=False)
    return weights.clamp(max=MAX_WEIGHT)


def _pictures(scores: Scores[Located], splits: Splits) -> list[Compared]:
    return [
        compare(found, true_boxes(record, splits.labels))
        for found, record in zip(scores.outcomes, scores.records, strict=True)
    ]
