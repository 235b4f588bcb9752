"""The report of a similarity model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from easel.runtime.text.words import fold, word_spans

from engine.data.text.pair_targets import Scale, value_of
from engine.data.text.tagging import as_texts
from engine.evaluation.text import pairs
from engine.evaluation.text.pairs import Numbers, PairOutcome
from engine.interfaces.run import Scores, TrainedModel
from engine.metrics.held_out import require_samples
from engine.specs.manifest import LabelSpec
from engine.specs.report import MetricValue, RuntimeCheck, SectionedReport
from engine.specs.sections import (
    Case,
    CasesSection,
    Curve,
    CurvesSection,
    LabelThresholds,
    OperatingPoint,
    TableSection,
    ThresholdsSection,
)

MAX_CASES, MAX_POINTS, NUM_BANDS = 100, 500, 10


def pair_numbers(outcomes: Sequence[PairOutcome], values: Numbers) -> dict[str, float]:
    """Return ``pearson``, ``spearman``, and where they are defined ``auc`` and recalls.

    Pairs in the upper half of the scale count as alike.

    Args:
        outcomes: of N pairs.
        values: (N,) what people say, as shares of the scale.
    """
    scores = np.array([outcome.score for outcome in outcomes])
    numbers = {
        "pearson": pairs.pearson(scores, values),
        "spearman": pairs.spearman(scores, values),
    }
    area = pairs.area_under_curve(scores, values >= 0.5)
    if area is not None:
        numbers["auc"] = area
    return {**numbers, **pairs.recall_at(outcomes, values >= 0.5)}


def pair_report(
    trained: TrainedModel,
    held_out: Scores[PairOutcome],
    labels: Sequence[LabelSpec],
    runtime: RuntimeCheck,
    scale: Scale,
) -> SectionedReport:
    """Build the report.

    Raises:
        DataError: when there is no held-out sample.
    """
    require_samples(len(held_out.outcomes))
    values = np.array([scale.share(record) for record in held_out.records])
    scores = np.array([outcome.score for outcome in held_out.outcomes])
    numbers = pair_numbers(held_out.outcomes, values)
    low, high = pairs.pearson_interval(scores, values, trained.spec.seed)
    dataset = as_texts(trained.splits.held_out()[1])
    overlap = pairs.word_overlap([_words(dataset.texts(index)) for index in range(len(values))])
    first = MetricValue(name="pearson", value=numbers["pearson"], low=low, high=high, unit="number")
    return SectionedReport(
        split=held_out.split,
        num_samples=len(values),
        primary_metric="pearson",
        metrics=(
            first,
            *(
                MetricValue(name=name, value=value, unit="number")
                for name, value in numbers.items()
                if name != "pearson"
            ),
        ),
        baseline=MetricValue(name="pearson", value=pairs.pearson(overlap, values), unit="number"),
        labels=tuple(label.name for label in labels),
        sections=(
            _scatter(scores, values),
            _bands(scores, values),
            _thresholds(scores, values, labels[0]),
            _cases(trained, held_out, values, scale),
        ),
        runtime=runtime,
        training=trained.summary,
    )


def _words(texts: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    one, two = (
        frozenset(fold(text)[start:end] for start, end in word_spans(text)) for text in texts
    )
    return one, two


def _scatter(scores: Numbers, values: Numbers) -> CurvesSection:
    shown = np.linspace(0, len(scores) - 1, min(len(scores), MAX_POINTS)).astype(int)
    curve = Curve(name="pairs", x=tuple(values[shown].tolist()), y=tuple(scores[shown].tolist()))
    return CurvesSection(
        key="predicted_against_actual",
        x_axis="actual",
        y_axis="predicted",
        curves=(curve,),
        diagonal=True,
        points=True,
    )


def _bands(scores: Numbers, values: Numbers) -> TableSection:
    """Return how scores lie where people say about the same."""
    bands = np.minimum((values * NUM_BANDS).astype(int), NUM_BANDS - 1)
    rows = [
        (
            f"{band / NUM_BANDS:.1f} – {(band + 1) / NUM_BANDS:.1f}",
            int((bands == band).sum()),
            float(scores[bands == band].mean()),
            float(np.abs(scores - values)[bands == band].mean()),
        )
        for band in range(NUM_BANDS)
        if (bands == band).any()
    ]
    return TableSection(
        key="by_similarity",
        columns=("actual", "samples", "mean_score", "mean_error"),
        units=("text", "count", "number", "number"),
        rows=tuple(rows),
    )


def _thresholds(scores: Numbers, values: Numbers, label: LabelSpec) -> ThresholdsSection:
    alike = values >= 0.5
    points = []
    for threshold in np.round(np.arange(1, 20) * 0.05, 2).tolist():
        found = scores >= threshold
        right = int((found & alike).sum())
        points.append(
            OperatingPoint(
                threshold=threshold,
                precision=right / max(1, int(found.sum())),
                recall=right / max(1, int(alike.sum())),
                f1=2 * right / max(1, int(found.sum() + alike.sum())),
            )
        )
    return ThresholdsSection(
        key="thresholds",
        labels=(
            LabelThresholds(label=label.name, recommended=label.threshold, points=tuple(points)),
        ),
    )


def _cases(
    trained: TrainedModel, held_out: Scores[PairOutcome], values: Numbers, scale: Scale
) -> CasesSection:
    """Return the pairs that are furthest off."""
    dataset = as_texts(trained.splits.held_out()[1])
    scores = np.array([outcome.score for outcome in held_out.outcomes])
    order = np.argsort(-np.abs(scores - values), kind="stable")[:MAX_CASES].tolist()
    width = scale.high - scale.low
    return CasesSection(
        key="largest_errors",
        prediction="labels",
        num_cases=len(scores),
        cases=tuple(
            Case(
                sample_id=held_out.records[index].id,
                name=" | ".join(dataset.texts(index)),
                error="too_high" if scores[index] > values[index] else "too_low",
                truth=[{"name": "similar", "value": value_of(held_out.records[index])}],
                predicted=[
                    {
                        "name": "similar",
                        "score": round(float(scores[index]), 6),
                        "value": round(scale.low + float(scores[index]) * width, 6),
                    }
                ],
                score=float(scores[index]),
            )
            for index in order
        ),
    )
