"""Evaluates what finds relations in texts."""

from __future__ import annotations

from collections.abc import Sequence

import easel.runtime
from easel.runtime import Example, Tensors
from easel.runtime.predictions.relations import RelationsDecoder

from engine.data.text.dataset import TextDataset
from engine.data.text.relation_targets import labels_of_relations
from engine.evaluation.sectioned import sectioned_report
from engine.evaluation.text import relations, spans
from engine.evaluation.text.relations import RelationOutcome
from engine.evaluation.text.spans import SpanOutcome
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import MetricValue, Report
from engine.training.scoring import decoder_of

# Entities of a text that relations are looked for among: the surest ones.
_MAX_ENTITIES = 40


class RelationEvaluator(Evaluator[RelationOutcome]):
    """Evaluates relations, and the entities at their ends."""

    def outcome(
        self, model: easel.runtime.Model, example: Example, outputs: Tensors
    ) -> RelationOutcome:
        """Return the candidates of one sample."""
        decoder = decoder_of(model, RelationsDecoder)
        entities = SpanOutcome.of(decoder.finder, example, outputs)
        among = entities.candidates[:_MAX_ENTITIES]
        return RelationOutcome(entities, tuple(decoder.candidates(example, outputs, among)))

    def metrics(self, scores: Scores[RelationOutcome], splits: Splits) -> dict[str, float]:
        """Return the validation numbers at thresholds of one half; ``f1`` is of relations."""
        known = labels_of_relations(splits)
        halves = (dict.fromkeys(known.entities, 0.5), dict.fromkeys(known.relations, 0.5))
        return relations.relation_numbers(*relations.decided(scores, *halves))

    def recommend_thresholds(
        self, validation: Scores[RelationOutcome], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Choose the decision thresholds on the validation split."""
        known = labels_of_relations(splits)
        return relations.recommend(validation, known.entities, known.relations)

    def decided(
        self, scores: Scores[RelationOutcome], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics`` with decisions made at the labels' thresholds."""
        return relations.relation_numbers(*_decided(scores, labels, splits))

    def report(self, held_out: HeldOut[RelationOutcome, TextDataset]) -> Report:
        """Build the evaluation report."""
        trained, labels = held_out.trained, held_out.labels
        count = len(labels_of_relations(trained.splits).entities)
        types, names = labels[:count], labels[count:]
        triples, entities = _decided(held_out, labels, trained.splits)
        numbers = relations.relation_numbers(triples, entities)
        baseline = relations.cooccurrence_f1(trained, entities, triples)
        return sectioned_report(
            held_out,
            metrics=(MetricValue(name=name, value=value) for name, value in numbers.items()),
            baseline=MetricValue(name="f1", value=baseline),
            sections=(
                spans.per_label_table(triples, names, key="per_relation"),
                spans.per_label_table(entities, types, key="per_entity"),
                spans.confusion(entities, [label.name for label in types]),
                relations.mistaken_cases(trained, held_out, triples),
            ),
        )


def _decided(
    scores: Scores[RelationOutcome], labels: Sequence[LabelSpec], splits: Splits
) -> tuple[relations.TriplePairs, spans.Pairs]:
    """Return relations and entities as decided at the labels' thresholds, and as annotated."""
    count = len(labels_of_relations(splits).entities)
    types, names = (
        {label.name: label.threshold for label in part} for part in (labels[:count], labels[count:])
    )
    return relations.decided(scores, types, names)
