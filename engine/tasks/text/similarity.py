"""Text similarity: how alike two texts are, scored as a pair or by the distance of two points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import torch
from easel.runtime import Example
from torch import Tensor, nn
from torch.nn import functional

from engine.catalog.text import SIMILARITY
from engine.data.evaluation_data import chosen, splits_of
from engine.data.samples import SampleSet, read_samples
from engine.data.text.dataset import TextDataset
from engine.data.text.pair_targets import Scale, scale_of, scale_of_splits
from engine.data.text.reading import (
    Reading,
    initial_reading,
    subword_reading,
    unit_in,
    unit_of,
    word_reading,
)
from engine.data.text.tagging import sample_inputs
from engine.data.text.vocabulary import vocabulary_sizes
from engine.evaluation.text.pair_report import PairEvaluator
from engine.formats.reading.contents import read_pair
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationData, EvaluationRequest
from engine.interfaces.network import Network, Pipeline
from engine.models.text.pair_scorers import AlignmentScorer, DualEncoder
from engine.models.text.token_encoders import WordEncoder
from engine.onnx_graphs.torch_export import DynamicAxis
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.options import options_of
from engine.specs.data import SampleRecord, Split
from engine.specs.options.text.similarity import TextSimilarityOptions
from engine.specs.package.inputs import TextPairInput
from engine.specs.package.ops.text import ScoreOp
from engine.specs.training import TrainingSpec
from engine.training.gradient import GradientLearner
from engine.training.resolve import SchedulePreset, resolve_schedule
from engine.training.text.taggers import new_encoder, row_length
from engine.weights.pretrained import find_weights, read_tokenizer

VALUES, SIMILAR = "values", "similar"
_MAX_WORDS = 512
_WORD_BACKBONES = ("alignment", "dual_words")
_PRESETS = {
    True: SchedulePreset(new_rate=3e-3, known_rate=5e-4, new_steps=1200, known_steps=300),
    False: SchedulePreset(
        new_rate=1e-3, known_rate=5e-5, new_steps=1500, known_steps=400, max_batch=32
    ),
}


class TextSimilarity(GradientLearner):
    """Say how alike two texts are."""

    card = SIMILARITY
    evaluator = PairEvaluator()

    def build_splits(self, spec: TrainingSpec) -> Splits[TextDataset]:
        """Open the pairs and learn their vocabulary.

        Raises:
            DataError: when the index is missing or malformed, nothing is in it to train on, or a
                label does not say whether texts are alike.
            ResourceError: when the pretrained weights have no tokenizer.
        """
        samples = read_samples(spec.data, self.card)
        samples.require_training()
        reading = self._reading(spec, samples)
        scale = scale_of(samples.of(Split.TRAIN))
        return Splits.opened(
            lambda split: _dataset(samples, split, reading, scale),
            (SIMILAR,),
            files=reading.files,
            statistics=scale.statistics(),
        )

    def open_evaluation_data(self, request: EvaluationRequest) -> EvaluationData:
        """Open pairs that a package is evaluated by, on the scale of its op."""
        ops = request.manifest.postprocessing
        scale = next(Scale(op.low, op.high) for op in ops if isinstance(op, ScoreOp))
        splits = splits_of(request, statistics=scale.statistics())
        return replace(super().open_evaluation_data(request), splits=splits)

    def evaluation_samples(self, samples: SampleSet, request: EvaluationRequest) -> SampleSet:
        """Return those of the pairs that count; their labels say whether they are alike."""
        return chosen(samples, request.split)

    def _reading(self, spec: TrainingSpec, samples: SampleSet) -> Reading:
        if spec.initial_package is not None:
            return initial_reading(Path(spec.initial_package))
        options = options_of(spec, TextSimilarityOptions)
        records = samples.of(Split.TRAIN)
        texts = [text for record in records for text in read_pair(samples.files.read(record))]
        if spec.backbone in _WORD_BACKBONES:
            return word_reading(
                texts,
                unit=unit_of(texts, options.unit),
                max_words=None,
                overlap=0,
                vocabulary_size=options.vocabulary_size,
                affixes=4,
                max_features=options.max_features,
            )
        weights = find_weights(spec.pretrained, self.card.backbone(spec.backbone))
        return subword_reading(
            texts,
            max_tokens=None,
            overlap=0,
            vocabulary_size=options.vocabulary_size,
            tokenizer=None if weights is None else read_tokenizer(weights),
        )

    def resolve(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        options = options_of(spec, TextSimilarityOptions)
        return resolve_schedule(
            spec,
            len(splits.train),
            _PRESETS[spec.backbone in _WORD_BACKBONES],
            unit=unit_in(splits.train.op),
            max_words=_MAX_WORDS if options.max_words == "auto" else options.max_words,
        )

    def pipeline(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> Pipeline:
        """Return how a pair becomes ids, and a logit becomes a score."""
        scale = scale_of_splits(splits)
        return Pipeline(
            input=TextPairInput(),
            preprocessing=(splits.train.op,),
            postprocessing=(ScoreOp(name=SIMILAR, low=scale.low, high=scale.high),),
        )

    def new_model(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> nn.Module:
        """Build the scorer of pairs or the dual encoder.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        options = options_of(spec, TextSimilarityOptions)
        vocabulary = next(iter(splits.files.values()))
        model: nn.Module
        if spec.backbone == "alignment":
            model = AlignmentScorer(*vocabulary_sizes(vocabulary), dropout=options.dropout)
        elif spec.backbone == "dual_words":
            sizes = vocabulary_sizes(vocabulary)
            model = DualEncoder(
                WordEncoder(*sizes, 64, kind="convolution", dropout=options.dropout)
            )
        else:
            model = DualEncoder(new_encoder(spec, self.card, splits, direct_size=0))
        return model

    def augment(
        self, spec: TrainingSpec, splits: Splits[TextDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Hide words of both texts alike, so that the unknown word is learnt; a pure function."""
        deletion = options_of(spec, TextSimilarityOptions).augmentation.deletion
        generator = torch.Generator().manual_seed(step_seed)
        count = 1 + max(int(batch.inputs[f"input_ids_{side}"].max()) for side in (1, 2))
        is_hidden = torch.rand(count, generator=generator) < deletion
        # 0 fills rows up, and 1 is the unknown word itself.
        is_hidden[:2] = False
        inputs = dict(batch.inputs)
        for side in (1, 2):
            ids = inputs[f"input_ids_{side}"]
            inputs[f"input_ids_{side}"] = torch.where(is_hidden[ids], 1, ids)
        return Batch(inputs, batch.targets)

    def objective(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> Objective:
        """Return the squared error of the score, on the scale of 0 to 1."""

        def objective(model: nn.Module, batch: Batch) -> Tensor:
            outputs = model(**batch.inputs)
            logits: Tensor = outputs[0] if isinstance(outputs, tuple) else outputs
            scores = torch.sigmoid(logits[:, 0].float())
            return functional.mse_loss(scores, batch.targets[VALUES])

        return objective

    def networks(
        self, spec: TrainingSpec, splits: Splits[TextDataset], model: nn.Module
    ) -> tuple[Network, ...]:
        """Return the one network: ids of both texts → ``score`` (B, 1), and points if any."""
        tensors = splits.train.examples([0])[0].tensors
        names = {name: array.shape[2] if array.ndim == 3 else 0 for name, array in tensors.items()}
        longest = row_length(spec)
        axes = {
            name: {1: DynamicAxis(f"words_{name[-1]}", smallest=8, largest=longest, multiple=8)}
            for name in names
        }
        outputs = ("score", "point_1", "point_2") if isinstance(model, DualEncoder) else ("score",)
        return (TorchNetwork("model", model, sample_inputs(names), outputs, axes),)


TASK = TextSimilarity()


def _dataset(samples: SampleSet, split: Split, reading: Reading, scale: Scale) -> TextDataset:
    def targets(
        records: Sequence[SampleRecord], examples: Sequence[Example], length: int
    ) -> Mapping[str, Tensor]:
        return {VALUES: torch.tensor([scale.share(record) for record in records])}

    return TextDataset(
        samples.of(split), samples.files, reading.op, reading.files, targets, is_pair=True
    )
