"""How features were and are spread, in bins that can be drawn."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.drift.distributions import distributions
from engine.drift.measuring.features import CallFeatures
from tests.engine.drift.drawn_calls import drawn_calls, reference_of, window_of


def test_bins_follow_each_other_and_hold_what_was_counted() -> None:
    calls = drawn_calls(400, seed=1)
    window = window_of(reference_of(calls), drawn_calls(200, seed=2, mean=2.0, missing=0.3))
    [drawn] = distributions(window, ["input.size"])
    assert drawn.now[0] == pytest.approx(0.3, abs=0.1)
    assert len(drawn.edges) <= 9
    values = [call.numbers["input.size"] for call in calls]
    bounds = [float("-inf"), *drawn.edges, float("inf")]
    expected = [
        sum(value is not None and low <= value < high for value in values) / len(values)
        for low, high in pairwise(bounds)
    ]
    assert drawn.before[1:] == pytest.approx(expected, abs=1e-6)
    assert sum(drawn.now) == pytest.approx(1, abs=1e-4)


def test_categories_keep_their_names_and_others_are_put_together() -> None:
    reference = reference_of(drawn_calls(300, seed=1, missing=0))
    calls = [CallFeatures(categories={"answer.class": name}) for name in ("cat", "bird", "bee")]
    [drawn] = distributions(window_of(reference, calls), ["answer.class"])
    assert drawn.categories == ("cat", "dog", "horse")
    assert drawn.now == (0, 0.333333, 0, 0, 0.666667)


def test_the_order_is_what_was_asked_for_and_the_content_has_no_bins() -> None:
    window = window_of(reference_of(drawn_calls(100, 1)), drawn_calls(60, 2))
    names = ["answer.class", "input.content", "input.size"]
    assert [one.name for one in distributions(window, names)] == ["answer.class", "input.size"]
