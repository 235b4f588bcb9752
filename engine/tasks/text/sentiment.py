"""Sentiment: whether a text is good or bad, and of what it speaks well or ill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import torch
from easel.runtime import Example
from torch import Tensor, nn
from torch.nn import functional

from engine.catalog.text import SENTIMENT
from engine.data.evaluation_data import splits_of
from engine.data.samples import SampleSet, read_samples
from engine.data.text.aspect_labels import aspect_labels, labels_of_splits
from engine.data.text.dataset import TextDataset
from engine.data.text.reading import Reading
from engine.data.text.span_targets import longest_place
from engine.data.text.tagging import cut_window, tag_targets, tagging_reading
from engine.errors import SpecError
from engine.evaluation.text.aspect_evaluator import AspectEvaluator
from engine.evaluation.text.aspect_sentiment import (
    whole_label,
)
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationData, EvaluationRequest
from engine.interfaces.network import Network, Pipeline
from engine.interfaces.run import RunContext, TrainedModel
from engine.models.text.backbones import FAMILIES
from engine.models.text.taggers import ChainTagger
from engine.models.text.token_encoders import WORD_ENCODERS
from engine.options import options_of
from engine.specs.data import SampleRecord, Split
from engine.specs.options.text.sentiment import TextSentimentOptions
from engine.specs.package.ops.text import AspectSentimentOp
from engine.specs.training import TrainingSpec
from engine.tasks.text.classification import TextClassification
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

WHOLE = "whole"
_IGNORED = -1
_WHOLE_TEXT = TextClassification(SENTIMENT)


class TextSentiment(GradientLearner):
    """Label whole texts, and annotate aspects with their polarity.

    Backbones that read a text as a whole (n-grams, the text CNN) are those of text classification
    and find no targets; the others do both with one network.
    """

    card = SENTIMENT
    evaluator = AspectEvaluator(_WHOLE_TEXT.evaluator)

    def build_splits(self, spec: TrainingSpec) -> Splits[TextDataset]:
        """Open the texts and learn their vocabulary.

        Raises:
            DataError: when the index is missing or malformed, or nothing is in it to train on.
            SpecError: ``backbone_without_targets`` when targets are annotated and the backbone
                finds none.
        """
        samples = read_samples(spec.data, self.card)
        samples.require_training()
        known = aspect_labels(samples.records)
        if _is_whole(spec):
            if known.polarities:
                raise _finds_no_targets(spec.backbone)
            return _WHOLE_TEXT.build_splits(spec)
        options = options_of(spec, TextSentimentOptions)
        is_words = spec.backbone in WORD_ENCODERS
        reading = tagging_reading(spec, self.card, samples, options.max_features, is_words)
        return Splits.opened(
            lambda split: _dataset(samples, split, reading),
            known.all,
            files=reading.files,
            num_first_labels=len(known.whole),
        )

    def open_evaluation_data(self, request: EvaluationRequest) -> EvaluationData:
        """Open texts that a package is evaluated by; its labels are those of its op."""
        ops = request.manifest.postprocessing
        num_whole = next((op.num_labels for op in ops if isinstance(op, AspectSentimentOp)), 0)
        splits = splits_of(request, num_first_labels=num_whole)
        return replace(super().open_evaluation_data(request), splits=splits)

    def resolve(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        options = options_of(spec, TextSentimentOptions)
        longest_span = options.max_span_words
        if longest_span == "auto":
            longest_span = longest_place(splits.train.records)
        if _is_whole(spec):
            resolved = _WHOLE_TEXT.resolve(spec, splits)
            chosen = resolved.options.model_copy(update={"max_span_words": longest_span})
            return resolved.model_copy(update={"options": chosen})
        longest_ngram = 1 if options.longest_ngram == "auto" else options.longest_ngram
        return resolve_tagger(spec, splits, longest_span, longest_ngram=longest_ngram)

    def pipeline(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> Pipeline:
        """Return how a text becomes ids, and scores become labels and targets."""
        if _is_whole(spec):
            return _WHOLE_TEXT.pipeline(spec, splits)
        options = options_of(spec, TextSentimentOptions)
        postprocessing = AspectSentimentOp(
            num_labels=len(labels_of_splits(splits).whole),
            decode="chain",
            max_words=resolved(options.max_span_words),
        )
        return text_pipeline(splits, postprocessing)

    def fit(
        self, spec: TrainingSpec, splits: Splits[TextDataset], context: RunContext
    ) -> TrainedModel:
        """Train to the end, going on where the work folder ends."""
        if _is_whole(spec):
            return _WHOLE_TEXT.fit(spec, splits, context)
        return super().fit(spec, splits, context)

    def restore(
        self, spec: TrainingSpec, splits: Splits[TextDataset], context: RunContext
    ) -> TrainedModel:
        """Return the best model of the work folder without training."""
        if _is_whole(spec):
            return _WHOLE_TEXT.restore(spec, splits, context)
        return super().restore(spec, splits, context)

    def new_model(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> nn.Module:
        """Build the network of labels and targets.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit.
        """
        if _is_whole(spec):
            return _WHOLE_TEXT.new_model(spec, splits)
        known = labels_of_splits(splits)
        encoder = new_encoder(spec, self.card, splits, 2 * len(known.polarities) + 1)
        return ChainTagger(encoder, len(known.polarities), len(known.whole))

    def augment(
        self, spec: TrainingSpec, splits: Splits[TextDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Cut a window out of each text; a pure function."""
        if _is_whole(spec):
            return _WHOLE_TEXT.augment(spec, splits, batch, step_seed)
        return cut_window(batch, row_length(spec), step_seed)

    def objective(self, spec: TrainingSpec, splits: Splits[TextDataset]) -> Objective:
        """Return the loss of the targets and, where texts have one, of the label."""
        if _is_whole(spec):
            return _WHOLE_TEXT.objective(spec, splits)
        has_labels = bool(labels_of_splits(splits).whole)

        def objective(model: nn.Module, batch: Batch) -> Tensor:
            logits: list[Tensor] = []

            def once(**inputs: Tensor) -> tuple[Tensor, ...]:
                logits.extend(model(**inputs))
                return tuple(logits)

            loss = tagging_objective(once, batch)
            if not has_labels or not bool((batch.targets[WHOLE] >= 0).any()):
                return loss
            # Targets are a sum over words; this weight gives the label about as much of a say.
            return loss + 5.0 * functional.cross_entropy(
                logits[2].float(), batch.targets[WHOLE], ignore_index=_IGNORED
            )

        return objective

    def networks(
        self, spec: TrainingSpec, splits: Splits[TextDataset], model: nn.Module
    ) -> tuple[Network, ...]:
        """Return the one network: ids (B, T) → what the ``opinions`` op reads."""
        if _is_whole(spec):
            return _WHOLE_TEXT.networks(spec, splits, model)
        names = ["emissions", "transitions"]
        if labels_of_splits(splits).whole:
            names.append("logits")
        return (tagging_network(spec, splits, model, names),)


TASK = TextSentiment()


def _is_whole(spec: TrainingSpec) -> bool:
    return spec.backbone in FAMILIES


def _finds_no_targets(backbone: str) -> SpecError:
    return SpecError(
        f"The data annotates aspects, and the backbone '{backbone}' labels whole texts "
        "alone. Choose conv_tagger, lstm_tagger or a transformer.",
        code="backbone_without_targets",
        backbone=backbone,
    )


def _dataset(samples: SampleSet, split: Split, reading: Reading) -> TextDataset:
    known = aspect_labels(samples.records)

    def targets(
        records: Sequence[SampleRecord], examples: Sequence[Example], length: int
    ) -> Mapping[str, Tensor]:
        labels = torch.tensor([whole_label(record, known.whole) for record in records])
        return {**tag_targets(records, examples, length, known.polarities), WHOLE: labels}

    return TextDataset(samples.of(split), samples.files, reading.op, reading.files, targets)
