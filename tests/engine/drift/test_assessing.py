"""A window says whether calls have drifted, in what, and which way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.drift.assessing import DESCRIPTOR, assess
from engine.drift.measuring.features import CallFeatures
from engine.drift.thresholds import FALSE_ALARM_RATE
from engine.specs.drift import DriftReport, FeatureDrift
from tests.engine.drift.drawn_calls import drawn_calls, reference_of, window_of

REFERENCE = reference_of(drawn_calls(300, 1))


def report_of(count: int = 300, seed: int = 2, **changed: Any) -> DriftReport:
    return assess(window_of(REFERENCE, drawn_calls(count, seed, **changed)))


def drifted(report: DriftReport) -> dict[str, FeatureDrift]:
    return {one.name: one for one in report.features if one.has_drifted}


def test_the_same_data_is_no_alarm_and_says_how_far_each_feature_is() -> None:
    report = report_of()
    assert (report.verdict, report.num_calls, report.num_reference) == ("same", 300, 300)
    assert {one.name for one in report.features} == {
        "input.size",
        "answer.confidence",
        "answer.class",
        DESCRIPTOR,
    }
    assert all(one.change == "none" and 0 < one.excess <= 1 for one in report.features)
    assert report.false_alarm_rate == FALSE_ALARM_RATE


@pytest.mark.parametrize(
    ("changed", "name", "change"),
    [
        ({"mean": 0.8}, "input.size", "higher"),
        ({"mean": -0.8}, "input.size", "lower"),
        ({"deviation": 3.0}, "input.size", "wider"),
        ({"deviation": 0.3}, "input.size", "narrower"),
        ({"missing": 0.3}, "input.size", "more_missing"),
        ({"shares": (0.2, 0.7, 0.1)}, "answer.class", "more_of"),
        ({"shares": (0.2, 0.45, 0.35)}, "answer.class", "less_of"),
        ({"content": 0.6}, DESCRIPTOR, "other_content"),
    ],
)
def test_what_changed_is_named_alone_and_which_way(
    changed: dict[str, Any], name: str, change: str
) -> None:
    report = report_of(**changed)
    assert report.verdict == "drifted"
    found = drifted(report)
    assert set(found) == {name}
    assert found[name].change == change
    assert report.features[0] == found[name]


def test_a_number_tells_its_medians_and_a_category_its_shares() -> None:
    size = drifted(report_of(mean=0.8))["input.size"]
    assert size.before == pytest.approx(0, abs=0.2)
    assert size.now == pytest.approx(0.8, abs=0.2)
    ratio = drifted(report_of(shares=(0.2, 0.7, 0.1)))["answer.class"]
    assert ratio.label == "dog"
    assert ratio.before == pytest.approx(0.3, abs=0.06)
    assert ratio.now == pytest.approx(0.7, abs=0.06)


def test_a_class_that_the_reference_never_had_is_told_without_its_name() -> None:
    calls = [CallFeatures(categories={"answer.class": "zebra"})] * 60
    calls += drawn_calls(240, 3)
    found = drifted(assess(window_of(REFERENCE, calls)))["answer.class"]
    assert (found.change, found.label, found.before) == ("more_of", None, 0)


def test_few_calls_and_small_references_are_no_verdict_on_the_data() -> None:
    assert report_of(49, mean=5.0).verdict == "too_few_calls"
    assert report_of(50, mean=5.0).verdict == "drifted"
    small = reference_of(drawn_calls(29, 1))
    report = assess(window_of(small, drawn_calls(100, 2, mean=5.0)))
    assert (report.verdict, report.features) == ("too_small_reference", ())


def test_a_feature_that_few_calls_had_is_judged_by_so_many() -> None:
    calls = drawn_calls(300, 4)
    bare = [CallFeatures(one.numbers, descriptor=one.descriptor) for one in calls]
    by_name = {
        one.name: one for one in assess(window_of(REFERENCE, [*calls[:80], *bare[80:]])).features
    }
    assert by_name["answer.class"].num_values == 80
    assert by_name["input.size"].num_values == 300
    complete = {one.name: one for one in assess(window_of(REFERENCE, calls)).features}
    assert by_name["answer.class"].tests[0].threshold > complete["answer.class"].tests[0].threshold
    few = assess(window_of(REFERENCE, [*calls[:40], *bare[40:]]))
    assert "answer.class" not in {one.name for one in few.features}


def test_a_median_beyond_all_bins_is_said_to_be_beyond_and_not_at_their_edge() -> None:
    def calls(values: np.ndarray[Any, Any]) -> list[CallFeatures]:
        return [CallFeatures({"input.size": float(value)}) for value in values]

    reference = reference_of(calls(np.arange(1, 301)))
    for values, beyond in ((np.full(100, 900), "above"), (np.full(100, -9), "below")):
        size = drifted(assess(window_of(reference, calls(values))))["input.size"]
        assert size.now_beyond == beyond
        assert size.now is not None
        assert 1 <= size.now <= 300
    size = drifted(assess(window_of(reference, calls(np.full(100, 200)))))["input.size"]
    assert size.now_beyond is None


def test_a_value_that_never_varied_and_now_does_is_an_alarm() -> None:
    def calls(widths: np.ndarray[Any, Any]) -> list[CallFeatures]:
        return [CallFeatures({"input.width": float(width)}) for width in widths]

    reference = reference_of(calls(np.full(100, 224)))
    assert assess(window_of(reference, calls(np.full(100, 224)))).verdict == "same"
    # Two in a hundred are no reason to act.
    few = calls(np.append(np.full(98, 224), [225, 640]))
    assert assess(window_of(reference, few)).verdict == "same"
    found = drifted(assess(window_of(reference, calls(np.repeat([224.0, 640.0], [90, 10])))))
    assert found["input.width"].change == "higher"
    assert found["input.width"].now == 224
