"""Image classification: which of the labels a picture shows, one of them or any number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn

from engine.catalog.cards import BackboneCard
from engine.catalog.checks import Finding
from engine.catalog.image import CLASSIFICATION
from engine.data.augmentation.images import augment_images
from engine.data.augmentation.mixing import mix
from engine.data.image_dataset import ImageDataset
from engine.data.normalization import IMAGENET
from engine.data.quality import check_samples
from engine.data.samples import SampleSet, read_samples
from engine.errors import DataError, SpecError
from engine.evaluation.classification import (
    classification_numbers,
    classification_report,
    recommend_thresholds,
)
from engine.models.initial import load_initial
from engine.models.pretrained import find_weights
from engine.models.vision.backbones import build_classifier
from engine.models.vision.classifier import ImageClassifier
from engine.specs.data import DataSpec, ManifestDataSpec, SampleRecord, Split
from engine.specs.image_classification import ImageClassificationOptions
from engine.specs.manifest import (
    LabelsOp,
    LabelSpec,
    LayoutOp,
    NormalizeOp,
    PostprocessingOp,
    PreprocessingOp,
    ResizeOp,
    SigmoidOp,
    SoftmaxOp,
)
from engine.specs.report import Report, RuntimeCheck
from engine.specs.training import TrainingSpec
from engine.tasks.task import Batch, Scores, Splits, TrainedModel
from engine.training import defaults
from engine.training.losses import balanced_weights, binary_cross_entropy, cross_entropy
from engine.training.precision import choose_precision
from engine.training.recipe import Recipe
from engine.training.resources import available_threads


class ImageClassification:
    """Say which labels a picture shows."""

    card = CLASSIFICATION

    def check(self, data: DataSpec) -> tuple[Finding, ...]:
        """Look at the data before training and name what is wrong with it."""
        return check_samples(read_samples(data), self.card)

    def build_splits(self, spec: TrainingSpec) -> Splits:
        """Open the datasets; images are decoded when they are first needed.

        Raises:
            DataError: when the index or folder is missing or malformed, or nothing is in it to
                train on.
            SpecError: when the image size is less than the backbone can take.
        """
        samples = read_samples(spec.data)
        if not samples.of(Split.TRAIN):
            raise DataError(
                "The train split has no labelled sample. Label samples, or give the split a share.",
                code="empty_split",
                split=Split.TRAIN.value,
            )
        size = _image_size(spec, samples.of(Split.TRAIN), self.card.backbone(spec.backbone))
        wanted = spec.resources.num_threads
        threads = available_threads() if wanted == "auto" else wanted
        return Splits(
            train=_dataset(samples, Split.TRAIN, size, threads),
            validation=_dataset(samples, Split.VALIDATION, size, threads),
            test=_dataset(samples, Split.TEST, size, threads),
            labels=samples.labels,
            multi_label=samples.multi_label,
        )

    def resolve(self, spec: TrainingSpec, splits: Splits) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        options = _options(spec)
        is_new = spec.pretrained is None and spec.initial_package is None
        num_train = len(splits.train)
        size = _image_size(spec, splits.train.records, self.card.backbone(spec.backbone))
        batch_size = options.batch_size
        if batch_size == "auto":
            batch_size = defaults.batch_size(num_train, spec.resources.device)
        chosen = {
            "image_size": size,
            "batch_size": batch_size,
            "epochs": defaults.epochs(num_train, batch_size, is_new)
            if options.epochs == "auto"
            else options.epochs,
            "learning_rate": defaults.learning_rate(spec.backbone, options.optimizer, is_new)
            if options.learning_rate == "auto"
            else options.learning_rate,
            "precision": choose_precision(options.precision, spec.resources.device),
        }
        threads = spec.resources.num_threads
        resources = spec.resources.model_copy(
            update={"num_threads": available_threads() if threads == "auto" else threads}
        )
        return spec.model_copy(
            update={"options": options.model_copy(update=chosen), "resources": resources}
        )

    def build_model(self, spec: TrainingSpec, labels: Sequence[str]) -> nn.Module:
        """Build the network (B, 3, H, W) → logits (B, K); its head is always new.

        An initial package then fills in what it has: the network, and the rows of the head whose
        labels it knows.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        weights = find_weights(spec.pretrained, self.card.backbone(spec.backbone))
        model = build_classifier(spec.backbone, _resolved_size(spec), len(labels), weights)
        if spec.initial_package is not None:
            load_initial(model, Path(spec.initial_package), spec.backbone, labels)
        return model

    def augment(
        self, spec: TrainingSpec, labels: Sequence[str], batch: Batch, step_seed: int
    ) -> Batch:
        """Change a batch at random; a pure function of its arguments."""
        options = _options(spec)
        generator = torch.Generator().manual_seed(step_seed)
        images = augment_images(batch.inputs, options.augmentation, IMAGENET, generator)
        images, targets = mix(
            images,
            batch.targets,
            len(labels),
            mixup=options.mixup,
            cutmix=options.cutmix,
            generator=generator,
        )
        return Batch(images, targets)

    def recipe(self, spec: TrainingSpec) -> Recipe:
        """Return what the training loop needs to know of resolved options."""
        options = _options(spec)
        if (
            options.epochs == "auto"
            or options.batch_size == "auto"
            or options.learning_rate == "auto"
            or options.precision == "auto"
        ):
            raise _unresolved()
        return Recipe(
            epochs=options.epochs,
            batch_size=options.batch_size,
            learning_rate=options.learning_rate,
            optimizer=options.optimizer,
            weight_decay=options.weight_decay,
            warmup_share=options.warmup_share,
            ema_decay=options.ema_decay,
            early_stopping_patience=options.early_stopping_patience,
            precision=options.precision,
        )

    def label_weights(self, spec: TrainingSpec, splits: Splits) -> Tensor | None:
        """Return the weight of each label (K,), ``None`` when all weigh the same."""
        if _options(spec).class_weights == "none":
            return None
        names = Counter(label for record in splits.train.records for label in record.labels)
        counts = torch.tensor([names[label] for label in splits.labels])
        return balanced_weights(counts, len(splits.train), splits.multi_label)

    def loss(
        self, spec: TrainingSpec, logits: Tensor, targets: Tensor, label_weights: Tensor | None
    ) -> Tensor:
        """Return the training loss: binary cross entropy per label when there may be several."""
        smoothing = _options(spec).label_smoothing
        if _is_multi_label(spec):
            return binary_cross_entropy(logits, targets, smoothing, label_weights)
        return cross_entropy(logits, targets, smoothing, label_weights)

    def metrics(self, scores: Scores, labels: Sequence[str]) -> dict[str, float]:
        """Return the validation numbers; ``accuracy`` is the primary one."""
        return classification_numbers(
            scores.logits, scores.targets, labels, scores.targets.ndim == 2
        )

    def preprocessing(self, spec: TrainingSpec) -> tuple[PreprocessingOp, ...]:
        """Return how an image becomes a tensor, as data."""
        return _preprocessing(_resolved_size(spec))

    def postprocessing(self, multi_label: bool) -> tuple[PostprocessingOp, ...]:
        """Return how logits become an answer, as data."""
        if multi_label:
            return (SigmoidOp(), LabelsOp(select="threshold"))
        return (SoftmaxOp(), LabelsOp(select="top"))

    def recommend_thresholds(
        self, validation: Scores, labels: Sequence[str]
    ) -> Sequence[LabelSpec]:
        """Choose the decision threshold of each label on the validation split."""
        return recommend_thresholds(validation, labels, validation.targets.ndim == 2)

    def report(
        self,
        trained: TrainedModel,
        held_out: Scores,
        labels: Sequence[LabelSpec],
        runtime: RuntimeCheck,
        work: Path,
    ) -> Report:
        """Build the evaluation report; its heat maps are written under ``work``."""
        if not isinstance(trained.model, ImageClassifier):
            raise TypeError(f"{type(trained.model).__name__} is not an image classifier.")
        return classification_report(
            trained, held_out, labels, runtime, work, target_layer=trained.model.features
        )


TASK = ImageClassification()


def _options(spec: TrainingSpec) -> ImageClassificationOptions:
    if not isinstance(spec.options, ImageClassificationOptions):
        raise SpecError(
            f"The options of task '{spec.task}' are {type(spec.options).__name__}; image "
            "classification needs its own. Read the spec with parse_training_spec.",
            code="options_invalid",
        )
    return spec.options


def _is_multi_label(spec: TrainingSpec) -> bool:
    return isinstance(spec.data, ManifestDataSpec) and spec.data.multi_label


def _image_size(spec: TrainingSpec, records: Sequence[SampleRecord], card: BackboneCard) -> int:
    wanted = _options(spec).image_size
    if wanted == "auto":
        return defaults.image_size(
            records, card, spec.resources.device, is_pretrained=spec.pretrained is not None
        )
    if wanted < card.min_input_size:
        reason = f"the backbone '{card.key}' needs at least {card.min_input_size} pixels"
        raise SpecError(
            f"The image size is {wanted}, and {reason}. Choose at least that, 'auto', or a "
            "smaller backbone such as small_cnn.",
            field="options.image_size",
            reason=reason,
        )
    return wanted


def _resolved_size(spec: TrainingSpec) -> int:
    size = _options(spec).image_size
    if size == "auto":
        raise _unresolved()
    return size


def _preprocessing(size: int) -> tuple[PreprocessingOp, ...]:
    return (
        ResizeOp(size=(size, size)),
        NormalizeOp(mean=IMAGENET.mean, std=IMAGENET.std),
        LayoutOp(to="NCHW"),
    )


def _dataset(samples: SampleSet, split: Split, size: int, num_threads: int) -> ImageDataset:
    return ImageDataset(
        records=samples.of(split),
        files_root=samples.files_root,
        labels=samples.labels,
        multi_label=samples.multi_label,
        preprocessing=_preprocessing(size),
        num_threads=num_threads,
    )


def _unresolved() -> SpecError:
    return SpecError(
        "The options still hold 'auto'. Call resolve with the data before training.",
        code="options_unresolved",
    )
