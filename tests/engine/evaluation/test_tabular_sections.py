"""Parts of reports on tables."""

from __future__ import annotations

import numpy as np

from engine.evaluation.tabular.headline import best_threshold, rarest_recall
from engine.evaluation.tabular.predictions import EvaluatedRows, numbers
from engine.evaluation.tabular.sections import by_class, untested


def test_both_classes_of_a_binary_table_have_numbers_and_the_second_is_the_headlines() -> None:
    truth = np.array([0, 0, 0, 1, 1.0])
    sure_of_second = np.array([-2, -2, 2, 2, 2.0])
    evaluated = EvaluatedRows(
        "binary", np.stack([-sure_of_second, sure_of_second], 1), truth, np.full(2, 0.5)
    )

    section = by_class(evaluated, ["bad", "good"])

    bad, good = (dict(zip(section.columns, row, strict=True)) for row in section.rows)
    low, high = bad.pop("recall_low"), bad.pop("recall_high")
    assert 0.2 < low < 2 / 3 < high < 0.95
    assert bad == {
        "label": "bad", "precision": 1, "recall": 2 / 3, "f1": 0.8, "actual": 3, "predicted": 2,
    }  # fmt: skip
    assert (good["precision"], good["recall"]) == (2 / 3, 1)
    found = numbers(evaluated)
    assert [found[name] for name in ("precision", "recall", "f1")] == [
        good[name] for name in ("precision", "recall", "f1")
    ]


def test_a_class_without_a_held_out_row_is_untested_and_has_no_numbers() -> None:
    outputs = np.array([[2.0, 0, 0], [0, 2, 0], [0, 2, 0]])
    evaluated = EvaluatedRows(
        "multi_class", outputs, np.array([0, 1, 0.0]), np.array([0.5, 0.4, 0.1])
    )

    (note,) = untested(evaluated, ["a", "b", "rare"])

    assert note.params == {"count": 2, "total": 3, "labels": "rare"}
    rare = by_class(evaluated, ["a", "b", "rare"]).rows[2]
    assert rare == ("rare", None, None, None, None, None, 0, 0)
    assert list(rarest_recall(evaluated)) == []
    seen = EvaluatedRows("multi_class", outputs, evaluated.truth, np.array([0.1, 0.4, 0.5]))
    (recall,) = rarest_recall(seen)
    assert recall.value == 0.5
    assert recall.low is not None
    assert recall.low < 0.2


def two_classes(probabilities: list[float], truth: list[int], share: float) -> EvaluatedRows:
    sure = np.log(probabilities) - np.log1p(-np.array(probabilities))
    outputs = np.stack([np.zeros(len(sure)), sure], 1)
    return EvaluatedRows("binary", outputs, np.array(truth, float), np.array([1 - share, share]))


def test_two_classes_are_told_apart_for_accuracy_unless_f1_is_asked_for() -> None:
    """A table that says nothing of its classes was right in 33 of 100 rows, of 67 by a guess."""
    random = np.random.default_rng(0)
    probabilities = random.uniform(0.2, 0.45, size=200).tolist()
    truth = (random.random(200) < 0.33).astype(int).tolist()
    nothing = two_classes(probabilities, truth, 0.33)
    assert best_threshold(nothing, "auto") == best_threshold(nothing, "accuracy") == 0.5
    assert best_threshold(nothing, "f1") < 0.35


def test_a_rare_class_is_looked_for_where_the_model_tells_it_from_the_other() -> None:
    rare = two_classes([0.35] * 8 + [0.02] * 192, [1, 1, 1, *[0] * 197], 0.03)
    # Three rows of the class are too few to choose by: the probabilities themselves tell.
    assert 0.02 < best_threshold(rare, "auto") < 0.35
    telling = two_classes([0.3] * 8 + [0.02] * 192, [1] * 6 + [0] * 194, 0.03)
    assert 0.02 < best_threshold(telling, "auto") < 0.3
    blind = two_classes([0.03 + n / 1e4 for n in range(200)], [1] * 6 + [0] * 194, 0.03)
    assert best_threshold(blind, "auto") == 0.5
    common = two_classes([0.35] * 8 + [0.02] * 192, [1] * 6 + [0] * 194, 0.3)
    assert best_threshold(common, "auto") == 0.5
