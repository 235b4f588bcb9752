"""Thresholds keep their promise over all features together."""

from __future__ import annotations

import numpy as np

from engine.drift.assessing import assess
from engine.drift.statistics import FeatureStatistics
from engine.drift.thresholds import FALSE_ALARM_RATE, LEAST, thresholds
from engine.metrics import intervals
from tests.engine.drift.drawn_calls import drawn_calls, reference_of, window_of


def test_windows_of_the_same_data_are_alarms_no_more_often_than_promised() -> None:
    alarms = windows = 0
    for seed in range(3):
        calls = drawn_calls(100 + 20 * 60, 100 + seed)
        reference = reference_of(calls[:100])
        for start in range(100, len(calls), 60):
            alarms += assess(window_of(reference, calls[start : start + 60])).verdict == "drifted"
            windows += 1
    # As many would be by chance in one of a hundred runs at twice the rate.
    assert intervals.share(alarms, windows).low <= 2 * FALSE_ALARM_RATE


def test_thresholds_fall_with_the_calls_and_the_samples_but_not_below_the_least() -> None:
    calls = drawn_calls(200, 5)
    large, small = reference_of(calls), reference_of(calls[:40])
    of = [FeatureStatistics.of(feature) for feature in large.features]
    few, many, most = (np.array(thresholds(large, of, [n] * 3, n)) for n in (60, 200, 1500))
    of_small = [FeatureStatistics.of(feature) for feature in small.features]
    uncertain = np.array(thresholds(small, of_small, [200] * 3, 200))
    assert (few > many).all()
    assert (many >= most).all()
    assert (uncertain > many).all()
    assert (most >= min(LEAST.values())).all()


def test_thresholds_are_the_same_each_time_and_for_windows_of_about_a_size() -> None:
    calls = drawn_calls(100, 6)
    of = [FeatureStatistics.of(feature) for feature in reference_of(calls).features]
    first = thresholds(reference_of(calls), of, [120] * 3, 120)
    assert thresholds(reference_of(calls), of, [120] * 3, 120) == first
    assert thresholds(reference_of(calls), of, [129] * 3, 129) == first
    assert thresholds(reference_of(calls), of, [130] * 3, 130) != first
    assert len(thresholds(reference_of(calls), of, [120] * 3, 0)) == len(first) - 1
