"""Figures of a prediction from a table, as data."""

# R rows, K classes

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.encoded_table import PRIMARY_METRICS, Floats, Problem
from engine.data.tabular.schema import Schema
from engine.evaluation.tabular.headline import NUMBERS
from engine.evaluation.tabular.predictions import EvaluatedRows, confusion
from engine.metrics.counts import count, one_hot
from engine.metrics.curves import pr_curve
from engine.metrics.intervals import share
from engine.metrics.roc import roc
from engine.specs.package.sections import (
    BarsSection,
    Curve,
    CurvesSection,
    LabelThresholds,
    MatrixSection,
    NoteSection,
    OperatingPoint,
    Section,
    TableSection,
    ThresholdsSection,
)
from engine.training.tabular.learning import BLEND, Learnt, Tried
from engine.validation.checks import listed

MAX_POINTS, MAX_CURVES, MAX_BARS, MAX_CONFUSION = 101, 8, 30, 60
NUM_BINS = 10


def of_classes(evaluated: EvaluatedRows, names: Sequence[str]) -> Iterator[Section]:
    """Yield numbers by class, curves, calibration and confusion of a classification."""
    yield by_class(evaluated, names)
    shown = [1] if evaluated.problem == "binary" else _most_common(evaluated.classes)
    probabilities = evaluated.probabilities
    flags = {k: evaluated.classes == k for k in shown}
    yield CurvesSection(
        key="roc",
        x_axis="false_positive_rate",
        y_axis="true_positive_rate",
        curves=tuple(_roc(names[k], probabilities[:, k], flags[k]) for k in shown),
        diagonal=True,
    )
    yield CurvesSection(
        key="precision_recall",
        x_axis="recall",
        y_axis="precision",
        curves=tuple(_precision_recall(names[k], probabilities[:, k], flags[k]) for k in shown),
    )
    yield CurvesSection(
        key="calibration",
        x_axis="predicted_share",
        y_axis="actual_share",
        curves=tuple(_reliability(names[k], probabilities[:, k], flags[k]) for k in shown),
        diagonal=True,
    )
    if len(names) <= MAX_CONFUSION:
        cells = confusion(evaluated)
        yield MatrixSection(
            key="confusion",
            rows=tuple(names),
            columns=tuple(names),
            cells=tuple(tuple(row) for row in cells.tolist()),
        )


def by_class(evaluated: EvaluatedRows, names: Sequence[str]) -> TableSection:
    """Return precision, recall with its interval, and F1 of each class; untested ones have none."""
    counts = count(one_hot(evaluated.decided, len(names)), one_hot(evaluated.classes, len(names)))
    rows: list[tuple[str | float | None, ...]] = []
    for k, name in enumerate(names):
        hits, actual, predicted = (
            int(of[k]) for of in (counts.hits, counts.actual, counts.predicted)
        )
        recall = share(hits, actual) if actual else None
        rows.append(
            (
                name,
                float(counts.precision[k]) if predicted else None,
                None if recall is None else recall.value,
                None if recall is None else recall.low,
                None if recall is None else recall.high,
                float(counts.f1[k]) if actual else None,
                float(actual),
                float(predicted),
            )
        )
    return TableSection(
        key="by_label",
        columns=(
            "label",
            "precision",
            "recall",
            "recall_low",
            "recall_high",
            "f1",
            "actual",
            "predicted",
        ),
        units=("text", "share", "share", "share", "share", "share", "count", "count"),
        rows=tuple(rows),
    )


def untested(evaluated: EvaluatedRows, names: Sequence[str]) -> Iterator[NoteSection]:
    """Yield which classes no held-out row is of: nothing is known about them."""
    seen = set(evaluated.classes.tolist())
    missing = [name for k, name in enumerate(names) if k not in seen]
    if missing:
        yield NoteSection(
            key="labels_untested",
            params={
                "count": len(names) - len(missing),
                "total": len(names),
                "labels": listed(missing),
            },
        )


def of_values(evaluated: EvaluatedRows, mean: float) -> Iterator[Section]:
    """Yield predicted against actual values, and where errors lie."""
    predicted = evaluated.outputs[:, 0] * evaluated.deviation + mean
    actual = evaluated.truth * evaluated.deviation + mean
    places = np.unique(np.linspace(0, len(actual) - 1, min(len(actual), 400)).astype(int))
    yield CurvesSection(
        key="predicted_actual",
        x_axis="actual",
        y_axis="predicted",
        curves=(_points("rows", actual[places], predicted[places]),),
        diagonal=True,
        points=True,
    )
    yield CurvesSection(
        key="residuals",
        x_axis="predicted",
        y_axis="residual",
        curves=(_points("rows", predicted[places], evaluated.errors[places]),),
        points=True,
    )
    counts, edges = np.histogram(evaluated.errors, bins=min(30, max(5, len(actual) // 10)))
    middles = (edges[:-1] + edges[1:]) / 2
    yield CurvesSection(
        key="residual_distribution",
        x_axis="residual",
        y_axis="rows",
        curves=(_points("rows", middles, counts.astype(np.float64)),),
    )
    levels = np.linspace(0.1, 0.95, 18)
    yield CurvesSection(
        key="error_quantiles",
        x_axis="share_of_rows",
        y_axis="absolute_error",
        curves=(_points("rows", levels, np.quantile(np.abs(evaluated.errors), levels)),),
    )


def thresholds(evaluated: EvaluatedRows, name: str) -> ThresholdsSection:
    """Return what each threshold of the second class gives."""
    curve = pr_curve(evaluated.probabilities[:, 1], evaluated.classes == 1)
    points = tuple(
        OperatingPoint(
            threshold=point.threshold, precision=point.precision, recall=point.recall, f1=point.f1
        )
        for point in curve.points(MAX_POINTS, evaluated.threshold)
    )
    label = LabelThresholds(label=name, recommended=evaluated.threshold, points=points)
    return ThresholdsSection(key="thresholds", labels=(label,))


def bars(names: Sequence[str], values: Floats, *, key: str, axis: str) -> BarsSection:
    """Return the largest values with their names."""
    order = np.argsort(-values)[:MAX_BARS]
    return BarsSection(
        key=key,
        axis=axis,
        names=tuple(names[i] for i in order),
        values=tuple(round(float(values[i]), 6) for i in order),
    )


def of_learning(learnt: Learnt, problem: Problem) -> Iterator[Section]:
    """Yield what was tried, and how much folds differ."""
    if learnt.num_left_out:
        yield NoteSection(key="candidates_left_out", params={"count": learnt.num_left_out})
    yield leaderboard(learnt, problem)
    linear = learnt.one("linear")
    yield TableSection(
        key="folds",
        columns=("fold", "loss", "baseline_loss"),
        units=("count", "number", "number"),
        rows=tuple(
            (float(number), round(loss, 6), round(baseline, 6))
            for number, (loss, baseline) in enumerate(
                zip(learnt.fold_losses, linear.fold_losses, strict=True), 1
            )
        ),
    )


def leaderboard(learnt: Learnt, problem: Problem) -> TableSection:
    """Return the blend, then all candidates, the best on rows not learnt from first."""
    metric = PRIMARY_METRICS[problem]
    fewer_is_better = metric in NUMBERS
    taken = [tried for tried in learnt.tried if tried.weight > 0]
    rows: list[tuple[str | float | None, ...]] = []
    if len(taken) > 1:
        # What the blend takes is what its members take together.
        blended = Tried(
            name=BLEND,
            rounds=0,
            loss=learnt.loss,
            standing=learnt.standing,
            fold_losses=learnt.fold_losses,
            weight=1,
            seconds=sum(tried.seconds for tried in taken),
            predict_ms=sum(tried.predict_ms for tried in taken),
        )
        rows.append(_ranked(blended, weight=None))

    def rank(tried: Tried) -> tuple[float, float]:
        value = 0.0 if tried.standing is None else tried.standing.value
        return (value if fewer_is_better else -value, tried.loss)

    rows += [_ranked(one, weight=round(one.weight, 4)) for one in sorted(learnt.tried, key=rank)]
    return TableSection(
        key="candidates",
        columns=(
            "candidate",
            metric,
            "loss",
            "weight",
            "training_time",
            "time_per_thousand",
            "fold_deviation",
        ),
        units=(
            "text",
            "number" if fewer_is_better else "share",
            "number",
            "share",
            "milliseconds",
            "milliseconds",
            "number",
        ),
        rows=tuple(rows),
    )


def _ranked(tried: Tried, weight: float | None) -> tuple[str | float | None, ...]:
    return (
        tried.name,
        None if tried.standing is None else round(tried.standing.value, 6),
        round(tried.loss, 6),
        weight,
        round(1000 * tried.seconds),
        round(tried.predict_ms, 3),
        round(float(np.std(tried.fold_losses)), 6),
    )


def columns(schema: Schema) -> TableSection:
    """Return what each column was taken for."""
    rows: list[tuple[str | float | None, ...]] = [
        (
            column.name,
            column.kind,
            float(len(column.categories)) if column.kind == "category" else None,
            float(schema.unreadable.get(column.name, 0) + schema.rare.get(column.name, 0)),
        )
        for column in schema.columns
    ]
    rows += [(name, why, None, None) for name, why in schema.omitted.items()]
    return TableSection(
        key="columns",
        columns=("column", "kind", "categories", "changed_cells"),
        units=("text", "text", "count", "count"),
        rows=tuple(rows),
    )


def _roc(name: str, scores: Floats, positive: NDArray[np.bool_]) -> Curve:
    curve = roc(scores, positive)
    return _points(name, *_thinned(curve.false_positive_rate, curve.true_positive_rate))


def _precision_recall(name: str, scores: Floats, positive: NDArray[np.bool_]) -> Curve:
    curve = pr_curve(scores, positive)
    recall = curve.hits / max(1, curve.num_actual)
    return _points(name, *_thinned(recall, curve.hits / curve.reached))


def _reliability(name: str, scores: Floats, positive: NDArray[np.bool_]) -> Curve:
    """Return mean score and share of hits in bins of equally many rows."""
    parts = np.array_split(np.argsort(scores), min(NUM_BINS, len(scores)))
    return _points(
        name,
        np.array([scores[part].mean() for part in parts]),
        np.array([positive[part].mean() for part in parts]),
    )


def _thinned(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    places = np.unique(np.linspace(0, len(x) - 1, min(len(x), MAX_POINTS)).astype(int))
    return x[places], y[places]


def _points(name: str, x: Floats, y: Floats) -> Curve:
    return Curve(
        name=name,
        x=tuple(float(f"{value:.6g}") for value in x),
        y=tuple(float(f"{value:.6g}") for value in y),
    )


def _most_common(classes: NDArray[np.int64]) -> list[int]:
    counts = np.bincount(classes)
    return sorted(int(k) for k in np.argsort(-counts)[:MAX_CURVES] if counts[k] > 0)
