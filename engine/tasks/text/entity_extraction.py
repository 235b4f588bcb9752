"""Entity extraction: annotate the places of a text that name something, and say what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from easel.runtime import Example
from torch import Tensor, nn

from engine.catalog.text import ENTITY_EXTRACTION
from engine.data.samples import SampleSet, read_samples
from engine.data.text.dataset import TextDataset
from engine.data.text.reading import Reading, longest_in, unit_in
from engine.data.text.span_targets import have_nesting, longest_place
from engine.data.text.tagging import (
    SPANS,
    TAGS,
    cut_window,
    sample_inputs,
    span_grid,
    span_targets,
    tag_targets,
    tagging_reading,
)
from engine.evaluation.text.span_report import SpanEvaluator
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.network import Network, Pipeline
from engine.models.text.crf import chain_log_likelihood
from engine.models.text.span_scorer import span_loss
from engine.models.text.taggers import ChainTagger, PairTagger
from engine.models.text.token_encoders import WORD_ENCODERS, build_encoder
from engine.onnx_graphs.torch_export import DynamicAxis
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.options import options_of
from engine.specs.data import SampleRecord, Split
from engine.specs.inputs import TextInput
from engine.specs.ops.text import SpansOp
from engine.specs.options.text.entity_extraction import TextEntityExtractionOptions
from engine.specs.training import TrainingSpec
from engine.training.gradient import GradientLearner
from engine.training.recipe import unresolved
from engine.training.resolve import SchedulePreset, resolve_schedule
from engine.weights.pretrained import find_weights

_PRESETS = {
    True: SchedulePreset(
        new_rate=2e-3, known_rate=5e-4, new_steps=600, known_steps=200, max_batch=32
    ),
    False: SchedulePreset(
        new_rate=1e-3, known_rate=5e-5, new_steps=1500, known_steps=400, max_batch=32
    ),
}


class TextEntityExtraction(GradientLearner):
    """Annotate names in texts; they may nest when the data does."""

    card = ENTITY_EXTRACTION
    evaluator = SpanEvaluator()

    def build_splits(self, spec: TrainingSpec) -> Splits[TextDataset]:
        """Open the texts and learn their vocabulary.

        Raises:
            DataError: when the index is missing or malformed, or nothing is in it to train on.
            ResourceError: when the pretrained weights have no tokenizer.
        """
        samples = read_samples(spec.data, self.card)
        samples.require_training()
        options = options_of(spec, TextEntityExtractionOptions)
        reading = tagging_reading(
            spec,
            self.card,
            options,
            samples,
            options.max_features,
            reads_words=spec.backbone in WORD_ENCODERS,
        )
        head = _head(options, samples.of(Split.TRAIN))
        return Splits.opened(
            lambda split: _dataset(samples, split, reading, head),
            samples.labels,
            files=reading.files,
        )

    def resolve(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        options = options_of(spec, TextEntityExtractionOptions)
        op = splits.train.op
        longest = longest_in(op)
        span_words = options.max_span_words
        return resolve_schedule(
            spec,
            len(splits.train),
            _PRESETS[spec.backbone in WORD_ENCODERS],
            unit=unit_in(op),
            max_words=longest,
            head=_head(options, splits.train.records),
            max_span_words=longest_place(splits.train.records)
            if span_words == "auto"
            else span_words,
        )

    def pipeline(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> Pipeline:
        """Return how a text becomes ids, and scores become places."""
        options = options_of(spec, TextEntityExtractionOptions)
        if options.head == "auto" or options.max_span_words == "auto":
            raise unresolved()
        nested = options.head == "pairs" and have_nesting(splits.train.records)
        postprocessing = SpansOp(
            decode=options.head, max_words=options.max_span_words, nested=nested
        )
        return Pipeline(
            input=TextInput(), preprocessing=(splits.train.op,), postprocessing=(postprocessing,)
        )

    def new_model(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> nn.Module:
        """Build the tagger; an initial package then fills it in, if it has the same labels.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        options = options_of(spec, TextEntityExtractionOptions)
        num_types = len(splits.labels)
        is_chain = options.head == "chain"
        encoder = build_encoder(
            spec.backbone,
            next(iter(splits.files.values())),
            direct_size=2 * num_types + 1 if is_chain else 64,
            max_words=_max_words(options),
            dropout=options.dropout,
            weights=find_weights(spec.pretrained, self.card.backbone(spec.backbone)),
            freeze_layers=options.freeze_layers,
            layer_decay=options.layer_decay,
        )
        return ChainTagger(encoder, num_types) if is_chain else PairTagger(encoder, num_types)

    def augment(
        self, spec: TrainingSpec, splits: Splits[TextDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Cut a window out of each text; a pure function."""
        options = options_of(spec, TextEntityExtractionOptions)
        return cut_window(batch, _max_words(options), step_seed)

    def objective(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> Objective:
        """Return the likelihood of the tags, or the ranking loss of all spans."""
        return tagging_objective

    def networks(
        self, spec: TrainingSpec, splits: Splits[TextDataset], model: nn.Module
    ) -> tuple[Network, ...]:
        """Return the one network: ids (B, T) → what the ``spans`` op reads."""
        options = options_of(spec, TextEntityExtractionOptions)
        names = ("spans",) if options.head == "pairs" else ("emissions", "transitions")
        return (tagging_network(splits, model, names, _max_words(options)),)


TASK = TextEntityExtraction()


def tagging_objective(model: Callable[..., Sequence[Tensor]], batch: Batch) -> Tensor:
    """Return the loss of a ``ChainTagger`` or ``PairTagger`` on a batch."""
    outputs = model(**batch.inputs)
    if TAGS in batch.targets:
        mask = batch.inputs["attention_mask"].bool()
        # A row without words has nothing to learn from, and a chain needs one.
        mask = mask | (mask.sum(dim=1, keepdim=True) == 0)
        likelihood = chain_log_likelihood(
            outputs[0].float(), outputs[1][0].float(), batch.targets[TAGS], mask
        )
        return -likelihood.mean()
    return span_loss(outputs[0].float(), span_grid(batch.targets[SPANS], outputs[0].float()))


def tagging_network(
    splits: Splits[TextDataset], model: nn.Module, outputs: Sequence[str], max_words: int
) -> TorchNetwork:
    """Return a network of words as it is deployed: ids (B, T), features (B, T, F) if any."""
    tensors = splits.train.examples([0])[0].tensors
    names = {name: array.shape[2] if array.ndim == 3 else 0 for name, array in tensors.items()}
    axis = DynamicAxis("words", smallest=8, largest=max(16, max_words), multiple=8)
    return TorchNetwork(
        "model", model, sample_inputs(names), outputs, {name: {1: axis} for name in names}
    )


def _head(options: TextEntityExtractionOptions, records: Sequence[SampleRecord]) -> str:
    if options.head != "auto":
        return options.head
    return "pairs" if have_nesting(records) else "chain"


def _max_words(options: TextEntityExtractionOptions) -> int:
    if options.max_words == "auto":
        raise unresolved()
    return options.max_words


def _dataset(samples: SampleSet, split: Split, reading: Reading, head: str) -> TextDataset:
    def targets(
        records: Sequence[SampleRecord], examples: Sequence[Example], length: int
    ) -> Mapping[str, Tensor]:
        if head == "pairs":
            return span_targets(records, examples, samples.labels)
        return tag_targets(records, examples, length, samples.labels)

    return TextDataset(samples.of(split), samples.files, reading.op, reading.files, targets)
