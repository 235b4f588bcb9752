"""Text classification: which of the labels a text has, one of them or any number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from easel.runtime import Example
from torch import Tensor, nn

from engine.catalog import TaskCard
from engine.catalog.text import CLASSIFICATION
from engine.data.augmentation.texts import rearrange
from engine.data.label_targets import LABELS, label_targets
from engine.data.samples import SampleSet, read_samples
from engine.data.text.dataset import TextDataset
from engine.data.text.reading import (
    Reading,
    initial_reading,
    longest_in,
    ngram_reading,
    require_vocabulary,
    subword_reading,
    unit_in,
    unit_of,
    word_reading,
)
from engine.data.text.tokenizer_training import num_tokens
from engine.data.text.vocabulary import ngrams_of, vocabulary_sizes
from engine.evaluation.classifier import Classifier, postprocessing
from engine.evaluation.text.attributions import text_attributions
from engine.evaluation.text.text_baseline import linear_baseline
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Splits
from engine.interfaces.network import Network, Pipeline
from engine.interfaces.run import RunContext, TrainedModel
from engine.models.text.backbones import (
    build_ngram_classifier,
    build_text_classifier,
    family_of,
)
from engine.models.text.ngram_classifier import NgramClassifier
from engine.onnx_graphs.torch_export import DynamicAxis
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.options import options_of
from engine.specs.data import SampleRecord, Split
from engine.specs.options.text.classification import TextClassificationOptions
from engine.specs.package.inputs import TextInput
from engine.specs.package.ops.text import NgramsOp
from engine.specs.package.report import TrainingSummary
from engine.specs.training import TrainingSpec
from engine.training.gradient import GradientLearner, say_origin
from engine.training.losses.classification import classification_objective, resolved_weights
from engine.training.resolve import SchedulePreset, resolve_schedule
from engine.training.scoring import score, trained_model
from engine.training.text.ngrams import fit_ngrams, restore_ngrams
from engine.weights.pretrained import find_weights, read_tokenizer

LOGITS = "logits"
# Long enough for most texts; the rest is windows.
_MAX_WORDS = {"words": 512, "subwords": 256}
_PRESETS = {
    "words": SchedulePreset(new_rate=2e-3, known_rate=5e-4, new_steps=600, known_steps=200),
    "subwords": SchedulePreset(
        new_rate=1e-3, known_rate=5e-5, new_steps=1500, known_steps=400, max_batch=32
    ),
}


class TextClassification(GradientLearner):
    """Say which labels a text has.

    Args:
        card: of the task; sentiment without annotated targets is text classification too.
    """

    evaluator = Classifier(explain=text_attributions, baseline=linear_baseline)
    objective = staticmethod(classification_objective)

    def __init__(self, card: TaskCard = CLASSIFICATION) -> None:
        self.card = card

    def build_splits(self, spec: TrainingSpec) -> Splits[TextDataset]:
        """Open the texts and learn their vocabulary.

        Raises:
            DataError: when the index or table is missing or malformed, nothing is in it to train
                on, or no word comes twice.
            ResourceError: when the pretrained weights have no tokenizer.
        """
        samples = read_samples(spec.data, self.card)
        samples.require_training()
        reading = self._reading(spec, samples)
        return Splits.opened(
            lambda split: _dataset(samples, split, reading),
            samples.labels,
            multi_label=samples.multi_label,
            files=reading.files,
        )

    def _reading(self, spec: TrainingSpec, samples: SampleSet) -> Reading:
        if spec.initial_package is not None:
            return initial_reading(Path(spec.initial_package))
        options = options_of(spec, TextClassificationOptions)
        texts = [
            samples.files.read(record).decode("utf-8", "replace")
            for record in samples.of(Split.TRAIN)
        ]
        family = family_of(spec.backbone)
        if family == "ngrams":
            ngrams = ngram_reading(
                texts,
                unit=options.unit,
                longest=options.longest_ngram,
                max_ngrams=options.max_ngrams,
            )
            return require_vocabulary(ngrams, len(texts))
        longest = _MAX_WORDS[family] if options.max_words == "auto" else options.max_words
        if family == "words":
            words = word_reading(
                texts,
                unit=unit_of(texts, options.unit),
                max_words=longest,
                overlap=longest // 8,
                vocabulary_size=options.vocabulary_size,
            )
            return require_vocabulary(words, len(texts))
        weights = find_weights(spec.pretrained, self.card.backbone(spec.backbone))
        return subword_reading(
            texts,
            max_tokens=longest,
            overlap=longest // 8,
            vocabulary_size=options.vocabulary_size,
            tokenizer=None if weights is None else read_tokenizer(weights),
        )

    def resolve(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        family = family_of(spec.backbone)
        op = splits.train.op
        longest = longest_in(op)
        return resolve_schedule(
            spec,
            len(splits.train),
            _PRESETS.get(family, _PRESETS["words"]),
            unit=unit_in(op),
            max_words=longest or _MAX_WORDS["words"],
            longest_ngram=op.largest if isinstance(op, NgramsOp) else 1,
            class_weights=resolved_weights(options_of(spec, TextClassificationOptions), splits),
        )

    def pipeline(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> Pipeline:
        """Return how a text becomes ids, and logits become labels."""
        return Pipeline(
            input=TextInput(),
            preprocessing=(splits.train.op,),
            postprocessing=postprocessing(splits),
        )

    def fit(
        self, spec: TrainingSpec, splits: Splits[TextDataset], context: RunContext
    ) -> TrainedModel:
        """Fit n-grams to convergence, or train a network to its end."""
        if family_of(spec.backbone) != "ngrams":
            return super().fit(spec, splits, context)
        options = options_of(spec, TextClassificationOptions)
        model = self._ngram_classifier(spec, splits)
        say_origin(self.card, spec, splits, context.emit)
        seconds = fit_ngrams(
            model,
            spec,
            splits,
            context,
            strength=options.strength,
            balanced=options.class_weights == "balanced",
        )
        return self._fitted(model, spec, splits, context, seconds)

    def restore(
        self, spec: TrainingSpec, splits: Splits[TextDataset], context: RunContext
    ) -> TrainedModel:
        """Return the best model of the work folder without training."""
        if family_of(spec.backbone) != "ngrams":
            return super().restore(spec, splits, context)
        model = self._ngram_classifier(spec, splits)
        restore_ngrams(model, context.work)
        return self._fitted(model, spec, splits, context, 0.0)

    def _ngram_classifier(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> NgramClassifier:
        model = self.build_model(spec, splits)
        assert isinstance(model, NgramClassifier)
        return model

    def _fitted(
        self,
        model: NgramClassifier,
        spec: TrainingSpec,
        splits: Splits[TextDataset],
        context: RunContext,
        seconds: float,
    ) -> TrainedModel:
        """Measure a fitted model once, as a network is measured after each epoch."""
        summary = TrainingSummary(
            backbone=spec.backbone,
            pretrained=None,
            from_scratch=spec.initial_package is None,
            epochs=1,
            best_epoch=1,
            train_samples=len(splits.train),
            train_seconds=seconds,
            device="cpu",
            parameters=sum(parameter.numel() for parameter in model.parameters()),
        )
        trained = TrainedModel(
            spec=spec,
            splits=splits,
            summary=summary,
            networks=self.networks(spec, splits, model),
            module=model,
        )
        if len(splits.validation):
            model_in_place = trained_model(self, spec, splits, trained.networks)
            scores = score(self.evaluator, model_in_place, splits.validation, Split.VALIDATION)
            context.emit.metric(1, 1.0, "validation", self.evaluator.metrics(scores, splits))
        return trained

    def new_model(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> nn.Module:
        """Build the network: ids and mask (B, T) → logits (B, K); its head is always new.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        vocabulary = next(iter(splits.files.values()))
        if family_of(spec.backbone) == "ngrams":
            size = len(ngrams_of(vocabulary))
            return build_ngram_classifier(spec.backbone, size, len(splits.labels))
        options = options_of(spec, TextClassificationOptions)
        is_words = family_of(spec.backbone) == "words"
        return build_text_classifier(
            spec.backbone,
            vocabulary_sizes(vocabulary)[0] if is_words else num_tokens(vocabulary),
            len(splits.labels),
            max_words=_max_words(options),
            dropout=options.dropout,
            weights=find_weights(spec.pretrained, self.card.backbone(spec.backbone)),
            freeze_layers=options.freeze_layers,
            layer_decay=options.layer_decay,
        )

    def augment(
        self, spec: TrainingSpec, splits: Splits[TextDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Cut a window out of each text and change it at random; a pure function."""
        options = options_of(spec, TextClassificationOptions)
        arrangement = rearrange(
            batch.inputs["attention_mask"],
            torch.Generator().manual_seed(step_seed),
            max_words=_max_words(options),
            deletion=options.augmentation.deletion,
            swap=options.augmentation.swap,
        )
        return Batch(arrangement.apply_all(batch.inputs), batch.targets)

    def networks(
        self, spec: TrainingSpec, splits: Splits[TextDataset], model: nn.Module
    ) -> tuple[Network, ...]:
        """Return the one network: ids (B, T) → ``logits`` (B, K)."""
        if isinstance(model, NgramClassifier):
            sample = {
                "ngram_ids": torch.zeros(2, 64, dtype=torch.int64),
                "ngram_counts": torch.ones(2, 64),
            }
            axis = DynamicAxis("ngrams", smallest=32)
        else:
            longest = _max_words(options_of(spec, TextClassificationOptions))
            sample = {
                name: torch.ones(2, 16, dtype=torch.int64)
                for name in ("input_ids", "attention_mask")
            }
            axis = DynamicAxis("words", smallest=8, largest=max(16, longest), multiple=8)
        axes = {name: {1: axis} for name in sample}
        return (TorchNetwork("model", model, sample, (LOGITS,), axes),)


TASK = TextClassification()


def _max_words(options: TextClassificationOptions) -> int:
    return _MAX_WORDS["words"] if options.max_words == "auto" else options.max_words


def _dataset(samples: SampleSet, split: Split, reading: Reading) -> TextDataset:
    def targets(
        records: Sequence[SampleRecord], examples: Sequence[Example], length: int
    ) -> Mapping[str, Tensor]:
        values = label_targets(records, samples.labels, samples.multi_label)
        return {LABELS: torch.from_numpy(values)}

    return TextDataset(samples.of(split), samples.files, reading.op, reading.files, targets)
