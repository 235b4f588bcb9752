"""Evaluates and reports how alike texts are said to be."""

# N pairs

from __future__ import annotations

from collections.abc import Sequence

import easel.runtime
import numpy as np
from easel.runtime import Example, Tensors
from easel.runtime.predictions.score import ScoreDecoder
from easel.runtime.text.words import fold, word_spans

from engine.data.text.dataset import TextDataset
from engine.data.text.pair_targets import scale_of_splits, value_of
from engine.evaluation.sectioned import sectioned_report
from engine.evaluation.text import pairs
from engine.evaluation.text.pairs import Numbers, PairOutcome
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores, TrainedModel
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import MetricValue, Report
from engine.specs.package.sections import (
    Case,
    CasesSection,
    Curve,
    CurvesSection,
    LabelThresholds,
    OperatingPoint,
    TableSection,
    ThresholdsSection,
)
from engine.training.scoring import decoder_of

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


class PairEvaluator(Evaluator[PairOutcome]):
    """Evaluates how alike two texts are said to be, beside what people say."""

    def outcome(
        self, model: easel.runtime.Model, example: Example, outputs: Tensors
    ) -> PairOutcome:
        """Return the score of a pair, and the points of its texts."""
        score = decoder_of(model, ScoreDecoder).score(outputs)
        if "point_1" not in outputs:
            return PairOutcome(score)
        one, two = (np.asarray(outputs[f"point_{n}"][0], np.float32) for n in (1, 2))
        return PairOutcome(score, (one, two))

    def metrics(self, scores: Scores[PairOutcome], splits: Splits) -> dict[str, float]:
        """Return the numbers of scores, which no threshold changes; ``pearson`` is primary."""
        return pair_numbers(scores.outcomes, _values(scores, splits))

    def recommend_thresholds(
        self, validation: Scores[PairOutcome], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Choose the score from which two texts are called alike."""
        scores = np.array([outcome.score for outcome in validation.outcomes])
        threshold = 0.5
        if len(scores):
            threshold = pairs.best_threshold(scores, _values(validation, splits) >= 0.5)
        return tuple(LabelSpec(name=name, threshold=threshold) for name in splits.labels)

    def report(self, held_out: HeldOut[PairOutcome, TextDataset]) -> Report:
        """Build the evaluation report."""
        trained = held_out.trained
        values = _values(held_out, trained.splits)
        scores = np.array([outcome.score for outcome in held_out.outcomes])
        numbers = pair_numbers(held_out.outcomes, values)
        low, high = pairs.pearson_interval(scores, values, trained.spec.seed)
        dataset = trained.splits.held_out()[1]
        overlap = pairs.word_overlap([_words(dataset.texts(index)) for index in range(len(values))])
        first = MetricValue(
            name="pearson", value=numbers.pop("pearson"), low=low, high=high, unit="number"
        )
        others = (
            MetricValue(name=name, value=value, unit="number") for name, value in numbers.items()
        )
        baseline = pairs.pearson(overlap, values)
        return sectioned_report(
            held_out,
            metrics=(first, *others),
            baseline=MetricValue(name="pearson", value=baseline, unit="number"),
            sections=(
                _scatter(scores, values),
                _bands(scores, values),
                _thresholds(scores, values, held_out.labels[0]),
                _cases(trained, held_out, values),
            ),
        )


def _values(scores: Scores[PairOutcome], splits: Splits) -> Numbers:
    scale = scale_of_splits(splits)
    return np.array([scale.share(record) for record in scores.records])


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
    trained: TrainedModel[TextDataset], held_out: Scores[PairOutcome], values: Numbers
) -> CasesSection:
    """Return the pairs that are furthest off."""
    dataset = trained.splits.held_out()[1]
    scores = np.array([outcome.score for outcome in held_out.outcomes])
    order = np.argsort(-np.abs(scores - values), kind="stable")[:MAX_CASES].tolist()
    scale = scale_of_splits(trained.splits)
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
