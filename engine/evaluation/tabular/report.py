"""The report of a prediction from a table."""

# R rows, K classes, F features

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from easel.runtime.table.cells import category_of, time_of

from engine.data.tabular.checks import leaking_columns
from engine.data.tabular.dataset import TableDataset, TableMeaning
from engine.data.tabular.encoded_table import Floats
from engine.data.tabular.repeats import repeats_across
from engine.data.tabular.schema import MISSING_TEXTS
from engine.evaluation.confirmed_notes import confirmed_notes
from engine.evaluation.tabular import sections as sections
from engine.evaluation.tabular.attributions import contributions, permutation_importance
from engine.evaluation.tabular.predictions import EvaluatedRows
from engine.interfaces.run import Scores, TrainedModel
from engine.specs.data import Split
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.sections import Case, CasesSection, NoteSection, Section
from engine.training.tabular.candidates import TableModel
from engine.training.tabular.ensemble import Ensemble
from engine.training.tabular.learning import Learnt

# From so large a share on, one prediction for all rows is right too often to be told apart.
MUCH = 0.8
MAX_CASES, MAX_ATTRIBUTIONS = 50, 8


@dataclass(frozen=True)
class LearntTable:
    """What a run learnt: the blend, the linear baseline, and what was tried."""

    ensemble: Ensemble
    baseline: TableModel
    learnt: Learnt


def table_sections(
    trained: TrainedModel[TableDataset, LearntTable],
    evaluated: EvaluatedRows,
    held_out: Scores[Floats],
    labels: Sequence[LabelSpec],
    train: TableDataset,
    dataset: TableDataset,
) -> Iterator[Section]:
    """Yield the sections, about held-out rows of ``dataset``."""
    table = trained.module
    names = dataset.meaning.feature_names()
    yield from _warnings(train, dataset, held_out.split)
    yield from _always_the_same(evaluated, [label.name for label in labels])
    if evaluated.problem == "regression":
        yield from sections.of_values(evaluated, dataset.meaning.mean)
    else:
        yield from sections.untested(evaluated, [label.name for label in labels])
        yield from sections.of_classes(evaluated, [label.name for label in labels])
    if evaluated.problem == "binary":
        other, positive = (label.name for label in labels)
        yield NoteSection(key="positive_class", params={"label": positive, "other": other})
        yield sections.thresholds(evaluated, positive)
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
    yield _cases(evaluated, held_out, dataset, shap_values, names)
    yield from sections.of_learning(table.learnt, evaluated.problem)
    yield sections.columns(dataset.meaning.schema)


def _warnings(train: TableDataset, dataset: TableDataset, split: Split) -> Iterator[Section]:
    for column, strength in leaking_columns(train).items():
        yield NoteSection(
            key="column_leaks", params={"column": column, "strength": round(strength, 4)}
        )
    yield from confirmed_notes(train.meaning.findings)
    repeats = repeats_across(train, dataset)
    if repeats.count:
        params = {"count": repeats.count, "share": round(repeats.share, 4), "split": split.value}
        if repeats.is_expected:
            yield NoteSection(
                key="rows_alike_by_chance", params={**params, "distinct": repeats.num_distinct}
            )
        else:
            yield NoteSection(key="rows_repeated_across_splits", params=params)
    for reason in ("constant", "identifier", "free_text"):
        omitted = [name for name, why in train.meaning.schema.omitted.items() if why == reason]
        if omitted:
            yield NoteSection(
                key=f"columns_{reason}",
                params={"count": len(omitted), "columns": ", ".join(omitted[:10])},
            )


def _always_the_same(evaluated: EvaluatedRows, names: Sequence[str]) -> Iterator[NoteSection]:
    """Yield how often the commonest class alone would be right, where that is nearly always."""
    if evaluated.problem == "regression":
        return
    counts = np.bincount(evaluated.classes, minlength=len(names))
    common = int(counts.argmax())
    share = float(counts[common] / counts.sum())
    if share >= MUCH:
        yield NoteSection(
            key="one_answer_common", params={"label": names[common], "share": round(share, 4)}
        )


def _cases(
    evaluated: EvaluatedRows,
    held_out: Scores[Floats],
    dataset: TableDataset,
    shap_values: Floats | None,
    names: Sequence[str],
) -> CasesSection:
    """Return the rows that the model got most wrong, with what spoke for its prediction."""
    if evaluated.problem == "regression":
        size = np.abs(evaluated.errors)
        wrong = size > 0
    else:
        rows = np.arange(len(evaluated.truth))
        size = (
            evaluated.probabilities[rows, evaluated.decided]
            - evaluated.probabilities[rows, evaluated.classes]
        )
        size[evaluated.decided == evaluated.classes] = -1
        wrong = evaluated.decided != evaluated.classes
    order = np.argsort(-size)[: min(MAX_CASES, int(wrong.sum()))]
    return CasesSection(
        key="worst_rows",
        prediction="rows",
        cases=tuple(_case(int(i), evaluated, held_out, dataset, shap_values, names) for i in order),
        num_cases=int(wrong.sum()),
    )


def _case(
    index: int,
    evaluated: EvaluatedRows,
    held_out: Scores[Floats],
    dataset: TableDataset,
    shap_values: Floats | None,
    names: Sequence[str],
) -> Case:
    meaning, record = dataset.meaning, held_out.records[index]
    truth: dict[str, str | float | None]
    if evaluated.problem == "regression":
        value = float(evaluated.outputs[index, 0] * meaning.deviation + meaning.mean)
        truth = {meaning.target: record.value}
        predicted: dict[str, str | float | None] = {meaning.target: float(f"{value:.6g}")}
        score = None
    else:
        decided = int(evaluated.decided[index])
        truth = {meaning.target: record.labels[0]}
        predicted = {meaning.target: meaning.labels[decided]}
        score = float(evaluated.probabilities[index, decided])
    attributions: tuple[tuple[str, float], ...] = ()
    if shap_values is not None:
        weights = shap_values[index] / max(float(np.abs(shap_values[index]).max()), 1e-12)
        best = np.argsort(-np.abs(weights))[:MAX_ATTRIBUTIONS]
        row, features = dataset.source(index), meaning.features()
        attributions = tuple(
            (
                f"{names[place]} = {_value(row, features[place], meaning)}",
                round(float(weights[place]), 4),
            )
            for place in best
        )
    return Case(
        sample_id=record.id,
        name=record.name,
        error="wrong_class" if evaluated.problem != "regression" else "far_off",
        truth=dict(truth),
        predicted=dict(predicted),
        score=score,
        attributions=attributions,
    )


def _value(
    row: dict[str, str | int | float | bool | None],
    feature: tuple[str, str | None],
    meaning: TableMeaning,
) -> str:
    """Return a feature of a row in words; days of the week count from 1, Monday."""
    column, part = feature
    value = category_of(row.get(column), MISSING_TEXTS)
    if value is None:
        return "–"
    moment = (
        None
        if part in (None, "days")
        else time_of(value, MISSING_TEXTS, meaning.time_format(column))
    )
    if part is None or moment is None:
        return value[:40]
    return str(moment.isoweekday() if part == "weekday" else getattr(moment, part))
