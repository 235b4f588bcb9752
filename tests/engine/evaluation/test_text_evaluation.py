"""Places, relations and pairs are evaluated as their definitions say."""

from __future__ import annotations

import numpy as np
import pytest
from easel.runtime.predictions.spans import SpanResult
from scipy import stats

from engine.evaluation.text import pairs, spans
from engine.evaluation.text.pairs import PairOutcome
from engine.evaluation.text.spans import SpanOutcome


def outcome(*found: tuple[str, int, int, float]) -> SpanOutcome:
    spans_found = (
        SpanResult(name, "x" * (end - start), start, end, s) for name, start, end, s in found
    )
    return SpanOutcome(tuple(sorted(spans_found, key=lambda span: -span.score)), nested=False)


TRUTH = [{("A", 0, 3), ("B", 5, 8)}, {("A", 1, 2)}]
SAID = [outcome(("A", 0, 3, 0.9), ("B", 5, 7, 0.8)), outcome(("B", 1, 2, 0.6), ("A", 4, 6, 0.2))]


def test_a_place_counts_when_label_and_both_ends_are_right() -> None:
    decided = spans.decided(SAID, TRUTH, {"A": 0.5, "B": 0.5})
    numbers = spans.span_numbers(decided)
    assert numbers == {"f1": pytest.approx(1 / 3), "precision": 1 / 3, "recall": 1 / 3}
    assert spans.tally_by_label(decided, ["A", "B"])["A"].recall == 0.5


def test_confusion_pairs_places_that_share_characters() -> None:
    section = spans.confusion(spans.decided(SAID, TRUTH, {"A": 0.1, "B": 0.1}), ["A", "B"])
    # One A is right and one was taken for B; B was found with another end; one A is of nothing.
    assert section.cells == ((1, 1, 0), (0, 1, 0), (1, 0, 0))


def test_the_threshold_of_the_best_f1_is_recommended() -> None:
    predicted = [outcome(("A", 0, 3, 0.35), ("A", 5, 7, 0.1)), outcome(("A", 1, 2, 0.4))]
    truth = [{("A", 0, 3)}, {("A", 1, 2)}]
    (label,) = spans.recommend(predicted, truth, ["A"])
    assert 0.1 < label.threshold <= 0.35
    (unknown,) = spans.recommend(predicted, [set(), set()], ["A"])
    assert unknown.threshold == 0.5


def test_a_lexicon_finds_what_was_marked_in_training_the_longest_first() -> None:
    known = [("New York and New", [("city", 0, 8), ("word", 13, 16)])]
    f1 = spans.lexicon_f1(known, ["in New York"], [{("city", 3, 11)}])
    assert f1 == 1.0


def test_ranks_and_correlations_are_those_of_scipy() -> None:
    random = np.random.default_rng(0)
    one, two = np.round(random.normal(size=50), 1), np.round(random.normal(size=50), 1)
    np.testing.assert_allclose(pairs.ranks(one), stats.rankdata(one))
    assert pairs.spearman(one, two) == pytest.approx(stats.spearmanr(one, two).statistic)
    assert pairs.pearson(one, np.zeros(50)) == 0.0


def test_the_area_is_the_share_of_pairs_in_the_right_order() -> None:
    scores, alike = np.array([0.1, 0.4, 0.4, 0.9]), np.array([False, True, False, True])
    assert pairs.area_under_curve(scores, alike) == pytest.approx((1 + 0.5 + 1 + 1) / 4)
    assert pairs.area_under_curve(scores, np.ones(4, bool)) is None


def test_recall_counts_the_texts_whose_counterpart_is_near() -> None:
    axes = np.eye(3, dtype=np.float32)
    predicted = [
        PairOutcome(0.9, (axes[0], axes[0])),
        PairOutcome(0.9, (axes[0], axes[1])),
        PairOutcome(0.1, (axes[2], axes[2])),
    ]
    found = pairs.recall_at(predicted, np.array([True, True, False]))
    assert found["recall_at_1"] == 0.5
    assert found["recall_at_5"] == 1.0
    assert pairs.recall_at([PairOutcome(0.5)], np.array([True])) == {}
