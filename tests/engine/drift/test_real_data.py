"""Changed real data is an alarm, and real data that has not changed is none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.drift.assessing import assess
from tests.benchmarks import drift
from tests.engine.drift.drawn_calls import reference_of, window_of

HALVES: dict[str, Callable[[], tuple[drift.Calls, drift.Calls]]] = {
    "blurred photographs": lambda: (
        drift.photograph_calls(every=6),
        drift.photograph_calls(drift.blurred, every=6),
    ),
    "movies for hotels": lambda: (drift.hotel_calls(every=20), drift.movie_calls(every=10)),
    "messages for hotels": lambda: (drift.hotel_calls(every=20), drift.weibo_calls(every=5)),
    "another year": lambda: drift.series_calls(every=48),
    "noisy digits": lambda: (drift.spoken_calls(every=6), drift.spoken_calls(0.01, every=5)),
}


@pytest.mark.parametrize("name", HALVES)
def test_changed_data_is_an_alarm_within_500_calls_and_the_same_is_none(name: str) -> None:
    before, changed = HALVES[name]()
    reference = reference_of(before[::2])
    assert assess(window_of(reference, changed[:500])).verdict == "drifted"
    assert assess(window_of(reference, before[1::2])).verdict == "same"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("calls", "num_reference"),
    [(drift.census_calls, 2000), (drift.hotel_calls, 1500), (drift.photograph_calls, 200)],
)
def test_windows_of_unchanged_data_are_alarms_once_in_a_hundred_at_most(
    calls: Callable[[], drift.Calls], num_reference: int
) -> None:
    figures = drift.false_alarms("windows", calls(), num_reference, 1000)
    assert figures["windows_windows"] >= 1000
    assert figures["windows_false_alarms"] <= 0.01
