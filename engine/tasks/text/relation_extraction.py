"""Relation extraction: annotate entities and say how they relate, with one network for both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from easel.runtime import Example
from torch import Tensor, nn

from engine.catalog.text import RELATION_EXTRACTION
from engine.data.evaluation_data import splits_of
from engine.data.samples import SampleSet, read_samples
from engine.data.text.dataset import TextDataset
from engine.data.text.reading import Reading
from engine.data.text.relation_targets import (
    HEADS,
    TAILS,
    labels_of_relations,
    relation_labels,
    relation_targets,
)
from engine.data.text.span_targets import have_nesting
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
from engine.interfaces.evaluation import EvaluationData, EvaluationRequest
from engine.interfaces.network import Network, Pipeline
from engine.models.text.span_scorer import span_loss
from engine.models.text.taggers import RelationScorer
from engine.models.text.token_encoders import WORD_ENCODERS
from engine.options import options_of
from engine.specs.data import SampleRecord, Split
from engine.specs.options.text.relation_extraction import TextRelationExtractionOptions
from engine.specs.package.ops.text import RelationsOp
from engine.specs.training import TrainingSpec
from engine.training.gradient import GradientLearner
from engine.training.recipe import resolved
from engine.training.text.taggers import (
    new_encoder,
    resolve_tagger,
    row_length,
    tagging_network,
    text_pipeline,
)

_DIRECT_SIZE = 64


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
        is_words = spec.backbone in WORD_ENCODERS
        reading = tagging_reading(spec, self.card, samples, options.max_features, is_words)
        known = relation_labels(samples.records)
        return Splits.opened(
            lambda split: _dataset(samples, split, reading),
            known.all,
            files=reading.files,
            num_first_labels=len(known.entities),
        )

    def open_evaluation_data(self, request: EvaluationRequest) -> EvaluationData:
        """Open texts that a package is evaluated by; its labels are those of its op."""
        ops = request.manifest.postprocessing
        num_entities = next(op.num_entities for op in ops if isinstance(op, RelationsOp))
        splits = splits_of(request, num_first_labels=num_entities)
        return replace(super().open_evaluation_data(request), splits=splits)

    def resolve(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        options = options_of(spec, TextRelationExtractionOptions)
        return resolve_tagger(spec, splits, options.max_span_words, new_steps=900)

    def pipeline(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> Pipeline:
        """Return how a text becomes ids, and scores become relations."""
        options = options_of(spec, TextRelationExtractionOptions)
        postprocessing = RelationsOp(
            num_entities=len(labels_of_relations(splits).entities),
            max_words=resolved(options.max_span_words),
            nested=have_nesting(splits.train.records),
        )
        return text_pipeline(splits, postprocessing)

    def new_model(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> nn.Module:
        """Build the joint scorer of entities and relations.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        known = labels_of_relations(splits)
        encoder = new_encoder(spec, self.card, splits, _DIRECT_SIZE)
        return RelationScorer(encoder, len(known.entities), len(known.relations))

    def augment(
        self, spec: TrainingSpec, splits: Splits[TextDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Cut a window out of each text; a pure function."""
        return cut_window(batch, row_length(spec), step_seed)

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
        outputs = ("spans", "heads", "tails")
        return (tagging_network(spec, splits, model, outputs),)


TASK = TextRelationExtraction()


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
