"""How the figures of a stage come about."""

from __future__ import annotations

import pytest

from engine.load_tests.client import Answer
from engine.load_tests.stage import MIN_FAILURES, SATURATED, Tally, percentile


@pytest.mark.parametrize(
    ("share", "expected"), [(0.5, 50.0), (0.95, 95.0), (0.99, 99.0), (1.0, 100.0)]
)
def test_percentiles_are_the_nearest_rank(share: float, expected: float) -> None:
    assert percentile([float(one) for one in range(1, 101)], share) == expected


def test_of_one_call_each_percentile_is_that_one_and_of_none_there_is_none() -> None:
    assert percentile([7.0], 0.01) == percentile([7.0], 0.99) == 7.0
    assert percentile([], 0.5) is None


def tally(num_answered: int, num_failed: int = 0) -> Tally:
    """Return the tally of so many calls, of 1, 2, 3 … ms."""
    made = Tally()
    for number in range(num_answered):
        made.add(Answer(number + 1.0, status=200, queue_ms=2.0, batch_size=1 + number % 2))
    for _ in range(num_failed):
        made.add(Answer(0.1, "overloaded", "Try again.", 503))
    return made


def test_calls_a_second_and_percentiles_are_of_answers_and_errors_of_their_codes() -> None:
    result = tally(100, 20).result(callers=4, seconds=2.0, cpu_seconds=0.5, busy_seconds=0.6)
    assert (result.num_calls, result.num_failed, result.errors) == (120, 20, {"overloaded": 20})
    assert (result.calls_per_second, result.p99_ms) == (50.0, 99.0)
    assert (result.queue_ms, result.batch_size) == (2.0, 1.5)
    assert result.client_cpu_cores == 0.25
    assert not result.is_failing


@pytest.mark.parametrize(("busy", "is_saturated"), [(SATURATED - 0.01, False), (SATURATED, True)])
def test_a_client_that_is_hardly_ever_idle_is_marked(busy: float, is_saturated: bool) -> None:
    result = tally(10).result(callers=1, seconds=1.0, cpu_seconds=0.2, busy_seconds=busy)
    assert result.is_client_saturated is is_saturated


@pytest.mark.parametrize(
    ("num_answered", "num_failed", "is_failing"),
    [(0, 0, True), (10, 10, False), (10, 11, True), (0, 1, True), (1000, 60, False)],
)
def test_a_stage_fails_when_more_than_half_of_its_calls_do(
    num_answered: int, num_failed: int, is_failing: bool
) -> None:
    result = tally(num_answered, num_failed).result(
        callers=1, seconds=1.0, cpu_seconds=0.1, busy_seconds=0.1
    )
    assert result.is_failing is is_failing


def test_a_stage_is_cut_short_only_after_enough_failures() -> None:
    assert not tally(0, MIN_FAILURES - 1).is_failing
    assert tally(0, MIN_FAILURES).is_failing
    assert not tally(MIN_FAILURES, MIN_FAILURES).is_failing
