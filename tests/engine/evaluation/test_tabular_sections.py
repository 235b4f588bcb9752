"""Parts of reports on tables."""

from __future__ import annotations

import numpy as np

from engine.evaluation.tabular.predictions import EvaluatedRows, numbers
from engine.evaluation.tabular.sections import by_class


def test_both_classes_of_a_binary_table_have_numbers_and_the_second_is_the_headlines() -> None:
    truth = np.array([0, 0, 0, 1, 1.0])
    sure_of_second = np.array([-2, -2, 2, 2, 2.0])
    evaluated = EvaluatedRows(
        "binary", np.stack([-sure_of_second, sure_of_second], 1), truth, np.full(2, 0.5)
    )

    section = by_class(evaluated, ["bad", "good"])

    bad, good = (dict(zip(section.columns, row, strict=True)) for row in section.rows)
    assert bad == {
        "label": "bad", "precision": 1, "recall": 2 / 3, "f1": 0.8, "actual": 3, "predicted": 2,
    }  # fmt: skip
    assert (good["precision"], good["recall"]) == (2 / 3, 1)
    found = numbers(evaluated)
    assert [found[name] for name in ("precision", "recall", "f1")] == [
        good[name] for name in ("precision", "recall", "f1")
    ]
