"""Evaluates sentiment: of whole texts, and of the aspects in them."""

# K labels of whole texts

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import easel.runtime
import numpy as np
from easel.runtime import Example, Tensors
from easel.runtime.predictions.aspect_sentiment import AspectSentimentDecoder

from engine.data.text.aspect_labels import labels_of_splits
from engine.data.text.dataset import TextDataset
from engine.data.text.span_targets import annotated_places
from engine.evaluation.classifier import Classifier
from engine.evaluation.sectioned import sectioned_report
from engine.evaluation.text import spans
from engine.evaluation.text.aspect_sentiment import (
    AspectSentimentOutcome,
    aspect_numbers,
    estimate_accuracy,
    evaluate,
    mistaken_cases,
    whole_confusion,
    whole_scores,
)
from engine.evaluation.text.span_report import lexicon_baseline
from engine.evaluation.text.spans import SpanOutcome
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import MetricValue, Report
from engine.specs.package.sections import Section


@dataclass(frozen=True)
class AspectEvaluator(Evaluator[Any]):
    """Evaluates labels of texts and aspects together.

    Attributes:
        of_texts: evaluates models that label whole texts alone, whose outcomes are logits (K,).
    """

    of_texts: Classifier

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Any:
        """Return what was said of one text: logits (K,), or an ``AspectSentimentOutcome``."""
        decoder = model.pipeline.decoder
        if not isinstance(decoder, AspectSentimentDecoder):
            return self.of_texts.outcome(model, example, outputs)
        return AspectSentimentOutcome(
            whole=whole_scores(outputs["logits"]) if decoder.labels else np.zeros(0),
            targets=SpanOutcome.of(decoder.finder, example, outputs),
        )

    def metrics(self, scores: Scores[Any], splits: Splits) -> dict[str, float]:
        """Return the validation numbers, targets decided at one half; ``accuracy`` comes first."""
        if _has_logits(scores):
            return self.of_texts.metrics(scores, splits)
        known = labels_of_splits(splits)
        halves = dict.fromkeys(known.polarities, 0.5)
        return aspect_numbers(evaluate(scores, known.whole, halves))

    def recommend_thresholds(self, validation: Scores[Any], splits: Splits) -> Sequence[LabelSpec]:
        """Choose the decision threshold of each polarity on the validation split."""
        if _has_logits(validation):
            return self.of_texts.recommend_thresholds(validation, splits)
        known = labels_of_splits(splits)
        outcomes = [outcome.targets for outcome in validation.outcomes]
        truth = [set(annotated_places(record)) for record in validation.records]
        return (
            *(LabelSpec(name=label, threshold=0.5) for label in known.whole),
            *spans.recommend(outcomes, truth, known.polarities),
        )

    def decided(
        self, scores: Scores[Any], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics`` with decisions made at the labels' thresholds."""
        if _has_logits(scores):
            return self.of_texts.decided(scores, labels, splits)
        known = labels_of_splits(splits)
        thresholds = {label.name: label.threshold for label in labels[len(known.whole) :]}
        return aspect_numbers(evaluate(scores, known.whole, thresholds))

    def report(self, held_out: HeldOut[Any, TextDataset]) -> Report:
        """Build the evaluation report; labels of whole texts come before polarities."""
        trained, labels = held_out.trained, held_out.labels
        if _has_logits(held_out):
            return self.of_texts.report(held_out)
        num_whole = len(labels_of_splits(trained.splits).whole)
        whole, names = (
            [label.name for label in part] for part in (labels[:num_whole], labels[num_whole:])
        )
        polarities = labels[num_whole:]
        verdicts = evaluate(held_out, whole, {one.name: one.threshold for one in polarities})
        numbers = aspect_numbers(verdicts)
        actual = [truth for _, truth in verdicts.targets]
        baseline = None
        sections: list[Section] = []
        if num_whole:
            sections.append(whole_confusion(verdicts, whole))
        if names:
            candidates = [outcome.targets for outcome in held_out.outcomes]
            sections += [
                spans.per_label_table(verdicts.targets, polarities, key="per_polarity"),
                spans.confusion(verdicts.targets, names),
                spans.threshold_points(candidates, actual, polarities),
            ]
            dataset = trained.splits.held_out()[1]
            f1 = lexicon_baseline(trained, dataset, actual)
            baseline = MetricValue(name="f1", value=f1)
        sections.append(mistaken_cases(trained, held_out, verdicts, whole))
        first = estimate_accuracy(verdicts, numbers.pop("accuracy"))
        return sectioned_report(
            held_out,
            metrics=(first, *(MetricValue(name=name, value=numbers[name]) for name in numbers)),
            baseline=baseline,
            sections=sections,
        )


def _has_logits(scores: Scores[Any]) -> bool:
    return bool(scores.outcomes) and not isinstance(scores.outcomes[0], AspectSentimentOutcome)
