"""The report of what finds places in texts."""

from __future__ import annotations

from collections.abc import Sequence

from engine.data.text.dataset import TextDataset
from engine.data.text.span_targets import Place, annotated_places
from engine.data.text.tagging import as_texts
from engine.evaluation.text import spans
from engine.evaluation.text.spans import SpanOutcome
from engine.interfaces.run import Scores, TrainedModel
from engine.metrics.held_out import require_samples
from engine.specs.manifest import LabelSpec
from engine.specs.report import MetricValue, RuntimeCheck, SectionedReport
from engine.specs.sections import Case, CasesSection

MAX_CASES = 200


def span_report(
    trained: TrainedModel,
    held_out: Scores[SpanOutcome],
    labels: Sequence[LabelSpec],
    runtime: RuntimeCheck,
) -> SectionedReport:
    """Build the report of an entity extraction.

    Raises:
        DataError: when there is no held-out sample.
    """
    require_samples(len(held_out.outcomes))
    names = tuple(label.name for label in labels)
    actual = [set(annotated_places(record)) for record in held_out.records]
    thresholds = {label.name: label.threshold for label in labels}
    pairs = spans.decided(held_out.outcomes, actual, thresholds)
    counts = spans.tally(pairs)
    dataset = as_texts(trained.splits.held_out()[1])
    return SectionedReport(
        split=held_out.split,
        num_samples=len(pairs),
        primary_metric="f1",
        metrics=(
            spans.estimate_f1(pairs, trained.spec.seed),
            MetricValue(name="precision", value=counts.precision),
            MetricValue(name="recall", value=counts.recall),
        ),
        baseline=MetricValue(name="f1", value=lexicon_baseline(trained, dataset, actual)),
        labels=names,
        sections=(
            spans.per_label_table(pairs, labels),
            spans.confusion(pairs, names),
            spans.threshold_points(held_out.outcomes, actual, labels),
            mistaken_cases(dataset, held_out, pairs),
        ),
        runtime=runtime,
        training=trained.summary,
    )


def lexicon_baseline(
    trained: TrainedModel, dataset: TextDataset, actual: Sequence[set[Place]]
) -> float:
    """Return the F1 of looking up what was annotated in training."""
    train = as_texts(trained.splits.train)
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
        truth=[_document(text, place) for place in sorted(actual, key=lambda x: x[1:])],
        predicted=[
            {**_document(text, place), "score": round(scores[place], 6)}
            for place in sorted(found, key=lambda x: x[1:])
        ],
        score=max((scores[place] for place in spurious), default=None),
    )


def _document(text: str, place: Place) -> dict[str, str | int | float]:
    label, start, end = place
    return {"name": label, "text": text[start:end], "start": start, "end": end}
