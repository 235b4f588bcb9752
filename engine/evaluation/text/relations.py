"""Evaluate relations: one counts when its name, both ends and their types are all right."""

# N samples

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from easel.runtime.predictions.relations import RelationResult

from engine.data.text.dataset import TextDataset
from engine.data.text.relation_targets import Triple, annotated_triples
from engine.data.text.span_targets import annotated_places
from engine.evaluation.text import spans
from engine.evaluation.text.spans import GRID, SpanOutcome
from engine.interfaces.run import Scores, TrainedModel
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.sections import Case, CasesSection

MAX_CASES = 200
TriplePairs = Sequence[tuple[set[Triple], set[Triple]]]


@dataclass(frozen=True)
class RelationOutcome:
    """Candidate entities of one text, and candidate relations among the surest of them."""

    entities: SpanOutcome
    relations: tuple[RelationResult, ...]

    def triples(
        self, entity_thresholds: Mapping[str, float], thresholds: Mapping[str, float]
    ) -> set[Triple]:
        """Return the relations that a package with these thresholds answers."""
        known = self.entities.places(entity_thresholds)
        found = set()
        for relation in self.relations:
            subject, target = (
                (end.name, end.start, end.end) for end in (relation.subject, relation.object)
            )
            if relation.score >= thresholds[relation.name] and {subject, target} <= known:
                found.add((relation.name, subject, target))
        return found


def decided(
    scores: Scores[RelationOutcome],
    entity_thresholds: Mapping[str, float],
    thresholds: Mapping[str, float],
) -> tuple[TriplePairs, spans.Pairs]:
    """Return relations and entities, each as found and as annotated."""
    triples = [
        (outcome.triples(entity_thresholds, thresholds), set(annotated_triples(record)))
        for outcome, record in zip(scores.outcomes, scores.records, strict=True)
    ]
    entities = [
        (outcome.entities.places(entity_thresholds), set(annotated_places(record)))
        for outcome, record in zip(scores.outcomes, scores.records, strict=True)
    ]
    return triples, entities


def relation_numbers(triples: TriplePairs, entities: spans.Pairs) -> dict[str, float]:
    """Return ``f1``, ``precision`` and ``recall`` of relations, and ``entity_f1``."""
    counts = spans.tally(triples)
    return {
        "f1": counts.f1,
        "precision": counts.precision,
        "recall": counts.recall,
        "entity_f1": spans.tally(entities).f1,
    }


def recommend(
    validation: Scores[RelationOutcome], entities: Sequence[str], relations: Sequence[str]
) -> tuple[LabelSpec, ...]:
    """Choose the thresholds of entities by their F1, then one of all relations by theirs."""
    outcomes = [outcome.entities for outcome in validation.outcomes]
    truth = [set(annotated_places(record)) for record in validation.records]
    chosen = spans.recommend(outcomes, truth, entities)
    of_entities = {label.name: label.threshold for label in chosen}
    best = 0.5
    if any(record.relations for record in validation.records):
        grid: list[float] = sorted(GRID, key=lambda value: abs(value - 0.5))
        best = max(grid, key=lambda value: _f1(validation, of_entities, relations, value))
    return (*chosen, *(LabelSpec(name=name, threshold=best) for name in relations))


def _f1(
    scores: Scores[RelationOutcome],
    of_entities: Mapping[str, float],
    relations: Sequence[str],
    threshold: float,
) -> float:
    same = {name: threshold for name in relations}  # noqa: C420
    return spans.tally(decided(scores, of_entities, same)[0]).f1


def cooccurrence_f1(
    trained: TrainedModel[TextDataset], entities: spans.Pairs, triples: TriplePairs
) -> float:
    """Return the F1 of relating all found entities as their types mostly are in training."""
    counts: dict[tuple[str, str], dict[str | None, int]] = {}
    for record in trained.splits.train.records:
        related = {(subject, target): label for label, subject, target in annotated_triples(record)}
        places = annotated_places(record)
        for one in places:
            for two in places:
                if one != two:
                    of_types = counts.setdefault((one[0], two[0]), {})
                    label = related.get((one, two))
                    of_types[label] = of_types.get(label, 0) + 1
    usual = {types: max(seen, key=lambda name: seen[name]) for types, seen in counts.items()}
    pairs = []
    for (found, _), (_, actual) in zip(entities, triples, strict=True):
        guessed: set[Triple] = set()
        for one in found:
            for two in found:
                label = usual.get((one[0], two[0])) if one != two else None
                if label is not None:
                    guessed.add((label, one, two))
        pairs.append((guessed, actual))
    return spans.tally(pairs).f1


def mistaken_cases(
    trained: TrainedModel[TextDataset], held_out: Scores[RelationOutcome], pairs: TriplePairs
) -> CasesSection:
    """Return the samples with a wrong decision, those with most of them first."""
    dataset = trained.splits.held_out()[1]
    wrong = [index for index, (found, actual) in enumerate(pairs) if found != actual]
    wrong.sort(key=lambda index: -len(pairs[index][0] ^ pairs[index][1]))

    def documents(index: int, triples: set[Triple]) -> list[dict[str, object]]:
        text = dataset.texts(index)[0]
        return [
            {
                "name": name,
                "subject": spans.placed(text, subject),
                "object": spans.placed(text, target),
            }
            for name, subject, target in sorted(triples)
        ]

    return CasesSection(
        key="mistakes",
        prediction="relations",
        num_cases=len(wrong),
        cases=tuple(
            Case.model_validate(
                {
                    "sample_id": held_out.records[index].id,
                    "name": held_out.records[index].name,
                    "error": "missed" if not found - actual else "false_positive",
                    "truth": documents(index, actual),
                    "predicted": documents(index, found),
                }
            )
            for index in wrong[:MAX_CASES]
            for found, actual in [pairs[index]]
        ),
    )
