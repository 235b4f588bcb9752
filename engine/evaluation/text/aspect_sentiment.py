"""Evaluate sentiment: the label of the whole text, and the aspects in it."""

# N samples, K labels of the whole text

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from easel.runtime.predictions.labels import softmax
from numpy.typing import NDArray

from engine.data.text.dataset import TextDataset
from engine.data.text.span_targets import Place, annotated_places
from engine.evaluation.text import spans
from engine.evaluation.text.spans import Pairs, SpanOutcome
from engine.interfaces.run import Scores, TrainedModel
from engine.metrics import intervals
from engine.metrics.counts import confusion_matrix
from engine.specs.data import SampleRecord
from engine.specs.package.report import MetricValue
from engine.specs.package.sections import Case, CasesSection, MatrixSection

MAX_CASES = 200


@dataclass(frozen=True)
class AspectSentimentOutcome:
    """What a model predicted for one text: scores of the whole (K,), and candidate aspects."""

    whole: NDArray[np.float64]
    targets: SpanOutcome


@dataclass(frozen=True)
class Verdicts:
    """Decisions about N texts beside the truth.

    ``given`` and ``actual`` (N,) are labels of the whole; ``actual`` is -1 where people say
    nothing of it.
    """

    given: NDArray[np.intp]
    actual: NDArray[np.intp]
    targets: Pairs

    @property
    def labelled(self) -> NDArray[np.bool_]:
        """Return which texts have a label as a whole."""
        return self.actual >= 0

    @property
    def num_right(self) -> int:
        """Return how many labels of whole texts are right."""
        return int((self.given == self.actual)[self.labelled].sum())


def evaluate(
    scores: Scores[AspectSentimentOutcome], whole: Sequence[str], thresholds: Mapping[str, float]
) -> Verdicts:
    """Decide about all texts as a package with these thresholds of targets does."""
    outcomes = [outcome.targets for outcome in scores.outcomes]
    truth = [set(annotated_places(record)) for record in scores.records]
    return Verdicts(
        given=np.array(
            # Never the -1 of a text that people say nothing of: silence is no right prediction.
            [int(one.whole.argmax()) if len(one.whole) else -2 for one in scores.outcomes]
        ),
        actual=np.array([whole_label(record, whole) for record in scores.records]),
        targets=spans.decided(outcomes, truth, thresholds),
    )


def whole_label(record: SampleRecord, whole: Sequence[str]) -> int:
    """Return the index of a text's label, -1 without one."""
    return whole.index(record.labels[0]) if record.labels and whole else -1


def whole_scores(logits: NDArray[np.generic]) -> NDArray[np.float64]:
    """Return the scores (K,) of a text: the mean over its windows (R, K) of their softmax."""
    scores: NDArray[np.float64] = softmax(logits).mean(axis=0)
    return scores


def aspect_numbers(verdicts: Verdicts) -> dict[str, float]:
    """Return ``accuracy``, and where defined ``text_accuracy``, ``f1``, ``precision``, ``recall``.

    ``accuracy`` is the share of all decisions that are right: the label of each labelled text, and
    every target that is annotated or was found.
    """
    counts = spans.tally(verdicts.targets)
    labelled = int(verdicts.labelled.sum())
    decisions = labelled + counts.found + counts.actual - counts.right
    numbers = {"accuracy": (verdicts.num_right + counts.right) / max(1, decisions)}
    if labelled:
        numbers["text_accuracy"] = verdicts.num_right / labelled
    if counts.actual or counts.found:
        numbers |= {"f1": counts.f1, "precision": counts.precision, "recall": counts.recall}
    return numbers


def estimate_accuracy(verdicts: Verdicts, accuracy: float) -> MetricValue:
    """Return the accuracy, with Wilson's interval over its decisions."""
    counts = spans.tally(verdicts.targets)
    decisions = int(verdicts.labelled.sum()) + counts.found + counts.actual - counts.right
    if decisions == 0:
        return MetricValue(name="accuracy", value=accuracy)
    estimate = intervals.share(verdicts.num_right + counts.right, decisions)
    return MetricValue(name="accuracy", value=estimate.value, low=estimate.low, high=estimate.high)


def whole_confusion(verdicts: Verdicts, whole: Sequence[str]) -> MatrixSection:
    """Return which labels of whole texts are taken for which."""
    shown = verdicts.labelled
    cells = confusion_matrix(verdicts.given[shown], verdicts.actual[shown], len(whole))
    return MatrixSection(
        key="text_confusion",
        rows=tuple(whole),
        columns=tuple(whole),
        cells=tuple(tuple(row) for row in cells.tolist()),
    )


def mistaken_cases(
    trained: TrainedModel[TextDataset],
    held_out: Scores[AspectSentimentOutcome],
    verdicts: Verdicts,
    whole: Sequence[str],
) -> CasesSection:
    """Return the texts with wrong decisions, those with most of them first."""
    dataset = trained.splits.held_out()[1]
    errors = [
        len(found ^ actual) + int(verdicts.labelled[i] and verdicts.given[i] != verdicts.actual[i])
        for i, (found, actual) in enumerate(verdicts.targets)
    ]
    wrong = sorted((i for i, count in enumerate(errors) if count), key=lambda i: -errors[i])

    def documents(index: int, label: int, places: set[Place]) -> list[dict[str, str | int]]:
        text = dataset.texts(index)[0]
        named: list[dict[str, str | int]] = [{"name": whole[label]}] if label >= 0 else []
        return named + [
            {"name": name, "text": text[start:end], "start": start, "end": end}
            for name, start, end in sorted(places, key=lambda place: place[1:])
        ]

    return CasesSection(
        key="mistakes",
        prediction="opinions",
        num_cases=len(wrong),
        cases=tuple(
            Case(
                sample_id=held_out.records[index].id,
                name=held_out.records[index].name,
                error="wrong_decisions",
                truth=documents(index, int(verdicts.actual[index]), verdicts.targets[index][1]),
                predicted=documents(index, int(verdicts.given[index]), verdicts.targets[index][0]),
            )
            for index in wrong[:MAX_CASES]
        ),
    )
