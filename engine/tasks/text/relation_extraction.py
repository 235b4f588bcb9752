"""Relation extraction: annotate entities and say how they relate, with one network for both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from easel.runtime import Example
from torch import Tensor, nn

from engine.catalog.text import RELATION_EXTRACTION
from engine.data.samples import SampleSet, read_samples
from engine.data.text.aspect_labels import records_of
from engine.data.text.dataset import TextDataset
from engine.data.text.reading import Reading, longest_in, unit_in
from engine.data.text.relation_targets import (
    HEADS,
    TAILS,
    RelationLabels,
    relation_labels,
    relation_targets,
)
from engine.data.text.span_targets import have_nesting, longest_place
from engine.data.text.tagging import (
    SPANS,
    cut_window,
    span_grid,
    span_targets,
    tagging_reading,
)
from engine.evaluation.text.relation_evaluator import RelationEvaluator
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.network import Network, Pipeline
from engine.models.text.span_scorer import span_loss
from engine.models.text.taggers import RelationScorer
from engine.models.text.token_encoders import WORD_ENCODERS, build_encoder
from engine.options import options_of
from engine.specs.data import SampleRecord, Split
from engine.specs.inputs import TextInput
from engine.specs.ops.text import RelationsOp
from engine.specs.options.text.relation_extraction import TextRelationExtractionOptions
from engine.specs.training import TrainingSpec
from engine.tasks.text.entity_extraction import tagging_network
from engine.training.gradient import GradientLearner
from engine.training.recipe import unresolved
from engine.training.resolve import SchedulePreset, resolve_schedule
from engine.weights.pretrained import find_weights

_DIRECT_SIZE = 64
_PRESETS = {
    True: SchedulePreset(
        new_rate=2e-3, known_rate=5e-4, new_steps=900, known_steps=300, max_batch=32
    ),
    False: SchedulePreset(
        new_rate=1e-3, known_rate=5e-5, new_steps=1500, known_steps=400, max_batch=32
    ),
}


class TextRelationExtraction(GradientLearner):
    """Annotate the entities of a text and the relations between them."""

    card = RELATION_EXTRACTION
    evaluator = RelationEvaluator()

    def build_splits(self, spec: TrainingSpec) -> Splits[TextDataset]:
        """Open the texts and learn their vocabulary.

        Raises:
            DataError: when the index is missing or malformed, or nothing is in it to train on.
            ResourceError: when the pretrained weights have no tokenizer.
        """
        samples = read_samples(spec.data, self.card)
        samples.require_training()
        options = options_of(spec, TextRelationExtractionOptions)
        reading = tagging_reading(
            spec,
            self.card,
            options,
            samples,
            options.max_features,
            reads_words=spec.backbone in WORD_ENCODERS,
        )
        return Splits.opened(
            lambda split: _dataset(samples, split, reading),
            relation_labels(samples.records).all,
            files=reading.files,
        )

    def resolve(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        options = options_of(spec, TextRelationExtractionOptions)
        op = splits.train.op
        longest_span = options.max_span_words
        return resolve_schedule(
            spec,
            len(splits.train),
            _PRESETS[spec.backbone in WORD_ENCODERS],
            unit=unit_in(op),
            max_words=longest_in(op),
            max_span_words=longest_place(splits.train.records)
            if longest_span == "auto"
            else longest_span,
        )

    def pipeline(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> Pipeline:
        """Return how a text becomes ids, and scores become relations."""
        options = options_of(spec, TextRelationExtractionOptions)
        if options.max_span_words == "auto":
            raise unresolved()
        postprocessing = RelationsOp(
            num_entities=len(_labels(splits).entities),
            max_words=options.max_span_words,
            nested=have_nesting(splits.train.records),
        )
        return Pipeline(
            input=TextInput(), preprocessing=(splits.train.op,), postprocessing=(postprocessing,)
        )

    def new_model(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> nn.Module:
        """Build the joint scorer of entities and relations.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        options = options_of(spec, TextRelationExtractionOptions)
        known = _labels(splits)
        encoder = build_encoder(
            spec.backbone,
            next(iter(splits.files.values())),
            direct_size=_DIRECT_SIZE,
            max_words=_max_words(options),
            dropout=options.dropout,
            weights=find_weights(spec.pretrained, self.card.backbone(spec.backbone)),
            freeze_layers=options.freeze_layers,
            layer_decay=options.layer_decay,
        )
        return RelationScorer(encoder, len(known.entities), len(known.relations))

    def augment(
        self, spec: TrainingSpec, splits: Splits[TextDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Cut a window out of each text; a pure function."""
        options = options_of(spec, TextRelationExtractionOptions)
        return cut_window(batch, _max_words(options), step_seed)

    def objective(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> Objective:
        """Return the ranking losses of spans, of first words and of last words."""

        def objective(model: nn.Module, batch: Batch) -> Tensor:
            outputs = [output.float() for output in model(**batch.inputs)]
            losses = [
                span_loss(output, span_grid(batch.targets[name], output))
                for name, output in zip((SPANS, HEADS, TAILS), outputs, strict=True)
            ]
            return losses[0] + losses[1] + losses[2]

        return objective

    def networks(
        self, spec: TrainingSpec, splits: Splits[TextDataset], model: nn.Module
    ) -> tuple[Network, ...]:
        """Return the one network: ids (B, T) → what the ``relations`` op reads."""
        options = options_of(spec, TextRelationExtractionOptions)
        outputs = ("spans", "heads", "tails")
        return (tagging_network(splits, model, outputs, _max_words(options)),)


TASK = TextRelationExtraction()


def _labels(splits: Splits[TextDataset]) -> RelationLabels:
    return relation_labels(records_of(splits))


def _max_words(options: TextRelationExtractionOptions) -> int:
    if options.max_words == "auto":
        raise unresolved()
    return options.max_words


def _dataset(samples: SampleSet, split: Split, reading: Reading) -> TextDataset:
    known = relation_labels(samples.records)

    def targets(
        records: Sequence[SampleRecord], examples: Sequence[Example], length: int
    ) -> Mapping[str, Tensor]:
        return {
            **span_targets(records, examples, known.entities),
            **relation_targets(records, examples, known.relations),
        }

    return TextDataset(samples.of(split), samples.files, reading.op, reading.files, targets)
