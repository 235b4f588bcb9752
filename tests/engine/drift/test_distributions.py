"""How features were and are spread, in bins that can be drawn."""

from __future__ import annotations

import pytest

from engine.drift.distributions import distributions
from engine.drift.measuring.features import CallFeatures
from tests.engine.drift.drawn_calls import drawn_calls, reference_of, window_of


def test_bins_follow_each_other_and_hold_what_was_counted() -> None:
    calls = drawn_calls(400, seed=1)
    window = window_of(reference_of(calls), drawn_calls(200, seed=2, mean=2.0, missing=0.3))
    [drawn] = distributions(window, ["input.size"])
    missing, *ranges = drawn.bins
    assert missing.kind == "missing"
    assert missing.now == pytest.approx(0.3, abs=0.1)
    assert len(ranges) <= 10
    assert (ranges[0].low, ranges[-1].high) == (None, None)
    values = [call.numbers["input.size"] for call in calls]
    for one in ranges:
        low = float("-inf") if one.low is None else one.low
        high = float("inf") if one.high is None else one.high
        share = sum(value is not None and low <= value < high for value in values) / len(values)
        assert one.before == pytest.approx(share, abs=1e-6)
    assert sum(one.now for one in drawn.bins) == pytest.approx(1, abs=1e-4)


def test_categories_keep_their_names_and_others_are_put_together() -> None:
    reference = reference_of(drawn_calls(300, seed=1, missing=0))
    calls = [CallFeatures(categories={"answer.class": name}) for name in ("cat", "bird", "bee")]
    [drawn] = distributions(window_of(reference, calls), ["answer.class"])
    shares = {one.label or one.kind: one.now for one in drawn.bins}
    assert shares == {"cat": 0.333333, "dog": 0, "horse": 0, "others": 0.666667}


def test_the_order_is_what_was_asked_for_and_the_content_has_no_bins() -> None:
    window = window_of(reference_of(drawn_calls(100, 1)), drawn_calls(60, 2))
    names = ["answer.class", "input.content", "input.size"]
    assert [one.name for one in distributions(window, names)] == ["answer.class", "input.size"]
