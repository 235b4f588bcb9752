"""Whether results were right, by what callers say."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from backend.stored_calls.services.evaluation import Evaluation, evaluate
from engine.specs.gateway import TrueAnswer

RED = {"name": "red", "score": 0.9}
BLUE = {"name": "blue", "score": 0.1}
BOX = {"name": "dog", "score": 0.7, "location": {"left": 1, "top": 1, "width": 2, "height": 2}}
GRAPE_A = {"grape": "A", "probabilities": {"A": 0.8, "B": 0.2}}
GRAPE_B = {"probabilities": {"A": 0.3, "B": 0.7}, "grape": "B"}


def truth(**given: Any) -> TrueAnswer:
    """Return a true answer."""
    return TrueAnswer(time=datetime.now(UTC), log_id=1, caller=None, **given)


@pytest.mark.parametrize(
    ("results", "given", "kind", "evaluation"),
    [
        ([BLUE, RED], {"labels": ("red",)}, "one", Evaluation(1, 1)),
        ([BLUE, RED], {"labels": ("blue",)}, "one", Evaluation(1, 0)),
        ([], {"labels": ()}, "one", Evaluation(1, 1)),
        ([RED], {"labels": ()}, "one", Evaluation(1, 0)),
        ([RED, BLUE], {"labels": ("blue", "red")}, "several", Evaluation(1, 1)),
        ([RED], {"labels": ("blue", "red")}, "several", Evaluation(1, 0)),
        ([GRAPE_A, GRAPE_B], {"labels": ("A", "A")}, "rows", Evaluation(2, 1)),
        ([GRAPE_A, GRAPE_B], {"labels": ("A",)}, "rows", None),
        ([RED], {"labels": ("red", "blue")}, "one", None),
        ([RED], {"value": 1}, "one", None),
        ([RED], {"text": "red"}, "one", None),
        ([{"text": "so"}], {"labels": ("so",)}, "one", None),
        ([{"price": 3.0}], {"labels": ("3.0",)}, "rows", None),
        ([BOX | {"name": "cat"}, BOX], {"labels": ("dog", "cat")}, "one", Evaluation(1, 1)),
        ([{"score": 0.9, "rooms": 3}], {"labels": ("3",)}, "rows", Evaluation(1, 1)),
        ([{"low": 1, "price": 3.0, "high": 4}], {"value": 3.5}, "rows", Evaluation(error=0.5)),
        ([{"price": 3.0}, {"price": 4.0}], {"value": 3.5}, "rows", None),
        ([{"name": "alike", "score": 0.6, "value": 3.0}], {"value": 2}, "one", Evaluation(error=1)),
        ([GRAPE_A], {"value": 2}, "rows", None),
        ([{"text": "so  it"}, {"text": "is"}], {"text": "so it is"}, "one", Evaluation(1, 1)),
        ([{"words": "so"}], {"text": "no"}, "one", Evaluation(1, 0)),
    ],
)
def test_results_are_held_against_what_was_right(
    results: list[dict[str, Any]], given: dict[str, Any], kind: str, evaluation: Evaluation | None
) -> None:
    found = evaluate(
        results, truth(**given), has_rows=kind == "rows", multi_label=kind == "several"
    )
    assert found == evaluation
