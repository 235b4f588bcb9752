"""The report of a prediction from a table."""

# R rows, K classes, F features

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from easel.runtime.table.cells import category_of

from engine.data.tabular.checks import leaking_columns, repeated_across_splits
from engine.data.tabular.dataset import TableDataset
from engine.data.tabular.encoded_table import Encoded, Floats
from engine.data.tabular.schema import MISSING_TEXTS
from engine.evaluation.confirmed_notes import confirmed_notes
from engine.evaluation.tabular import sections as sections
from engine.evaluation.tabular.attributions import contributions, permutation_importance
from engine.evaluation.tabular.predictions import Judged, numbers
from engine.interfaces.run import Scores, TrainedModel
from engine.metrics import intervals
from engine.specs.data import Split
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import MetricValue
from engine.specs.package.sections import Case, CasesSection, NoteSection, Section
from engine.training.tabular.candidates import TableModel
from engine.training.tabular.ensemble import Ensemble
from engine.training.tabular.learning import Learnt
from engine.training.tabular.table_network import outputs_of

PRIMARY = "explained"
_IN_UNITS = {"rmse", "mae", "median_error", "bias"}
_LESS_IS_BETTER = {"rmse", "mae", "median_error", "log_loss", "brier"}
_ABOUT_ZERO = {"bias"}

NUM_RESAMPLES = 300
MAX_CASES, MAX_ATTRIBUTIONS = 50, 8


@dataclass(frozen=True)
class LearntTable:
    """What a run learnt: the blend, the linear baseline, and what was tried."""

    ensemble: Ensemble
    baseline: TableModel
    learnt: Learnt


def table_sections(
    trained: TrainedModel[TableDataset, LearntTable],
    judged: Judged,
    held_out: Scores[Floats],
    labels: Sequence[LabelSpec],
    train: TableDataset,
    dataset: TableDataset,
) -> Iterator[Section]:
    """Yield the sections, about held-out rows of ``dataset``."""
    table = trained.module
    names = dataset.meaning.feature_names()
    yield from _warnings(train, dataset, held_out.split)
    if judged.problem == "regression":
        yield from sections.of_values(judged, dataset.meaning.mean)
    else:
        yield from sections.of_classes(judged, [label.name for label in labels])
    if judged.problem == "binary":
        yield sections.thresholds(judged, labels[1].name)
    yield sections.bars(
        names,
        permutation_importance(table.ensemble, dataset, trained.spec.seed),
        key="importance_permutation",
        axis="loss_increase",
    )
    shap_values = contributions(table.ensemble, dataset.encoded)
    if shap_values is not None:
        yield sections.bars(
            names, np.abs(shap_values).mean(0), key="importance_shap", axis="mean_contribution"
        )
    yield _cases(judged, held_out, dataset, shap_values, names)
    yield from sections.of_learning(table.learnt)
    yield sections.columns(dataset.meaning.schema)


def _warnings(train: TableDataset, dataset: TableDataset, split: Split) -> Iterator[Section]:
    for column, strength in leaking_columns(train).items():
        yield NoteSection(
            key="column_leaks", params={"column": column, "strength": round(strength, 4)}
        )
    yield from confirmed_notes(train.meaning.findings)
    repeated = repeated_across_splits(train, dataset)
    if repeated:
        share = round(repeated / len(dataset), 4)
        yield NoteSection(
            key="rows_repeated_across_splits",
            params={"count": repeated, "share": share, "split": split.value},
        )
    for reason in ("constant", "identifier", "free_text"):
        omitted = [name for name, why in train.meaning.schema.omitted.items() if why == reason]
        if omitted:
            yield NoteSection(
                key=f"columns_{reason}",
                params={"count": len(omitted), "columns": ", ".join(omitted[:10])},
            )


def table_headline(judged: Judged, seed: int) -> Iterator[MetricValue]:
    """Yield all numbers with their intervals, the primary one first."""
    found, spans = numbers(judged), _intervals(judged, seed)
    if judged.problem != "regression":
        spans.update(_exact_intervals(judged, found))
    return (_metric(name, found[name], spans.get(name)) for name in found)


def _metric(name: str, value: float, span: tuple[float, float] | None) -> MetricValue:
    low, high = span if span is not None else (None, None)
    in_units = name in _IN_UNITS or name in {"log_loss", "brier"}
    return MetricValue(
        name=name,
        value=value,
        # Percentiles of resamples may lie beside the value, which its interval has to hold.
        low=None if low is None else min(low, value),
        high=None if high is None else max(high, value),
        unit="number" if in_units else "share",
        higher_is_better=name not in _LESS_IS_BETTER | _ABOUT_ZERO,
    )


def _intervals(judged: Judged, seed: int) -> dict[str, tuple[float, float]]:
    """Return the percentile intervals of a bootstrap over rows."""
    num_rows = len(judged.truth)
    random = np.random.default_rng(seed)
    drawn: dict[str, list[float]] = {}
    # The time that a resample takes grows with the rows.
    for _ in range(max(60, min(NUM_RESAMPLES, 2_000_000 // num_rows))):
        rows = random.integers(num_rows, size=num_rows)
        part = Judged(
            judged.problem,
            judged.outputs[rows],
            judged.truth[rows],
            judged.guess,
            judged.deviation,
            judged.threshold,
        )
        for name, value in numbers(part).items():
            drawn.setdefault(name, []).append(value)
    spans = {name: np.quantile(values, (0.025, 0.975)) for name, values in drawn.items()}
    return {name: (float(low), float(high)) for name, (low, high) in spans.items()}


def _exact_intervals(
    judged: Judged, found: Mapping[str, float]
) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield the intervals of shares that a bootstrap makes too narrow, or a point."""
    hits = int((judged.decided == judged.classes).sum())
    accuracy = intervals.share(hits, len(judged.classes))
    yield "accuracy", (accuracy.low, accuracy.high)
    true, decided = np.bincount(judged.classes).tolist(), np.bincount(judged.decided).tolist()
    seen = {"auc": true, "macro_f1": true, "f1": true[1:], "recall": true[1:]}
    for name, counts in (seen | {"precision": decided[1:]}).items():
        if found.get(name) == 1:
            yield name, (intervals.least_of_flawless(counts), 1.0)


def table_baseline(judged: Judged, model: TableModel, rows: Encoded) -> MetricValue:
    """Return how good a linear model is on the same rows."""
    outputs = outputs_of(model.scores(rows), judged.problem).astype(np.float64)
    predicted = Judged(judged.problem, outputs, judged.truth, judged.guess, judged.deviation)
    return _metric(PRIMARY, numbers(predicted)[PRIMARY], None)


def _cases(
    judged: Judged,
    held_out: Scores[Floats],
    dataset: TableDataset,
    shap_values: Floats | None,
    names: Sequence[str],
) -> CasesSection:
    """Return the rows that the model got most wrong, with what spoke for its answer."""
    if judged.problem == "regression":
        size = np.abs(judged.errors)
        wrong = size > 0
    else:
        rows = np.arange(len(judged.truth))
        size = (
            judged.probabilities[rows, judged.decided] - judged.probabilities[rows, judged.classes]
        )
        size[judged.decided == judged.classes] = -1
        wrong = judged.decided != judged.classes
    order = np.argsort(-size)[: min(MAX_CASES, int(wrong.sum()))]
    return CasesSection(
        key="worst_rows",
        prediction="rows",
        cases=tuple(_case(int(i), judged, held_out, dataset, shap_values, names) for i in order),
        num_cases=int(wrong.sum()),
    )


def _case(
    index: int,
    judged: Judged,
    held_out: Scores[Floats],
    dataset: TableDataset,
    shap_values: Floats | None,
    names: Sequence[str],
) -> Case:
    meaning, record = dataset.meaning, held_out.records[index]
    truth: dict[str, str | float | None]
    if judged.problem == "regression":
        value = float(judged.outputs[index, 0] * meaning.deviation + meaning.mean)
        truth = {meaning.target: record.value}
        predicted: dict[str, str | float | None] = {meaning.target: float(f"{value:.6g}")}
        score = None
    else:
        decided = int(judged.decided[index])
        truth = {meaning.target: record.labels[0]}
        predicted = {meaning.target: meaning.labels[decided]}
        score = float(judged.probabilities[index, decided])
    attributions: tuple[tuple[str, float], ...] = ()
    if shap_values is not None:
        weights = shap_values[index] / max(float(np.abs(shap_values[index]).max()), 1e-12)
        best = np.argsort(-np.abs(weights))[:MAX_ATTRIBUTIONS]
        row = dataset.source(index)
        attributions = tuple(
            (_named(names[place], row), round(float(weights[place]), 4)) for place in best
        )
    return Case(
        sample_id=record.id,
        name=record.name,
        error="wrong_class" if judged.problem != "regression" else "far_off",
        truth=dict(truth),
        predicted=dict(predicted),
        score=score,
        attributions=attributions,
    )


def _named(name: str, row: dict[str, str | int | float | bool | None]) -> str:
    """Return a feature with its value in the row."""
    value = category_of(row.get(name.partition(" · ")[0]), MISSING_TEXTS)
    return f"{name} = {'–' if value is None else value[:40]}"
