"""Intervals: Wilson's against values worked out by hand, the bootstrap by coverage and seed."""

from __future__ import annotations

import numpy as np
import pytest

from engine.evaluation.tabular.headline import table_headline
from engine.evaluation.tabular.predictions import EvaluatedRows
from engine.metrics.counts import count, one_hot
from engine.metrics.intervals import least_of_flawless, macro_f1, mean, most_of_hopeless, share


def test_wilson_interval_equals_its_published_example() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    interval = share(81, 263)
    assert (round(interval.low, 4), round(interval.high, 4)) == (0.2553, 0.3662)
    interval = share(15, 148)
    assert (round(interval.low, 4), round(interval.high, 4)) == (0.0624, 0.1605)


@pytest.mark.parametrize("num_samples", [1, 7, 360, 100_000])
def test_wilson_interval_holds_its_value_at_both_ends(num_samples: int) -> None:
    none, all_ = share(0, num_samples), share(num_samples, num_samples)
    assert none.low == 0.0 < none.high <= 1.0
    assert 0.0 <= all_.low < all_.high == 1.0


def test_bootstrap_repeats_with_its_seed_and_moves_with_another() -> None:
    random = np.random.default_rng(0)
    actual = one_hot(random.integers(3, size=100), 3)
    predicted = one_hot(random.integers(3, size=100), 3)
    counts = count(predicted, actual)
    value = counts.macro(counts.f1)
    first, again, other = (macro_f1(predicted, actual, value, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert first.low < value < first.high
    # Three classes at chance: the deviation of macro F1 is about sqrt(1/3 * 2/3 / 100) = 0.047.
    assert 0.12 < first.high - first.low < 0.25


def test_a_model_without_mistakes_in_few_samples_is_not_sure_to_make_none() -> None:
    flags = one_hot(np.arange(30) % 3, 3)
    flawless = macro_f1(flags, flags, 1.0, 0)
    assert (flawless.value, flawless.high) == (1.0, 1.0)
    assert flawless.low == pytest.approx(share(10, 10).low)
    # A class of two samples may be missed every second time, for all that is known.
    assert least_of_flawless([100, 2, 0]) < least_of_flawless([51, 51])


def test_fifteen_right_rows_of_a_table_are_not_a_hundred_to_a_hundred_percent() -> None:
    truth = np.arange(15) % 2
    outputs = np.where(np.eye(2)[truth] > 0, 20.0, -20.0)
    evaluated = EvaluatedRows("binary", outputs, truth.astype(np.float64), np.full(2, 0.5))
    headline = {metric.name: metric for metric in table_headline(evaluated, seed=0)}
    for name in ("accuracy", "auc", "macro_f1", "f1", "precision", "recall"):
        low, high = headline[name].low, headline[name].high
        assert high == 1.0
        assert 0 < (low or 0) < 0.82, name


def test_no_right_row_of_fifteen_may_be_chance_too() -> None:
    truth = np.arange(15) % 2
    outputs = np.where(np.eye(2)[truth] > 0, -20.0, 20.0)
    evaluated = EvaluatedRows("binary", outputs, truth.astype(np.float64), np.full(2, 0.5))
    headline = {metric.name: metric for metric in table_headline(evaluated, seed=0)}
    for name in ("accuracy", "auc", "macro_f1", "f1", "precision", "recall"):
        low, high = headline[name].low, headline[name].high
        assert (headline[name].value, low) == (0.0, 0.0), name
        assert 0.18 < (high or 0) < 1, name
    assert most_of_hopeless([8, 7]) == pytest.approx(1 - least_of_flawless([8, 7]))


def test_precision_and_recall_of_a_table_are_counted_rows_out_of_rows() -> None:
    truth = np.array([1.0] * 10 + [0.0] * 10)
    decided = np.array([1] * 8 + [0] * 2 + [1] * 3 + [0] * 7)
    outputs = np.where(np.eye(2)[decided] > 0, 3.0, -3.0)
    evaluated = EvaluatedRows("binary", outputs, truth, np.full(2, 0.5))
    headline = {metric.name: metric for metric in table_headline(evaluated, seed=0)}
    for name, counted in (("accuracy", share(15, 20)), ("precision", share(8, 11))):
        assert (headline[name].low, headline[name].high) == (counted.low, counted.high)
    assert headline["recall"].low == share(8, 10).low
    assert next(iter(headline)) == "accuracy"


def test_nothing_is_known_of_the_precision_of_a_class_that_was_never_given() -> None:
    outputs = np.tile([3.0, -3.0], (6, 1))
    evaluated = EvaluatedRows("binary", outputs, np.arange(6) % 2 * 1.0, np.full(2, 0.5))
    (precision,) = (m for m in table_headline(evaluated, seed=0) if m.name == "precision")
    assert (precision.low, precision.high) == (0.0, 1.0)


def test_values_are_evaluated_by_their_mean_error_in_their_own_unit() -> None:
    random = np.random.default_rng(0)
    truth = random.normal(size=300)
    outputs = (truth + random.normal(0, 0.5, 300))[:, np.newaxis]
    evaluated = EvaluatedRows("regression", outputs, truth, np.zeros(1), deviation=10.0)
    first = next(iter(table_headline(evaluated, seed=0)))
    assert (first.name, first.unit, first.higher_is_better) == ("mae", "number", False)
    # The mean size of a normal error of 5 is 5 · sqrt(2 / pi).
    assert first.value == pytest.approx(3.99, abs=0.4)
    assert (first.low or 0) < first.value < (first.high or 0)


def test_the_interval_of_a_mean_grows_with_fewer_independent_samples() -> None:
    values = np.random.default_rng(0).normal(2.0, 1.0, 400)
    all_, few = mean(values), mean(values, 25)
    assert all_.high - all_.low == pytest.approx(2 * 1.96 / 20, rel=0.1)
    assert few.high - few.low == pytest.approx(4 * (all_.high - all_.low))
    assert few.num_samples == 25
