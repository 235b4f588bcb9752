"""The head of a table's report: its numbers with their intervals, and what it has to beat."""

# R rows, K classes

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import numpy as np

from engine.data.tabular.dataset import TableDataset
from engine.data.tabular.encoded_table import PRIMARY_METRICS, Encoded, Floats
from engine.evaluation.tabular.predictions import EvaluatedRows, numbers
from engine.metrics import intervals
from engine.metrics.curves import MIN_SAMPLES_FOR_THRESHOLD, pr_curve
from engine.specs.package.report import MetricValue
from engine.training.tabular.candidates import TableModel
from engine.training.tabular.table_network import outputs_of
from engine.validation.checks import has_rare_label

Span = tuple[float, float]

NUMBERS = frozenset({"rmse", "mae", "median_error", "bias", "log_loss", "brier"})
"""In the unit of the column, or without one; all others are shares."""
_LESS_IS_BETTER = frozenset({"rmse", "mae", "median_error", "log_loss", "brier"})
_ABOUT_ZERO = frozenset({"bias"})

NUM_RESAMPLES = 300
DECIDED_AT = 0.5
TELLING = 2.0
"""How many times better than always answering the rare class a threshold for it has to be."""


def table_headline(evaluated: EvaluatedRows, seed: int) -> Iterator[MetricValue]:
    """Yield all numbers with their intervals, the one the model is evaluated by first."""
    found, spans = numbers(evaluated), _resampled(evaluated, seed)
    if evaluated.problem != "regression":
        spans.update(_exact(evaluated, found))
    return (_metric(name, found[name], spans.get(name)) for name in found)


def rarest_recall(evaluated: EvaluatedRows) -> Iterator[MetricValue]:
    """Yield the recall of the class that training had least of, where a held-out row is of it."""
    if evaluated.problem == "regression":
        return
    of_rarest = evaluated.classes == int(np.argmin(evaluated.guess))
    num = int(of_rarest.sum())
    if num:
        hits = int((evaluated.decided[of_rarest] == evaluated.classes[of_rarest]).sum())
        yield _metric("rarest_recall", hits / num, _counted(hits, num))


def best_threshold(evaluated: EvaluatedRows, decide_by: Literal["auto", "accuracy", "f1"]) -> float:
    """Return the threshold of the second of two classes.

    For accuracy it is 0.5, as probabilities are calibrated. For F1 it is the best one on these
    rows, or where too few show a class, the best one if each row is as likely as it is said to be
    (Ye et al., Optimizing F-measure, ICML 2012, section 3). ``auto`` is F1 where one class is rare
    and the model tells it from the other: no threshold helps a model that does not.
    """
    if decide_by == "accuracy" or (decide_by == "auto" and not has_rare_label(_rows(evaluated))):
        return DECIDED_AT
    probabilities = evaluated.probabilities[:, 1]
    curve = pr_curve(probabilities, evaluated.classes == 1)
    least = min(np.bincount(evaluated.classes, minlength=2))
    expected, likely = _expected_f1(probabilities)
    found = likely if least < MIN_SAMPLES_FOR_THRESHOLD else curve.best_threshold()
    share = float(probabilities.mean())
    tells = expected >= TELLING * 2 * share / (1 + share)
    return found if decide_by == "f1" or tells else DECIDED_AT


def _rows(evaluated: EvaluatedRows) -> list[float]:
    """Return the shares of the classes in training."""
    return [float(share) for share in evaluated.guess]


def _expected_f1(probabilities: Floats) -> tuple[float, float]:
    """Return the best F1 to be expected, and the threshold that gives it."""
    ordered = np.sort(probabilities)[::-1]
    hits = np.cumsum(ordered)
    values = 2 * hits / (np.arange(1, len(ordered) + 1) + hits[-1])
    best = int(values.argmax())
    following = ordered[best + 1] if best + 1 < len(ordered) else 0.0
    return float(values[best]), float((ordered[best] + following) / 2)


def table_baseline(
    evaluated: EvaluatedRows, model: TableModel, rows: Encoded, validation: TableDataset
) -> MetricValue:
    """Return how good a linear model is on the same rows, at a threshold chosen like the model's.

    Args:
        evaluated: the model on held-out rows.
        model: the linear one.
        rows: the held-out rows.
        validation: rows that thresholds are chosen on.
    """
    threshold = 0.5
    if evaluated.problem == "binary" and len(validation):
        seen = _by(evaluated, model, validation.encoded, validation.targets)
        threshold = best_threshold(seen, validation.meaning.decide_by)
    linear = _by(evaluated, model, rows, evaluated.truth, threshold)
    primary = PRIMARY_METRICS[evaluated.problem]
    return _metric(primary, numbers(linear)[primary], None)


def _by(
    evaluated: EvaluatedRows,
    model: TableModel,
    rows: Encoded,
    truth: Floats,
    threshold: float = 0.5,
) -> EvaluatedRows:
    """Return what a fitted learner says of rows, of the same problem as ``evaluated``."""
    outputs = outputs_of(model.scores(rows), evaluated.problem).astype(np.float64)
    return EvaluatedRows(
        evaluated.problem, outputs, truth, evaluated.guess, evaluated.deviation, threshold
    )


def _metric(name: str, value: float, span: Span | None) -> MetricValue:
    low, high = span if span is not None else (None, None)
    return MetricValue(
        name=name,
        value=value,
        # Percentiles of resamples may lie beside the value, which its interval has to hold.
        low=None if low is None else min(low, value),
        high=None if high is None else max(high, value),
        unit="number" if name in NUMBERS else "share",
        higher_is_better=name not in _LESS_IS_BETTER | _ABOUT_ZERO,
    )


def _resampled(evaluated: EvaluatedRows, seed: int) -> dict[str, Span]:
    """Return the percentile intervals of a bootstrap over rows."""
    num_rows = len(evaluated.truth)
    random = np.random.default_rng(seed)
    drawn: dict[str, list[float]] = {}
    # The time that a resample takes grows with the rows.
    for _ in range(max(60, min(NUM_RESAMPLES, 2_000_000 // num_rows))):
        rows = random.integers(num_rows, size=num_rows)
        part = EvaluatedRows(
            evaluated.problem,
            evaluated.outputs[rows],
            evaluated.truth[rows],
            evaluated.guess,
            evaluated.deviation,
            evaluated.threshold,
        )
        for name, value in numbers(part).items():
            drawn.setdefault(name, []).append(value)
    spans = {name: np.quantile(values, (0.025, 0.975)) for name, values in drawn.items()}
    return {name: (float(low), float(high)) for name, (low, high) in spans.items()}


def _exact(evaluated: EvaluatedRows, found: Mapping[str, float]) -> Iterator[tuple[str, Span]]:
    """Yield the intervals of shares of counted rows, and of means that the bootstrap cannot see.

    Accuracy, precision and recall are rows out of rows. Where no resample can differ, because all
    decisions are right or none is, the means over classes take what so few rows allow.
    """
    right = evaluated.decided == evaluated.classes
    yield "accuracy", _counted(int(right.sum()), len(right))
    num_classes = evaluated.outputs.shape[1]
    true = np.bincount(evaluated.classes, minlength=num_classes).tolist()
    if evaluated.problem == "binary":
        decided = int(evaluated.decided.sum())
        hits = int((right & (evaluated.classes == 1)).sum())
        yield "precision", _counted(hits, decided)
        yield "recall", _counted(hits, true[1])
    for name, counts in (("auc", true), ("macro_f1", true), ("f1", true[1:])):
        if name in found and any(counts):
            yield from _of_extreme(name, found[name], counts)


def _of_extreme(name: str, value: float, counts: Sequence[int]) -> Iterator[tuple[str, Span]]:
    if value == 1:
        yield name, (intervals.least_of_flawless(counts), 1.0)
    elif value == 0:
        yield name, (0.0, intervals.most_of_hopeless(counts))


def _counted(num_hits: int, num_rows: int) -> Span:
    """Return Wilson's interval; of no row at all nothing is known."""
    if num_rows == 0:
        return 0.0, 1.0
    found = intervals.share(num_hits, num_rows)
    return found.low, found.high
