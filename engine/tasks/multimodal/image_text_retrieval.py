"""Image and text retrieval: find the images that a text describes, and texts for an image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import torch
from easel.runtime import Source
from easel.runtime.image import TENSOR
from easel.runtime.text.windows import padded_length
from torch import Tensor, nn

from engine.catalog.multimodal import IMAGE_TEXT_RETRIEVAL
from engine.data.augmentation.images import augment_images
from engine.data.image.normalization import IMAGENET, Normalization
from engine.data.image.size import resizing, square_size
from engine.data.multimodal.dataset import IMAGES, TEXTS, ImageTextDataset, one_window
from engine.data.multimodal.gallery import NAMES, VECTORS, gallery_files
from engine.data.samples import SampleSet, read_samples
from engine.data.text.reading import Reading, subword_reading, word_reading
from engine.data.text.tokenizer_training import num_tokens
from engine.data.text.vocabulary import vocabulary_sizes
from engine.evaluation.image.retrieval_evaluator import RetrievalEvaluator
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationData, EvaluationRequest
from engine.interfaces.network import Network, Pipeline
from engine.interfaces.run import TrainedModel
from engine.models.multimodal.dual_encoder import DualEncoder, TextEncoder
from engine.models.multimodal.transformers_towers import PRESETS, build_towers
from engine.models.vision.classification.backbones import build_classifier
from engine.onnx_graphs.torch_export import DynamicAxis
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.options import options_of
from engine.specs.data import SampleRecord, Split
from engine.specs.options.multimodal.image_text_retrieval import ImageTextRetrievalOptions
from engine.specs.package.inputs import ImageTextInput
from engine.specs.package.ops.image import ImageOp
from engine.specs.package.ops.matches import MatchesOp
from engine.specs.package.ops.text import TokenizeOp, WordsOp
from engine.specs.training import TrainingSpec
from engine.threads import num_threads
from engine.training.gradient import GradientLearner
from engine.training.losses.contrastive import same_pairs, sigmoid_loss, softmax_loss
from engine.training.recipe import resolved
from engine.training.resolve import (
    CONVOLUTIONAL,
    SMALL,
    SchedulePreset,
    resolve_schedule,
)
from engine.training.scoring import score, trained_model
from engine.weights.initial import absent, read_initial_file, read_initial_manifest
from engine.weights.pretrained import find_weights, read_tokenizer

IMAGE_NETWORK, TEXT_NETWORK = "model", "text"
_TRANSFORMERS = SchedulePreset(new_rate=1e-3, known_rate=1e-5, new_steps=600, known_steps=300)
_LOSSES = {"sigmoid": sigmoid_loss, "softmax": softmax_loss}


class ImageTextRetrieval(GradientLearner):
    """Learn one space of images and texts from images with captions."""

    card = IMAGE_TEXT_RETRIEVAL
    evaluator = RetrievalEvaluator()

    def build_splits(self, spec: TrainingSpec) -> Splits[ImageTextDataset]:
        """Open the datasets and learn the vocabulary; images are decoded when first needed.

        Raises:
            DataError: when the index or folder is missing or malformed, or nothing is in it to
                train on.
            ResourceError: when the initial package has no vocabulary, or the weights no tokenizer.
            SpecError: when the image size is less than the backbone can take.
        """
        samples = read_samples(spec.data, self.card)
        samples.require_training()
        size = self._image_size(spec, samples.of(Split.TRAIN))
        reading = self._reading(spec, samples.of(Split.TRAIN))
        return Splits.opened(
            lambda split: _dataset(samples, split, size, reading, spec), (), files=reading.files
        )

    def open_evaluation_data(self, request: EvaluationRequest) -> EvaluationData:
        """Open the pairs that a package is evaluated by: each text of an image with the image."""
        evaluated = super().open_evaluation_data(request)
        pairs = [
            (place, text) for place, record in enumerate(evaluated.records) for text in record.texts
        ]

        def source(index: int) -> Source:
            place, text = pairs[index]
            return {"image": evaluated.source(place), "text": text}

        return replace(
            evaluated, records=tuple(evaluated.records[place] for place, _ in pairs), source=source
        )

    def resolve(self, spec: TrainingSpec, splits: Splits[ImageTextDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        preset = SMALL if spec.backbone == "small_cnn" else CONVOLUTIONAL
        if spec.backbone in PRESETS:
            preset = _TRANSFORMERS
        # Two towers that know nothing of each other learn in about thrice the steps of one.
        preset = replace(preset, new_steps=3 * preset.new_steps, new_rate=preset.new_rate / 2)
        size = self._image_size(spec, splits.train.records)
        return resolve_schedule(spec, len(splits.train), preset, image_size=size)

    def pipeline(self, spec: TrainingSpec, splits: Splits[ImageTextDataset]) -> Pipeline:
        """Return how images and texts become tensors, and vectors become matches."""
        return Pipeline(
            input=ImageTextInput(),
            preprocessing=(
                *_image_ops(spec.backbone, _resolved_size(spec)),
                splits.train.reading.op,
            ),
            postprocessing=(MatchesOp(text_network=TEXT_NETWORK, names=NAMES, vectors=VECTORS),),
        )

    def new_model(self, spec: TrainingSpec, splits: Splits[ImageTextDataset]) -> nn.Module:
        """Build both towers; an initial package then fills them in.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        size = options_of(spec, ImageTextRetrievalOptions).embedding_size
        weights = find_weights(spec.pretrained, self.card.backbone(spec.backbone))
        (vocabulary,) = splits.files.values()
        if spec.backbone in PRESETS:
            tokens = num_tokens(vocabulary)
            model = build_towers(spec.backbone, _resolved_size(spec), tokens, weights)
        else:
            num_words, _ = vocabulary_sizes(vocabulary)
            model = DualEncoder(
                build_classifier(spec.backbone, _resolved_size(spec), size, weights),
                TextEncoder(num_words, size),
            )
        return model

    def augment(
        self, spec: TrainingSpec, splits: Splits[ImageTextDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Change images and choose windows of texts at random; a pure function."""
        options = options_of(spec, ImageTextRetrievalOptions)
        generator = torch.Generator().manual_seed(step_seed)
        batch = one_window(batch, generator)
        normalization = _normalization(spec.backbone)
        images = augment_images(
            batch.inputs[TENSOR], options.augmentation, normalization, generator
        )
        return Batch({**batch.inputs, TENSOR: images}, batch.targets)

    def objective(self, spec: TrainingSpec, splits: Splits[ImageTextDataset]) -> Objective:
        """Return the contrastive loss that the options name."""
        loss = _LOSSES[options_of(spec, ImageTextRetrievalOptions).loss]

        def objective(model: nn.Module, batch: Batch) -> Tensor:
            images, texts = model(**batch.inputs)
            matches = same_pairs(batch.targets[TEXTS], batch.targets[IMAGES])
            return loss(images @ texts.T, matches)

        return objective

    def networks(
        self, spec: TrainingSpec, splits: Splits[ImageTextDataset], model: DualEncoder
    ) -> tuple[Network, ...]:
        """Return the towers: ``image`` (B, 3, H, W) and a text's ids (B, T) → vectors."""
        size = _resolved_size(spec)
        op = splits.train.reading.op
        longest = op.max_tokens if isinstance(op, TokenizeOp) else None
        if longest is not None:
            longest = padded_length(longest)
        words = DynamicAxis("words", smallest=8, largest=longest, multiple=8)
        ids = torch.ones(2, 16, dtype=torch.int64)
        return (
            TorchNetwork(
                IMAGE_NETWORK, model.image, {TENSOR: torch.zeros(2, 3, size, size)}, ("vector",)
            ),
            TorchNetwork(
                TEXT_NETWORK,
                model.text,
                {"input_ids": ids, "attention_mask": torch.ones_like(ids)},
                ("vector",),
                {"input_ids": {1: words}, "attention_mask": {1: words}},
            ),
        )

    def _reading(
        self, spec: TrainingSpec, records: Sequence[SampleRecord]
    ) -> Reading[WordsOp | TokenizeOp]:
        """Return how texts are read: as the initial model does, as the weights do, or anew."""
        if spec.initial_package is not None:
            return _initial_reading(Path(spec.initial_package))
        size = options_of(spec, ImageTextRetrievalOptions).vocabulary_size
        texts = [text for record in records for text in record.texts]
        if spec.backbone not in PRESETS:
            return word_reading(texts, unit="word", max_words=None, overlap=0, vocabulary_size=size)
        weights = find_weights(spec.pretrained, self.card.backbone(spec.backbone))
        longest = PRESETS[spec.backbone].max_tokens
        return subword_reading(
            texts,
            max_tokens=longest,
            overlap=longest // 8,
            vocabulary_size=size,
            tokenizer=None if weights is None else read_tokenizer(weights),
        )

    def _image_size(self, spec: TrainingSpec, records: Sequence[SampleRecord]) -> int:
        wanted = options_of(spec, ImageTextRetrievalOptions).image_size
        return square_size(wanted, records, self.card.backbone(spec.backbone), spec)

    def finished(self, trained: TrainedModel) -> TrainedModel:
        """Put the vectors of all samples of the run into the package, to be searched."""
        splits = trained.splits
        model = trained_model(self, trained.spec, splits, trained.networks)
        everything = [
            score(self.evaluator, model, dataset, split)
            for split, dataset in (
                (Split.TRAIN, splits.train),
                (Split.VALIDATION, splits.validation),
                (Split.TEST, splits.test),
            )
        ]
        files = gallery_files(
            pair
            for scores in everything
            for pair in zip(scores.records, scores.outcomes, strict=True)
        )
        return replace(trained, files=files)


TASK = ImageTextRetrieval()


def _initial_reading(package: Path) -> Reading[WordsOp | TokenizeOp]:
    """Read texts as another model does, so that its weights fit.

    Raises:
        ResourceError: ``initial_package_absent``.
    """
    for op in read_initial_manifest(package).preprocessing:
        if isinstance(op, WordsOp | TokenizeOp):
            return Reading(op, {op.file: read_initial_file(package, op.file)})
    raise absent(package, "it reads no texts")


def _resolved_size(spec: TrainingSpec) -> int:
    return resolved(options_of(spec, ImageTextRetrievalOptions).image_size)


def _normalization(backbone: str) -> Normalization:
    return PRESETS[backbone].normalization if backbone in PRESETS else IMAGENET


def _image_ops(backbone: str, size: int) -> tuple[ImageOp, ...]:
    return resizing((size, size), _normalization(backbone))


def _dataset(
    samples: SampleSet,
    split: Split,
    size: int,
    reading: Reading[WordsOp | TokenizeOp],
    spec: TrainingSpec,
) -> ImageTextDataset:
    return ImageTextDataset(
        samples.of(split),
        samples.files,
        _image_ops(spec.backbone, size),
        reading,
        num_threads=num_threads(spec.resources.num_threads),
    )
