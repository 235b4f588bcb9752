"""Entity extraction: annotate the places of a text that name something, and say what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from easel.runtime import Example
from torch import Tensor, nn

from engine.catalog.text import ENTITY_EXTRACTION
from engine.data.samples import SampleSet, read_samples
from engine.data.text.dataset import TextDataset
from engine.data.text.reading import Reading
from engine.data.text.span_targets import have_nesting
from engine.data.text.tagging import (
    cut_window,
    span_targets,
    tag_targets,
    tagging_reading,
)
from engine.evaluation.text.span_report import SpanEvaluator
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.network import Network, Pipeline
from engine.models.text.taggers import ChainTagger, PairTagger
from engine.models.text.token_encoders import WORD_ENCODERS
from engine.options import options_of
from engine.specs.data import SampleRecord, Split
from engine.specs.options.text.entity_extraction import TextEntityExtractionOptions
from engine.specs.package.ops.text import SpansOp
from engine.specs.training import TrainingSpec
from engine.training.gradient import GradientLearner
from engine.training.recipe import resolved
from engine.training.text.taggers import (
    new_encoder,
    resolve_tagger,
    row_length,
    tagging_network,
    tagging_objective,
    text_pipeline,
)


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
        is_words = spec.backbone in WORD_ENCODERS
        reading = tagging_reading(spec, self.card, samples, options.max_features, is_words)
        head = _head(options, samples.of(Split.TRAIN))
        return Splits.opened(
            lambda split: _dataset(samples, split, reading, head),
            samples.labels,
            files=reading.files,
        )

    def resolve(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        options = options_of(spec, TextEntityExtractionOptions)
        head = _head(options, splits.train.records)
        return resolve_tagger(spec, splits, options.max_span_words, head=head)

    def pipeline(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> Pipeline:
        """Return how a text becomes ids, and scores become places."""
        options = options_of(spec, TextEntityExtractionOptions)
        head = resolved(options.head)
        nested = head == "pairs" and have_nesting(splits.train.records)
        postprocessing = SpansOp(
            decode=head, max_words=resolved(options.max_span_words), nested=nested
        )
        return text_pipeline(splits, postprocessing)

    def new_model(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> nn.Module:
        """Build the tagger; an initial package then fills it in, if it has the same labels.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        options = options_of(spec, TextEntityExtractionOptions)
        num_types = len(splits.labels)
        is_chain = options.head == "chain"
        direct_size = 2 * num_types + 1 if is_chain else 64
        encoder = new_encoder(spec, self.card, splits, direct_size)
        return ChainTagger(encoder, num_types) if is_chain else PairTagger(encoder, num_types)

    def augment(
        self, spec: TrainingSpec, splits: Splits[TextDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Cut a window out of each text; a pure function."""
        return cut_window(batch, row_length(spec), step_seed)

    def objective(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> Objective:
        """Return the likelihood of the tags, or the ranking loss of all spans."""
        return tagging_objective

    def networks(
        self, spec: TrainingSpec, splits: Splits[TextDataset], model: nn.Module
    ) -> tuple[Network, ...]:
        """Return the one network: ids (B, T) → what the ``spans`` op reads."""
        options = options_of(spec, TextEntityExtractionOptions)
        names = ("spans",) if options.head == "pairs" else ("emissions", "transitions")
        return (tagging_network(spec, splits, model, names),)


TASK = TextEntityExtraction()


def _head(options: TextEntityExtractionOptions, records: Sequence[SampleRecord]) -> str:
    if options.head != "auto":
        return options.head
    return "pairs" if have_nesting(records) else "chain"


def _dataset(samples: SampleSet, split: Split, reading: Reading, head: str) -> TextDataset:
    def targets(
        records: Sequence[SampleRecord], examples: Sequence[Example], length: int
    ) -> Mapping[str, Tensor]:
        if head == "pairs":
            return span_targets(records, examples, samples.labels)
        return tag_targets(records, examples, length, samples.labels)

    return TextDataset(samples.of(split), samples.files, reading.op, reading.files, targets)
