"""Evaluates and reports what finds places in texts."""

from __future__ import annotations

from collections.abc import Sequence

import easel.runtime
from easel.runtime import Example, Tensors
from easel.runtime.predictions.spans import SpansDecoder

from engine.data.text.dataset import TextDataset
from engine.data.text.span_targets import Place, annotated_places
from engine.evaluation.sectioned import sectioned_report
from engine.evaluation.text import spans
from engine.evaluation.text.spans import SpanOutcome
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores, TrainedModel
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import MetricValue, Report
from engine.specs.package.sections import Case, CasesSection
from engine.training.scoring import decoder_of

MAX_CASES = 200


class SpanEvaluator(Evaluator[SpanOutcome]):
    """Evaluates what finds places in texts: one counts when its label and both ends are right."""

    def outcome(
        self, model: easel.runtime.Model, example: Example, outputs: Tensors
    ) -> SpanOutcome:
        """Return the candidates of one sample."""
        return SpanOutcome.of(decoder_of(model, SpansDecoder).finder, example, outputs)

    def metrics(self, scores: Scores[SpanOutcome], splits: Splits) -> dict[str, float]:
        """Return the validation numbers at a threshold of one half; ``f1`` is the primary one."""
        thresholds = dict.fromkeys(splits.labels, 0.5)
        return spans.span_numbers(spans.decided(scores.outcomes, _truth(scores), thresholds))

    def recommend_thresholds(
        self, validation: Scores[SpanOutcome], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Choose the decision threshold of each label on the validation split."""
        return spans.recommend(validation.outcomes, _truth(validation), splits.labels)

    def decided(
        self, scores: Scores[SpanOutcome], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics`` with decisions made at the labels' thresholds."""
        thresholds = {label.name: label.threshold for label in labels}
        return spans.span_numbers(spans.decided(scores.outcomes, _truth(scores), thresholds))

    def report(self, held_out: HeldOut[SpanOutcome, TextDataset]) -> Report:
        """Build the report of an entity extraction."""
        trained, labels = held_out.trained, held_out.labels
        actual = _truth(held_out)
        thresholds = {label.name: label.threshold for label in labels}
        pairs = spans.decided(held_out.outcomes, actual, thresholds)
        counts = spans.tally(pairs)
        dataset = trained.splits.held_out()[1]
        return sectioned_report(
            held_out,
            metrics=(
                spans.estimate_f1(pairs, trained.spec.seed),
                MetricValue(name="precision", value=counts.precision),
                MetricValue(name="recall", value=counts.recall),
            ),
            baseline=MetricValue(name="f1", value=lexicon_baseline(trained, dataset, actual)),
            sections=(
                spans.per_label_table(pairs, labels),
                spans.confusion(pairs, [label.name for label in labels]),
                spans.threshold_points(held_out.outcomes, actual, labels),
                mistaken_cases(dataset, held_out, pairs),
            ),
        )


def _truth(scores: Scores[SpanOutcome]) -> list[set[Place]]:
    return [set(annotated_places(record)) for record in scores.records]


def lexicon_baseline(
    trained: TrainedModel[TextDataset], dataset: TextDataset, actual: Sequence[set[Place]]
) -> float:
    """Return the F1 of looking up what was annotated in training."""
    train = trained.splits.train
    known = (
        (train.texts(index)[0], annotated_places(record))
        for index, record in enumerate(train.records)
    )
    texts = [dataset.texts(index)[0] for index in range(len(dataset))]
    return spans.lexicon_f1(known, texts, actual)


def mistaken_cases(
    dataset: TextDataset, held_out: Scores[SpanOutcome], pairs: spans.Pairs
) -> CasesSection:
    """Return the samples with a wrong decision, those with most of them first."""
    order = sorted(range(len(pairs)), key=lambda i: (-len(pairs[i][0] ^ pairs[i][1]), i))
    wrong = [index for index in order if pairs[index][0] != pairs[index][1]]
    return CasesSection(
        key="mistakes",
        prediction="spans",
        num_cases=len(wrong),
        cases=tuple(_case(dataset, held_out, index, *pairs[index]) for index in wrong[:MAX_CASES]),
    )


def _case(
    dataset: TextDataset,
    held_out: Scores[SpanOutcome],
    index: int,
    found: set[Place],
    actual: set[Place],
) -> Case:
    record, text = held_out.records[index], dataset.texts(index)[0]
    scores = {
        (span.name, span.start, span.end): span.score
        for span in held_out.outcomes[index].candidates
    }
    missed, spurious = actual - found, found - actual
    error = "missed" if not spurious else "false_positive" if not missed else "wrong_place"
    return Case(
        sample_id=record.id,
        name=record.name,
        error=error,
        truth=[spans.placed(text, place) for place in sorted(actual, key=lambda x: x[1:])],
        predicted=[
            {**spans.placed(text, place), "score": round(scores[place], 6)}
            for place in sorted(found, key=lambda x: x[1:])
        ],
        score=max((scores[place] for place in spurious), default=None),
    )
